ALTER TABLE "billing_lines" DROP CONSTRAINT "billing_lines_amount";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "old_number" text;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_lines_brought_once" ON "billing_lines" USING btree ("customer_id") WHERE "billing_lines"."kind" = 'brought' and "billing_lines"."prepaid" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_old_number" ON "invoices" USING btree ("old_number","customer_id") WHERE "invoices"."old_number" is not null;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_amount" CHECK ("billing_lines"."amount_cents" = case when "billing_lines"."kind" = 'brought' then 0 else "billing_lines"."quantity" * "billing_lines"."price_cents" end);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_old" CHECK ("invoices"."old_number" is null or "invoices"."kind" = 'opening');