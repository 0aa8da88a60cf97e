ALTER TABLE "invoices" ADD COLUMN "again_mail_id" uuid;--> statement-breakpoint
-- What was issued never changes. The columns named here follow from adjustments, allocations, exports, mails and
-- reminders.
CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version', 'sent_mail_id', 'again_mail_id',
    'first_remind_mail_id', 'second_remind_mail_id'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
