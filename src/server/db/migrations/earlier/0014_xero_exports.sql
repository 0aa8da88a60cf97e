CREATE TABLE "xero_documents" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"export_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"adjustment_id" uuid,
	"issue_day" date NOT NULL,
	"due_day" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"has_gst" boolean NOT NULL,
	"sequence" integer NOT NULL,
	CONSTRAINT "xero_documents_once" UNIQUE NULLS NOT DISTINCT("invoice_id","adjustment_id")
);
--> statement-breakpoint
CREATE TABLE "xero_exports" (
	"export_id" uuid PRIMARY KEY NOT NULL,
	"from_day" date,
	"to_day" date,
	"account_code" text NOT NULL,
	"tax_type" text NOT NULL,
	"tax_type_without_gst" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid
);
--> statement-breakpoint
ALTER TABLE "xero_documents" ADD CONSTRAINT "xero_documents_export_id_xero_exports_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."xero_exports"("export_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "xero_documents" ADD CONSTRAINT "xero_documents_invoice_id_invoices_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("invoice_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "xero_documents" ADD CONSTRAINT "xero_documents_adjustment_id_adjustments_adjustment_id_fk" FOREIGN KEY ("adjustment_id") REFERENCES "public"."adjustments"("adjustment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "xero_exports" ADD CONSTRAINT "xero_exports_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "xero_documents_export" ON "xero_documents" USING btree ("export_id","sequence");--> statement-breakpoint
CREATE INDEX "xero_exports_created" ON "xero_exports" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER xero_exports_append_only BEFORE UPDATE OR DELETE ON xero_exports FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER xero_documents_append_only BEFORE UPDATE OR DELETE ON xero_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER xero_exports_no_truncate BEFORE TRUNCATE ON xero_exports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER xero_documents_no_truncate BEFORE TRUNCATE ON xero_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
