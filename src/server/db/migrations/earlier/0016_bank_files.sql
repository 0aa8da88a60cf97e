CREATE TABLE "bank_files" (
	"bank_file_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"account" text NOT NULL,
	"layout" text NOT NULL,
	"lines" integer NOT NULL,
	"unreadable" integer NOT NULL,
	"from_day" date,
	"to_day" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"posted" integer DEFAULT 0 NOT NULL,
	"posted_cents" bigint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bank_layouts" (
	"layout_hash" text PRIMARY KEY NOT NULL,
	"header" boolean NOT NULL,
	"columns" jsonb NOT NULL,
	"date_format" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"bank_line_id" uuid PRIMARY KEY NOT NULL,
	"bank_file_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"identity" text NOT NULL,
	"account" text NOT NULL,
	"booked_day" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"text" text NOT NULL,
	"type" text NOT NULL,
	"balance_cents" bigint,
	"fitid" text,
	"candidates" jsonb NOT NULL,
	"perhaps_known" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"transaction_ids" jsonb NOT NULL,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"undone" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bank_lines_decided" CHECK (("bank_lines"."state" = 'waiting') = ("bank_lines"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_layouts" ADD CONSTRAINT "bank_layouts_changed_by_users_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_bank_file_id_bank_files_bank_file_id_fk" FOREIGN KEY ("bank_file_id") REFERENCES "public"."bank_files"("bank_file_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_decided_by_users_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_files_created" ON "bank_files" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_identity" ON "bank_lines" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "bank_lines_day" ON "bank_lines" USING btree ("booked_day");--> statement-breakpoint
CREATE INDEX "bank_lines_file" ON "bank_lines" USING btree ("bank_file_id");--> statement-breakpoint
CREATE INDEX "bank_lines_waiting" ON "bank_lines" USING btree ("booked_day") WHERE "bank_lines"."state" = 'waiting';--> statement-breakpoint
-- What a bank said never changes (domain.md 12). A line leaves "waiting" once, and only an undo puts it back.
CREATE FUNCTION refuse_change_of_bank_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['state', 'transaction_ids', 'reason', 'decided_at', 'decided_by', 'undone'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of bank_lines is refused: what the bank said never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT (OLD.state = 'waiting' AND NEW.state <> 'waiting' AND NEW.undone = OLD.undone
    OR OLD.state <> 'waiting' AND NEW.state = 'waiting' AND NEW.undone = OLD.undone + 1) THEN
    RAISE EXCEPTION 'UPDATE of bank_lines is refused: a line is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_change_of_bank_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['known', 'posted', 'posted_cents', 'ended_at'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of bank_files is refused: what was imported never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER bank_lines_append_only BEFORE DELETE ON bank_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER bank_files_append_only BEFORE DELETE ON bank_files FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER bank_lines_once BEFORE UPDATE ON bank_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_bank_line();--> statement-breakpoint
CREATE TRIGGER bank_files_once BEFORE UPDATE ON bank_files FOR EACH ROW EXECUTE FUNCTION refuse_change_of_bank_file();--> statement-breakpoint
CREATE TRIGGER bank_lines_no_truncate BEFORE TRUNCATE ON bank_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER bank_files_no_truncate BEFORE TRUNCATE ON bank_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
