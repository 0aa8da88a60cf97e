CREATE TABLE "customer_calls" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"assignment_id" uuid,
	"answered" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customer_calls" ADD CONSTRAINT "customer_calls_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_calls" ADD CONSTRAINT "customer_calls_assignment_id_jobs_assignment_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_calls" ADD CONSTRAINT "customer_calls_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_calls_customer" ON "customer_calls" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "customer_calls_stop" ON "customer_calls" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "jobs_customer_done" ON "jobs" USING btree ("customer_id","done_at") WHERE "jobs"."done_at" is not null;--> statement-breakpoint
-- Customers are listed by family name, then first name.
UPDATE customers SET name_key = public.folded(last_name || ' ' || first_name)
FROM users WHERE user_id = customer_id AND name_key IS DISTINCT FROM public.folded(last_name || ' ' || first_name);
