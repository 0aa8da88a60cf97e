/**
 * The enumerations of invoices, payments and checkouts, spelled as on the wire. They are in a separate file, so that no
 * driver's phone loads them.
 */

export const TRANSACTION_TYPES = [
  'CUSTOMER_CREDIT_DEDUCT',
  'CUSTOMER_CREDIT_DEPOSIT',
  'CUSTOMER_INBOUND',
  'DRIVER_OUTBOUND',
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** CARD is the checkout's; it is typed by hand only for a payment that couldn't be booked (domain.md 13). */
export const PAYMENT_TYPES = ['CASH', 'CHEQUE', 'DUMP_VOUCHER', 'EFT', 'CARD'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** `opening`: a debt from the old system; `debit`: what a reversal leaves to pay. Neither is a sale (domain.md 11). */
export const INVOICE_KINDS = ['invoice', 'opening', 'debit'] as const

export const INVOICE_STATUSES = ['waiting_payment', 'paid'] as const

export const TASK_ACTIONS = ['send', 'remind', 'mass', 'pay', 'mark-printed'] as const
/** Invoices or customers of one bulk act. */
export const TASK_ITEMS_MAX = 20_000
export const TASK_STATES = ['running', 'done', 'cancelled'] as const

export const GST_BASES = ['CASH', 'ACCRUAL'] as const

/** Whether customers may pay by card; AUTO: with Stripe's keys only (checkout.ts). */
export const CHECKOUT_MODES = ['AUTO', 'ON', 'OFF'] as const

/** `pending`: the customer has finished, and the bank has not confirmed the money yet. */
export const CHECKOUT_STATES = ['open', 'pending', 'paid', 'failed', 'expired', 'refunded'] as const
export type CheckoutState = (typeof CHECKOUT_STATES)[number]
