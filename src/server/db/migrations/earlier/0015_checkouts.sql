CREATE TABLE "checkout_disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"transaction_id" uuid,
	"returned_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "checkout_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"transaction_id" uuid,
	"returned_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"parts" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"url" text,
	"payment_id" text,
	"transaction_id" uuid,
	"test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	CONSTRAINT "checkouts_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "checkouts_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "checkouts_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "checkouts_amount" CHECK ("checkouts"."amount_cents" > 0),
	CONSTRAINT "checkouts_paid" CHECK (("checkouts"."state" in ('paid', 'refunded')) = ("checkouts"."transaction_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"checkout_id" uuid,
	"payment_id" text,
	"subject_id" text,
	"amount_cents" bigint,
	"currency" text,
	"money_taken" boolean,
	"reason" text,
	"test" boolean NOT NULL,
	"transaction_id" uuid
);
--> statement-breakpoint
ALTER TABLE "checkout_disputes" ADD CONSTRAINT "checkout_disputes_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_disputes" ADD CONSTRAINT "checkout_disputes_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_disputes" ADD CONSTRAINT "checkout_disputes_returned_id_transactions_transaction_id_fk" FOREIGN KEY ("returned_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_refunds" ADD CONSTRAINT "checkout_refunds_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_refunds" ADD CONSTRAINT "checkout_refunds_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_refunds" ADD CONSTRAINT "checkout_refunds_returned_id_transactions_transaction_id_fk" FOREIGN KEY ("returned_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_checkout_id_checkouts_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("checkout_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_disputes_checkout" ON "checkout_disputes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "checkout_disputes_state" ON "checkout_disputes" USING btree ("state","closed_at");--> statement-breakpoint
CREATE INDEX "checkout_refunds_checkout" ON "checkout_refunds" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "checkouts_customer" ON "checkouts" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_waiting" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."state" in ('open', 'pending');--> statement-breakpoint
CREATE INDEX "provider_events_checkout" ON "provider_events" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "provider_events_early" ON "provider_events" USING btree ("payment_id") WHERE "provider_events"."outcome" = 'early';--> statement-breakpoint
CREATE INDEX "provider_events_unbooked" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."outcome" = 'unbooked';--> statement-breakpoint
-- What the payment provider said is append-only (domain.md 13).
CREATE TRIGGER provider_events_append_only BEFORE UPDATE OR DELETE ON provider_events FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER provider_events_no_truncate BEFORE TRUNCATE ON provider_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
