CREATE TABLE "charge_notices" (
	"mail_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"after_checkout_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_notices_mail_id_invoice_id_pk" PRIMARY KEY("mail_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "charge_tries" (
	"invoice_id" uuid NOT NULL,
	"try_number" integer NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "charge_tries_invoice_id_try_number_pk" PRIMARY KEY("invoice_id","try_number"),
	CONSTRAINT "charge_tries_amount" CHECK ("charge_tries"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"method_id" uuid,
	"charge_day" date NOT NULL,
	"n" integer NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"drop_reason" text,
	"failure" text,
	"failed_at" timestamp (3) with time zone,
	"pending_at" timestamp (3) with time zone,
	CONSTRAINT "charges_once" UNIQUE("customer_id","charge_day","n")
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"customer_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"provider_customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_customers_customer_id_mode_pk" PRIMARY KEY("customer_id","mode"),
	CONSTRAINT "payment_customers_provider_customer_id_unique" UNIQUE("provider_customer_id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"method_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"state" text NOT NULL,
	"setup_id" text,
	"url" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"kind" text,
	"provider_method_id" text,
	"mandate_id" text,
	"brand" text,
	"last4" text,
	"expires_in" text,
	"active_at" timestamp (3) with time zone,
	"words_version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"accepted_by" uuid,
	"notice_days" integer NOT NULL,
	"tries" integer NOT NULL,
	"retry_days" integer NOT NULL,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"note" text,
	"end_reason" text,
	"ended_at" timestamp (3) with time zone,
	"detached_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_methods_setup_id_unique" UNIQUE("setup_id"),
	CONSTRAINT "payment_methods_provider_method_id_unique" UNIQUE("provider_method_id"),
	CONSTRAINT "payment_methods_paused" CHECK (("payment_methods"."state" = 'paused') = ("payment_methods"."pause_reason" is not null)),
	CONSTRAINT "payment_methods_ended" CHECK (("payment_methods"."state" = 'ended') = ("payment_methods"."end_reason" is not null)),
	CONSTRAINT "payment_methods_known" CHECK ("payment_methods"."state" not in ('active', 'paused') or "payment_methods"."provider_method_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"body" jsonb NOT NULL,
	"answered_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigserial NOT NULL,
	"kind" text NOT NULL,
	"ref" text,
	"created" integer NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_tasks" (
	"task_id" bigserial PRIMARY KEY NOT NULL,
	"due_at" bigint NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "dont_charge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "kind" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_method_id_payment_methods_method_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_notices" ADD CONSTRAINT "charge_notices_after_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("after_checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_tries" ADD CONSTRAINT "charge_tries_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_tries" ADD CONSTRAINT "charge_tries_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_method_id_payment_methods_method_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payment_methods"("method_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_accepted_by_users_user_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_notices_invoice" ON "charge_notices" USING btree ("invoice_id","created_at");--> statement-breakpoint
CREATE INDEX "charge_notices_method" ON "charge_notices" USING btree ("method_id");--> statement-breakpoint
CREATE INDEX "charge_tries_checkout" ON "charge_tries" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "charges_method" ON "charges" USING btree ("method_id");--> statement-breakpoint
CREATE INDEX "charges_day" ON "charges" USING btree ("charge_day");--> statement-breakpoint
CREATE INDEX "charges_failed" ON "charges" USING btree ("failed_at") WHERE "charges"."failed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_one" ON "payment_methods" USING btree ("customer_id","mode") WHERE "payment_methods"."state" in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "payment_methods_customer" ON "payment_methods" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_methods_state" ON "payment_methods" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "payment_methods_detach" ON "payment_methods" USING btree ("ended_at") WHERE "payment_methods"."state" = 'ended' and "payment_methods"."detached_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_answers_old" ON "sandbox_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind" ON "sandbox_objects" USING btree ("kind","place");--> statement-breakpoint
CREATE INDEX "sandbox_objects_ref" ON "sandbox_objects" USING btree ("kind","ref","place");--> statement-breakpoint
CREATE INDEX "sandbox_tasks_due" ON "sandbox_tasks" USING btree ("due_at","task_id");--> statement-breakpoint
CREATE INDEX "checkouts_charges" ON "checkouts" USING btree ("customer_id") WHERE "checkouts"."kind" = 'auto' and "checkouts"."state" in ('planned', 'asked', 'pending');--> statement-breakpoint
-- What was issued never changes. The columns named here follow from adjustments, allocations, exports, mails and
-- reminders, and from what the office says about collecting it.
CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version', 'sent_mail_id', 'again_mail_id',
    'first_remind_mail_id', 'second_remind_mail_id', 'final_remind_at', 'final_remind_mail_id', 'hold_named_from',
    'reopened_at', 'collect_again_at', 'promised_until', 'own_promise_at', 'dont_remind', 'dont_charge'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- A notice and a try are facts: what a customer was told, and what was asked of the provider.
CREATE TRIGGER charge_notices_append_only BEFORE UPDATE OR DELETE ON charge_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER charge_tries_append_only BEFORE UPDATE OR DELETE ON charge_tries FOR EACH ROW EXECUTE FUNCTION refuse_change();
