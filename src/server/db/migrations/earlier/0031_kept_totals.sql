CREATE TABLE "kept_totals" (
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"row_count" bigint NOT NULL,
	"amount_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "events_device";--> statement-breakpoint
DROP INDEX "jobs_customer";--> statement-breakpoint
DROP INDEX "invoices_open";--> statement-breakpoint
CREATE INDEX "kept_totals_subject" ON "kept_totals" USING btree ("topic","subject");--> statement-breakpoint
CREATE INDEX "cases_since" ON "cases" USING btree ("waiting_since","ref_number");--> statement-breakpoint
CREATE INDEX "cases_state" ON "cases" USING btree ("state","disagree_until");--> statement-breakpoint
CREATE INDEX "events_device_user" ON "events" USING btree ("device_id","actor_id","seq");--> statement-breakpoint
CREATE INDEX "events_run" ON "events" USING btree ("run_order_id");--> statement-breakpoint
CREATE INDEX "events_decided" ON "events" USING btree ("received_at","seq","event_id") WHERE "events"."decision" is not null;--> statement-breakpoint
CREATE INDEX "events_without_job" ON "events" USING btree ("assignment_id") WHERE "events"."job_id" is null;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","mail_id");--> statement-breakpoint
CREATE INDEX "jobs_customer_run" ON "jobs" USING btree ("customer_id","run_order_id");--> statement-breakpoint
CREATE INDEX "no_pickups_by_week" ON "no_pickups" USING btree ("year_number","month_number","week_number","customer_id");--> statement-breakpoint
CREATE INDEX "no_pickups_created" ON "no_pickups" USING btree ("created_at","ref_number");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("due_day","customer_id","amount_cents","allocated_cents") WHERE "invoices"."amount_cents" > "invoices"."allocated_cents";
--> statement-breakpoint
-- Each function adds what one statement changed. Not ENABLE ALWAYS: where triggers are off, kept_totals is copied like any other table.
CREATE FUNCTION public.keep_audit_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'audit', subject_kind || ' ' || action, count(*) FROM new_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'audit', subject_kind || ' ' || action, -count(*) FROM old_rows GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_no_pickup_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'no_pickups', '', count(*) FROM new_rows HAVING count(*) > 0;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'no_pickups', '', -count(*) FROM old_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_mail_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'mails', state, count(*) FROM new_rows GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'mails', state, -count(*) FROM old_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'mails', state, sum(change) FROM (SELECT state, 1 AS change FROM new_rows UNION ALL SELECT state, -1 FROM old_rows) AS moved GROUP BY 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_income_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'incomes', driver_id || ' ' || status || ' ' || kind, count(*), sum(amount_cents) FROM new_rows GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'incomes', driver_id || ' ' || status || ' ' || kind, -count(*), -sum(amount_cents) FROM old_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents)
    SELECT 'incomes', driver_id || ' ' || status || ' ' || kind, sum(change), sum(change * amount_cents::bigint)
    FROM (SELECT driver_id, status, kind, amount_cents, 1 AS change FROM new_rows UNION ALL SELECT driver_id, status, kind, amount_cents, -1 FROM old_rows) AS moved
    GROUP BY 2 HAVING sum(change) <> 0 OR sum(change * amount_cents::bigint) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_transaction_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'transactions', type || ' ' || purpose || ' ' || coalesce(payment_type, '-'), count(*), sum(amount_cents) FROM new_rows GROUP BY 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_invoice_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'invoices', 'paid', count(*), sum(amount_cents) FROM new_rows WHERE amount_cents = allocated_cents HAVING count(*) > 0;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents)
    SELECT 'invoices', 'paid', sum(change), sum(change * amount_cents)
    FROM (SELECT amount_cents, 1 AS change FROM new_rows WHERE amount_cents = allocated_cents UNION ALL SELECT amount_cents, -1 FROM old_rows WHERE amount_cents = allocated_cents) AS moved
    HAVING sum(change) <> 0 OR sum(change * amount_cents) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_reminder_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'reminders', reminder_id || ' ' || state, count(*) FROM new_rows GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'reminders', reminder_id || ' ' || state, -count(*) FROM old_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'reminders', reminder_id || ' ' || state, sum(change) FROM (SELECT reminder_id, state, 1 AS change FROM new_rows UNION ALL SELECT reminder_id, state, -1 FROM old_rows) AS moved
    GROUP BY 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_exception_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'exceptions', decision, count(*) FROM new_rows WHERE decision IS NOT NULL GROUP BY 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'exceptions', decision, -count(*) FROM old_rows WHERE decision IS NOT NULL GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'exceptions', decision, sum(change) FROM (SELECT decision, 1 AS change FROM new_rows UNION ALL SELECT decision, -1 FROM old_rows) AS moved
    WHERE decision IS NOT NULL GROUP BY 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Events with an outcome of this stop by this phone and user. VOLATILE: it must see what the statement has just added.
CREATE FUNCTION public.outcomes_of(device text, actor uuid, assignment text, job uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT count(*) FROM public.events e WHERE e.job_id = job AND e.device_id || '' = device AND e.actor_id::text = actor::text AND e.assignment_id = assignment AND e.type IN ('done', 'bag-mt', 'not-collected'))
    + (SELECT count(*) FROM public.events e WHERE e.job_id IS NULL AND e.device_id || '' = device AND e.actor_id::text = actor::text AND e.assignment_id = assignment AND e.type IN ('done', 'bag-mt', 'not-collected'));
END $$;--> statement-breakpoint
-- Photos of each phone and user, and the stops it recorded an outcome for, each once. A stop's events are found by the stop alone: the indexes of a phone would read its whole history, which is what the planner chooses while a restore fills an empty table.
CREATE FUNCTION public.keep_phone_totals() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Two requests of one phone at once must not both count a stop.
    IF (SELECT count(DISTINCT device_id || ' ' || actor_id) = 1 FROM new_rows) THEN
      PERFORM pg_advisory_xact_lock(7223042, hashtext(device_id || ' ' || actor_id)) FROM new_rows LIMIT 1;
    END IF;
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'phone_photos', device_id || ' ' || actor_id, count(*) FROM new_rows WHERE type = 'photo' GROUP BY 2;
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'phone_stops', device_id || ' ' || actor_id, count(*)
    FROM (SELECT device_id, actor_id, assignment_id, (array_agg(job_id) FILTER (WHERE job_id IS NOT NULL))[1] AS job_id, count(*) AS outcomes FROM new_rows
      WHERE type IN ('done', 'bag-mt', 'not-collected') AND assignment_id IS NOT NULL GROUP BY 1, 2, 3) AS met
    WHERE public.outcomes_of(device_id, actor_id, assignment_id, job_id) = outcomes GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'phone_photos', device_id || ' ' || actor_id, -count(*) FROM old_rows WHERE type = 'photo' GROUP BY 2;
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'phone_stops', device_id || ' ' || actor_id, -count(*)
    FROM (SELECT device_id, actor_id, assignment_id, (array_agg(job_id) FILTER (WHERE job_id IS NOT NULL))[1] AS job_id FROM old_rows
      WHERE type IN ('done', 'bag-mt', 'not-collected') AND assignment_id IS NOT NULL GROUP BY 1, 2, 3) AS met
    WHERE public.outcomes_of(device_id, actor_id, assignment_id, job_id) = 0 GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_totals_added AFTER INSERT ON public.audit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_totals();--> statement-breakpoint
CREATE TRIGGER audit_totals_deleted AFTER DELETE ON public.audit REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit_totals();--> statement-breakpoint
CREATE TRIGGER no_pickups_totals_added AFTER INSERT ON public.no_pickups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_no_pickup_totals();--> statement-breakpoint
CREATE TRIGGER no_pickups_totals_deleted AFTER DELETE ON public.no_pickups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_no_pickup_totals();--> statement-breakpoint
CREATE TRIGGER mails_totals_added AFTER INSERT ON public.mails REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_mail_totals();--> statement-breakpoint
CREATE TRIGGER mails_totals_changed AFTER UPDATE ON public.mails REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_mail_totals();--> statement-breakpoint
CREATE TRIGGER mails_totals_deleted AFTER DELETE ON public.mails REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_mail_totals();--> statement-breakpoint
CREATE TRIGGER incomes_totals_added AFTER INSERT ON public.incomes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_income_totals();--> statement-breakpoint
CREATE TRIGGER incomes_totals_changed AFTER UPDATE ON public.incomes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_income_totals();--> statement-breakpoint
CREATE TRIGGER incomes_totals_deleted AFTER DELETE ON public.incomes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_income_totals();--> statement-breakpoint
CREATE TRIGGER transactions_totals_added AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_transaction_totals();--> statement-breakpoint
CREATE TRIGGER invoices_totals_added AFTER INSERT ON public.invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_invoice_totals();--> statement-breakpoint
CREATE TRIGGER invoices_totals_changed AFTER UPDATE ON public.invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_invoice_totals();--> statement-breakpoint
CREATE TRIGGER reminder_customers_totals_added AFTER INSERT ON public.reminder_customers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reminder_totals();--> statement-breakpoint
CREATE TRIGGER reminder_customers_totals_changed AFTER UPDATE ON public.reminder_customers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reminder_totals();--> statement-breakpoint
CREATE TRIGGER reminder_customers_totals_deleted AFTER DELETE ON public.reminder_customers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_reminder_totals();--> statement-breakpoint
CREATE TRIGGER events_totals_added AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_exception_totals();--> statement-breakpoint
CREATE TRIGGER events_totals_changed AFTER UPDATE ON public.events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_exception_totals();--> statement-breakpoint
CREATE TRIGGER events_totals_deleted AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_exception_totals();--> statement-breakpoint
CREATE TRIGGER events_phones_added AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_phone_totals();--> statement-breakpoint
CREATE TRIGGER events_phones_deleted AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_phone_totals();--> statement-breakpoint
-- What there is already.
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'audit', subject_kind || ' ' || action, count(*) FROM audit GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'no_pickups', '', count(*) FROM no_pickups HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'mails', state, count(*) FROM mails GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count, amount_cents) SELECT 'incomes', driver_id || ' ' || status || ' ' || kind, count(*), sum(amount_cents) FROM incomes GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count, amount_cents) SELECT 'transactions', type || ' ' || purpose || ' ' || coalesce(payment_type, '-'), count(*), sum(amount_cents) FROM transactions GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count, amount_cents) SELECT 'invoices', 'paid', count(*), sum(amount_cents) FROM invoices WHERE amount_cents = allocated_cents HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'reminders', reminder_id || ' ' || state, count(*) FROM reminder_customers GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'exceptions', decision, count(*) FROM events WHERE decision IS NOT NULL GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'phone_photos', device_id || ' ' || actor_id, count(*) FROM events WHERE type = 'photo' GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count)
SELECT 'phone_stops', device_id || ' ' || actor_id, count(*)
FROM (SELECT device_id, actor_id, assignment_id FROM events WHERE type IN ('done', 'bag-mt', 'not-collected') AND assignment_id IS NOT NULL GROUP BY 1, 2, 3) AS met GROUP BY 2;
