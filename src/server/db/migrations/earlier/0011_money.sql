CREATE TABLE "adjustments" (
	"adjustment_id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"invoice_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"effective_day" date NOT NULL,
	"reason" text NOT NULL,
	"difference_cents" bigint NOT NULL,
	"gst_difference_cents" bigint NOT NULL,
	"document" jsonb,
	"sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	CONSTRAINT "adjustments_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "billing_lines" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"assignment_id" uuid,
	"run_order_id" uuid,
	"invoice_id" uuid,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"counts" integer NOT NULL,
	"prepaid" integer NOT NULL,
	"service_day" date NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_lines_amount" CHECK ("billing_lines"."amount_cents" = "billing_lines"."quantity" * "billing_lines"."price_cents")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"issue_day" date NOT NULL,
	"due_day" date NOT NULL,
	"issued_amount_cents" bigint NOT NULL,
	"issued_gst_cents" bigint NOT NULL,
	"gst_registered" boolean NOT NULL,
	"bill_to_name" text,
	"bill_to_email" text,
	"run_refs" jsonb NOT NULL,
	"document" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"amount_cents" bigint NOT NULL,
	"gst_cents" bigint NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"paid_day" date,
	"sent_at" timestamp (3) with time zone,
	"first_remind_at" timestamp (3) with time zone,
	"second_remind_at" timestamp (3) with time zone,
	"remind_notes" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoices_number" UNIQUE("kind","number"),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_cents" >= 0 and "invoices"."issued_amount_cents" > 0),
	CONSTRAINT "invoices_allocated" CHECK ("invoices"."allocated_cents" between 0 and "invoices"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"allocation_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"effective_day" date NOT NULL,
	"sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "allocations_amount" CHECK ("allocations"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "customer_accounts" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"credit_cents" bigint DEFAULT 0 NOT NULL,
	"owing_cents" bigint DEFAULT 0 NOT NULL,
	"total_sales_cents" bigint DEFAULT 0 NOT NULL,
	"prepaid_left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_accounts_credit" CHECK ("customer_accounts"."credit_cents" >= 0),
	CONSTRAINT "customer_accounts_owing" CHECK ("customer_accounts"."owing_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"customer_id" uuid,
	"driver_id" uuid,
	"type" text NOT NULL,
	"purpose" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"rounding_cents" bigint DEFAULT 0 NOT NULL,
	"payment_type" text,
	"paid_day" date NOT NULL,
	"notes" text,
	"reverses" uuid,
	"linked_to" uuid,
	"client_key" text,
	"sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	CONSTRAINT "transactions_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "transactions_client_key_unique" UNIQUE("client_key"),
	CONSTRAINT "transactions_reversed_once" UNIQUE("reverses"),
	CONSTRAINT "transactions_party" CHECK (("transactions"."customer_id" is null) <> ("transactions"."driver_id" is null)),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount_cents" <> 0),
	CONSTRAINT "transactions_rounding" CHECK ("transactions"."rounding_cents" between -2 and 2)
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "billing" text;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_assignment_id_jobs_assignment_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_run_order_id_runs_run_order_id_fk" FOREIGN KEY ("run_order_id") REFERENCES "public"."runs"("run_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_lines" ADD CONSTRAINT "billing_lines_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_accounts" ADD CONSTRAINT "customer_accounts_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_invoice" ON "adjustments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "adjustments_customer" ON "adjustments" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "adjustments_day" ON "adjustments" USING btree ("effective_day");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_lines_once" ON "billing_lines" USING btree ("assignment_id","kind","generation") WHERE "billing_lines"."assignment_id" is not null and "billing_lines"."kind" <> 'correction';--> statement-breakpoint
CREATE INDEX "billing_lines_unbilled" ON "billing_lines" USING btree ("customer_id") WHERE "billing_lines"."invoice_id" is null and ("billing_lines"."amount_cents" <> 0 or "billing_lines"."counts" <> 0);--> statement-breakpoint
CREATE INDEX "billing_lines_invoice" ON "billing_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "billing_lines_customer" ON "billing_lines" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "billing_lines_stop" ON "billing_lines" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "billing_lines_run" ON "billing_lines" USING btree ("run_order_id");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("customer_id","issue_day");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issue_day","number");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("due_day","customer_id") WHERE "invoices"."amount_cents" > "invoices"."allocated_cents";--> statement-breakpoint
CREATE INDEX "allocations_invoice" ON "allocations" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "allocations_transaction" ON "allocations" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "customer_accounts_owed" ON "customer_accounts" USING btree ("owing_cents") WHERE "customer_accounts"."owing_cents" > 0;--> statement-breakpoint
CREATE INDEX "transactions_customer" ON "transactions" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_driver" ON "transactions" USING btree ("driver_id","paid_day");--> statement-breakpoint
CREATE INDEX "transactions_paid" ON "transactions" USING btree ("paid_day","ref_number");--> statement-breakpoint
CREATE INDEX "transactions_linked" ON "transactions" USING btree ("linked_to");