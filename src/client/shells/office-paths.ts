/**
 * Every address of the office, as functions: a page that moves is changed here. The visual test photographs all of
 * them.
 */
export const officePaths = {
  customers: () => '/customers',
  /** The menu's link (spec 2): current customers, with their invoices until tomorrow. */
  customersAtFirst: ({ perPage, tomorrow }: { perPage: number; tomorrow: string }) =>
    `/customers?page=1&perPage=${perPage}&from=1990-01-01&to=${tomorrow}&status=ACTIVE`,
  newCustomer: () => '/customers/new',
  importCustomers: () => '/customers/import',
  customer: (customerID: string, tab?: string) => `/customers/${customerID}${tab === undefined ? '' : `/${tab}`}`,
  requests: () => '/customer-requests',
  newRequest: () => '/customer-requests/new',
  request: (customerID: string) => `/customer-requests/${customerID}`,
  drivers: () => '/drivers',
  newDriver: () => '/drivers/new',
  driver: (driverID: string) => `/drivers/${driverID}`,
  incomes: () => '/incomes',
  suburbs: () => '/suburbs',
  newSuburb: () => '/suburbs/new',
  importSuburbs: () => '/suburbs/import',
  suburb: (suburbID: string) => `/suburbs/${suburbID}`,
  services: () => '/service-packages',
  newService: () => '/service-packages/new',
  service: (productID: string) => `/service-packages/${productID}`,
  settings: (part?: string) => (part === undefined ? '/settings' : `/settings/${part}`),
  calendar: (yearNumber?: number) =>
    yearNumber === undefined ? '/settings/calendar' : `/settings/calendar?yearNumber=${yearNumber}`,
  users: () => '/settings/users',
  newUser: () => '/settings/users/new',
  user: (adminID: string) => `/settings/users/${adminID}`,
  audit: () => '/settings/audit',
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
  newPickupRequest: (customerID?: string) =>
    `/run-orders/pickup-requests/new${customerID === undefined ? '' : `?customerID=${customerID}`}`,
  noPickups: () => '/no-pickups',
  newNoPickup: (customerID?: string) => `/no-pickups/new${customerID === undefined ? '' : `?customerID=${customerID}`}`,
  noPickup: (noPickupID: string) => `/no-pickups/${noPickupID}`,
  importUnsent: () => '/run-orders/unsent',
} as const
