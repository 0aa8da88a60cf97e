CREATE TABLE "noted_changes" (
	"topic" text NOT NULL,
	"xid" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "noted_changes_since" ON "noted_changes" USING btree ("topic","xid");--> statement-breakpoint
CREATE FUNCTION public.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.noted_changes (topic) VALUES (TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only what a list of customers can be narrowed down by: a note or a new address moves nobody from one count to another.
CREATE FUNCTION public.note_moved_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT customer_id, hidden_at IS NULL, status, suburb_id, week_number, run_number, service_type, product_id, account_type, invoice_type, origin FROM old_rows
    EXCEPT
    SELECT customer_id, hidden_at IS NULL, status, suburb_id, week_number, run_number, service_type, product_id, account_type, invoice_type, origin FROM new_rows
  ) THEN
    INSERT INTO public.noted_changes (topic) VALUES ('customers');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_moved_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT user_id, email IS NULL FROM old_rows EXCEPT SELECT user_id, email IS NULL FROM new_rows) THEN
    INSERT INTO public.noted_changes (topic) VALUES ('customers');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customers_moved AFTER UPDATE ON public.customers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_moved_customers();--> statement-breakpoint
CREATE TRIGGER customers_came_or_went AFTER INSERT OR DELETE OR TRUNCATE ON public.customers FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('customers');--> statement-breakpoint
CREATE TRIGGER users_moved AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_moved_users();--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('settings');--> statement-breakpoint
CREATE TRIGGER calendar_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.calendar_settings FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('settings');--> statement-breakpoint
-- Also where a session has put triggers to sleep (session_replication_role): a copy that outlives its original would be a wrong number.
ALTER TABLE public.customers ENABLE ALWAYS TRIGGER customers_moved;--> statement-breakpoint
ALTER TABLE public.customers ENABLE ALWAYS TRIGGER customers_came_or_went;--> statement-breakpoint
ALTER TABLE public.users ENABLE ALWAYS TRIGGER users_moved;--> statement-breakpoint
ALTER TABLE public.settings ENABLE ALWAYS TRIGGER settings_changed;--> statement-breakpoint
ALTER TABLE public.calendar_settings ENABLE ALWAYS TRIGGER calendar_changed;
