/** Words of the pages for paying by card. The texts of a failure are the owner's (spec 2 and 8), to the letter. */
export const paymentsWords = {
  payTitle: 'Pay {{number}}',
  loading: 'Loading',
  owing: 'To pay',
  dueDate: 'Due',
  payNow: 'Pay now',
  payAll: 'Pay {{amount}} now',
  confirming: 'Your payment of {{amount}} is being confirmed.',
  confirmingByBank: 'Your payment of {{amount}} is being confirmed by your bank. That can take a few days.',
  beingConfirmed: 'A payment is being confirmed.',
  nothingOwing: 'Nothing to pay',
  transfer: 'Pay by bank transfer',
  accountName: 'Account name',
  bsb: 'BSB',
  accountNumber: 'Account number',
  reference: 'Reference',
  copy: 'Copy',
  copyReference: 'Copy reference',
  copied: 'Reference copied',
  errorOccurred: 'An error occurred.',
  copyFailed: 'Couldn’t copy. Please select it yourself.',
  paid: 'This invoice is paid. Thank you!',
  pendingTitle: 'Waiting for your bank',
  pending: 'A payment is waiting for your bank. That can take a few days.',
  cannotPay: 'Card payments aren’t available. The invoice says how else to pay.',
  invalidTitle: 'This link doesn’t work',
  invalidWhy: 'Please open the link in your invoice email again, or ask us for a new one.',
  offlineTitle: 'No connection',
  offlineWhy: 'Please try again when you’re back online.',
  busyTitle: 'Please try again shortly',
  tryAgain: 'Try again',
  strangeAnswer: 'Couldn’t reach the server. This network may need its own sign-in.',
  checking: 'Checking your payment',
  checkingWhy: 'This takes a few seconds.',
  checkingLong:
    'We haven’t heard from the card company yet. You can close this page: your payment is booked as soon as we do.',
  thanks: 'Thank you!',
  received: 'We’ve received {{amount}}.',
  openMail: 'We’ve sent an email to {{email}}. Please open its link before you log in.',
  sandbox: 'Sandbox: no money moved',
  failed: 'Transaction completed failed!',
  nothingTaken: 'Nothing was charged. You can pay again any time.',
  stillLogin: 'Don’t worries! You can still login.',
  login: 'Login',
  invoices: 'Your invoices',
  home: 'Home',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    payments: typeof paymentsWords
  }
}
