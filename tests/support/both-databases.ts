/**
 * The test files that run on both databases whenever they run, because the two can differ in what they prove; all others
 * run on one (databases.ts). `npm test` runs those that end in `.test.ts`, `npm run proof -- long-files` the others, and
 * `npm run proof -- databases` every file on both.
 */
export const ON_BOTH: Readonly<Record<string, string>> = {
  'backups/backup.long.ts': 'the backup',
  'backups/restore.long.ts': 'the restore',
  'database/errors.test.ts': 'connecting, and what a lost connection is',
  'database/migrate.long.ts': 'migrating',
  'database/text-folding.test.ts': 'folding of text',
  'database/transaction.test.ts': 'transactions, their retries and locks',
  'http/idempotency.test.ts': 'two of the same request at once',
  'money/kept-totals.long.ts': 'totals kept by triggers: pays, bank lines, sales',
  'office/kept-totals.long.ts': 'totals kept by triggers: customers, invoices',
  'office/customers-balances.test.ts': 'totals kept by triggers: balances and sales',
  'office/customers-search.long.ts': 'the search index',
  'payments/shared-sandbox.test.ts': 'the turns of the payments sandbox',
  'runs/concurrent-admins.long.ts': 'locks on a run',
  'runs/no-pickup-races.long.ts': 'locks between a customer, the office and a driver',
  'runs/record.test.ts': 'recording what a phone sends',
  'session/sign-in.long.ts': 'sessions, and their limits',
}
