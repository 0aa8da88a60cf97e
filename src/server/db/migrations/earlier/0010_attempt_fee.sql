ALTER TABLE "runs" ADD COLUMN "attempt_fee_cents" integer;--> statement-breakpoint
UPDATE "runs" SET "attempt_fee_cents" = round(("settings"."value" #>> '{}')::numeric * 100)::integer FROM "settings"
  WHERE "settings"."key" = 'fee.attempt' AND jsonb_typeof("settings"."value") = 'number' AND "runs"."status" IN ('completed', 'archived');
