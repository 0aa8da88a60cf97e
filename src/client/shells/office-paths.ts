/**
 * Addresses of the office that several features link to, as functions. A feature's other addresses are in its own
 * `<noun>-paths.ts`.
 */
export const officePaths = {
  customers: () => '/customers',
  /** The menu's link (spec 2): current customers, with their invoices until tomorrow. */
  customersAtFirst: ({ perPage, tomorrow }: { perPage: number; tomorrow: string }) =>
    `/customers?page=1&perPage=${perPage}&from=1990-01-01&to=${tomorrow}&status=ACTIVE`,
  customer: (customerID: string, tab?: string) => `/customers/${customerID}${tab === undefined ? '' : `/${tab}`}`,
  requests: () => '/customer-requests',
  request: (customerID: string) => `/customer-requests/${customerID}`,
  drivers: () => '/drivers',
  driver: (driverID: string) => `/drivers/${driverID}`,
  incomes: () => '/incomes',
  calendar: (yearNumber?: number) =>
    yearNumber === undefined ? '/settings/calendar' : `/settings/calendar?yearNumber=${yearNumber}`,
  mails: () => '/settings/mails',
  runs: () => '/run-orders',
  activeRuns: () => '/run-orders?status=active',
  /** The form that generates a run, optionally with a week selected. */
  newRun: (week?: { yearNumber: number; monthNumber: number; weekNumber: number }) =>
    week === undefined
      ? '/run-orders/new'
      : `/run-orders/new?yearNumber=${week.yearNumber}&monthNumber=${week.monthNumber}&weekNumber=${week.weekNumber}`,
  run: (runOrderID: string) => `/run-orders/${runOrderID}`,
  runSheet: (runOrderID: string) => `/run-orders/${runOrderID}/print`,
  /** Of one run, or of all. */
  exceptions: (runOrderID?: string) =>
    `/run-orders/exceptions${runOrderID === undefined ? '' : `?runOrderID=${runOrderID}`}`,
  phones: (runOrderID?: string) => `/run-orders/phones${runOrderID === undefined ? '' : `?runOrderID=${runOrderID}`}`,
  pickupRequests: () => '/run-orders/pickup-requests',
  noPickups: () => '/no-pickups',
  importUnsent: () => '/run-orders/unsent',
} as const
