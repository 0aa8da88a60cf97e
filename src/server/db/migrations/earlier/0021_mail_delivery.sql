DROP INDEX "mails_waiting";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "priority" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "not_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "inline_photo_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "fault" text;--> statement-breakpoint
CREATE INDEX "mails_paced" ON "mails" USING btree ("attempted_at") WHERE "mails"."priority" = 'bulk';--> statement-breakpoint
CREATE INDEX "mails_ending" ON "mails" USING btree ("not_after") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_person" ON "mails" USING btree (split_part("dedupe_key", ' ', 2),"created_at");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("state","priority","next_attempt_at");