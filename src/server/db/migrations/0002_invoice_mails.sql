ALTER TABLE "invoices" ADD COLUMN "sent_mail_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "first_remind_mail_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "second_remind_mail_id" uuid;--> statement-breakpoint
CREATE INDEX "invoices_sent_mail" ON "invoices" USING btree ("sent_mail_id") WHERE "invoices"."sent_mail_id" is not null;--> statement-breakpoint
-- What was issued never changes. The columns named here follow from adjustments, allocations, exports, mails and
-- reminders.
CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version', 'sent_mail_id', 'first_remind_mail_id',
    'second_remind_mail_id'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The mails of earlier versions are found by their keys. A mail about a collection carries invoices by their number.
-- One that was sent says more than a later one that was not.
UPDATE invoices SET
  sent_mail_id = (
    SELECT mail_id FROM mails WHERE split_part(dedupe_key, ' ', 2) = customer_id::text AND (
      dedupe_key LIKE 'invoice ' || customer_id || ' ' || invoice_id || ' %'
      OR dedupe_key LIKE 'pickup %' AND attachment @> jsonb_build_array(jsonb_build_object('document', jsonb_build_object(
        'number', 'INV-' || lpad(number::text, greatest(6, length(number::text)), '0')))))
    ORDER BY state = 'sent' DESC, mails.created_at DESC, mail_id DESC LIMIT 1),
  first_remind_mail_id = (
    SELECT mail_id FROM mails WHERE dedupe_key = 'invoice ' || customer_id || ' ' || invoice_id || ' first'
      AND first_remind_at IS NOT NULL),
  second_remind_mail_id = (
    SELECT mail_id FROM mails WHERE dedupe_key = 'invoice ' || customer_id || ' ' || invoice_id || ' second'
      AND second_remind_at IS NOT NULL)
WHERE sent_at IS NOT NULL;
