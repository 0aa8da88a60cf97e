import * as z from 'zod/mini'
import { PURPOSES } from '#domain/ledger.ts'
import { PAYMENT_TYPES, TRANSACTION_TYPES, TYPED_PAYMENT_TYPES } from '#domain/money-words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, line, money, noContent, notes, signedMoney, warnings, ofDepot } from '../shapes.ts'

const OWN = { ADMIN: 'any', CUSTOMER: 'own' } as const

const READS = ['customers', 'drivers', 'invoices', 'settings'] as const

export const transaction = z.object({
  transactionID: id,
  refId: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  purpose: z.enum(PURPOSES),
  customerID: z.nullable(id),
  driverID: z.nullable(id),
  name: z.string(),
  /** AUD; negative in a row that reverses another. */
  amount: signedMoney,
  /** What a cash payment settles in addition to its amount, AUD, at most 2 cents. */
  rounding: signedMoney,
  paymentType: z.nullable(z.enum(PAYMENT_TYPES)),
  datePaid: day,
  /** The office's; null for a customer. */
  notes: z.nullable(z.string()),
  /** The transaction that this one reverses, and the one that reversed this one. */
  reverses: z.nullable(id),
  reversedBy: z.nullable(id),
  linkedTo: z.nullable(id),
  /** The card checkout that paid it, through which it can be refunded. */
  checkoutID: z.nullable(id),
  /** True of the row by which a customer's bank took a disputed card payment. Earlier servers omit it. */
  isDispute: z.optional(z.boolean()),
  /** True of a `release` that takes back what a write-off paid. Earlier servers omit it. */
  ofWriteOff: z.optional(z.boolean()),
  /**
   * Of a payment by card: what was refunded, whether the customer's bank took it back, and what can still be refunded.
   * Earlier servers omit it.
   */
  card: z.optional(z.nullable(z.object({ refunded: signedMoney, disputed: z.boolean(), left: signedMoney }))),
  createdAt: instant,
})
export type Transaction = z.input<typeof transaction>

/**
 * `entered_already` where the account has a payment, credit or refund of this amount on this day, unless it is true.
 */
export const again = z.optional(z.boolean())

/** How the keys of what the server books by itself begin. */
const SERVER_KEY = /^(?:bank|case|checkout|task) /
const clientKey = line.check(z.refine((key) => !SERVER_KEY.test(key), 'Choose another key'))

/** What is typed in for a payment. `clientKey`: the same key twice is one payment, and another key another one. */
export const typedPayment = {
  amount: money,
  /** By default today; never in the future. */
  datePaid: z.optional(day),
  notes: z.optional(z.nullable(notes)),
  clientKey: z.optional(clientKey),
  again,
}

export const listTransactions = endpoint({
  method: 'GET',
  path: '/v1/transactions',
  summary:
    'Payments, credit, refunds and pays: of all customers and drivers for an admin, a customer’s own; `from` and `to` bound datePaid',
  roles: OWN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    type: z.optional(z.enum(TRANSACTION_TYPES)),
    purpose: z.optional(z.enum(PURPOSES)),
    paymentType: z.optional(z.enum(PAYMENT_TYPES)),
    customerID: z.optional(id),
    driverID: z.optional(id),
    invoiceID: z.optional(id),
  }),
  output: z.extend(pageOf(transaction), { totalAmount: signedMoney }),
  refusals: ['keyword_too_short'],
})

export const createTransaction = endpoint({
  method: 'POST',
  path: '/v1/transactions',
  summary:
    'Enter a payment (CUSTOMER_INBOUND), goodwill (CUSTOMER_CREDIT_DEPOSIT) or a refund (CUSTOMER_CREDIT_DEDUCT with a payment type); or reverse one (`reverses`), or move a payment to another customer (`reverses` and `customerID`)',
  roles: { ADMIN: 'any' },
  area: 'money',
  depot: 'records',
  changes: ['transactions', 'invoices', 'customers', 'pays', 'runs'],
  input: z.strictObject({
    type: z.optional(z.enum(['CUSTOMER_INBOUND', 'CUSTOMER_CREDIT_DEPOSIT', 'CUSTOMER_CREDIT_DEDUCT'])),
    customerID: z.optional(id),
    ...typedPayment,
    amount: z.optional(money),
    paymentType: z.optional(z.enum(TYPED_PAYMENT_TYPES)),
    reverses: z.optional(id),
    /** What no open invoice takes of a payment recovers written-off ones before it becomes credit. */
    recover: z.optional(z.boolean()),
  }),
  output: z.object({ transactions: z.array(transaction), warnings }),
  status: 201,
  refusals: [
    'books_closed',
    'credit_short',
    'entered_already',
    'refund_too_early',
    'payment_type_missing',
    'part_of_another',
    'reversal_final',
    'reversed_already',
    'payment_refunded',
    'client_key_reused',
  ],
})

/** What reversing a customer's transaction will do to the account. */
export const reversalEffect = z.object({
  /** The invoices that are owed again, each with what is added to its owing. */
  owedAgain: z.array(z.object({ invoiceID: id, number: z.string(), amount: money })),
  /** Credit that it takes back. */
  credit: money,
  /** A debit note for credit of this payment that was spent meanwhile; 0: none. */
  debitNote: money,
  /** The balance afterwards; below zero: owing. */
  balance: signedMoney,
})
export type ReversalEffect = z.input<typeof reversalEffect>

export const previewReversal = endpoint({
  method: 'GET',
  path: '/v1/transactions/{transactionID}/reversal',
  summary: 'What reversing a customer’s transaction today would do to the account',
  roles: { ADMIN: 'any' },
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ transactionID: id }),
  output: reversalEffect,
  refusals: ['books_closed', 'part_of_another', 'payment_refunded', 'reversal_final', 'reversed_already'],
})

/** What an act would do to a customer's account. */
export const accountEffect = {
  /** Invoices that it pays: by how much, and what each then owes. */
  paid: z.array(z.object({ number: z.string(), amount: signedMoney, owing: signedMoney })),
  /** The customer's, afterwards. */
  credit: signedMoney,
  owing: signedMoney,
}

export const previewGoodwill = endpoint({
  method: 'POST',
  path: '/v1/transactions/goodwill/preview',
  summary: 'What goodwill credit of this amount would do today; enters nothing',
  roles: { ADMIN: 'any' },
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  input: z.strictObject({ customerID: id, amount: money }),
  output: z.object(accountEffect),
  status: 200,
  idempotencyKey: false,
  refusals: ['books_closed'],
})

export const previewPayment = endpoint({
  method: 'POST',
  path: '/v1/transactions/payment/preview',
  summary:
    'What entering a payment would do, for an invoice or, oldest first, for all; enters nothing. Without a payment type no cash is rounded',
  roles: { ADMIN: 'any' },
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  input: z.strictObject({
    customerID: id,
    amount: money,
    paymentType: z.optional(z.enum(TYPED_PAYMENT_TYPES)),
    datePaid: z.optional(day),
    invoiceID: z.optional(id),
    recover: z.optional(z.boolean()),
  }),
  output: z.object(accountEffect),
  status: 200,
  idempotencyKey: false,
  refusals: ['books_closed'],
})

const LEDGER_KINDS = ['invoice', 'adjustment', 'transaction'] as const

export const getLedger = endpoint({
  method: 'GET',
  path: '/v1/transactions/ledger',
  summary:
    '“Why is my balance this?”: the lines of a customer’s ledger in order, each with its effect and the balance after it; own for a customer',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ customerID: z.optional(id), from: z.optional(day), to: z.optional(day) }),
  output: z.object({
    customerID: id,
    customer: z.string(),
    refId: z.string(),
    paymentReference: z.string(),
    /** The balance before the first line. */
    openingBalance: signedMoney,
    items: z.array(
      z.object({
        day,
        kind: z.enum(LEDGER_KINDS),
        /** INV-000123, T000042, ADJ-000007. */
        number: z.string(),
        description: z.string(),
        invoiceID: z.nullable(id),
        transactionID: z.nullable(id),
        /** The collections that an invoice bills, and what paid it or what it paid. */
        details: z.array(z.object({ text: z.string(), amount: signedMoney, assignmentID: z.nullable(id) })),
        /** The change of credit less owing, AUD. A customer reads no payment or credit whose effect is 0. */
        effect: signedMoney,
        balance: signedMoney,
      }),
    ),
    credit: signedMoney,
    owing: signedMoney,
    accountBalance: signedMoney,
    /** Collections done that are not invoiced yet, AUD. */
    unbilled: signedMoney,
    prepaidLeft: z.int(),
    /** For an admin, the invoices of which something is written off, each with how much and since when. */
    writtenOff: z.optional(z.array(z.object({ invoiceID: id, number: z.string(), amount: signedMoney, day }))),
  }),
  refusals: [],
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/v1/transactions/ledger/statement',
  summary: 'The customer’s account statement of these days as PDF, by default of all; own for a customer',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ customerID: z.optional(id), from: z.optional(day), to: z.optional(day) }),
  output: z.unknown(),
  refusals: [],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/v1/transactions/{transactionID}/receipt',
  summary: 'The receipt of a payment received, as PDF',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ transactionID: id }),
  output: z.unknown(),
  refusals: ['no_receipt'],
})

const MAILED = {
  method: 'POST',
  roles: { ADMIN: 'any' },
  area: 'money',
  depot: 'records',
  changes: ['transactions', 'mails', 'audit'],
  output: noContent,
  status: 204,
} as const

export const mailReceipt = endpoint({
  ...MAILED,
  depot: 'records',
  path: '/v1/transactions/{transactionID}/receipt',
  summary: 'Send the receipt of a payment received by email',
  input: z.strictObject({ transactionID: id }),
  refusals: ['no_receipt', 'email_missing', 'email_unwanted'],
})

export const mailStatement = endpoint({
  ...MAILED,
  path: '/v1/transactions/ledger/statement',
  summary: 'Send the customer’s account statement of these days by email, by default of all',
  input: z.strictObject({ customerID: id, from: z.optional(day), to: z.optional(day) }),
  refusals: ['email_missing', 'email_unwanted'],
})
