CREATE TABLE "audit" (
	"audit_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"title" text,
	"company" text,
	"address" text NOT NULL,
	"suburb_id" uuid NOT NULL,
	"state" text NOT NULL,
	"postcode" text NOT NULL,
	"home_phone" text,
	"mobile_phone" text,
	"status" text NOT NULL,
	"status_reason" text,
	"canceled_at" timestamp (3) with time zone,
	"start_date" date NOT NULL,
	"account_type" text NOT NULL,
	"invoice_type" text NOT NULL,
	"property_management" boolean DEFAULT false NOT NULL,
	"do_not_remind" boolean DEFAULT false NOT NULL,
	"do_not_send_invoice_email" boolean DEFAULT false NOT NULL,
	"product_id" uuid NOT NULL,
	"service_type" text NOT NULL,
	"collection_scheme" text NOT NULL,
	"payment_scheme" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"features" jsonb NOT NULL,
	"origin" text DEFAULT 'NEW' NOT NULL,
	"notes" text,
	"admin_notes" text,
	"source_of_lead" text,
	"week_number" integer,
	"own_week" boolean DEFAULT false NOT NULL,
	"run_number" integer DEFAULT 1 NOT NULL,
	"stop_order" integer,
	"due_year" integer,
	"due_month" integer,
	"due_week" integer,
	"shifted_year" integer,
	"shifted_month" integer,
	"shifted_week" integer,
	"hidden_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "customers_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "customers_week" CHECK ("customers"."week_number" between 1 and 5),
	CONSTRAINT "customers_amount" CHECK ("customers"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"service_type" text NOT NULL,
	"is_public" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"payment_scheme" text NOT NULL,
	"public_payment_scheme" text,
	"collection_scheme" text NOT NULL,
	"public_collection_scheme" text,
	"price_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suburbs" (
	"suburb_id" uuid PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"post_code" text NOT NULL,
	"state" text NOT NULL,
	"week_number" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"driver_id" uuid PRIMARY KEY NOT NULL,
	"mobile_phone" text NOT NULL,
	"address" text,
	"employment_type" text NOT NULL,
	"employment_start_date" date NOT NULL,
	"employment_end_date" date,
	"pay_rate_cents" integer NOT NULL,
	"pay_percentage_bp" integer NOT NULL,
	"week_numbers" jsonb NOT NULL,
	"dob_sealed" "bytea",
	"next_of_kin_sealed" "bytea",
	"license_number_sealed" "bytea",
	"tax_file_number_sealed" "bytea",
	"license_expires_at" date,
	"license_class" text,
	"other_license" text,
	"business_name" text,
	"abn" text,
	"notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drivers_pay" CHECK ("drivers"."pay_rate_cents" >= 0 and "drivers"."pay_percentage_bp" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"clock_offset_ms" integer DEFAULT 0 NOT NULL,
	"app_build" text,
	"highest_seq" integer DEFAULT 0 NOT NULL,
	"unsent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "devices_device_user" UNIQUE("device_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"run_order_id" text NOT NULL,
	"assignment_id" text,
	"job_id" uuid,
	"device_id" text NOT NULL,
	"seq" integer NOT NULL,
	"v" integer,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"actor_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_offset_ms" integer NOT NULL,
	"corrected_at" timestamp (3) with time zone NOT NULL,
	"app_build" text,
	"result" text NOT NULL,
	"code" text,
	"counts" boolean NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	"job_version" integer,
	CONSTRAINT "events_seq" CHECK ("events"."seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "incomes" (
	"income_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"job_id" uuid NOT NULL,
	"run_order_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"status" text NOT NULL,
	"pu" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"pay_rate_cents" integer NOT NULL,
	"pay_percentage_bp" integer NOT NULL,
	"formula" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "incomes_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "incomes_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"job_id" uuid,
	"customer_id" uuid,
	"taken_at" timestamp (3) with time zone,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_storage_key_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"mail_id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "job_drivers" (
	"assignment_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "job_drivers_once" UNIQUE("assignment_id","driver_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"assignment_id" uuid PRIMARY KEY NOT NULL,
	"run_order_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"captured_customer_name" text NOT NULL,
	"address" text NOT NULL,
	"suburb" text NOT NULL,
	"postcode" text NOT NULL,
	"mobile_phone" text,
	"service_type" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"admin_notes" text,
	"run_number" integer NOT NULL,
	"stop_order" integer NOT NULL,
	"driver_id" uuid,
	"captured_driver_name" text,
	"state" text NOT NULL,
	"outcome" text,
	"empty_pickup" boolean DEFAULT false NOT NULL,
	"pu" integer DEFAULT 0 NOT NULL,
	"extra_amount_cents" integer DEFAULT 0 NOT NULL,
	"driver_notes" text,
	"done_at" timestamp (3) with time zone,
	"recorded_by" uuid,
	"reason" text,
	"shifted_year" integer,
	"shifted_month" integer,
	"shifted_week" integer,
	"customer_cancelled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "jobs_bags" CHECK ("jobs"."pu" >= 0 and ("jobs"."outcome" is distinct from 'COLLECTED' or "jobs"."pu" >= 1))
);
--> statement-breakpoint
CREATE TABLE "no_pickups" (
	"no_pickup_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"reason" text,
	"late" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "no_pickups_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "no_pickups_week" UNIQUE("customer_id","year_number","month_number","week_number")
);
--> statement-breakpoint
CREATE TABLE "pickup_requests" (
	"pickup_request_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"notes" text,
	"assignment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pickup_requests_week" UNIQUE("customer_id","year_number","month_number","week_number")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"run_order_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"status" text NOT NULL,
	"description" text,
	"trr_notes" text,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"sequence_number" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "runs_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "runs_week_sequence" UNIQUE("year_number","month_number","week_number","sequence_number")
);
--> statement-breakpoint
CREATE TABLE "calendar_settings" (
	"calendar_setting_id" uuid PRIMARY KEY NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "calendar_settings_week" UNIQUE("year_number","month_number","week_number"),
	CONSTRAINT "calendar_settings_order" CHECK ("calendar_settings"."from_day" <= "calendar_settings"."to_day"),
	CONSTRAINT "calendar_settings_week_number" CHECK ("calendar_settings"."week_number" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hmac" text NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text,
	"signs_in" integer DEFAULT 1 NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('ADMIN', 'DRIVER', 'CUSTOMER'))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_customer_id_users_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_suburb_id_suburbs_suburb_id_fk" FOREIGN KEY ("suburb_id") REFERENCES "public"."suburbs"("suburb_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_product_id_products_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("product_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_job_id_jobs_assignment_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_job_id_jobs_assignment_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_run_order_id_runs_run_order_id_fk" FOREIGN KEY ("run_order_id") REFERENCES "public"."runs"("run_order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_job_id_jobs_assignment_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_uploaded_by_users_user_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_drivers" ADD CONSTRAINT "job_drivers_assignment_id_jobs_assignment_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_drivers" ADD CONSTRAINT "job_drivers_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_run_order_id_runs_run_order_id_fk" FOREIGN KEY ("run_order_id") REFERENCES "public"."runs"("run_order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "no_pickups" ADD CONSTRAINT "no_pickups_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "no_pickups" ADD CONSTRAINT "no_pickups_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickup_requests" ADD CONSTRAINT "pickup_requests_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_kind","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "customers_due" ON "customers" USING btree ("status","week_number","due_year","due_month");--> statement-breakpoint
CREATE INDEX "customers_suburb" ON "customers" USING btree ("suburb_id");--> statement-breakpoint
CREATE INDEX "customers_product" ON "customers" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suburbs_label_post_code" ON "suburbs" USING btree (lower("label"),"post_code");--> statement-breakpoint
CREATE INDEX "events_job" ON "events" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "events_device" ON "events" USING btree ("device_id","seq");--> statement-breakpoint
CREATE INDEX "events_open" ON "events" USING btree ("received_at") WHERE "events"."decision" = 'open';--> statement-breakpoint
CREATE INDEX "incomes_driver" ON "incomes" USING btree ("driver_id","created_at");--> statement-breakpoint
CREATE INDEX "incomes_run" ON "incomes" USING btree ("run_order_id");--> statement-breakpoint
CREATE INDEX "photos_job" ON "photos" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "photos_customer" ON "photos" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_customer_once" ON "jobs" USING btree ("run_order_id","customer_id") WHERE "jobs"."state" not in ('shifted', 'cancelled');--> statement-breakpoint
CREATE INDEX "jobs_run" ON "jobs" USING btree ("run_order_id","run_number","stop_order");--> statement-breakpoint
CREATE INDEX "jobs_driver" ON "jobs" USING btree ("driver_id","run_order_id");--> statement-breakpoint
CREATE INDEX "jobs_customer" ON "jobs" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_draft" ON "runs" USING btree ("year_number","month_number","week_number") WHERE "runs"."status" = 'draft';--> statement-breakpoint
CREATE INDEX "runs_status" ON "runs" USING btree ("status","from_day");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."signs_in" = 1;