CREATE TABLE "driver_payments" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"gst_cents" bigint NOT NULL,
	"rcti_number" integer,
	"document" jsonb NOT NULL,
	"aba_at" timestamp (3) with time zone,
	CONSTRAINT "driver_payments_rcti_number_unique" UNIQUE("rcti_number"),
	CONSTRAINT "driver_payments_amount" CHECK ("driver_payments"."subtotal_cents" > 0 and "driver_payments"."gst_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "incomes" DROP CONSTRAINT "incomes_job_id_unique";--> statement-breakpoint
DROP INDEX "incomes_driver";--> statement-breakpoint
ALTER TABLE "incomes" ALTER COLUMN "job_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "incomes" ALTER COLUMN "run_order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "bsb_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "account_number_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "gst_registered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "rcti_agreed_on" date;--> statement-breakpoint
ALTER TABLE "incomes" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "incomes" ADD COLUMN "earned_at" timestamp (3) with time zone;--> statement-breakpoint
-- Every income so far is of a stop.
UPDATE "incomes" SET "kind" = 'stop', "earned_at" = coalesce((SELECT "done_at" FROM "jobs" WHERE "assignment_id" = "job_id"), "created_at");--> statement-breakpoint
ALTER TABLE "incomes" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "incomes" ALTER COLUMN "earned_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "incomes" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "driver_payments" ADD CONSTRAINT "driver_payments_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_payments" ADD CONSTRAINT "driver_payments_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "driver_payments_driver" ON "driver_payments" USING btree ("driver_id");--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_transaction_id_driver_payments_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."driver_payments"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incomes_stop_once" ON "incomes" USING btree ("job_id") WHERE "incomes"."kind" = 'stop';--> statement-breakpoint
CREATE INDEX "incomes_earned" ON "incomes" USING btree ("earned_at");--> statement-breakpoint
CREATE INDEX "incomes_job" ON "incomes" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "incomes_payment" ON "incomes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "incomes_driver" ON "incomes" USING btree ("driver_id","earned_at");--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_paid" CHECK (("incomes"."status" = 'paid') = ("incomes"."transaction_id" is not null));--> statement-breakpoint
ALTER TABLE "incomes" ADD CONSTRAINT "incomes_stop" CHECK (("incomes"."kind" in ('stop', 'correction')) = ("incomes"."job_id" is not null) and ("incomes"."job_id" is null) = ("incomes"."run_order_id" is null));--> statement-breakpoint
-- What is paid can't change (domain.md 11, M20); reversing its payment makes it payable again (M21).
CREATE FUNCTION refuse_change_of_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['status', 'transaction_id', 'version'];
BEGIN
  IF OLD.status = 'paid' AND (TG_OP = 'DELETE' OR NEW.status <> 'payable' OR (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows)) THEN
    RAISE EXCEPTION '% of incomes is refused: it is paid', TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER incomes_paid BEFORE UPDATE OR DELETE ON incomes FOR EACH ROW EXECUTE FUNCTION refuse_change_of_paid();--> statement-breakpoint
CREATE FUNCTION refuse_change_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'aba_at') IS DISTINCT FROM (to_jsonb(OLD) - 'aba_at') THEN
    RAISE EXCEPTION 'UPDATE of driver_payments is refused: it is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER driver_payments_fixed BEFORE UPDATE ON driver_payments FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payment();--> statement-breakpoint
CREATE TRIGGER driver_payments_append_only BEFORE DELETE ON driver_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER driver_payments_no_truncate BEFORE TRUNCATE ON driver_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
