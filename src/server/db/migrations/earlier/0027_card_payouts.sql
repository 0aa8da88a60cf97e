CREATE TABLE "refund_requests" (
	"refund_request_id" uuid PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"refund_id" text,
	"problem" text,
	"answered_at" timestamp (3) with time zone,
	"repeated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "refund_requests_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount_cents" > 0),
	CONSTRAINT "refund_requests_made" CHECK (("refund_requests"."state" = 'made') = ("refund_requests"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "unbooked_resolved" (
	"event_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_failures" (
	"payout_id" text PRIMARY KEY NOT NULL,
	"effective_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"payout_id" text PRIMARY KEY NOT NULL,
	"gross_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"arrives_day" date NOT NULL,
	"effective_day" date NOT NULL,
	"test" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payouts_sum" CHECK ("payouts"."gross_cents" = "payouts"."net_cents" + "payouts"."fee_cents")
);
--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "payout_id" text;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unbooked_resolved" ADD CONSTRAINT "unbooked_resolved_event_id_provider_events_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."provider_events"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unbooked_resolved" ADD CONSTRAINT "unbooked_resolved_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_failures" ADD CONSTRAINT "payout_failures_payout_id_payouts_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("payout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_checkout" ON "refund_requests" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "refund_requests_asked" ON "refund_requests" USING btree ("created_at") WHERE "refund_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "payouts_arrives" ON "payouts" USING btree ("arrives_day","payout_id");--> statement-breakpoint
CREATE INDEX "payouts_net" ON "payouts" USING btree ("net_cents","arrives_day");--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payout_id_payouts_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("payout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payout_id_unique" UNIQUE("payout_id");--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payout" CHECK ("bank_lines"."payout_id" is null or "bank_lines"."state" = 'clearing');--> statement-breakpoint
-- A bank line that is a card payout names it (domain.md 12).
CREATE OR REPLACE FUNCTION refuse_change_of_bank_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['state', 'transaction_ids', 'payout_id', 'reason', 'decided_at', 'decided_by', 'undone'];
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
-- Money is append-only (domain.md 7), and so is what the office decided about it.
CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER payout_failures_append_only BEFORE UPDATE OR DELETE ON payout_failures FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER unbooked_resolved_append_only BEFORE UPDATE OR DELETE ON unbooked_resolved FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER payouts_no_truncate BEFORE TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER payout_failures_no_truncate BEFORE TRUNCATE ON payout_failures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER unbooked_resolved_no_truncate BEFORE TRUNCATE ON unbooked_resolved FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
