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
  register: () => '/register',
  /** With the token of a registration's mail. */
  confirm: () => '/register/confirm',
  /** With the token of a reminder's skip link. */
  skip: (token: string) => `/skip/${token}`,
  /** With the token of an invoice's pay link. */
  pay: (token: string) => `/pay/${token}`,
  paymentSuccess: () => '/payment-success',
  paymentCancel: () => '/payment-cancel',
  pickups: () => '/pickups',
  pickup: (assignmentID: string) => `/pickups/${encodeURIComponent(assignmentID)}`,
  unsent: () => '/pickups/unsent',
  ready: () => '/pickups/ready',
  incomes: () => '/incomes',
  /** Of a customer, whose home it is. */
  schedules: () => '/schedules',
  /** Of a customer. */
  invoices: () => '/invoices',
  ledger: () => '/invoices/ledger',
  profile: () => '/profile',
} as const

/** First parts of the features' addresses, found by the build (vite.config.ts). */
declare const __FEATURE_ADDRESSES__: readonly string[]

/**
 * The first parts of every address that needs a sign-in (spec 2): without a session they lead to the login. Any other
 * address does not exist, for any role. The office's are a constant of the build, because a page without a session
 * loads none of its code.
 */
const INSIDE = [
  ...[paths.home(), paths.pickups(), paths.incomes(), paths.profile(), paths.schedules()].map((path) => path.slice(1)),
  'invoices',
  'reports',
  ...__FEATURE_ADDRESSES__,
]

/** @param pathname as in `location.pathname` */
export function isInsideApp(pathname: string): boolean {
  return INSIDE.includes(pathname.split('/')[1] ?? '')
}

/**
 * The same page, signed in or not: opened by the link of a mail, or by the payment provider, which names the checkout.
 */
export function isForAnybody(pathname: string, search: string): boolean {
  return (
    [paths.quotation(), paths.confirm()].includes(pathname) ||
    pathname.startsWith(paths.skip('')) ||
    pathname.startsWith(paths.pay('')) ||
    (isPaymentResult(pathname) && new URLSearchParams(search).has('checkout'))
  )
}

const isPaymentResult = (pathname: string): boolean =>
  pathname === paths.paymentSuccess() || pathname === paths.paymentCancel()

/** Loaded together: pages for paying by card. */
export const isForPaying = (pathname: string): boolean =>
  pathname.startsWith(paths.pay('')) || isPaymentResult(pathname)

/** Loaded together: registering, and the page behind the link of its mail. */
export const isForRegistering = (pathname: string): boolean => [paths.register(), paths.confirm()].includes(pathname)

/** Pages for users who are not signed in. */
export function isForSignedOut(pathname: string): boolean {
  return (
    [paths.login(), paths.register(), paths.forgotPassword(), paths.recover(), paths.setUp()].includes(pathname) ||
    isPaymentResult(pathname)
  )
}
