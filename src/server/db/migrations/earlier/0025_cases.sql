CREATE TABLE "case_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"record" jsonb,
	"transaction_id" uuid,
	"credit_cents" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_messages_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "case_messages_sequence" UNIQUE("case_id","sequence"),
	CONSTRAINT "case_messages_record" CHECK (("case_messages"."kind" = 'record') = ("case_messages"."record" is not null)),
	CONSTRAINT "case_messages_author" CHECK (("case_messages"."kind" = 'record') = ("case_messages"."author_id" is null)),
	CONSTRAINT "case_messages_amount" CHECK (("case_messages"."transaction_id" is null) = ("case_messages"."credit_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "case_photos" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "case_photos_place" UNIQUE("message_id","place")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"ref_number" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"assignment_id" uuid,
	"state" text NOT NULL,
	"disagreed" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp (3) with time zone NOT NULL,
	"disagree_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cases_ref_number_unique" UNIQUE("ref_number"),
	CONSTRAINT "cases_stop" CHECK (("cases"."kind" = 'outcome') = ("cases"."assignment_id" is not null)),
	CONSTRAINT "cases_reason" CHECK (("cases"."kind" = 'outcome') = ("cases"."reason" is not null)),
	CONSTRAINT "cases_answered" CHECK (("cases"."state" = 'answered') <= ("cases"."disagree_until" is not null))
);
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_case_id_cases_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("case_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_author_id_users_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_transaction_id_transactions_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_photos" ADD CONSTRAINT "case_photos_photo_id_photos_photo_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("photo_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_photos" ADD CONSTRAINT "case_photos_message_id_case_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."case_messages"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignment_id_jobs_assignment_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."jobs"("assignment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "case_messages_credit" ON "case_messages" USING btree ("case_id") WHERE "case_messages"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_stop_open" ON "cases" USING btree ("assignment_id") WHERE "cases"."state" <> 'closed';--> statement-breakpoint
CREATE UNIQUE INDEX "cases_request_open" ON "cases" USING btree ("customer_id","kind") WHERE "cases"."kind" in ('address_change', 'close_account') and "cases"."state" <> 'closed';--> statement-breakpoint
CREATE INDEX "cases_customer" ON "cases" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "cases_waiting" ON "cases" USING btree ("waiting_since") WHERE "cases"."state" = 'open';
--> statement-breakpoint
-- What was said stays as it was said (domain.md 15); the words of a deleted customer's case are emptied.
CREATE FUNCTION refuse_change_of_case_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text <> '' OR (to_jsonb(NEW) - 'text'::text) IS DISTINCT FROM (to_jsonb(OLD) - 'text'::text) THEN
    RAISE EXCEPTION 'UPDATE of case_messages is refused: it is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER case_messages_kept BEFORE UPDATE ON case_messages FOR EACH ROW EXECUTE FUNCTION refuse_change_of_case_message();--> statement-breakpoint
CREATE TRIGGER case_messages_append_only BEFORE DELETE ON case_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER case_messages_no_truncate BEFORE TRUNCATE ON case_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
