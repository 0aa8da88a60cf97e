CREATE TABLE "accepted_texts" (
	"version" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"terms_version" text NOT NULL,
	"privacy_version" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"email_confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "suburb_requests" (
	"suburb_request_id" uuid PRIMARY KEY NOT NULL,
	"suburb" text NOT NULL,
	"postcode" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"mobile_phone" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_terms_version_accepted_texts_version_fk" FOREIGN KEY ("terms_version") REFERENCES "public"."accepted_texts"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_privacy_version_accepted_texts_version_fk" FOREIGN KEY ("privacy_version") REFERENCES "public"."accepted_texts"("version") ON DELETE no action ON UPDATE no action;