ALTER TABLE "customers" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "held_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "hold_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "hold_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "hold_lifted_until" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "final_remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "final_remind_mail_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "hold_named_from" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "collect_again_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "promised_until" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "own_promise_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "dont_remind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_held" ON "customers" USING btree ("customer_id") WHERE "customers"."held_since" is not null;--> statement-breakpoint
-- What was issued never changes. The columns named here follow from adjustments, allocations, exports, mails and
-- reminders, and from what the office says about collecting it.
CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version', 'sent_mail_id', 'again_mail_id',
    'first_remind_mail_id', 'second_remind_mail_id', 'final_remind_at', 'final_remind_mail_id', 'hold_named_from',
    'reopened_at', 'collect_again_at', 'promised_until', 'own_promise_at', 'dont_remind'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- An invoice that was paid in full and owes again is reopened, also one from before this version.
UPDATE invoices SET reopened_at = (SELECT max(created_at) FROM allocations WHERE allocations.invoice_id = invoices.invoice_id)
WHERE amount_cents > allocated_cents
  AND EXISTS (SELECT FROM allocations WHERE allocations.invoice_id = invoices.invoice_id AND allocations.amount_cents < 0)
  AND (SELECT sum(amount_cents) FROM allocations WHERE allocations.invoice_id = invoices.invoice_id AND allocations.amount_cents > 0) >= amount_cents;
