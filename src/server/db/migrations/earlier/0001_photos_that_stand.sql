ALTER TABLE "devices" ALTER COLUMN "clock_offset_ms" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "clock_offset_ms" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "photo_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;