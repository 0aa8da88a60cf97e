ALTER TABLE "invoices" ADD COLUMN "exported_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What Xero has of an invoice follows from its documents, as what is allocated follows from the allocations.
CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
UPDATE invoices SET exported_cents = there.amount
FROM (SELECT invoice_id, sum(amount_cents) AS amount FROM xero_documents GROUP BY invoice_id) there
WHERE there.invoice_id = invoices.invoice_id;--> statement-breakpoint
CREATE INDEX "invoices_for_xero" ON "invoices" USING btree ("number") WHERE "invoices"."kind" = 'invoice' and "invoices"."amount_cents" <> "invoices"."exported_cents";--> statement-breakpoint
ALTER TABLE "xero_exports" ADD COLUMN "documents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "xero_exports" ADD COLUMN "amount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE xero_exports DISABLE TRIGGER xero_exports_append_only;--> statement-breakpoint
UPDATE xero_exports SET documents = there.documents, amount_cents = there.amount
FROM (SELECT export_id, count(*) AS documents, sum(amount_cents) AS amount FROM xero_documents GROUP BY export_id) there
WHERE there.export_id = xero_exports.export_id;--> statement-breakpoint
ALTER TABLE xero_exports ENABLE TRIGGER xero_exports_append_only;--> statement-breakpoint
ALTER TABLE "xero_exports" ALTER COLUMN "documents" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "xero_exports" ALTER COLUMN "amount_cents" DROP DEFAULT;