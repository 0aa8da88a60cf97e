CREATE TABLE "reminder_customers" (
	"reminder_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "reminder_customers_reminder_id_customer_id_pk" PRIMARY KEY("reminder_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"reminder_id" uuid PRIMARY KEY NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"sequence_number" integer NOT NULL,
	"collection_scheme" text,
	"run_number" integer,
	"description" text,
	"email_subject" text NOT NULL,
	"email_content" text NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"auto" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"sending_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "reminders_week_sequence" UNIQUE("year_number","month_number","week_number","sequence_number")
);
--> statement-breakpoint
ALTER TABLE "reminder_customers" ADD CONSTRAINT "reminder_customers_reminder_id_reminders_reminder_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("reminder_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_customers" ADD CONSTRAINT "reminder_customers_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_customers_once" ON "reminder_customers" USING btree ("customer_id","year_number","month_number","week_number") WHERE "reminder_customers"."state" <> 'left_out';--> statement-breakpoint
CREATE INDEX "reminder_customers_waiting" ON "reminder_customers" USING btree ("reminder_id") WHERE "reminder_customers"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "reminder_customers_mailed" ON "reminder_customers" USING btree ("reminder_id") WHERE "reminder_customers"."state" in ('queued', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_auto_week" ON "reminders" USING btree ("year_number","month_number","week_number") WHERE "reminders"."auto";--> statement-breakpoint
CREATE INDEX "reminders_status" ON "reminders" USING btree ("status","run_at");