-- This file makes the whole schema. It was written by hand from what drizzle-kit generates of src/server/db/tables,
-- with
-- the functions and triggers that those files cannot describe. The tables come first, each with its indexes and after
-- the tables it refers to. The functions follow, each with its triggers.
--
-- The files of src/server/db/tables say what each column means. A migration that has landed is never edited: change
-- those
-- files, and `npx drizzle-kit generate --name ...` writes the next migration.

-- =======================
-- Accounts and signing in
-- =======================

-- All accounts: admins, drivers and customers. A driver's and a customer's id is their user's id.
CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  role text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  full_name text NOT NULL,
  email text,
  signs_in integer DEFAULT 1 NOT NULL,
  password_hash text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT users_role CHECK (role IN ('ADMIN', 'DRIVER', 'CUSTOMER'))
);
-- An e-mail address signs in to one account. A registration that may be a duplicate does not sign in.
CREATE UNIQUE INDEX users_email_unique ON users (lower(email)) WHERE signs_in = 1;
-- The planning of a week looks through the drivers among all the customers.
CREATE INDEX users_drivers ON users (user_id) WHERE role = 'DRIVER';
--> statement-breakpoint

-- Who is signed in where. The key is a hash of the cookie's token, so that a stolen table is of no use for signing in.
CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  session_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  device_id text,
  method text,
  browser text,
  CONSTRAINT sessions_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);
-- A person's sessions are listed and ended.
CREATE INDEX sessions_user ON sessions (user_id);
-- A phone's sessions are found.
CREATE INDEX sessions_device ON sessions (device_id);
--> statement-breakpoint

-- Links to set up an account, to accept an invitation, to confirm an address and to reset a password. Each works once.
CREATE TABLE one_time_tokens (
  token_hash text PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT one_time_tokens_user_id_users_user_id_fk FOREIGN KEY (user_id)
    REFERENCES users (user_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- Wrong passwords of a known account, by address, until they are written to the audit log.
CREATE TABLE failed_sign_ins (
  user_id uuid NOT NULL,
  address text NOT NULL,
  count integer NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  CONSTRAINT failed_sign_ins_user_id_address_pk PRIMARY KEY (user_id, address),
  CONSTRAINT failed_sign_ins_user_id_users_user_id_fk FOREIGN KEY (user_id)
    REFERENCES users (user_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- The authenticator app (TOTP, RFC 6238) of a person, who has at most one.
CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY,
  sealed_secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT totp_secrets_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- Hashes of the codes that stand in for a lost authenticator app or passkey. Each works once.
CREATE TABLE recovery_codes (
  code_hash text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- The passkeys (WebAuthn) of a person.
CREATE TABLE passkeys (
  passkey_id uuid PRIMARY KEY,
  credential_id text NOT NULL,
  user_id uuid NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports jsonb NOT NULL,
  name text NOT NULL,
  synced boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
);
-- A browser names the passkey by the id that its authenticator gave it.
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
-- A person's passkeys are listed.
CREATE INDEX passkeys_user ON passkeys (user_id);
--> statement-breakpoint

-- Challenges that were sent to browsers. Each is used once, by deleting it.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_user_id_users_user_id_fk FOREIGN KEY (user_id)
    REFERENCES users (user_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- =============================
-- Settings and the installation
-- =============================

-- What the office has set, by name. A setting without a row has its default.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint

-- The calendar: the first and the last day of each collection week.
CREATE TABLE calendar_settings (
  calendar_setting_id uuid PRIMARY KEY,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT calendar_settings_week UNIQUE (year_number, month_number, week_number),
  CONSTRAINT calendar_settings_order CHECK (from_day <= to_day),
  CONSTRAINT calendar_settings_week_number CHECK (week_number BETWEEN 1 AND 5)
);
--> statement-breakpoint

-- The firm's logo: at most one row.
CREATE TABLE logo (
  hash text PRIMARY KEY,
  content_type text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
--> statement-breakpoint

-- The installation's own data: data epoch, fingerprint of the secret key, last backup, nightly maintenance.
CREATE TABLE installation (
  key text PRIMARY KEY,
  value text NOT NULL
);
--> statement-breakpoint

-- Running numbers without gaps. A number is taken in the transaction that uses it.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value integer NOT NULL
);
--> statement-breakpoint

-- Hits within a window of time, by bucket. They are rows so that several servers count together.
CREATE TABLE rate_limits (
  bucket text PRIMARY KEY,
  window_start timestamptz(3) NOT NULL,
  hits integer NOT NULL
);
--> statement-breakpoint

-- The answers to requests that had an Idempotency-Key. A repeated request gets the stored answer.
CREATE TABLE idempotency_keys (
  scope text NOT NULL,
  key text NOT NULL,
  body_hmac text NOT NULL,
  status integer,
  answer text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_scope_key_pk PRIMARY KEY (scope, key)
);
-- Old keys are deleted.
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
--> statement-breakpoint

-- =====================
-- Customers and drivers
-- =====================

-- The suburbs that are served, each with the week of the month in which it is collected.
CREATE TABLE suburbs (
  suburb_id uuid PRIMARY KEY,
  label text NOT NULL,
  post_code text NOT NULL,
  state text NOT NULL,
  week_number integer,
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL
);
-- A suburb's name is used once within a postcode, in capitals or not.
CREATE UNIQUE INDEX suburbs_label_post_code ON suburbs (lower(label), post_code);
--> statement-breakpoint

-- The packages that customers can have: service, cycle and price.
CREATE TABLE products (
  product_id uuid PRIMARY KEY,
  name text NOT NULL,
  service_type text NOT NULL,
  is_public boolean NOT NULL,
  features jsonb NOT NULL,
  payment_scheme text NOT NULL,
  public_payment_scheme text,
  collection_scheme text NOT NULL,
  public_collection_scheme text,
  price_cents integer NOT NULL,
  retired_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint

-- Customers and requests to become one, with their package, their place in the runs and the period they are due in
-- next.
CREATE TABLE customers (
  customer_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  title text,
  company text,
  address text NOT NULL,
  suburb_id uuid NOT NULL,
  state text NOT NULL,
  postcode text NOT NULL,
  home_phone text,
  mobile_phone text,
  status text NOT NULL,
  status_reason text,
  canceled_at timestamptz(3),
  start_date date NOT NULL,
  account_type text NOT NULL,
  invoice_type text NOT NULL,
  property_management boolean DEFAULT false NOT NULL,
  bill_to_name text,
  bill_to_email text,
  do_not_remind boolean DEFAULT false NOT NULL,
  do_not_send_invoice_email boolean DEFAULT false NOT NULL,
  product_id uuid NOT NULL,
  service_type text NOT NULL,
  collection_scheme text NOT NULL,
  payment_scheme text NOT NULL,
  amount_cents integer NOT NULL,
  features jsonb NOT NULL,
  origin text DEFAULT 'NEW' NOT NULL,
  notes text,
  admin_notes text,
  source_of_lead text,
  week_number integer,
  own_week boolean DEFAULT false NOT NULL,
  run_number integer DEFAULT 1 NOT NULL,
  stop_order integer,
  due_year integer,
  due_month integer,
  due_week integer,
  shifted_year integer,
  shifted_month integer,
  shifted_week integer,
  quoted_at timestamptz(3),
  quoted_price_cents integer,
  quotations integer DEFAULT 0 NOT NULL,
  accepted_at timestamptz(3),
  possible_double_id uuid,
  search_text text DEFAULT '' NOT NULL,
  name_key text DEFAULT '' NOT NULL,
  hidden_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT customers_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT customers_week CHECK (week_number BETWEEN 1 AND 5),
  CONSTRAINT customers_amount CHECK (amount_cents >= 0),
  CONSTRAINT customers_customer_id_users_user_id_fk FOREIGN KEY (customer_id) REFERENCES users (user_id),
  CONSTRAINT customers_suburb_id_suburbs_suburb_id_fk FOREIGN KEY (suburb_id) REFERENCES suburbs (suburb_id),
  CONSTRAINT customers_product_id_products_product_id_fk FOREIGN KEY (product_id) REFERENCES products (product_id)
);
-- A week's due customers are found by their week of the month and the period they are due in.
CREATE INDEX customers_due ON customers (status, week_number, due_year, due_month);
-- Customers who were shifted to a named week are due in exactly that week.
CREATE INDEX customers_shifted ON customers (customer_id) WHERE shifted_year IS NOT NULL;
-- Fortnightly customers are due in two weeks of a month.
CREATE INDEX customers_fortnightly ON customers (status, week_number, due_year, due_month)
  WHERE collection_scheme = 'FORTNIGHTLY';
-- Customers who are collected on request have no due period.
CREATE INDEX customers_without_due ON customers (status, customer_id)
  WHERE (due_year IS NULL OR collection_scheme IN ('FLEXIBLE', 'ONE_OFF'));
-- A suburb that has customers cannot be deleted, and its customers can follow its week.
CREATE INDEX customers_suburb ON customers (suburb_id);
-- A package's customers are counted.
CREATE INDEX customers_product ON customers (product_id);
-- The list of customers of one status is in the order of their names.
CREATE INDEX customers_listed ON customers (status, name_key, customer_id) WHERE hidden_at IS NULL;
-- The list of all customers is in the order of their names.
CREATE INDEX customers_by_name ON customers (name_key, customer_id) WHERE hidden_at IS NULL;
-- The list leaves out the sales of deleted customers and of requests.
CREATE INDEX customers_unlisted ON customers (customer_id) WHERE (hidden_at IS NOT NULL OR status = 'PENDING');
--> statement-breakpoint

-- The balance that a customer brought from another system. It is stored once. A negative one is owed by the customer.
CREATE TABLE opening_balances (
  customer_id uuid PRIMARY KEY,
  amount_cents integer NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_id uuid NOT NULL,
  CONSTRAINT opening_balances_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT opening_balances_actor_id_users_user_id_fk FOREIGN KEY (actor_id) REFERENCES users (user_id)
);
--> statement-breakpoint

-- Each wording of the terms and of the privacy notice that somebody accepted.
CREATE TABLE accepted_texts (
  version text PRIMARY KEY,
  kind text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
--> statement-breakpoint

-- What a customer who registered on the web accepted, and whether the e-mail address was confirmed.
CREATE TABLE registrations (
  customer_id uuid PRIMARY KEY,
  terms_version text NOT NULL,
  privacy_version text NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  email_confirmed_at timestamptz(3),
  CONSTRAINT registrations_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id) ON DELETE CASCADE,
  CONSTRAINT registrations_terms_version_accepted_texts_version_fk FOREIGN KEY (terms_version)
    REFERENCES accepted_texts (version),
  CONSTRAINT registrations_privacy_version_accepted_texts_version_fk FOREIGN KEY (privacy_version)
    REFERENCES accepted_texts (version)
);
--> statement-breakpoint

-- People who asked for a suburb that is not served yet.
CREATE TABLE suburb_requests (
  suburb_request_id uuid PRIMARY KEY,
  suburb text NOT NULL,
  postcode text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  mobile_phone text,
  created_at timestamptz(3) NOT NULL
);
--> statement-breakpoint

-- What is known of a driver beside the account. The columns that end in _sealed are encrypted.
CREATE TABLE drivers (
  driver_id uuid PRIMARY KEY,
  mobile_phone text NOT NULL,
  address text,
  employment_type text NOT NULL,
  employment_start_date date NOT NULL,
  employment_end_date date,
  pay_rate_cents integer NOT NULL,
  pay_percentage_bp integer NOT NULL,
  week_numbers jsonb NOT NULL,
  dob_sealed bytea,
  next_of_kin_sealed bytea,
  license_number_sealed bytea,
  tax_file_number_sealed bytea,
  bsb_sealed bytea,
  account_number_sealed bytea,
  license_expires_at date,
  license_class text,
  other_license text,
  business_name text,
  abn text,
  gst_registered boolean DEFAULT false NOT NULL,
  rcti_agreed_on date,
  notes text,
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT drivers_pay CHECK (pay_rate_cents >= 0 AND pay_percentage_bp BETWEEN 0 AND 10000),
  CONSTRAINT drivers_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id)
);
--> statement-breakpoint

-- ====
-- Runs
-- ====

-- The runs of a collection week.
CREATE TABLE runs (
  run_order_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  status text NOT NULL,
  description text,
  trr_notes text,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  sequence_number integer NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  activated_at timestamptz(3),
  done_at timestamptz(3),
  completed_at timestamptz(3),
  archived_at timestamptz(3),
  attempt_fee_cents integer,
  billing text,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT runs_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT runs_week_sequence UNIQUE (year_number, month_number, week_number, sequence_number)
);
-- A week has one draft: of two calls at the same time one creates it.
CREATE UNIQUE INDEX runs_one_draft ON runs (year_number, month_number, week_number) WHERE status = 'draft';
-- Runs of one status are listed by their first day.
CREATE INDEX runs_status ON runs (status, from_day);
--> statement-breakpoint

-- The stops of a run. The outcome is computed from the drivers' records (events) and is never edited.
CREATE TABLE jobs (
  assignment_id uuid PRIMARY KEY,
  run_order_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  captured_customer_name text NOT NULL,
  address text NOT NULL,
  suburb text NOT NULL,
  postcode text NOT NULL,
  mobile_phone text,
  service_type text NOT NULL,
  amount_cents integer NOT NULL,
  admin_notes text,
  run_number integer NOT NULL,
  stop_order integer NOT NULL,
  driver_id uuid,
  captured_driver_name text,
  state text NOT NULL,
  outcome text,
  empty_pickup boolean DEFAULT false NOT NULL,
  pu integer DEFAULT 0 NOT NULL,
  extra_amount_cents integer DEFAULT 0 NOT NULL,
  driver_notes text,
  photo_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
  done_at timestamptz(3),
  recorded_by uuid,
  outcome_event_id uuid,
  reason text,
  shifted_year integer,
  shifted_month integer,
  shifted_week integer,
  customer_cancelled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT jobs_bags CHECK (pu >= 0 AND (outcome IS DISTINCT FROM 'COLLECTED' OR pu >= 1)),
  CONSTRAINT jobs_run_order_id_runs_run_order_id_fk FOREIGN KEY (run_order_id)
    REFERENCES runs (run_order_id) ON DELETE CASCADE,
  CONSTRAINT jobs_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id) REFERENCES customers (customer_id),
  CONSTRAINT jobs_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id)
);
-- A customer is in a run once. A stop that was shifted or removed stays as history.
CREATE UNIQUE INDEX jobs_customer_once ON jobs (run_order_id, customer_id)
  WHERE state NOT IN ('shifted', 'cancelled');
-- A run's stops are read in their order.
CREATE INDEX jobs_run ON jobs (run_order_id, run_number, stop_order);
-- A driver's stops are read run by run.
CREATE INDEX jobs_driver ON jobs (driver_id, run_order_id);
-- A customer's stops are read, and the runs that the customer was on are found without reading the stops.
CREATE INDEX jobs_customer_run ON jobs (customer_id, run_order_id);
--> statement-breakpoint

-- Which driver has had a stop, and since when: each of them may upload photos of it.
CREATE TABLE job_drivers (
  assignment_id uuid NOT NULL,
  driver_id uuid NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT job_drivers_once UNIQUE (assignment_id, driver_id),
  CONSTRAINT job_drivers_assignment_id_jobs_assignment_id_fk FOREIGN KEY (assignment_id)
    REFERENCES jobs (assignment_id) ON DELETE CASCADE,
  CONSTRAINT job_drivers_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id)
);
--> statement-breakpoint

-- Customers who need no collection in a week.
CREATE TABLE no_pickups (
  no_pickup_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  customer_id uuid NOT NULL,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  reason text,
  late boolean DEFAULT false NOT NULL,
  assignment_id uuid,
  created_by uuid,
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT no_pickups_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT no_pickups_week UNIQUE (customer_id, year_number, month_number, week_number),
  CONSTRAINT no_pickups_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT no_pickups_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- The planning of a week leaves these customers out.
CREATE INDEX no_pickups_by_week ON no_pickups (year_number, month_number, week_number, customer_id);
-- The list is in the order in which they were entered.
CREATE INDEX no_pickups_created ON no_pickups (created_at, ref_number);
-- The list of one week is in the same order.
CREATE INDEX no_pickups_week_created ON no_pickups (year_number, month_number, week_number, created_at, ref_number);
--> statement-breakpoint

-- Customers who asked for a collection in a week. Flexible and one-off customers are due only with such a request.
CREATE TABLE pickup_requests (
  pickup_request_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  notes text,
  assignment_id uuid,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT pickup_requests_week UNIQUE (customer_id, year_number, month_number, week_number),
  CONSTRAINT pickup_requests_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id)
);
-- A week's requests that no run has fulfilled yet are found.
CREATE INDEX pickup_requests_open ON pickup_requests (year_number, month_number, week_number, customer_id)
  WHERE assignment_id IS NULL;
--> statement-breakpoint

-- =======================
-- Invoices and the ledger
-- =======================

-- Issued invoices. What was issued never changes. The columns from amount_cents on follow from adjustments, payments,
-- exports and reminders.
CREATE TABLE invoices (
  invoice_id uuid PRIMARY KEY,
  kind text NOT NULL,
  number integer NOT NULL,
  customer_id uuid NOT NULL,
  issue_day date NOT NULL,
  due_day date NOT NULL,
  issued_amount_cents bigint NOT NULL,
  issued_gst_cents bigint NOT NULL,
  gst_registered boolean NOT NULL,
  bill_to_name text,
  bill_to_email text,
  run_refs jsonb NOT NULL,
  old_number text,
  document jsonb,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  amount_cents bigint NOT NULL,
  gst_cents bigint NOT NULL,
  allocated_cents bigint DEFAULT 0 NOT NULL,
  exported_cents bigint DEFAULT 0 NOT NULL,
  paid_day date,
  sent_at timestamptz(3),
  first_remind_at timestamptz(3),
  second_remind_at timestamptz(3),
  remind_notes text,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT invoices_number UNIQUE (kind, number),
  CONSTRAINT invoices_amount CHECK (amount_cents >= 0 AND issued_amount_cents > 0),
  CONSTRAINT invoices_allocated CHECK (allocated_cents BETWEEN 0 AND amount_cents),
  CONSTRAINT invoices_old CHECK (old_number IS NULL OR kind = 'opening'),
  CONSTRAINT invoices_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id) REFERENCES customers (customer_id),
  CONSTRAINT invoices_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- It has all columns that the list's totals need, so that a search by name does not read the table.
CREATE INDEX invoices_customer ON invoices
  (customer_id, issue_day, number, kind, amount_cents, allocated_cents, due_day, invoice_id);
-- An invoice from another billing program is imported once, and is searched by its number there.
CREATE UNIQUE INDEX invoices_old_number ON invoices (old_number, customer_id) WHERE old_number IS NOT NULL;
-- The list is in the order of issue.
CREATE INDEX invoices_issued ON invoices (issue_day, number);
-- Unpaid invoices are found by the day they were due.
CREATE INDEX invoices_open ON invoices (due_day, customer_id, amount_cents, allocated_cents)
  WHERE amount_cents > allocated_cents;
-- Unpaid invoices are listed in the order of issue, with the day that tells their age.
CREATE INDEX invoices_open_issued ON invoices (issue_day, number, invoice_id, due_day)
  WHERE amount_cents > allocated_cents;
-- Invoices whose amount is not the one that Xero has are exported next.
CREATE INDEX invoices_for_xero ON invoices (number) WHERE kind = 'invoice' AND amount_cents <> exported_cents;
--> statement-breakpoint

-- What a completed stop, a block of prepaid collections or the office adds to an account. A line is put on one invoice,
-- once.
CREATE TABLE billing_lines (
  line_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  assignment_id uuid,
  run_order_id uuid,
  invoice_id uuid,
  kind text NOT NULL,
  description text NOT NULL,
  quantity integer NOT NULL,
  price_cents bigint NOT NULL,
  amount_cents bigint NOT NULL,
  counts integer NOT NULL,
  prepaid integer NOT NULL,
  service_day date NOT NULL,
  generation integer DEFAULT 0 NOT NULL,
  replaces uuid,
  sequence integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT billing_lines_amount
    CHECK (amount_cents = CASE WHEN kind = 'brought' THEN 0 ELSE quantity * price_cents END),
  CONSTRAINT billing_lines_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT billing_lines_assignment_id_jobs_assignment_id_fk FOREIGN KEY (assignment_id)
    REFERENCES jobs (assignment_id),
  CONSTRAINT billing_lines_run_order_id_runs_run_order_id_fk FOREIGN KEY (run_order_id) REFERENCES runs (run_order_id),
  CONSTRAINT billing_lines_invoice_id_invoices_invoice_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices (invoice_id),
  CONSTRAINT billing_lines_replaces_billing_lines_line_id_fk FOREIGN KEY (replaces) REFERENCES billing_lines (line_id)
);
-- A stop is billed once within a generation.
CREATE UNIQUE INDEX billing_lines_once ON billing_lines (assignment_id, kind, generation)
  WHERE assignment_id IS NOT NULL AND kind <> 'correction';
-- A line of an invoice at $0 is billed again once.
CREATE UNIQUE INDEX billing_lines_replaced_once ON billing_lines (replaces) WHERE replaces IS NOT NULL;
-- A customer brings prepaid collections from another system once.
CREATE UNIQUE INDEX billing_lines_brought_once ON billing_lines (customer_id) WHERE kind = 'brought' AND prepaid > 0;
-- A customer's lines that are on no invoice yet are found.
CREATE INDEX billing_lines_unbilled ON billing_lines (customer_id)
  WHERE invoice_id IS NULL AND (amount_cents <> 0 OR counts <> 0);
-- An invoice shows its lines.
CREATE INDEX billing_lines_invoice ON billing_lines (invoice_id);
-- All lines of a customer are read.
CREATE INDEX billing_lines_customer ON billing_lines (customer_id);
-- All lines of a stop are read.
CREATE INDEX billing_lines_stop ON billing_lines (assignment_id);
-- The lines and invoices of a run are found.
CREATE INDEX billing_lines_run ON billing_lines (run_order_id);
--> statement-breakpoint

-- Changes of an issued invoice, each with a number of its own.
CREATE TABLE adjustments (
  adjustment_id uuid PRIMARY KEY,
  number integer NOT NULL,
  invoice_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  effective_day date NOT NULL,
  reason text NOT NULL,
  difference_cents bigint NOT NULL,
  gst_difference_cents bigint NOT NULL,
  document jsonb,
  sequence integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT adjustments_number_unique UNIQUE (number),
  CONSTRAINT adjustments_invoice_id_invoices_invoice_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices (invoice_id),
  CONSTRAINT adjustments_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT adjustments_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- An invoice shows its adjustments.
CREATE INDEX adjustments_invoice ON adjustments (invoice_id);
-- A customer's statement has the adjustments.
CREATE INDEX adjustments_customer ON adjustments (customer_id);
-- A report of GST has the adjustments of its days.
CREATE INDEX adjustments_day ON adjustments (effective_day);
--> statement-breakpoint

-- The ledger's rows: payments, credits and deductions of customers, and payments to drivers.
CREATE TABLE transactions (
  transaction_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  customer_id uuid,
  driver_id uuid,
  type text NOT NULL,
  purpose text NOT NULL,
  amount_cents bigint NOT NULL,
  rounding_cents bigint DEFAULT 0 NOT NULL,
  payment_type text,
  paid_day date NOT NULL,
  notes text,
  reverses uuid,
  linked_to uuid,
  client_key text,
  sequence integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT transactions_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT transactions_client_key_unique UNIQUE (client_key),
  CONSTRAINT transactions_reversed_once UNIQUE (reverses),
  CONSTRAINT transactions_party CHECK ((customer_id IS NULL) <> (driver_id IS NULL)),
  CONSTRAINT transactions_amount CHECK (amount_cents <> 0),
  CONSTRAINT transactions_rounding CHECK (rounding_cents BETWEEN -2 AND 2),
  CONSTRAINT transactions_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT transactions_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id),
  CONSTRAINT transactions_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- A customer's rows are read in their order.
CREATE INDEX transactions_customer ON transactions (customer_id, created_at);
-- A driver's pays are read by day.
CREATE INDEX transactions_driver ON transactions (driver_id, paid_day);
-- The list is in the order of payment.
CREATE INDEX transactions_paid ON transactions (paid_day, ref_number);
-- The list of pays is in the same order. A pay is one among hundreds of customers' payments.
CREATE INDEX transactions_pays ON transactions (paid_day, ref_number)
  WHERE driver_id IS NOT NULL AND reverses IS NULL;
-- The rows that belong to another row are found.
CREATE INDEX transactions_linked ON transactions (linked_to);
--> statement-breakpoint

-- Which part of a transaction pays which invoice. It is below zero where the money is taken back.
CREATE TABLE allocations (
  allocation_id uuid PRIMARY KEY,
  transaction_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  effective_day date NOT NULL,
  sequence integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT allocations_amount CHECK (amount_cents <> 0),
  CONSTRAINT allocations_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT allocations_invoice_id_invoices_invoice_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices (invoice_id)
);
-- An invoice shows its payments.
CREATE INDEX allocations_invoice ON allocations (invoice_id);
-- A payment shows its invoices.
CREATE INDEX allocations_transaction ON allocations (transaction_id);
--> statement-breakpoint

-- What a customer's rows add up to. Every act on a ledger locks this row first.
CREATE TABLE customer_accounts (
  customer_id uuid PRIMARY KEY,
  credit_cents bigint DEFAULT 0 NOT NULL,
  owing_cents bigint DEFAULT 0 NOT NULL,
  total_sales_cents bigint DEFAULT 0 NOT NULL,
  prepaid_left integer DEFAULT 0 NOT NULL,
  CONSTRAINT customer_accounts_credit CHECK (credit_cents >= 0),
  CONSTRAINT customer_accounts_owing CHECK (owing_cents >= 0),
  CONSTRAINT customer_accounts_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id)
);
-- Customers who owe money are found.
CREATE INDEX customer_accounts_owed ON customer_accounts (owing_cents) WHERE owing_cents > 0;
--> statement-breakpoint

-- ============
-- Drivers' pay
-- ============

-- What is known of a payment to a driver beside the ledger's row.
CREATE TABLE driver_payments (
  transaction_id uuid PRIMARY KEY,
  driver_id uuid NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  subtotal_cents bigint NOT NULL,
  gst_cents bigint NOT NULL,
  rcti_number integer,
  document jsonb NOT NULL,
  aba_at timestamptz(3),
  CONSTRAINT driver_payments_rcti_number_unique UNIQUE (rcti_number),
  CONSTRAINT driver_payments_amount CHECK (subtotal_cents > 0 AND gst_cents >= 0),
  CONSTRAINT driver_payments_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT driver_payments_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id)
);
-- A driver's payments are read.
CREATE INDEX driver_payments_driver ON driver_payments (driver_id);
--> statement-breakpoint

-- The adjustment note of a driver's tax invoice whose payment was reversed.
CREATE TABLE rcti_adjustments (
  transaction_id uuid PRIMARY KEY,
  adjusts uuid NOT NULL,
  number integer NOT NULL,
  document jsonb NOT NULL,
  CONSTRAINT rcti_adjustments_adjusts_unique UNIQUE (adjusts),
  CONSTRAINT rcti_adjustments_number_unique UNIQUE (number),
  CONSTRAINT rcti_adjustments_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT rcti_adjustments_adjusts_driver_payments_transaction_id_fk FOREIGN KEY (adjusts)
    REFERENCES driver_payments (transaction_id)
);
--> statement-breakpoint

-- Drivers' incomes: one for each stop, further ones when the stop changes after it was paid, and lines by hand.
CREATE TABLE incomes (
  income_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  kind text NOT NULL,
  job_id uuid,
  run_order_id uuid,
  driver_id uuid NOT NULL,
  status text NOT NULL,
  pu integer NOT NULL,
  amount_cents integer NOT NULL,
  pay_rate_cents integer NOT NULL,
  pay_percentage_bp integer NOT NULL,
  formula text NOT NULL,
  earned_at timestamptz(3) NOT NULL,
  transaction_id uuid,
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT incomes_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT incomes_paid CHECK ((status = 'paid') = (transaction_id IS NOT NULL)),
  CONSTRAINT incomes_stop
    CHECK ((kind IN ('stop', 'correction')) = (job_id IS NOT NULL) AND (job_id IS NULL) = (run_order_id IS NULL)),
  CONSTRAINT incomes_job_id_jobs_assignment_id_fk FOREIGN KEY (job_id) REFERENCES jobs (assignment_id),
  CONSTRAINT incomes_run_order_id_runs_run_order_id_fk FOREIGN KEY (run_order_id) REFERENCES runs (run_order_id),
  CONSTRAINT incomes_driver_id_users_user_id_fk FOREIGN KEY (driver_id) REFERENCES users (user_id),
  CONSTRAINT incomes_transaction_id_driver_payments_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES driver_payments (transaction_id)
);
-- A stop is paid once. Corrections are separate lines.
CREATE UNIQUE INDEX incomes_stop_once ON incomes (job_id) WHERE kind = 'stop';
-- A driver's incomes are listed by when they were earned.
CREATE INDEX incomes_driver ON incomes (driver_id, earned_at);
-- All drivers' incomes are listed by when they were earned.
CREATE INDEX incomes_earned ON incomes (earned_at);
-- What is still to be paid to a driver is little, however long the driver has driven.
CREATE INDEX incomes_payable ON incomes (driver_id, earned_at) WHERE status = 'payable';
-- A run's incomes are listed.
CREATE INDEX incomes_run_earned ON incomes (run_order_id, earned_at);
-- A stop's incomes are read.
CREATE INDEX incomes_job ON incomes (job_id);
-- A payment shows its incomes.
CREATE INDEX incomes_payment ON incomes (transaction_id);
--> statement-breakpoint

-- ===========================
-- Drivers' records and phones
-- ===========================

-- The drivers' records as their phones sent them. They are stored permanently and never edited.
CREATE TABLE events (
  event_id uuid PRIMARY KEY,
  run_order_id text NOT NULL,
  assignment_id text,
  job_id uuid,
  device_id text NOT NULL,
  seq integer NOT NULL,
  v integer,
  type text NOT NULL,
  payload jsonb NOT NULL,
  payload_bytes integer,
  actor_id uuid NOT NULL,
  occurred_at timestamptz(3),
  received_at timestamptz(3) NOT NULL,
  clock_offset_ms bigint NOT NULL,
  corrected_at timestamptz(3) NOT NULL,
  app_build text,
  result text NOT NULL,
  code text,
  counts boolean NOT NULL,
  decision text,
  decided_by uuid,
  decided_at timestamptz(3),
  decision_reason text,
  job_version integer,
  CONSTRAINT events_seq CHECK (seq >= 0),
  CONSTRAINT events_job_id_jobs_assignment_id_fk FOREIGN KEY (job_id) REFERENCES jobs (assignment_id),
  CONSTRAINT events_actor_id_users_user_id_fk FOREIGN KEY (actor_id) REFERENCES users (user_id)
);
-- A stop's outcome is computed from its records.
CREATE INDEX events_job ON events (job_id);
-- A phone has one sequence of numbers for each of its users, which shows what is missing.
CREATE INDEX events_device_user ON events (device_id, actor_id, seq);
-- Records are found by the run they name, which may not exist.
CREATE INDEX events_run ON events (run_order_id);
-- The office has to decide about these records.
CREATE INDEX events_open ON events (received_at) WHERE decision = 'open';
-- The list of records for the office is in the order in which they were received.
CREATE INDEX events_decided ON events (received_at, seq, event_id) WHERE decision IS NOT NULL;
-- Whether a phone has recorded a stop before is looked up here when the stop is unknown, and in events_job otherwise.
CREATE INDEX events_without_job ON events (assignment_id) WHERE job_id IS NULL;
--> statement-breakpoint

-- Files into which old records were moved.
CREATE TABLE event_archives (
  archive_id uuid PRIMARY KEY,
  folder text NOT NULL,
  moved_at timestamptz(3) NOT NULL,
  rows integer NOT NULL,
  sha256 text NOT NULL,
  read_back_at timestamptz(3),
  CONSTRAINT event_archives_folder_unique UNIQUE (folder)
);
--> statement-breakpoint

-- What stays known of a record in a file: enough to answer a phone that sends it again.
CREATE TABLE moved_events (
  event_id uuid PRIMARY KEY,
  archive_id uuid NOT NULL,
  job_id uuid,
  actor_id uuid NOT NULL,
  statement_sha256 bytea NOT NULL,
  result text NOT NULL,
  code text,
  job_version integer,
  CONSTRAINT moved_events_archive_id_event_archives_archive_id_fk FOREIGN KEY (archive_id)
    REFERENCES event_archives (archive_id),
  CONSTRAINT moved_events_job_id_jobs_assignment_id_fk FOREIGN KEY (job_id) REFERENCES jobs (assignment_id),
  CONSTRAINT moved_events_actor_id_users_user_id_fk FOREIGN KEY (actor_id) REFERENCES users (user_id)
);
-- A stop with records in files is recognised.
CREATE INDEX moved_events_job ON moved_events (job_id);
--> statement-breakpoint

-- What the server knows about a phone, one row for each of its users.
CREATE TABLE devices (
  device_id text NOT NULL,
  user_id uuid NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  clock_offset_ms bigint DEFAULT 0 NOT NULL,
  app_build text,
  highest_seq integer DEFAULT 0 NOT NULL,
  unsent integer DEFAULT 0 NOT NULL,
  oldest_unsent_at timestamptz(3),
  needs_attention integer DEFAULT 0 NOT NULL,
  holes integer[],
  settled integer[] DEFAULT '{}' NOT NULL,
  revoked_at timestamptz(3),
  revoked_by uuid,
  wiped_at timestamptz(3),
  moved_seqs int4multirange DEFAULT '{}' NOT NULL,
  moved_stops integer DEFAULT 0 NOT NULL,
  moved_photos integer DEFAULT 0 NOT NULL,
  CONSTRAINT devices_device_user UNIQUE (device_id, user_id),
  CONSTRAINT devices_user_id_users_user_id_fk FOREIGN KEY (user_id) REFERENCES users (user_id),
  CONSTRAINT devices_revoked_by_users_user_id_fk FOREIGN KEY (revoked_by) REFERENCES users (user_id)
);
--> statement-breakpoint

-- Photos of stops, customers, cases and mails. The files are on the disk or in the object store.
CREATE TABLE photos (
  photo_id uuid PRIMARY KEY,
  purpose text NOT NULL,
  storage_key text NOT NULL,
  content_type text NOT NULL,
  size_bytes integer NOT NULL,
  sha256 text NOT NULL,
  job_id uuid,
  customer_id uuid,
  taken_at timestamptz(3),
  uploaded_by uuid,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT photos_storage_key_unique UNIQUE (storage_key),
  CONSTRAINT photos_job_id_jobs_assignment_id_fk FOREIGN KEY (job_id) REFERENCES jobs (assignment_id),
  CONSTRAINT photos_uploaded_by_users_user_id_fk FOREIGN KEY (uploaded_by) REFERENCES users (user_id)
);
-- A stop shows its photos.
CREATE INDEX photos_job ON photos (job_id);
-- A customer's page shows the photos.
CREATE INDEX photos_customer ON photos (customer_id);
--> statement-breakpoint

-- =============
-- Card payments
-- =============

-- Pages of the payment provider on which a customer may pay.
CREATE TABLE checkouts (
  checkout_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  parts jsonb NOT NULL,
  amount_cents bigint NOT NULL,
  state text NOT NULL,
  provider_id text,
  url text,
  payment_id text,
  transaction_id uuid,
  test boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  expires_at timestamptz(3) NOT NULL,
  asked_at timestamptz(3),
  CONSTRAINT checkouts_provider_id_unique UNIQUE (provider_id),
  CONSTRAINT checkouts_payment_id_unique UNIQUE (payment_id),
  CONSTRAINT checkouts_transaction_id_unique UNIQUE (transaction_id),
  CONSTRAINT checkouts_amount CHECK (amount_cents > 0),
  CONSTRAINT checkouts_paid CHECK ((state IN ('paid', 'refunded')) = (transaction_id IS NOT NULL)),
  CONSTRAINT checkouts_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id),
  CONSTRAINT checkouts_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT checkouts_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- A customer's checkouts are read.
CREATE INDEX checkouts_customer ON checkouts (customer_id, created_at);
-- The server asks the provider about checkouts that no webhook has ended.
CREATE INDEX checkouts_waiting ON checkouts (created_at) WHERE state IN ('open', 'pending');
--> statement-breakpoint

-- What the payment provider said, each event once.
CREATE TABLE provider_events (
  event_id text PRIMARY KEY,
  kind text NOT NULL,
  source text NOT NULL,
  happened_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  checkout_id uuid,
  payment_id text,
  subject_id text,
  amount_cents bigint,
  currency text,
  money_taken boolean,
  reason text,
  test boolean NOT NULL,
  transaction_id uuid,
  CONSTRAINT provider_events_checkout_id_checkouts_checkout_id_fk FOREIGN KEY (checkout_id)
    REFERENCES checkouts (checkout_id),
  CONSTRAINT provider_events_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id)
);
-- A checkout shows its events.
CREATE INDEX provider_events_checkout ON provider_events (checkout_id);
-- An event that arrived before its payment is booked together with it.
CREATE INDEX provider_events_early ON provider_events (payment_id) WHERE outcome = 'early';
-- The office is alerted to events that could not be booked.
CREATE INDEX provider_events_unbooked ON provider_events (received_at) WHERE outcome = 'unbooked';
--> statement-breakpoint

-- What the office did about an event that could not be booked.
CREATE TABLE unbooked_resolved (
  event_id text PRIMARY KEY,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  CONSTRAINT unbooked_resolved_event_id_provider_events_event_id_fk FOREIGN KEY (event_id)
    REFERENCES provider_events (event_id),
  CONSTRAINT unbooked_resolved_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
--> statement-breakpoint

-- Money that the provider paid back, each refund once.
CREATE TABLE checkout_refunds (
  refund_id text PRIMARY KEY,
  checkout_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  state text NOT NULL,
  transaction_id uuid,
  returned_id uuid,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT checkout_refunds_checkout_id_checkouts_checkout_id_fk FOREIGN KEY (checkout_id)
    REFERENCES checkouts (checkout_id),
  CONSTRAINT checkout_refunds_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT checkout_refunds_returned_id_transactions_transaction_id_fk FOREIGN KEY (returned_id)
    REFERENCES transactions (transaction_id)
);
-- A checkout shows its refunds.
CREATE INDEX checkout_refunds_checkout ON checkout_refunds (checkout_id);
--> statement-breakpoint

-- Disputes of card payments, each once.
CREATE TABLE checkout_disputes (
  dispute_id text PRIMARY KEY,
  checkout_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  reason text,
  state text NOT NULL,
  transaction_id uuid,
  returned_id uuid,
  created_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  CONSTRAINT checkout_disputes_checkout_id_checkouts_checkout_id_fk FOREIGN KEY (checkout_id)
    REFERENCES checkouts (checkout_id),
  CONSTRAINT checkout_disputes_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id),
  CONSTRAINT checkout_disputes_returned_id_transactions_transaction_id_fk FOREIGN KEY (returned_id)
    REFERENCES transactions (transaction_id)
);
-- A checkout shows its disputes.
CREATE INDEX checkout_disputes_checkout ON checkout_disputes (checkout_id);
-- The office is alerted to open disputes and to those that were lost lately.
CREATE INDEX checkout_disputes_state ON checkout_disputes (state, closed_at);
--> statement-breakpoint

-- Refunds that the office asked for. A request is stored before the provider is asked, so that no answer can be lost.
CREATE TABLE refund_requests (
  refund_request_id uuid PRIMARY KEY,
  checkout_id uuid NOT NULL,
  amount_cents bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  refund_id text,
  problem text,
  answered_at timestamptz(3),
  repeated boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  CONSTRAINT refund_requests_refund_id_unique UNIQUE (refund_id),
  CONSTRAINT refund_requests_amount CHECK (amount_cents > 0),
  CONSTRAINT refund_requests_made CHECK ((state = 'made') = (refund_id IS NOT NULL)),
  CONSTRAINT refund_requests_checkout_id_checkouts_checkout_id_fk FOREIGN KEY (checkout_id)
    REFERENCES checkouts (checkout_id),
  CONSTRAINT refund_requests_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- A checkout shows the requests.
CREATE INDEX refund_requests_checkout ON refund_requests (checkout_id);
-- The provider is asked again about requests it has not answered.
CREATE INDEX refund_requests_asked ON refund_requests (created_at) WHERE state = 'asked';
--> statement-breakpoint

-- Money that the payment provider sent to the firm's bank account, each payout once.
CREATE TABLE payouts (
  payout_id text PRIMARY KEY,
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  net_cents bigint NOT NULL,
  arrives_day date NOT NULL,
  effective_day date NOT NULL,
  test boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payouts_sum CHECK (gross_cents = net_cents + fee_cents)
);
-- The list is in the order of arrival.
CREATE INDEX payouts_arrives ON payouts (arrives_day, payout_id);
-- A bank line is compared with the payouts of the same amount.
CREATE INDEX payouts_net ON payouts (net_cents, arrives_day);
--> statement-breakpoint

-- Payouts that the bank sent back.
CREATE TABLE payout_failures (
  payout_id text PRIMARY KEY,
  effective_day date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT payout_failures_payout_id_payouts_payout_id_fk FOREIGN KEY (payout_id) REFERENCES payouts (payout_id)
);
--> statement-breakpoint

-- ==========
-- Bank files
-- ==========

-- Files of a bank that were imported. Only the columns from known on change.
CREATE TABLE bank_files (
  bank_file_id uuid PRIMARY KEY,
  name text NOT NULL,
  sha256 text NOT NULL,
  account text NOT NULL,
  layout text NOT NULL,
  lines integer NOT NULL,
  unreadable integer NOT NULL,
  from_day date,
  to_day date,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  known integer DEFAULT 0 NOT NULL,
  posted integer DEFAULT 0 NOT NULL,
  posted_cents bigint DEFAULT 0 NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT bank_files_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- The list is in the order of import.
CREATE INDEX bank_files_created ON bank_files (created_at);
--> statement-breakpoint

-- The columns of a layout that is not recognised, as the office has chosen them.
CREATE TABLE bank_layouts (
  layout_hash text PRIMARY KEY,
  header boolean NOT NULL,
  columns jsonb NOT NULL,
  date_format text,
  changed_at timestamptz(3) NOT NULL,
  changed_by uuid NOT NULL,
  CONSTRAINT bank_layouts_changed_by_users_user_id_fk FOREIGN KEY (changed_by) REFERENCES users (user_id)
);
--> statement-breakpoint

-- The lines of these files. What the bank said never changes. The columns from state on say what it was found to be.
CREATE TABLE bank_lines (
  bank_line_id uuid PRIMARY KEY,
  bank_file_id uuid NOT NULL,
  line integer NOT NULL,
  identity text NOT NULL,
  account text NOT NULL,
  booked_day date NOT NULL,
  amount_cents bigint NOT NULL,
  text text NOT NULL,
  type text NOT NULL,
  balance_cents bigint,
  fitid text,
  candidates jsonb NOT NULL,
  perhaps_known boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  state text NOT NULL,
  transaction_ids jsonb NOT NULL,
  payout_id text,
  reason text,
  decided_at timestamptz(3),
  decided_by uuid,
  undone integer DEFAULT 0 NOT NULL,
  CONSTRAINT bank_lines_payout_id_unique UNIQUE (payout_id),
  CONSTRAINT bank_lines_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT bank_lines_payout CHECK (payout_id IS NULL OR state = 'clearing'),
  CONSTRAINT bank_lines_bank_file_id_bank_files_bank_file_id_fk FOREIGN KEY (bank_file_id)
    REFERENCES bank_files (bank_file_id),
  CONSTRAINT bank_lines_payout_id_payouts_payout_id_fk FOREIGN KEY (payout_id) REFERENCES payouts (payout_id),
  CONSTRAINT bank_lines_decided_by_users_user_id_fk FOREIGN KEY (decided_by) REFERENCES users (user_id)
);
-- The same line from another file is the same one.
CREATE UNIQUE INDEX bank_lines_identity ON bank_lines (identity);
-- The list has the newest day first.
CREATE INDEX bank_lines_listed ON bank_lines
  (booked_day DESC NULLS FIRST, created_at DESC NULLS FIRST, line, bank_line_id);
-- A file's lines are read.
CREATE INDEX bank_lines_file ON bank_lines (bank_file_id);
-- These lines wait for a decision.
CREATE INDEX bank_lines_waiting ON bank_lines (booked_day) WHERE state = 'waiting';
--> statement-breakpoint

-- ===============
-- Exports to Xero
-- ===============

-- Exports to Xero, which can be downloaded again.
CREATE TABLE xero_exports (
  export_id uuid PRIMARY KEY,
  from_day date,
  to_day date,
  account_code text NOT NULL,
  tax_type text NOT NULL,
  tax_type_without_gst text NOT NULL,
  documents integer NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  CONSTRAINT xero_exports_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- The list is in the order of export.
CREATE INDEX xero_exports_created ON xero_exports (created_at);
--> statement-breakpoint

-- What Xero has of each invoice: first the invoice, later what its adjustments changed.
CREATE TABLE xero_documents (
  document_id uuid PRIMARY KEY,
  export_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  adjustment_id uuid,
  issue_day date NOT NULL,
  due_day date NOT NULL,
  amount_cents bigint NOT NULL,
  has_gst boolean NOT NULL,
  sequence integer NOT NULL,
  CONSTRAINT xero_documents_once UNIQUE NULLS NOT DISTINCT (invoice_id, adjustment_id),
  CONSTRAINT xero_documents_export_id_xero_exports_export_id_fk FOREIGN KEY (export_id)
    REFERENCES xero_exports (export_id),
  CONSTRAINT xero_documents_invoice_id_invoices_invoice_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices (invoice_id),
  CONSTRAINT xero_documents_adjustment_id_adjustments_adjustment_id_fk FOREIGN KEY (adjustment_id)
    REFERENCES adjustments (adjustment_id)
);
-- An export's documents are read in their order.
CREATE INDEX xero_documents_export ON xero_documents (export_id, sequence);
--> statement-breakpoint

-- =====
-- Cases
-- =====

-- What customers report about a past collection, or ask the office for.
CREATE TABLE cases (
  case_id uuid PRIMARY KEY,
  ref_number integer NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  reason text,
  assignment_id uuid,
  state text NOT NULL,
  disagreed boolean DEFAULT false NOT NULL,
  waiting_since timestamptz(3) NOT NULL,
  disagree_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT cases_ref_number_unique UNIQUE (ref_number),
  CONSTRAINT cases_stop CHECK ((kind = 'outcome') = (assignment_id IS NOT NULL)),
  CONSTRAINT cases_reason CHECK ((kind = 'outcome') = (reason IS NOT NULL)),
  CONSTRAINT cases_answered CHECK ((state = 'answered') <= (disagree_until IS NOT NULL)),
  CONSTRAINT cases_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id) REFERENCES customers (customer_id),
  CONSTRAINT cases_assignment_id_jobs_assignment_id_fk FOREIGN KEY (assignment_id) REFERENCES jobs (assignment_id)
);
-- A stop has one open case: of two tabs one opens it.
CREATE UNIQUE INDEX cases_stop_open ON cases (assignment_id) WHERE state <> 'closed';
-- A customer has one open request of each of these kinds.
CREATE UNIQUE INDEX cases_request_open ON cases (customer_id, kind)
  WHERE kind IN ('address_change', 'close_account') AND state <> 'closed';
-- The list is in the order of work.
CREATE INDEX cases_since ON cases (waiting_since, ref_number);
-- An answered case is closed when the time to disagree is over.
CREATE INDEX cases_state ON cases (state, disagree_until);
-- A customer's cases are listed.
CREATE INDEX cases_customer ON cases (customer_id, created_at);
-- Open cases wait for the office.
CREATE INDEX cases_waiting ON cases (waiting_since) WHERE state = 'open';
--> statement-breakpoint

-- The thread of a case.
CREATE TABLE case_messages (
  message_id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  sequence integer NOT NULL,
  kind text NOT NULL,
  author_id uuid,
  text text NOT NULL,
  record jsonb,
  transaction_id uuid,
  credit_cents bigint,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT case_messages_transaction_id_unique UNIQUE (transaction_id),
  CONSTRAINT case_messages_sequence UNIQUE (case_id, sequence),
  CONSTRAINT case_messages_record CHECK ((kind = 'record') = (record IS NOT NULL)),
  CONSTRAINT case_messages_author CHECK ((kind = 'record') = (author_id IS NULL)),
  CONSTRAINT case_messages_amount CHECK ((transaction_id IS NULL) = (credit_cents IS NULL)),
  CONSTRAINT case_messages_case_id_cases_case_id_fk FOREIGN KEY (case_id) REFERENCES cases (case_id),
  CONSTRAINT case_messages_author_id_users_user_id_fk FOREIGN KEY (author_id) REFERENCES users (user_id),
  CONSTRAINT case_messages_transaction_id_transactions_transaction_id_fk FOREIGN KEY (transaction_id)
    REFERENCES transactions (transaction_id)
);
-- A case is credited once.
CREATE UNIQUE INDEX case_messages_credit ON case_messages (case_id) WHERE transaction_id IS NOT NULL;
--> statement-breakpoint

-- The customer's photos of a message, in order.
CREATE TABLE case_photos (
  photo_id uuid PRIMARY KEY,
  message_id uuid NOT NULL,
  place integer NOT NULL,
  CONSTRAINT case_photos_place UNIQUE (message_id, place),
  CONSTRAINT case_photos_photo_id_photos_photo_id_fk FOREIGN KEY (photo_id) REFERENCES photos (photo_id),
  CONSTRAINT case_photos_message_id_case_messages_message_id_fk FOREIGN KEY (message_id)
    REFERENCES case_messages (message_id)
);
--> statement-breakpoint

-- =============================================
-- Mails, reminders, notifications and calendars
-- =============================================

-- Mails to be sent. A row is written in the transaction of the change it announces.
CREATE TABLE mails (
  mail_id uuid PRIMARY KEY,
  dedupe_key text NOT NULL,
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text,
  sealed_link bytea,
  link_expires_at timestamptz(3),
  link_user_id uuid,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  priority text DEFAULT 'account' NOT NULL,
  not_after timestamptz(3),
  unsubscribe_url text,
  inline_photo_id uuid,
  attempted_at timestamptz(3),
  fault text,
  attachment jsonb,
  CONSTRAINT mails_dedupe_key_unique UNIQUE (dedupe_key)
);
-- The list is in the order in which the mails were written.
CREATE INDEX mails_created ON mails (created_at, mail_id);
-- The sender takes waiting mails by priority.
CREATE INDEX mails_waiting ON mails (state, priority, next_attempt_at);
-- The bulk mails of the last minute are counted, because their number is limited.
CREATE INDEX mails_paced ON mails (attempted_at) WHERE priority = 'bulk';
-- Waiting mails are given up when they are too late.
CREATE INDEX mails_ending ON mails (not_after) WHERE state = 'queued';
-- A person's mails are found. The second word of the key is the person that the mail is about.
CREATE INDEX mails_person ON mails (split_part(dedupe_key, ' ', 2), created_at);
-- Mails to an address are found, in capitals or not.
CREATE INDEX mails_to ON mails (lower(to_address));
--> statement-breakpoint

-- Batches of reminders before a collection week.
CREATE TABLE reminders (
  reminder_id uuid PRIMARY KEY,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  sequence_number integer NOT NULL,
  collection_scheme text,
  run_number integer,
  description text,
  email_subject text NOT NULL,
  email_content text NOT NULL,
  run_at timestamptz(3) NOT NULL,
  status text NOT NULL,
  auto boolean DEFAULT false NOT NULL,
  activated_at timestamptz(3),
  sending_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT reminders_week_sequence UNIQUE (year_number, month_number, week_number, sequence_number)
);
-- A week has one automatic batch: of two servers one makes it.
CREATE UNIQUE INDEX reminders_auto_week ON reminders (year_number, month_number, week_number) WHERE auto;
-- The scheduler finds the batches that are to be sent.
CREATE INDEX reminders_status ON reminders (status, run_at);
--> statement-breakpoint

-- The recipients of a batch.
CREATE TABLE reminder_customers (
  reminder_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  state text NOT NULL,
  reason text,
  tries integer DEFAULT 0 NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT reminder_customers_reminder_id_customer_id_pk PRIMARY KEY (reminder_id, customer_id),
  CONSTRAINT reminder_customers_reminder_id_reminders_reminder_id_fk FOREIGN KEY (reminder_id)
    REFERENCES reminders (reminder_id) ON DELETE CASCADE,
  CONSTRAINT reminder_customers_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id) ON DELETE CASCADE
);
-- A customer is reminded of a week once, in whatever batch.
CREATE UNIQUE INDEX reminder_customers_once ON reminder_customers (customer_id, year_number, month_number, week_number)
  WHERE state <> 'left_out';
-- The recipients that are still to be sent to are found.
CREATE INDEX reminder_customers_waiting ON reminder_customers (reminder_id) WHERE state = 'waiting';
-- The recipients are found whose mail is still to be sent, or has failed.
CREATE INDEX reminder_customers_mailed ON reminder_customers (reminder_id) WHERE state IN ('queued', 'failed');
--> statement-breakpoint

-- Devices on which a customer has switched notifications on.
CREATE TABLE push_subscriptions (
  push_subscription_id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint_hash text NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  origin text NOT NULL,
  browser text,
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT push_subscriptions_endpoint_hash_unique UNIQUE (endpoint_hash),
  CONSTRAINT push_subscriptions_customer_id_users_user_id_fk FOREIGN KEY (customer_id)
    REFERENCES users (user_id) ON DELETE CASCADE
);
-- A customer's devices are notified.
CREATE INDEX push_subscriptions_customer ON push_subscriptions (customer_id);
-- A device's notifications end with its session.
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
--> statement-breakpoint

-- Notifications. A thing is shown on a device once.
CREATE TABLE pushes (
  push_subscription_id uuid NOT NULL,
  thing text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3),
  not_after timestamptz(3) NOT NULL,
  last_error text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  CONSTRAINT pushes_push_subscription_id_thing_pk PRIMARY KEY (push_subscription_id, thing),
  CONSTRAINT pushes_waiting_for CHECK ((state = 'queued') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT pushes_push_subscription_id_push_subscriptions_push_subscription_id_fk FOREIGN KEY (push_subscription_id)
    REFERENCES push_subscriptions (push_subscription_id) ON DELETE CASCADE
);
-- The sender finds the notifications whose time has come.
CREATE INDEX pushes_waiting ON pushes (next_attempt_at) WHERE state = 'queued';
-- Old notifications are deleted.
CREATE INDEX pushes_age ON pushes (created_at);
--> statement-breakpoint

-- The address at which a customer's calendar is read. A customer has at most one.
CREATE TABLE calendar_feeds (
  customer_id uuid PRIMARY KEY,
  feed_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  CONSTRAINT calendar_feeds_feed_id_unique UNIQUE (feed_id),
  CONSTRAINT calendar_feeds_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- What calendars were told about each week. It outlives the address, because calendars do too.
CREATE TABLE calendar_feed_entries (
  customer_id uuid NOT NULL,
  year_number integer NOT NULL,
  month_number integer NOT NULL,
  week_number integer NOT NULL,
  sequence integer NOT NULL,
  fingerprint text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT calendar_feed_entries_customer_id_year_number_month_number_week_number_pk
    PRIMARY KEY (customer_id, year_number, month_number, week_number),
  CONSTRAINT calendar_feed_entries_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id) ON DELETE CASCADE
);
--> statement-breakpoint

-- =================
-- The office's work
-- =================

-- Bulk acts of the office, which are carried out in the background in small steps.
CREATE TABLE tasks (
  task_id uuid PRIMARY KEY,
  action text NOT NULL,
  state text NOT NULL,
  payment jsonb,
  accounts text,
  total integer NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  skipped integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT tasks_created_by_users_user_id_fk FOREIGN KEY (created_by) REFERENCES users (user_id)
);
-- The runner takes items of running tasks.
CREATE INDEX tasks_running ON tasks (state);
-- The list is in the order in which the tasks were made.
CREATE INDEX tasks_created ON tasks (created_at);
--> statement-breakpoint

-- What a task acts on. It is fixed when the task is made.
CREATE TABLE task_items (
  task_id uuid NOT NULL,
  place integer NOT NULL,
  subject_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  state text NOT NULL,
  reason text,
  CONSTRAINT task_items_task_id_place_pk PRIMARY KEY (task_id, place),
  CONSTRAINT task_items_once UNIQUE (task_id, subject_id),
  CONSTRAINT task_items_task_id_tasks_task_id_fk FOREIGN KEY (task_id) REFERENCES tasks (task_id) ON DELETE CASCADE,
  CONSTRAINT task_items_customer_id_customers_customer_id_fk FOREIGN KEY (customer_id)
    REFERENCES customers (customer_id) ON DELETE CASCADE
);
-- The next items of a task are found.
CREATE INDEX task_items_waiting ON task_items (task_id, place) WHERE state = 'waiting';
-- A customer's items are deleted with the customer.
CREATE INDEX task_items_customer ON task_items (customer_id);
--> statement-breakpoint

-- Files of suburbs, customers or open invoices that are being imported, with the progress.
CREATE TABLE imports (
  import_id uuid PRIMARY KEY,
  kind text NOT NULL,
  actor_id uuid NOT NULL,
  dry_run boolean NOT NULL,
  rows integer DEFAULT 0 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  refused boolean DEFAULT false NOT NULL,
  result jsonb,
  CONSTRAINT imports_actor_id_users_user_id_fk FOREIGN KEY (actor_id) REFERENCES users (user_id)
);
--> statement-breakpoint

-- The audit log: which user did what to which subject.
CREATE TABLE audit (
  audit_id uuid PRIMARY KEY,
  created_at timestamptz(3) NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text
);
-- The history of one subject is read.
CREATE INDEX audit_subject ON audit (subject_kind, subject_id, created_at);
-- The list is in the order of time.
CREATE INDEX audit_at ON audit (created_at, audit_id);
-- The list can be narrowed down to one person.
CREATE INDEX audit_actor ON audit (actor_id, created_at);
--> statement-breakpoint

-- =====================
-- The server's own work
-- =====================

-- The backups that were started, and what became of them.
CREATE TABLE backups (
  backup_id uuid PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  file_name text,
  bytes bigint,
  sha256 text,
  failure text
);
-- The newest backups are read.
CREATE INDEX backups_started ON backups (started_at);
--> statement-breakpoint

-- Alerts about the installation itself.
CREATE TABLE alerts (
  alert_id uuid PRIMARY KEY,
  kind text NOT NULL,
  subject text DEFAULT '' NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
-- A kind and subject has one open alert.
CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE ended_at IS NULL;
--> statement-breakpoint

-- Which transactions changed data that servers have cached. Triggers write it, so that no writer can forget it.
CREATE TABLE noted_changes (
  topic text NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  at timestamptz(3) DEFAULT now() NOT NULL
);
-- A server looks for changes since its copy was made.
CREATE INDEX noted_changes_since ON noted_changes (topic, xid);
--> statement-breakpoint

-- How many rows there are of a kind, so that a list does not count a table for each page. Triggers add a row with each
-- change. The total is the sum of a topic's rows, which the nightly maintenance adds up.
CREATE TABLE kept_totals (
  topic text NOT NULL,
  subject text NOT NULL,
  row_count bigint NOT NULL,
  amount_cents bigint DEFAULT 0 NOT NULL
);
-- The rows of a topic or of one subject are added up.
CREATE INDEX kept_totals_subject ON kept_totals (topic, subject);
--> statement-breakpoint

-- ===================================
-- Text that is searched and sorted by
-- ===================================

-- A text without capitals, accents and punctuation, the same as folded in src/domain/texts.ts: change both together. It
-- depends on no locale, because lower() by "C" knows A to Z only.
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) <> char_length(given) THEN
    given := normalize(replace(given, E'\u00b4', ''), NFKD);
    given := regexp_replace(given, '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u02b9-\u02bd\u2018-\u201b\u2032-\u2037\u2010-\u2015\u2043\u2212\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
    -- translate() compares every letter with every one of its list: only what is left of other letters is worth it.
    IF octet_length(given) <> char_length(given) THEN
      given := translate(given, 'ÆÐØÞĐĦŁŒŦẞøđðłħŧı', 'ædoþdhlœtßoddlhti');
      given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    END IF;
    IF octet_length(given) <> char_length(given) THEN
      given := translate(given,
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯς',
        'αβγδεζηθικλμνξοπρστυφχψωђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяσ');
    END IF;
  END IF;
  given := lower(replace(replace(replace(given, '''', ''), '`', ''), '-', '') COLLATE "C");
  RETURN CASE WHEN given ~ '\t|  ' THEN regexp_replace(given, '[\t ]+', ' ', 'g') ELSE given END;
END $$;
--> statement-breakpoint

-- ================================================================================
-- What never changes: money, what banks and providers said, and the words of cases
-- ================================================================================

-- This function refuses every change, deletion or truncation of a table's rows (domain.md 7 and 11, M1).
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- The ledger is append-only.
CREATE TRIGGER transactions_append_only BEFORE UPDATE OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transactions_no_truncate BEFORE TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER allocations_append_only BEFORE UPDATE OR DELETE ON allocations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER allocations_no_truncate BEFORE TRUNCATE ON allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER adjustments_append_only BEFORE UPDATE OR DELETE ON adjustments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER adjustments_no_truncate BEFORE TRUNCATE ON adjustments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- An invoice and a line are never deleted. How they may change is said below.
CREATE TRIGGER invoices_append_only BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_no_truncate BEFORE TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER billing_lines_append_only BEFORE DELETE ON billing_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER billing_lines_no_truncate BEFORE TRUNCATE ON billing_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Drivers' payments and their adjustment notes are append-only. When a payment was put into a bank file may change.
CREATE TRIGGER driver_payments_append_only BEFORE DELETE ON driver_payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER driver_payments_no_truncate BEFORE TRUNCATE ON driver_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rcti_adjustments_append_only BEFORE UPDATE OR DELETE ON rcti_adjustments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rcti_adjustments_no_truncate BEFORE TRUNCATE ON rcti_adjustments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What was exported to Xero stays as it was exported.
CREATE TRIGGER xero_exports_append_only BEFORE UPDATE OR DELETE ON xero_exports
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER xero_exports_no_truncate BEFORE TRUNCATE ON xero_exports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER xero_documents_append_only BEFORE UPDATE OR DELETE ON xero_documents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER xero_documents_no_truncate BEFORE TRUNCATE ON xero_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What the payment provider said is append-only (domain.md 13), and so is what the office decided about it.
CREATE TRIGGER provider_events_append_only BEFORE UPDATE OR DELETE ON provider_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_events_no_truncate BEFORE TRUNCATE ON provider_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unbooked_resolved_append_only BEFORE UPDATE OR DELETE ON unbooked_resolved
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unbooked_resolved_no_truncate BEFORE TRUNCATE ON unbooked_resolved
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What the provider paid out is append-only.
CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_no_truncate BEFORE TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_failures_append_only BEFORE UPDATE OR DELETE ON payout_failures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_failures_no_truncate BEFORE TRUNCATE ON payout_failures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A bank's file and its lines are never deleted. How they may change is said below.
CREATE TRIGGER bank_files_append_only BEFORE DELETE ON bank_files FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_files_no_truncate BEFORE TRUNCATE ON bank_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_lines_append_only BEFORE DELETE ON bank_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_lines_no_truncate BEFORE TRUNCATE ON bank_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A case's messages are never deleted. How they may change is said below.
CREATE TRIGGER case_messages_append_only BEFORE DELETE ON case_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER case_messages_no_truncate BEFORE TRUNCATE ON case_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- What was issued never changes. The columns named here follow from adjustments, allocations, exports and reminders.
CREATE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['amount_cents', 'gst_cents', 'allocated_cents', 'exported_cents', 'paid_day', 'sent_at',
    'first_remind_at', 'second_remind_at', 'remind_notes', 'version'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of invoices is refused: what was issued never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- This trigger checks every change of an invoice.
CREATE TRIGGER invoices_issued BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();
--> statement-breakpoint

-- A billing line changes once: when it is put on an invoice.
CREATE FUNCTION refuse_change_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.invoice_id IS NOT NULL OR (to_jsonb(NEW) - 'invoice_id') IS DISTINCT FROM (to_jsonb(OLD) - 'invoice_id') THEN
    RAISE EXCEPTION 'UPDATE of billing_lines is refused: a line is put on one invoice, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- This trigger checks every change of a line.
CREATE TRIGGER billing_lines_once BEFORE UPDATE ON billing_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_line();
--> statement-breakpoint

-- An income that is paid cannot change (domain.md 11, M20). Reversing its payment makes it payable again (M21).
CREATE FUNCTION refuse_change_of_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['status', 'transaction_id', 'version'];
BEGIN
  IF OLD.status = 'paid' AND (TG_OP = 'DELETE' OR NEW.status <> 'payable' OR (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows)) THEN
    RAISE EXCEPTION '% of incomes is refused: it is paid', TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
-- This trigger checks every change and deletion of an income.
CREATE TRIGGER incomes_paid BEFORE UPDATE OR DELETE ON incomes FOR EACH ROW EXECUTE FUNCTION refuse_change_of_paid();
--> statement-breakpoint

-- Of a payment to a driver only the time changes at which it was last put into a bank file.
CREATE FUNCTION refuse_change_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - 'aba_at') IS DISTINCT FROM (to_jsonb(OLD) - 'aba_at') THEN
    RAISE EXCEPTION 'UPDATE of driver_payments is refused: it is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- This trigger checks every change of a payment.
CREATE TRIGGER driver_payments_fixed BEFORE UPDATE ON driver_payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payment();
--> statement-breakpoint

-- What a bank said never changes (domain.md 12). A line leaves "waiting" once, and only an undo puts it back and
-- counts.
CREATE FUNCTION refuse_change_of_bank_line() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- This trigger checks every change of a line.
CREATE TRIGGER bank_lines_once BEFORE UPDATE ON bank_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_of_bank_line();
--> statement-breakpoint

-- Of a bank's file only the results of its import change.
CREATE FUNCTION refuse_change_of_bank_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  follows text[] := ARRAY['known', 'posted', 'posted_cents', 'ended_at'];
BEGIN
  IF (to_jsonb(NEW) - follows) IS DISTINCT FROM (to_jsonb(OLD) - follows) THEN
    RAISE EXCEPTION 'UPDATE of bank_files is refused: what was imported never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- This trigger checks every change of a file.
CREATE TRIGGER bank_files_once BEFORE UPDATE ON bank_files FOR EACH ROW EXECUTE FUNCTION refuse_change_of_bank_file();
--> statement-breakpoint

-- What was said stays as it was said (domain.md 15). The words of a deleted customer's case are emptied.
CREATE FUNCTION refuse_change_of_case_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text <> '' OR (to_jsonb(NEW) - 'text'::text) IS DISTINCT FROM (to_jsonb(OLD) - 'text'::text) THEN
    RAISE EXCEPTION 'UPDATE of case_messages is refused: it is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
-- This trigger checks every change of a message.
CREATE TRIGGER case_messages_kept BEFORE UPDATE ON case_messages
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_case_message();
--> statement-breakpoint

-- =========================================================================================
-- What servers have cached: which transactions changed it (src/server/db/snapshot-cache.ts)
-- =========================================================================================

-- This function notes that something of a topic changed. The topic is the trigger's argument.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.noted_changes (topic) VALUES (TG_ARGV[0]);
  RETURN NULL;
END $$;
-- A customer more or less changes the lists of customers.
CREATE TRIGGER customers_came_or_went AFTER INSERT OR DELETE OR TRUNCATE ON customers
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('customers');
-- Settings and the calendar are one topic.
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('settings');
CREATE TRIGGER calendar_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON calendar_settings
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('settings');
-- Any change of an invoice may change the totals of the list.
CREATE TRIGGER invoices_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION note_change('invoices');
-- These triggers fire even where a session has switched triggers off (session_replication_role), because a copy that
-- outlives its original would be a wrong number.
ALTER TABLE customers ENABLE ALWAYS TRIGGER customers_came_or_went;
ALTER TABLE settings ENABLE ALWAYS TRIGGER settings_changed;
ALTER TABLE calendar_settings ENABLE ALWAYS TRIGGER calendar_changed;
ALTER TABLE invoices ENABLE ALWAYS TRIGGER invoices_changed;
--> statement-breakpoint

-- This function notes changes of what a list of customers can be narrowed down by. A note or a new address moves nobody
-- from one count to another.
CREATE FUNCTION note_moved_customers() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- This trigger looks at every statement that changes customers.
CREATE TRIGGER customers_moved AFTER UPDATE ON customers
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_moved_customers();
-- This trigger fires even where a session has switched triggers off (session_replication_role), because a copy that
-- outlives its original would be a wrong number.
ALTER TABLE customers ENABLE ALWAYS TRIGGER customers_moved;
--> statement-breakpoint

-- This function notes that a customer has an e-mail address now, or no longer has one: the lists can be narrowed down
-- by that.
CREATE FUNCTION note_moved_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT user_id, email IS NULL FROM old_rows EXCEPT SELECT user_id, email IS NULL FROM new_rows) THEN
    INSERT INTO public.noted_changes (topic) VALUES ('customers');
  END IF;
  RETURN NULL;
END $$;
-- This trigger looks at every statement that changes users.
CREATE TRIGGER users_moved AFTER UPDATE ON users
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_moved_users();
-- This trigger fires even where a session has switched triggers off (session_replication_role), because a copy that
-- outlives its original would be a wrong number.
ALTER TABLE users ENABLE ALWAYS TRIGGER users_moved;
--> statement-breakpoint

-- =====================================================================================================
-- How many rows there are (src/server/db/kept-totals.ts): each function adds what one statement changed
-- =====================================================================================================

-- These triggers are not ENABLE ALWAYS: where triggers are off, kept_totals is copied like any other table.

-- Rows of the audit log are counted by kind of subject and action.
CREATE FUNCTION keep_audit_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'audit', subject_kind || ' ' || action, count(*) FROM new_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'audit', subject_kind || ' ' || action, -count(*) FROM old_rows GROUP BY 2;
  END IF;
  RETURN NULL;
END $$;
-- Rows are added, and deleted when they are old.
CREATE TRIGGER audit_totals_added AFTER INSERT ON audit
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_totals();
CREATE TRIGGER audit_totals_deleted AFTER DELETE ON audit
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_totals();
--> statement-breakpoint

-- No pickups are counted.
CREATE FUNCTION keep_no_pickup_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'no_pickups', '', count(*) FROM new_rows HAVING count(*) > 0;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'no_pickups', '', -count(*) FROM old_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
-- They are added and withdrawn.
CREATE TRIGGER no_pickups_totals_added AFTER INSERT ON no_pickups
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_no_pickup_totals();
CREATE TRIGGER no_pickups_totals_deleted AFTER DELETE ON no_pickups
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_no_pickup_totals();
--> statement-breakpoint

-- Mails are counted by state.
CREATE FUNCTION keep_mail_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- They are added, sent and deleted.
CREATE TRIGGER mails_totals_added AFTER INSERT ON mails
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_mail_totals();
CREATE TRIGGER mails_totals_changed AFTER UPDATE ON mails
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_mail_totals();
CREATE TRIGGER mails_totals_deleted AFTER DELETE ON mails
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_mail_totals();
--> statement-breakpoint

-- Incomes are counted, and their cents added up, by driver, status and kind.
CREATE FUNCTION keep_income_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- They are added, changed or paid, and deleted.
CREATE TRIGGER incomes_totals_added AFTER INSERT ON incomes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_income_totals();
CREATE TRIGGER incomes_totals_changed AFTER UPDATE ON incomes
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_income_totals();
CREATE TRIGGER incomes_totals_deleted AFTER DELETE ON incomes
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_income_totals();
--> statement-breakpoint

-- The ledger's rows are counted, and their cents added up, by type, purpose and payment type.
CREATE FUNCTION keep_transaction_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.kept_totals (topic, subject, row_count, amount_cents) SELECT 'transactions', type || ' ' || purpose || ' ' || coalesce(payment_type, '-'), count(*), sum(amount_cents) FROM new_rows GROUP BY 2;
  RETURN NULL;
END $$;
-- They are added, and never changed or deleted.
CREATE TRIGGER transactions_totals_added AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_totals();
--> statement-breakpoint

-- Paid invoices are counted, and their cents added up.
CREATE FUNCTION keep_invoice_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- They are added and paid, and never deleted.
CREATE TRIGGER invoices_totals_added AFTER INSERT ON invoices
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_invoice_totals();
CREATE TRIGGER invoices_totals_changed AFTER UPDATE ON invoices
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_invoice_totals();
--> statement-breakpoint

-- A reminder's recipients are counted by state.
CREATE FUNCTION keep_reminder_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- They are added, sent to and deleted.
CREATE TRIGGER reminder_customers_totals_added AFTER INSERT ON reminder_customers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_reminder_totals();
CREATE TRIGGER reminder_customers_totals_changed AFTER UPDATE ON reminder_customers
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_reminder_totals();
CREATE TRIGGER reminder_customers_totals_deleted AFTER DELETE ON reminder_customers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_reminder_totals();
--> statement-breakpoint

-- Drivers' records that the office has to decide about are counted by the decision.
CREATE FUNCTION keep_exception_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- They are added, decided, and moved to files.
CREATE TRIGGER events_totals_added AFTER INSERT ON events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_exception_totals();
CREATE TRIGGER events_totals_changed AFTER UPDATE ON events
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_exception_totals();
CREATE TRIGGER events_totals_deleted AFTER DELETE ON events
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_exception_totals();
--> statement-breakpoint

-- This function counts a phone's and user's records with an outcome of a stop. It is VOLATILE because it must see what
-- the statement has just added.
CREATE FUNCTION outcomes_of(device text, actor uuid, assignment text, job uuid) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT count(*) FROM public.events e WHERE e.job_id = job AND e.device_id || '' = device AND e.actor_id::text = actor::text AND e.assignment_id = assignment AND e.type IN ('done', 'bag-mt', 'not-collected'))
    + (SELECT count(*) FROM public.events e WHERE e.job_id IS NULL AND e.device_id || '' = device AND e.actor_id::text = actor::text AND e.assignment_id = assignment AND e.type IN ('done', 'bag-mt', 'not-collected'));
END $$;
--> statement-breakpoint

-- This function counts the photos of each phone and user, and the stops with a recorded outcome, each stop once. A
-- stop's records are found by the stop alone: the indexes of a phone would read its whole history, and the planner
-- chooses them while a restore fills an empty table.
CREATE FUNCTION keep_phone_totals() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
END $$;
-- Records are added, and moved to files.
CREATE TRIGGER events_phones_added AFTER INSERT ON events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_phone_totals();
CREATE TRIGGER events_phones_deleted AFTER DELETE ON events
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_phone_totals();
--> statement-breakpoint

-- Drivers' payments are counted by driver.
CREATE FUNCTION keep_pay_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'pays', driver_id::text, count(*) FROM new_rows GROUP BY 2;
  RETURN NULL;
END $$;
-- They are added, and never deleted.
CREATE TRIGGER driver_payments_totals_added AFTER INSERT ON driver_payments
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_pay_totals();
--> statement-breakpoint

-- Bank lines are counted by state.
CREATE FUNCTION keep_bank_line_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.kept_totals (topic, subject, row_count) SELECT 'bank_lines', state, count(*) FROM new_rows GROUP BY 2;
  ELSE
    INSERT INTO public.kept_totals (topic, subject, row_count)
    SELECT 'bank_lines', state, sum(change) FROM (SELECT state, 1 AS change FROM new_rows UNION ALL SELECT state, -1 FROM old_rows) AS moved GROUP BY 2 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
-- They are added and decided, and never deleted.
CREATE TRIGGER bank_lines_totals_added AFTER INSERT ON bank_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_bank_line_totals();
CREATE TRIGGER bank_lines_totals_changed AFTER UPDATE ON bank_lines
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_bank_line_totals();
--> statement-breakpoint

-- The sales of all customers' accounts are added up.
CREATE FUNCTION keep_sales_totals() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- Accounts are added, changed and deleted.
CREATE TRIGGER customer_accounts_totals_added AFTER INSERT ON customer_accounts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_totals();
CREATE TRIGGER customer_accounts_totals_changed AFTER UPDATE ON customer_accounts
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_totals();
CREATE TRIGGER customer_accounts_totals_deleted AFTER DELETE ON customer_accounts
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_totals();
