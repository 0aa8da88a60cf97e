/** Every address inside the app, as functions: a page that moves is moved here. The test photographs all of them. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  forgotPassword: () => '/forgot-password',
  recover: () => '/recover',
  setUp: () => '/set-up',
  quotation: () => '/quotation',
  pickups: () => '/pickups',
  pickup: (assignmentID: string) => `/pickups/${encodeURIComponent(assignmentID)}`,
  unsent: () => '/pickups/unsent',
  ready: () => '/pickups/ready',
  incomes: () => '/incomes',
  profile: () => '/profile',
} as const

/** The pattern behind `paths.pickup`. */
export const PICKUP = '/pickups/:assignmentID'

/**
 * The first parts of every address behind the sign-in (spec 2): without a session they lead to the login.
 * Anything else does not exist, for anybody.
 */
const INSIDE = [
  '',
  'customers',
  'customer-requests',
  'drivers',
  'incomes',
  'invoices',
  'no-pickups',
  'pickups',
  'profile',
  'reminders',
  'reports',
  'run-orders',
  'schedules',
  'service-packages',
  'suburbs',
  'settings',
]

/** @param pathname as in `location.pathname` */
export function isInsideApp(pathname: string): boolean {
  return INSIDE.includes(pathname.split('/')[1] ?? '')
}

/** Opened by a link of a mail: the same page, whether or not somebody is signed in on this device. */
export function isForAnybody(pathname: string): boolean {
  return pathname === paths.quotation()
}

/** The pages of somebody who is not signed in. */
export function isForSignedOut(pathname: string): boolean {
  return [paths.login(), paths.forgotPassword(), paths.recover(), paths.setUp()].includes(pathname)
}
