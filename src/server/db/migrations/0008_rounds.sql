CREATE TABLE "suburb_streets" (
	"suburb_id" uuid NOT NULL,
	"street" text NOT NULL,
	"name" text NOT NULL,
	"way" text NOT NULL,
	CONSTRAINT "suburb_streets_suburb_id_street_pk" PRIMARY KEY("suburb_id","street")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "order_wish" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "tied_driver_id" uuid;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "starts_at" text DEFAULT 'anywhere' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "ends_at" text DEFAULT 'anywhere' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "home_latitude" double precision;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "home_longitude" double precision;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "truck_bags" integer;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "longest_day_hours" double precision;--> statement-breakpoint
ALTER TABLE "suburb_streets" ADD CONSTRAINT "suburb_streets_suburb_id_suburbs_suburb_id_fk" FOREIGN KEY ("suburb_id") REFERENCES "public"."suburbs"("suburb_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_tied_driver_id_drivers_driver_id_fk" FOREIGN KEY ("tied_driver_id") REFERENCES "public"."drivers"("driver_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_home" CHECK (("drivers"."home_latitude" is null) = ("drivers"."home_longitude" is null));--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_day" CHECK ("drivers"."truck_bags" > 0 and "drivers"."longest_day_hours" > 0);