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

/** CARD and DIRECT_DEBIT are the provider's; CARD is typed by hand only for a payment that couldn't be booked (domain.md 13). */
export const PAYMENT_TYPES = ['CASH', 'CHEQUE', 'DUMP_VOUCHER', 'EFT', 'CARD', 'DIRECT_DEBIT'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]
/** The payment types that a person may choose. */
export const TYPED_PAYMENT_TYPES = ['CASH', 'CHEQUE', 'DUMP_VOUCHER', 'EFT', 'CARD'] as const
export type TypedPaymentType = (typeof TYPED_PAYMENT_TYPES)[number]

/** Whether the money is at the payment provider until a payout brings it to the bank. */
export const isByProvider = (type: PaymentType | null): boolean => type === 'CARD' || type === 'DIRECT_DEBIT'

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

/** `page`: paid by the customer on the provider's page; `auto`: charged by itself (domain.md 20). */
export const CHECKOUT_KINDS = ['page', 'auto'] as const

/**
 * `pending`: the customer has finished, or the bank was asked, and the money is not certain yet. Only of an automatic
 * charge: `planned`; `asked`, before the provider is asked; `dropped`, never asked.
 */
export const CHECKOUT_STATES = [
  'open',
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'planned',
  'asked',
  'dropped',
] as const
export type CheckoutState = (typeof CHECKOUT_STATES)[number]

/** The bank was asked, or is about to be, and has not decided: paying once more would pay twice. */
export const UNDER_WAY = ['asked', 'pending'] as const satisfies readonly CheckoutState[]
export const UNDECIDED = ['planned', ...UNDER_WAY] as const satisfies readonly CheckoutState[]
