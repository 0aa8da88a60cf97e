ALTER TABLE "billing_lines" ADD COLUMN "replaces" uuid;--> statement-breakpoint
-- What was billed again until now: the copy of each line of an invoice at $0, in the next generation.
ALTER TABLE billing_lines DISABLE TRIGGER billing_lines_once;--> statement-breakpoint
WITH placed AS (
  SELECT line_id, invoice_id, assignment_id, kind, description, quantity, price_cents, prepaid, service_day, generation,
    row_number() OVER (PARTITION BY assignment_id, kind, description, quantity, price_cents, prepaid, service_day, generation
      ORDER BY created_at, sequence) AS place
  FROM billing_lines WHERE assignment_id IS NOT NULL
)
UPDATE billing_lines SET replaces = waived.line_id
FROM placed again
JOIN placed waived ON (waived.assignment_id, waived.kind, waived.description, waived.quantity, waived.price_cents, waived.prepaid, waived.service_day, waived.place)
    = (again.assignment_id, again.kind, again.description, again.quantity, again.price_cents, again.prepaid, again.service_day, again.place)
  AND again.generation = waived.generation + 1
JOIN invoices ON invoices.invoice_id = waived.invoice_id AND invoices.amount_cents = 0
WHERE billing_lines.line_id = again.line_id;--> statement-breakpoint
ALTER TABLE billing_lines ENABLE TRIGGER billing_lines_once;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_replaces_billing_lines_line_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."billing_lines"("line_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_lines_replaced_once" ON "billing_lines" USING btree ("replaces") WHERE "billing_lines"."replaces" is not null;
