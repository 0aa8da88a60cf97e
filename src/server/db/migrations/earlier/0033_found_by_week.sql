CREATE INDEX "customers_shifted" ON "customers" USING btree ("customer_id") WHERE "customers"."shifted_year" is not null;--> statement-breakpoint
CREATE INDEX "customers_fortnightly" ON "customers" USING btree ("status","week_number","due_year","due_month") WHERE "customers"."collection_scheme" = 'FORTNIGHTLY';--> statement-breakpoint
CREATE INDEX "customers_without_due" ON "customers" USING btree ("status","customer_id") WHERE ("customers"."due_year" is null or "customers"."collection_scheme" in ('FLEXIBLE', 'ONE_OFF'));--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("name_key","customer_id") WHERE "customers"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree (lower("to_address"));--> statement-breakpoint
CREATE INDEX "pickup_requests_open" ON "pickup_requests" USING btree ("year_number","month_number","week_number","customer_id") WHERE "pickup_requests"."assignment_id" is null;--> statement-breakpoint
CREATE INDEX "users_drivers" ON "users" USING btree ("user_id") WHERE "users"."role" = 'DRIVER';