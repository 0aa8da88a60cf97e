CREATE TABLE "price_change_customers" (
	"price_change_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"old_cents" integer NOT NULL,
	"new_cents" integer NOT NULL,
	"collections" double precision NOT NULL,
	"yearly_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"notice" text NOT NULL,
	"mail_id" uuid,
	"noticed_on" date,
	"from_day" date,
	"replaced_cents" integer,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "price_change_customers_price_change_id_customer_id_pk" PRIMARY KEY("price_change_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"price_change_id" uuid PRIMARY KEY NOT NULL,
	"description" text,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"round_to_cents" integer NOT NULL,
	"day" date NOT NULL,
	"product_id" uuid,
	"with_package" boolean NOT NULL,
	"suburb_id" uuid,
	"run_number" integer,
	"week_number" integer,
	"collection_scheme" text,
	"announced_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"notice_days" integer,
	"package_old_cents" integer,
	"package_new_cents" integer,
	"package_state" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "price_fixed_until" date;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "amount_typed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_change_customers" ADD CONSTRAINT "price_change_customers_price_change_id_price_changes_price_change_id_fk" FOREIGN KEY ("price_change_id") REFERENCES "public"."price_changes"("price_change_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_change_customers" ADD CONSTRAINT "price_change_customers_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_change_customers_day" ON "price_change_customers" USING btree ("customer_id","day") WHERE "price_change_customers"."state" in ('pending', 'applied');--> statement-breakpoint
CREATE INDEX "price_change_customers_due" ON "price_change_customers" USING btree ("from_day") WHERE "price_change_customers"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "price_change_customers_mail" ON "price_change_customers" USING btree ("mail_id") WHERE "price_change_customers"."mail_id" is not null;--> statement-breakpoint
CREATE INDEX "price_changes_listed" ON "price_changes" USING btree ("day","price_change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_package_day" ON "price_changes" USING btree ("product_id","day") WHERE "price_changes"."package_state" in ('pending', 'applied');--> statement-breakpoint
UPDATE "jobs" SET "amount_typed" = true FROM "customers", "runs" WHERE "customers"."customer_id" = "jobs"."customer_id" AND "runs"."run_order_id" = "jobs"."run_order_id" AND "runs"."status" IN ('draft', 'active') AND "customers"."amount_cents" <> "jobs"."amount_cents";
