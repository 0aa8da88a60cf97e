-- Money is append-only: what was issued, paid or allocated is never changed or deleted (domain.md 7 and 11, M1).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'paid_day', 'sent_at', 'first_remind_at',
    'second_remind_at', 'remind_notes', 'version'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION refuse_change_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.invoice_id IS NOT NULL OR (to_jsonb(NEW) - 'invoice_id') IS DISTINCT FROM (to_jsonb(OLD) - 'invoice_id') THEN
    RAISE EXCEPTION 'UPDATE of billing_lines is refused: a line is put on one invoice, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE ON transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER allocations_append_only BEFORE UPDATE OR DELETE ON allocations FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER adjustments_append_only BEFORE UPDATE OR DELETE ON adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER billing_lines_append_only BEFORE DELETE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_issued BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();--> statement-breakpoint
CREATE TRIGGER billing_lines_once BEFORE UPDATE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_line();--> statement-breakpoint
CREATE TRIGGER transactions_no_truncate BEFORE TRUNCATE ON transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER allocations_no_truncate BEFORE TRUNCATE ON allocations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER adjustments_no_truncate BEFORE TRUNCATE ON adjustments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_no_truncate BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER billing_lines_no_truncate BEFORE TRUNCATE ON billing_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Opening balances of earlier imports become the first rows of their ledgers (M15).
INSERT INTO transactions (transaction_id, ref_number, customer_id, type, purpose, amount_cents, paid_day, notes, sequence, created_at, created_by)
SELECT gen_random_uuid(), row_number() OVER (ORDER BY at, customer_id), customer_id, 'CUSTOMER_CREDIT_DEPOSIT', 'opening', amount_cents,
  (at AT TIME ZONE coalesce((SELECT value #>> '{}' FROM settings WHERE key = 'business.timeZone'), 'Australia/Sydney'))::date,
  'Opening balance', 0, at, actor_id
FROM opening_balances WHERE amount_cents > 0;--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'transaction', count(*) FROM transactions HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO invoices (invoice_id, kind, number, customer_id, issue_day, due_day, issued_amount_cents, issued_gst_cents, gst_registered, run_refs, created_at, created_by, amount_cents, gst_cents)
SELECT gen_random_uuid(), 'opening', row_number() OVER (ORDER BY at, customer_id), customer_id, day, day, -amount_cents, 0, false, '[]', at, actor_id, -amount_cents, 0
FROM (
  SELECT *, (at AT TIME ZONE coalesce((SELECT value #>> '{}' FROM settings WHERE key = 'business.timeZone'), 'Australia/Sydney'))::date AS day
  FROM opening_balances WHERE amount_cents < 0
) AS debts;--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'invoice.opening', count(*) FROM invoices HAVING count(*) > 0;--> statement-breakpoint
INSERT INTO customer_accounts (customer_id, credit_cents, owing_cents)
SELECT customer_id, greatest(amount_cents, 0), greatest(-amount_cents, 0) FROM opening_balances WHERE amount_cents <> 0;
