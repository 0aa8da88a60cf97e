const OPEN_RUNS = 'the stops of every run that is not completed: more drivers, not more years'
const WHOLE_WEEK = 'everybody in the week being driven: more drivers, not more years'
const EVERYBODY = 'judges every current customer, as one of two slow operations at once: more customers, not more years'
const ACTIVE = 'one account of each active customer: more customers, not more years'
const OVERDUE = 'judges everybody who is overdue: more customers, not more years'
const NAMES_SHOWN = 'at most 200 names for each reason, beside those who are due'

/**
 * Whether these grow depends on the sample that the database took of the table: the planner reads the named pairs of
 * streets, or all that were driven three times, of which there are more with more streets and not with more years.
 */
export const EITHER_WAY: readonly string[] = [
  'driving times of a run: driven_gaps',
  'round rules of a driver’s run: driven_gaps',
]

/** What reads more in an old firm and is to be mended: call and table, with the reason. Nothing is added for a new query. */
export const KNOWN_TO_GROW: Readonly<Record<string, string>> = {
  'driver’s record, counted: events': 'at most the last 20,000 records of one phone',
  'completed runs: jobs': 'the stops of every run on the page',
  'runs as the page asks: jobs': 'the stops of every run on the page, which has 100',
  'home: jobs': OPEN_RUNS,
  'home: events': 'the exceptions of this week’s runs: more drivers, not more years',
  'home: invoices':
    'the oldest open invoice that is overdue or not sent, among the open ones: more customers, not more years',
  'preview of a run: customers': EVERYBODY,
  'preview of a run: users': NAMES_SHOWN,
  'preview of a run: jobs': OPEN_RUNS,
  'preview of moving a week: customers': EVERYBODY,
  'preview of moving a week: jobs': OPEN_RUNS,
  'who a draft leaves out: customers': EVERYBODY,
  'who a draft leaves out: users': NAMES_SHOWN,
  'who a draft leaves out: jobs': OPEN_RUNS,
  'customers’ total sales as the page asks: customers': ACTIVE,
  'customers’ total sales as the page asks: customer_accounts': ACTIVE,
  'Xero exports: invoices': 'counts those that wait, at most 10,001: more customers, not more years',
  'the next Xero export: invoices': 'shows what the next export takes: more customers, not more years',
  'runs with customers not reached: jobs': 'the stops of the runs completed in 7 days: more drivers, not more years',
  ...Object.fromEntries(
    ['users', 'customers', 'customer_accounts', 'invoices', 'mails', 'checkouts'].map((table) => [
      `who is chased: ${table}`,
      OVERDUE,
    ]),
  ),
  'call list of a reminder: users': WHOLE_WEEK,
  'call list of a reminder: customers': WHOLE_WEEK,
  'call list of a reminder: jobs': WHOLE_WEEK,
}
