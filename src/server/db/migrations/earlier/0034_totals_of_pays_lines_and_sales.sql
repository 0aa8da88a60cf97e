DROP INDEX "bank_lines_day";--> statement-breakpoint
CREATE INDEX "bank_lines_listed" ON "bank_lines" USING btree ("booked_day" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"line","bank_line_id");--> statement-breakpoint
CREATE INDEX "customers_unlisted" ON "customers" USING btree ("customer_id") WHERE ("customers"."hidden_at" is not null or "customers"."status" = 'PENDING');--> statement-breakpoint
CREATE INDEX "transactions_pays" ON "transactions" USING btree ("paid_day","ref_number") WHERE "transactions"."driver_id" is not null and "transactions"."reverses" is null;--> statement-breakpoint
-- As in migration 0031. Pays and bank lines are never deleted.
CREATE FUNCTION public.keep_pay_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'pays', driver_id::text, count(*) FROM new_rows GROUP BY 2;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_bank_line_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'bank_lines', state, count(*) FROM new_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'bank_lines', state, sum(change) FROM (SELECT state, 1 AS change FROM new_rows UNION ALL SELECT state, -1 FROM old_rows) AS moved GROUP BY 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION public.keep_sales_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'sales', '', 0, sum(total_sales_cents) FROM new_rows HAVING sum(total_sales_cents) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'sales', '', 0, -sum(total_sales_cents) FROM old_rows HAVING sum(total_sales_cents) <> 0;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents)
    SELECT 'sales', '', 0, sum(change) FROM (SELECT total_sales_cents AS change FROM new_rows UNION ALL SELECT -total_sales_cents FROM old_rows) AS moved HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER driver_payments_totals_added AFTER INSERT ON public.driver_payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_pay_totals();--> statement-breakpoint
CREATE TRIGGER bank_lines_totals_added AFTER INSERT ON public.bank_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_bank_line_totals();--> statement-breakpoint
CREATE TRIGGER bank_lines_totals_changed AFTER UPDATE ON public.bank_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_bank_line_totals();--> statement-breakpoint
CREATE TRIGGER customer_accounts_totals_added AFTER INSERT ON public.customer_accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_sales_totals();--> statement-breakpoint
CREATE TRIGGER customer_accounts_totals_changed AFTER UPDATE ON public.customer_accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_sales_totals();--> statement-breakpoint
CREATE TRIGGER customer_accounts_totals_deleted AFTER DELETE ON public.customer_accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_sales_totals();--> statement-breakpoint
-- What there is already.
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'pays', driver_id::text, count(*) FROM driver_payments GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count) SELECT 'bank_lines', state, count(*) FROM bank_lines GROUP BY 2;--> statement-breakpoint
INSERT INTO kept_totals (topic, subject, row_count, amount_cents) SELECT 'sales', '', 0, sum(total_sales_cents) FROM customer_accounts HAVING sum(total_sales_cents) <> 0;
