CREATE TABLE "event_archives" (
	"archive_id" uuid PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"rows" integer NOT NULL,
	"sha256" text NOT NULL,
	"read_back_at" timestamp (3) with time zone,
	CONSTRAINT "event_archives_folder_unique" UNIQUE("folder")
);
--> statement-breakpoint
CREATE TABLE "moved_events" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"archive_id" uuid NOT NULL,
	"job_id" uuid,
	"actor_id" uuid NOT NULL,
	"statement_sha256" "bytea" NOT NULL,
	"result" text NOT NULL,
	"code" text,
	"job_version" integer
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "moved_seqs" "int4multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "moved_stops" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "moved_photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_events" ADD CONSTRAINT "moved_events_archive_id_event_archives_archive_id_fk" FOREIGN KEY ("archive_id") REFERENCES "public"."event_archives"("archive_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_events" ADD CONSTRAINT "moved_events_job_id_jobs_assignment_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_events" ADD CONSTRAINT "moved_events_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_events_job" ON "moved_events" USING btree ("job_id");