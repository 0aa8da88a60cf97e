CREATE TABLE "uploads" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"uploaded_by" uuid,
	"size_bytes" integer NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD COLUMN "session_id" uuid;--> statement-breakpoint
CREATE INDEX "uploads_by" ON "uploads" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "uploads_age" ON "uploads" USING btree ("announced_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
-- The password of a registration is chosen by its mailed link. One that was typed before the e-mail was proven may be
-- that of somebody who registered another person's e-mail.
UPDATE users SET password_hash = NULL WHERE signs_in = 0 AND user_id IN (SELECT customer_id FROM registrations WHERE email_confirmed_at IS NULL);
