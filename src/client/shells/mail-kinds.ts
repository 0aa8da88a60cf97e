import { sentences } from '#client/ui/core/texts.ts'

/** What a mail is about. */
export const MAIL_KIND_WORDS = sentences({
  invoice: 'Invoices',
  payment_reminder: 'Payment reminders',
  collection_reminder: 'Collection reminders',
  pickup: 'Collection confirmations',
  not_reached: 'Collections we didn’t get to',
  statement: 'Account statements',
  receipt: 'Receipts',
  quotation: 'Quotations',
  service: 'Welcome, prices, automatic payments, pauses and cancellation',
  case: 'Answers to cases',
  account: 'Signing in and accounts',
  pay: 'Pay statements',
  alert: 'Warnings to users of the office',
  other: 'Others',
})

/** The longest age of the kept mails that are sent. */
export const UP_TO_AGE_WORDS = sentences({
  week: 'the last 7 days',
  month: 'the last 31 days',
  older: 'any age',
})
