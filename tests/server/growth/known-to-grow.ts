const OPEN_RUNS = 'the stops of every run that is not completed: more drivers, not more years'
const WHOLE_WEEK = 'everybody in the week being driven: more drivers, not more years'

/** What reads more in an old firm and is to be mended: call and table, with the reason. Nothing is added for a new query. */
export const KNOWN_TO_GROW: Readonly<Record<string, string>> = {
  'driver’s record, counted: events': 'at most the last 20,000 records of one phone',
  'completed runs: jobs': 'the stops of every run on the page',
  'who else is due for a draft: jobs': OPEN_RUNS,
  'Xero exports: invoices': 'counts at most 10,000 invoices that wait',
  'reminders due: jobs': OPEN_RUNS,
  'call list of a reminder: users': WHOLE_WEEK,
  'call list of a reminder: customers': WHOLE_WEEK,
  'call list of a reminder: jobs': WHOLE_WEEK,
}
