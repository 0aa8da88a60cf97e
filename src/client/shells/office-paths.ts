import type { CaseKind } from '#domain/cases.ts'

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`

/**
 * Addresses of the office that several features link to. A feature's other addresses are in its own `<noun>-paths.ts`,
 * or, where one screen alone links there, in it.
 */
export const officePaths = {
  customers: () => '/customers',
  /** The menu's link (spec 2): current customers, with their invoices until tomorrow. */
  customersAtFirst: ({ perPage, tomorrow }: { perPage: number; tomorrow: string }) =>
    `/customers?page=1&perPage=${perPage}&from=1990-01-01&to=${tomorrow}&status=ACTIVE`,
  customer: (customerID: string, tab?: string) => `/customers/${customerID}${tab === undefined ? '' : `/${tab}`}`,
  requests: () => '/customer-requests',
  /** People whose suburb isn't served yet. */
  suburbRequests: () => '/customer-requests/suburbs',
  request: (customerID: string) => `/customer-requests/${customerID}`,
  drivers: () => '/drivers',
  driver: (driverID: string) => `/drivers/${driverID}`,
  incomes: () => '/incomes',
  calendar: (yearNumber?: number) =>
    yearNumber === undefined ? '/settings/calendar' : `/settings/calendar?yearNumber=${yearNumber}`,
  invoices: (filter: Readonly<Record<string, string>> = {}) => withQuery('/invoices', filter),
  invoice: (invoiceID: string) => `/invoices/${invoiceID}`,
  /** Who gets a payment reminder next, and who doesn’t. */
  chasing: () => '/invoices/chasing',
  /** Who pays automatically. */
  autopayCustomers: () => '/charges/customers',
  /** Automatic charges. */
  charges: (filter: Readonly<Record<string, string>> = {}) => withQuery('/charges', filter),
  onHold: () => '/customers/on-hold',
  newInvoice: (customerID: string) => withQuery('/invoices/new', { customerID }),
  /** Completed runs that are not invoiced yet. */
  unbilledRuns: () => '/invoices/unbilled-runs',
  transactions: (filter: Readonly<Record<string, string>> = {}) => withQuery('/transactions', filter),
  /** Bank files: importing one, and the lines to check. */
  bank: () => '/bank',
  payouts: () => '/bank/payouts',
  priceChanges: () => '/price-changes',
  priceChange: (priceChangeID: string) => `/price-changes/${priceChangeID}`,
  /** The form of a new one, optionally with a package and its new price. */
  newPriceChange: (some: Readonly<Record<string, string>> = {}) => withQuery('/price-changes/new', some),
  reports: () => '/reports',
  mails: () => '/settings/mails',
  webhooks: () => '/settings/webhooks',
  reminders: () => '/reminders',
  reminder: (reminderID: string) => `/reminders/${reminderID}`,
  /** The form of a new reminder, with its week selected. */
  newReminder: ({
    yearNumber,
    monthNumber,
    weekNumber,
  }: {
    yearNumber: number
    monthNumber: number
    weekNumber: number
  }) => withQuery('/reminders/new', { week: `${yearNumber}-${monthNumber}-${weekNumber}` }),
  runs: () => '/run-orders',
  activeRuns: () => '/run-orders?status=active',
  /** The form that generates a run, optionally with a week selected, and a depot. */
  newRun: (week?: { yearNumber: number; monthNumber: number; weekNumber: number }, depotID?: string) =>
    withQuery('/run-orders/new', {
      ...(week && {
        yearNumber: String(week.yearNumber),
        monthNumber: String(week.monthNumber),
        weekNumber: String(week.weekNumber),
      }),
      ...(depotID !== undefined && { depotID }),
    }),
  run: (runOrderID: string, stop?: string) => withQuery(`/run-orders/${runOrderID}`, { ...(stop && { stop }) }),
  /** @param search the filter of the run's page, as its address has it */
  runMap: (runOrderID: string, search = '') => `/run-orders/${runOrderID}/map${search}`,
  /** The customers whom a completed run did not reach. */
  notReached: (runOrderID: string) => `/run-orders/${runOrderID}/not-reached`,
  runSheet: (runOrderID: string) => `/run-orders/${runOrderID}/print`,
  exceptions: (runOrderID?: string) =>
    `/run-orders/exceptions${runOrderID === undefined ? '' : `?runOrderID=${runOrderID}`}`,
  devices: (runOrderID?: string) => `/run-orders/phones${runOrderID === undefined ? '' : `?runOrderID=${runOrderID}`}`,
  pickupRequests: () => '/run-orders/pickup-requests',
  noPickups: () => '/no-pickups',
  /** In the office the cases of all customers or of a filter; for a customer, their own. */
  cases: (filter: Readonly<Record<string, string>> = {}) => withQuery('/cases', filter),
  oneCase: (caseID: string) => `/cases/${caseID}`,
  newCase: (kind: Exclude<CaseKind, 'outcome'>) => `/cases/new/${kind}`,
  importUnsent: () => '/run-orders/unsent',
} as const
