DROP INDEX "incomes_run";--> statement-breakpoint
CREATE INDEX "incomes_run_earned" ON "incomes" USING btree ("run_order_id","earned_at");--> statement-breakpoint
CREATE INDEX "invoices_open_issued" ON "invoices" USING btree ("issue_day","number","invoice_id","due_day") WHERE "invoices"."amount_cents" > "invoices"."allocated_cents";--> statement-breakpoint
CREATE INDEX "no_pickups_week_created" ON "no_pickups" USING btree ("year_number","month_number","week_number","created_at","ref_number");