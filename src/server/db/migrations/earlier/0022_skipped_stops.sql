ALTER TABLE "no_pickups" ADD COLUMN "assignment_id" uuid;--> statement-breakpoint
-- Runs marked active by an earlier version: their no pickups can be withdrawn too.
UPDATE "no_pickups" SET "assignment_id" = "jobs"."assignment_id"
FROM "jobs" JOIN "runs" ON "runs"."run_order_id" = "jobs"."run_order_id"
WHERE "runs"."status" = 'active' AND "jobs"."state" = 'shifted' AND ("jobs"."reason" = 'No pickup' OR "jobs"."reason" LIKE 'No pickup: %')
  AND "jobs"."customer_id" = "no_pickups"."customer_id"
  AND "runs"."year_number" = "no_pickups"."year_number"
  AND "runs"."month_number" = "no_pickups"."month_number"
  AND "runs"."week_number" = "no_pickups"."week_number";
