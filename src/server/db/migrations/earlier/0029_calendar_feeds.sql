CREATE TABLE "calendar_feed_entries" (
	"customer_id" uuid NOT NULL,
	"year_number" integer NOT NULL,
	"month_number" integer NOT NULL,
	"week_number" integer NOT NULL,
	"sequence" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_feed_entries_customer_id_year_number_month_number_week_number_pk" PRIMARY KEY("customer_id","year_number","month_number","week_number")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "calendar_feeds_feed_id_unique" UNIQUE("feed_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feed_entries" ADD CONSTRAINT "calendar_feed_entries_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;