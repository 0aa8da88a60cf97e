CREATE TABLE "rcti_adjustments" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"adjusts" uuid NOT NULL,
	"number" integer NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "rcti_adjustments_adjusts_unique" UNIQUE("adjusts"),
	CONSTRAINT "rcti_adjustments_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "accounts" text;--> statement-breakpoint
ALTER TABLE "rcti_adjustments" ADD CONSTRAINT "rcti_adjustments_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rcti_adjustments" ADD CONSTRAINT "rcti_adjustments_adjusts_driver_payments_transaction_id_fk" FOREIGN KEY ("adjusts") REFERENCES "public"."driver_payments"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER rcti_adjustments_append_only BEFORE UPDATE OR DELETE ON rcti_adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER rcti_adjustments_no_truncate BEFORE TRUNCATE ON rcti_adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
