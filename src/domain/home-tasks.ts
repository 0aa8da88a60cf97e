/** The kinds of records that wait for the office. Home lists them; the menu counts some of them. */
export const HOME_TASKS = [
  'mails-failed',
  'mails-kept',
  'exceptions',
  'requests-accepted',
  'requests-unanswered',
  'suburb-requests',
  'cases',
  'unbilled-runs',
  'invoices-to-send',
  'bank-lines',
  'invoices-reopened',
  'payment-reminders',
  'invoices-overdue',
  'mails-undeliverable',
  'drivers-to-pay',
] as const
export type HomeTaskKind = (typeof HOME_TASKS)[number]

/** The filters of `invoices-to-send`: unpaid invoices that were neither emailed nor printed, without old debts. */
export const INVOICES_TO_SEND = { delivery: 'undelivered', status: 'waiting_payment', kind: 'invoice' } as const
