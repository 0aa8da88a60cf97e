CREATE TABLE "depots" (
	"depot_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "depots_place" CHECK (("depots"."latitude" is null) = ("depots"."longitude" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "depots_name" ON "depots" USING btree (lower("name"));--> statement-breakpoint
-- Null means no depot in particular, as everything was before there were depots.
ALTER TABLE "suburbs" ADD COLUMN "depot_id" uuid CONSTRAINT "suburbs_depot_id_depots_depot_id_fk" REFERENCES "depots"("depot_id");--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "depot_id" uuid CONSTRAINT "drivers_depot_id_depots_depot_id_fk" REFERENCES "depots"("depot_id");--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "depot_id" uuid CONSTRAINT "runs_depot_id_depots_depot_id_fk" REFERENCES "depots"("depot_id");--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "depot_id" uuid CONSTRAINT "users_depot_id_depots_depot_id_fk" REFERENCES "depots"("depot_id");--> statement-breakpoint
CREATE INDEX "suburbs_depot" ON "suburbs" USING btree ("depot_id");--> statement-breakpoint
-- Each depot plans a week by itself, so that a week has one draft of each.
DROP INDEX "runs_one_draft";--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_draft" ON "runs" USING btree ("year_number","month_number","week_number") WHERE "runs"."status" = 'draft' and "runs"."depot_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_draft_of_depot" ON "runs" USING btree ("depot_id","year_number","month_number","week_number") WHERE "runs"."status" = 'draft' and "runs"."depot_id" is not null;
