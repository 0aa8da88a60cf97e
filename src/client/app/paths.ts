import { OIDC_RETURN_PATH } from '#domain/oidc.ts'

/** Every address inside the app. The visual test photographs all of them. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  /** The firm's provider leads back to it. */
  loginReturn: () => OIDC_RETURN_PATH,
  forgotPassword: () => '/forgot-password',
  recover: () => '/recover',
  setUp: () => '/set-up',
  /** `token` comes from the mail to a new email. */
  confirmEmail: () => '/confirm-email',
  quotation: () => '/quotation',
  register: () => '/register',
  /** `token` comes from a registration's mail. */
  confirm: () => '/register/confirm',
  /** `token` comes from a reminder's skip link. */
  skip: (token: string) => `/skip/${token}`,
  /** `token` comes from an invoice's pay link. */
  pay: (token: string) => `/pay/${token}`,
  paymentSuccess: () => '/payment-success',
  paymentCancel: () => '/payment-cancel',
  /** A customer's; the payment provider leads back to it. */
  autopay: () => '/pay-automatically',
  /** `token` comes from the office's invitation. */
  autopayInvitation: (token: string) => `/pay-automatically/${token}`,
  pickups: () => '/pickups',
  pickup: (assignmentID: string) => `/pickups/${encodeURIComponent(assignmentID)}`,
  map: () => '/pickups/map',
  order: () => '/pickups/order',
  unsent: () => '/pickups/unsent',
  ready: () => '/pickups/ready',
  incomes: () => '/incomes',
  /** A customer's home. */
  schedules: () => '/schedules',
  /** A customer's invoices. */
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
  ...[paths.home(), paths.pickups(), paths.incomes(), paths.profile(), paths.schedules(), paths.autopay()].map((path) =>
    path.slice(1),
  ),
  'invoices',
  'reports',
  ...__FEATURE_ADDRESSES__,
]

/** @param pathname as in `location.pathname` */
export function isInsideApp(pathname: string): boolean {
  return INSIDE.includes(pathname.split('/')[1] ?? '')
}

/**
 * Whether the page is the same signed in or not: opened by a mail's link, or by the payment provider, which names the
 * checkout.
 */
export function isForAnybody(pathname: string, search: string): boolean {
  return (
    [paths.quotation(), paths.confirm(), paths.confirmEmail()].includes(pathname) ||
    pathname.startsWith(paths.skip('')) ||
    pathname.startsWith(paths.pay('')) ||
    pathname.startsWith(paths.autopayInvitation('')) ||
    (isPaymentResult(pathname) && new URLSearchParams(search).has('checkout'))
  )
}

const isPaymentResult = (pathname: string): boolean =>
  pathname === paths.paymentSuccess() || pathname === paths.paymentCancel()

export const isForPaying = (pathname: string): boolean =>
  pathname.startsWith(paths.pay('')) || pathname.startsWith(paths.autopay()) || isPaymentResult(pathname)

/** Who set up automatic payments by an invitation comes back without a session, and needs none. */
export const isSetUpWithoutSession = (pathname: string, search: string): boolean =>
  pathname === paths.autopay() && new URLSearchParams(search).has('setup')

export const isForRegistering = (pathname: string): boolean => [paths.register(), paths.confirm()].includes(pathname)

export function isForSignedOut(pathname: string): boolean {
  return (
    [
      paths.login(),
      paths.loginReturn(),
      paths.register(),
      paths.forgotPassword(),
      paths.recover(),
      paths.setUp(),
    ].includes(pathname) || isPaymentResult(pathname)
  )
}
