/**
 * Every address inside the app, as functions: a page that moves is changed here. The visual test photographs all of
 * them.
 */
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

/** First parts of the features' addresses, found by the build (src/tools/feature-addresses.mjs). */
declare const __FEATURE_ADDRESSES__: readonly string[]

/**
 * The first parts of every address that needs a sign-in (spec 2): without a session they lead to the login. Any other
 * address does not exist, for any role. The office's are a constant of the build, because a page without a session
 * loads none of its code.
 */
const INSIDE = [
  ...[paths.home(), paths.pickups(), paths.incomes(), paths.profile()].map((path) => path.slice(1)),
  'invoices',
  'reminders',
  'reports',
  'schedules',
  ...__FEATURE_ADDRESSES__,
]

/** @param pathname as in `location.pathname` */
export function isInsideApp(pathname: string): boolean {
  return INSIDE.includes(pathname.split('/')[1] ?? '')
}

/** Opened by the link of a mail: the same page, signed in or not. */
export function isForAnybody(pathname: string): boolean {
  return pathname === paths.quotation()
}

/** Pages for users who are not signed in. */
export function isForSignedOut(pathname: string): boolean {
  return [paths.login(), paths.forgotPassword(), paths.recover(), paths.setUp()].includes(pathname)
}
