import * as z from 'zod/mini'
import { LINE_KINDS } from '#domain/billing.ts'
import { DELIVERIES, DELIVERY_FILTERS, MAIL_STATES } from '#domain/delivery.ts'
import { AGES } from '#domain/invoicing.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { INVOICE_KINDS, INVOICE_STATUSES, TYPED_PAYMENT_TYPES, UNDECIDED } from '#domain/money-words.ts'
import { UNBILLED_ACCOUNTS } from '#domain/unbilled.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  count,
  day,
  id,
  instant,
  line,
  money,
  noContent,
  notes,
  ofDepot,
  queryFlag,
  signedMoney,
  warnings,
} from '../shapes.ts'
import { accountEffect, again, transaction, typedPayment } from './transactions.ts'
import { runWeek } from './stops.ts'

const ADMIN = { ADMIN: 'any' } as const
const OWN = { ADMIN: 'any', CUSTOMER: 'own' } as const

const READS = ['customers', 'runs', 'transactions', 'settings'] as const
/** Customers are among them, because balances are shown with them. */
const CHANGES = ['invoices', 'transactions', 'customers', 'runs', 'mails'] as const

const shown = {
  invoiceID: id,
  /** INV-000123; OPEN- for a debt from the old system, DEBIT- for what a reversal left to pay. */
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  /** The number in the old billing program, for an imported open invoice; else null. */
  oldNumber: z.nullable(z.string()),
  customerID: id,
  customer: z.string(),
  /** The customer's. */
  refId: z.string(),
  status: z.enum(INVOICE_STATUSES),
  /** AUD, after adjustments, including GST. */
  amount: signedMoney,
  gst: signedMoney,
  owing: signedMoney,
  issueDate: day,
  dueDate: day,
  /** When nothing was owed any more. */
  datePaid: z.nullable(day),
  /** All or the rest of it was written off. Earlier servers omit it. */
  writtenOff: z.optional(z.boolean()),
  /** Null: paid. */
  age: z.nullable(z.enum(AGES)),
  /** The numbers of the billed runs, as they were on it at issue. */
  runRefs: z.array(z.string()),
  /** The same runs by their names. */
  runs: z.array(z.object({ runOrderID: id, runOrder: z.string(), runWeek })),
  delivery: z.enum(DELIVERIES),
  /** When the mail server took it, or it was marked as printed. */
  sentAt: z.nullable(instant),
  /** The mail server's answer to the last attempt, if that failed. Null for a customer, as `again`. */
  mailError: z.nullable(z.string()),
  /** A further email after it was sent or printed, while that one is not sent; earlier servers omit it. */
  again: z.optional(z.nullable(z.object({ state: z.enum(MAIL_STATES), error: z.nullable(z.string()) }))),
  /** Null: not reminded, or the reminder's mail failed or was kept, which does not use it up. */
  firstRemindAt: z.nullable(instant),
  secondRemindAt: z.nullable(instant),
  /** What became of the reminder's mail; null: none was made. */
  firstReminder: z.nullable(z.enum(DELIVERIES)),
  secondReminder: z.nullable(z.enum(DELIVERIES)),
  /** Null, as before; the third reminder, which only the server sends. Earlier servers omit it. */
  finalRemindAt: z.optional(z.nullable(instant)),
  finalReminder: z.optional(z.nullable(z.enum(DELIVERIES))),
  /** It was paid in full and owes again: nothing chases it until it is collected again. Earlier servers omit it. */
  isReopened: z.optional(z.boolean()),
  /** Null for a customer. */
  remindNotes: z.nullable(z.string()),
  /** Whether a reminder is offered today, and which. */
  reminderDue: z.nullable(z.enum(['first', 'second'])),
  /** The customer's, or the addressee's; null: print it, and for a customer. */
  email: z.nullable(z.string()),
  createdAt: instant,
  version: z.int(),
}
export const listedInvoice = z.object({
  ...shown,
  /** What the customer’s bank was asked for and did not confirm; for the office. Earlier servers omit it. */
  onItsWay: z.optional(money),
})
export type ListedInvoice = z.input<typeof listedInvoice>

const invoiceLine = z.object({
  lineID: id,
  kind: z.enum(LINE_KINDS),
  description: z.string(),
  quantity: z.int(),
  price: signedMoney,
  amount: signedMoney,
  day,
  /** The stop and its run; null: none. */
  assignmentID: z.nullable(id),
  runOrderID: z.nullable(id),
  runOrder: z.nullable(z.string()),
  runWeek,
  serviceType: z.nullable(z.enum(CUSTOMER_SERVICE_TYPES)),
  outcome: z.nullable(z.string()),
  photoIDs: z.array(id),
})

export const invoice = z.object({
  ...shown,
  issuedAmount: signedMoney,
  lines: z.array(invoiceLine),
  /** Payments and credit that paid it, with the part that it took. */
  transactions: z.array(z.extend(transaction, { allocated: signedMoney })),
  adjustments: z.array(
    z.object({
      adjustmentID: id,
      number: z.string(),
      day,
      reason: z.string(),
      difference: signedMoney,
      gstDifference: signedMoney,
    }),
  ),
  /** A bank debit for it that the customer’s bank has not confirmed. Earlier servers omit it. */
  waitingDebit: z.optional(z.nullable(z.object({ amount: signedMoney, since: instant }))),
  /** The last day of a promise to pay; earlier servers omit it, and what the office chose about reminders. */
  promisedUntil: z.optional(z.nullable(day)),
  dontRemind: z.optional(z.boolean()),
  /** The automatic charge that is planned for it or under way; null: none. Earlier servers omit it, and the choice. */
  charge: z.optional(z.nullable(z.object({ day, amount: signedMoney, state: z.enum(UNDECIDED) }))),
  dontCharge: z.optional(z.boolean()),
  /** The last day that the customer may promise here and now; null: none. */
  promiseUntil: z.optional(z.nullable(day)),
  billToName: z.nullable(z.string()),
  /** Null for a customer. */
  billToEmail: z.nullable(z.string()),
  accountBalance: signedMoney,
  /** The balance if it is paid now with new money. */
  possibleAccountBalance: signedMoney,
})
export type Invoice = z.input<typeof invoice>

/** The list's filters, also for acts on all that it shows. */
export const invoiceFilters = {
  ...ofDepot,
  status: z.optional(z.enum(INVOICE_STATUSES)),
  kind: z.optional(z.enum(INVOICE_KINDS)),
  customerID: z.optional(id),
  runOrderID: z.optional(id),
  overdue: z.optional(queryFlag),
  age: z.optional(z.enum(AGES)),
  /** The mail server took it, or it was marked as printed. */
  sent: z.optional(queryFlag),
  delivery: z.optional(z.enum(DELIVERY_FILTERS)),
  /** A reminder is offered today. */
  reminderDue: z.optional(queryFlag),
  /** It was paid in full and owes again, and is not collected again. */
  reopened: z.optional(queryFlag),
  hasEmail: z.optional(queryFlag),
  keyword: pageQuery.keyword,
  from: pageQuery.from,
  to: pageQuery.to,
}

export const listInvoices = endpoint({
  method: 'GET',
  path: '/v1/invoices',
  summary: 'Invoices, by issue date: of all customers for an admin, a customer’s own; with what is owed by age',
  roles: OWN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ ...pageQuery, ...invoiceFilters }),
  output: z.extend(pageOf(listedInvoice), {
    totalAmount: signedMoney,
    totalOwing: signedMoney,
    /** All open invoices that the other filters leave, whatever `age` and `status` are. */
    ageing: z.array(z.object({ age: z.enum(AGES), invoices: z.int(), owing: signedMoney })),
  }),
  refusals: ['keyword_too_short'],
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceID}',
  summary: 'One invoice with its lines, payments and adjustments',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: [...READS, 'payments'],
  input: z.strictObject({ invoiceID: id }),
  output: invoice,
  versioned: true,
  refusals: [],
})

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceID}/pdf',
  summary: 'The invoice as PDF, as it is attached to its email',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ invoiceID: id }),
  output: z.unknown(),
  refusals: ['document_incomplete'],
})

export const getPayLink = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceID}/pay-link',
  summary:
    'A pay link made today: it works while the invoice owes, and for 90 days after it was settled or the link was made',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ invoiceID: id }),
  output: z.object({
    url: z.string(),
    /** The last day on which it works; null: while something is owed. */
    until: z.nullable(day),
  }),
  refusals: ['checkout_off', 'wrong_state'],
})

export const getAdjustmentPdf = endpoint({
  method: 'GET',
  path: '/v1/invoices/{invoiceID}/adjustments/{adjustmentID}/pdf',
  summary: 'An adjustment or credit note of the invoice as PDF',
  roles: OWN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ invoiceID: id, adjustmentID: id }),
  output: z.unknown(),
  refusals: ['document_incomplete'],
})

export const printInvoices = endpoint({
  method: 'GET',
  path: '/v1/invoices/print',
  summary:
    'The invoices of the list’s filters as one PDF for printing, at most 5,000; by default of customers who get none by email',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject(invoiceFilters),
  output: z.unknown(),
  refusals: ['keyword_too_short', 'document_incomplete', 'too_many_to_print', 'nothing_to_print'],
})

export const printSelectedInvoices = endpoint({
  method: 'POST',
  path: '/v1/invoices/print',
  summary: 'These invoices as one PDF for printing, in the order of their numbers; with or without an email address',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  maxBytes: 262_144,
  maxValues: 6_000,
  input: z.strictObject({ invoiceIDs: z.array(id).check(z.minLength(1), z.maxLength(5_000)) }),
  output: z.unknown(),
  idempotencyKey: false,
  refusals: ['document_incomplete', 'nothing_to_print'],
})

export const createInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices',
  summary: 'Issue an invoice by hand',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  maxBytes: 262_144,
  input: z.strictObject({
    customerID: id,
    lines: z
      .array(
        z.strictObject({
          description: line,
          quantity: z.int().check(z.minimum(1), z.maximum(9_999)),
          price: money,
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    dueDate: z.optional(day),
  }),
  output: invoice,
  status: 201,
  refusals: ['books_closed'],
})

export const previewInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/preview',
  summary: 'What issuing this invoice by hand would do today; issues nothing',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  maxBytes: 262_144,
  input: createInvoice.input,
  output: z.object({
    /** What free credit pays of it at once, and what it then owes. `paid` names the others. */
    fromCredit: signedMoney,
    invoiceOwing: signedMoney,
    ...accountEffect,
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['books_closed'],
})

/** `full`: only accounts with all their collections; `all` (default): unfinished ones too. */
export const unbilledAccounts = z.optional(z.enum(UNBILLED_ACCOUNTS))

const plannedInvoice = z.object({
  customerID: id,
  customer: z.string(),
  amount: signedMoney,
  /** The part that was waiting from before. */
  earlier: signedMoney,
  fromCredit: signedMoney,
})

export const massInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/mass',
  summary:
    'Bill a completed run that is not billed yet, or what is unbilled of these customers; applied twice changes nothing',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  maxBytes: 262_144,
  maxValues: 6_000,
  input: z.strictObject({
    runOrderID: z.optional(id),
    customerIDs: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5_000))),
  }),
  output: z.object({
    created: z.array(
      z.object({ invoiceID: id, number: z.string(), customerID: id, customer: z.string(), amount: signedMoney }),
    ),
    skipped: z.array(z.object({ customerID: id, customer: z.string(), reason: z.string() })),
  }),
  status: 200,
  refusals: ['books_closed', 'wrong_state'],
})

export const previewUnbilled = endpoint({
  method: 'GET',
  path: '/v1/invoices/unbilled',
  summary:
    'What invoicing the unbilled collections now would make, and who would be left out; done by `mass` of `/v1/invoices/bulk`',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ accounts: unbilledAccounts }),
  output: z.object({
    invoices: count,
    customers: count,
    amount: signedMoney,
    fromCredit: signedMoney,
    /** At most the first 500. */
    planned: z.array(plannedInvoice),
    /** Customers. */
    skipped: count,
    /** At most the first 500. */
    skippedItems: z.array(z.object({ customerID: id, customer: z.string(), reason: z.string() })),
  }),
  refusals: [],
})

export const listUnbilledRuns = endpoint({
  method: 'GET',
  path: '/v1/invoices/unbilled-runs',
  summary: 'Completed runs that are not invoiced yet, with what billing them would make; billed by `/v1/invoices/mass`',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject(ofDepot),
  output: pageOf(
    z.object({
      runOrderID: id,
      readableID: z.string(),
      runWeek,
      refId: z.string(),
      completedAt: z.nullable(instant),
      invoices: z.array(plannedInvoice),
      amount: signedMoney,
    }),
  ),
  refusals: [],
})

export const billRunElsewhere = endpoint({
  method: 'PUT',
  path: '/v1/invoices/unbilled-runs/{runOrderID}',
  summary: 'Note that a completed run was billed in another program: it makes no invoices here',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({ runOrderID: id, billing: z.literal('elsewhere') }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})

export const payInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/transactions',
  summary:
    'Record a payment of an invoice; what it does not take becomes credit. `CUSTOMER_CREDIT_DEDUCT` pays from credit. A written-off invoice is recovered: the write-off is taken back by what is paid',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({
    invoiceID: id,
    type: z.enum(['CUSTOMER_INBOUND', 'CUSTOMER_CREDIT_DEDUCT']),
    ...typedPayment,
    paymentType: z.optional(z.enum(TYPED_PAYMENT_TYPES)),
  }),
  output: z.object({ transactions: z.array(transaction), invoice, warnings }),
  status: 201,
  refusals: [
    'books_closed',
    'client_key_reused',
    'credit_short',
    'entered_already',
    'more_than_owing',
    'more_than_written_off',
    'nothing_owing',
    'payment_type_missing',
  ],
})

const OF_INVOICE = { roles: ADMIN, changes: CHANGES, output: invoice } as const

export const changeInvoiceAmount = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/amount',
  summary:
    'Adjust an issued invoice: makes an adjustment note. `rebill` puts its collections on the next invoice again',
  input: z.strictObject({ invoiceID: id, amount: money, reason: line, rebill: z.optional(z.boolean()) }),
  versioned: true,
  refusals: ['books_closed', 'version_conflict', 'amount_unchanged', 'rebill_needs_zero', 'billed_again'],
})

export const previewAmount = endpoint({
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/amount/preview',
  summary: 'What adjusting an issued invoice to this amount would do today; changes nothing',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  input: z.strictObject({ invoiceID: id, amount: money }),
  output: z.object({
    /** What the adjustment note says: new amount less old amount, and the GST in it. */
    difference: signedMoney,
    gstDifference: signedMoney,
    /** What this invoice then owes. */
    invoiceOwing: signedMoney,
    /** What of its payments becomes credit, before that credit pays other invoices. */
    released: signedMoney,
    ...accountEffect,
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['books_closed', 'amount_unchanged', 'billed_again'],
})

export const writeOffInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/write-off',
  summary: 'Write off what an invoice owes as a bad debt; the invoice and its GST stay',
  input: z.strictObject({ invoiceID: id, reason: line }),
  versioned: true,
  refusals: ['books_closed', 'nothing_owing', 'version_conflict'],
})

export const sendInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/send',
  summary: 'Send the invoice by email with its PDF; again, if it was sent before',
  input: z.strictObject({ invoiceID: id }),
  refusals: ['email_missing', 'email_unwanted', 'document_incomplete'],
})

export const remindOfInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/remind',
  summary: 'Send a payment reminder by email with the invoice: the first call the first, the next the second',
  input: z.strictObject({ invoiceID: id }),
  versioned: true,
  refusals: [
    'email_missing',
    'email_unwanted',
    'document_incomplete',
    'nothing_owing',
    'not_overdue',
    'reminded_twice',
    'reminded_recently',
    'payment_pending',
    'payment_may_be_waiting',
    'version_conflict',
  ],
})

export const collectAgain = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/collect-again',
  summary: 'Chase an invoice again that was paid in full and owes again; its reminders begin anew today',
  input: z.strictObject({ invoiceID: id }),
  versioned: true,
  refusals: ['nothing_owing', 'wrong_state', 'version_conflict'],
})

export const promiseToPay = endpoint({
  ...OF_INVOICE,
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/promise',
  summary:
    'The day by which the customer promised to pay; null: none. Customers enter one of their own once, by `promise.ownDays`',
  roles: OWN,
  area: 'money',
  depot: 'records',
  input: z.strictObject({ invoiceID: id, until: z.nullable(day) }),
  versioned: true,
  refusals: ['nothing_owing', 'wrong_state', 'version_conflict'],
})

export const dontRemindOfInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/dont-remind',
  summary: 'Whether the server leaves the invoice out of its own reminders; by hand it can still be reminded of',
  input: z.strictObject({ invoiceID: id, dontRemind: z.boolean() }),
  versioned: true,
  refusals: ['version_conflict'],
})

export const dontChargeInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/dont-charge',
  summary: 'Whether the invoice is left out of automatic payments. A charge that is under way is not stopped',
  input: z.strictObject({ invoiceID: id, dontCharge: z.boolean() }),
  versioned: true,
  refusals: ['version_conflict'],
})

export const remindNotesOfInvoice = endpoint({
  ...OF_INVOICE,
  area: 'money',
  depot: 'records',
  method: 'PUT',
  path: '/v1/invoices/{invoiceID}/remind-notes',
  summary: 'Notes about reminding',
  input: z.strictObject({ invoiceID: id, remindNotes: z.nullable(notes) }),
  versioned: true,
  refusals: ['version_conflict'],
})

export const settleCustomer = endpoint({
  method: 'POST',
  path: '/v1/invoices/settle/{customerID}',
  summary: 'Apply credit, then a payment, to the customer’s open invoices, oldest due date first',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({
    customerID: id,
    amount: z.optional(money),
    paymentType: z.optional(z.enum(TYPED_PAYMENT_TYPES)),
    datePaid: z.optional(day),
    /** Invoices unbilled collections first (domain.md 11, M6). */
    invoiceUnbilled: z.optional(z.boolean()),
    again,
  }),
  output: z.object({
    applied: z.array(
      z.object({ invoiceID: id, number: z.string(), amount: signedMoney, from: z.enum(['credit', 'payment']) }),
    ),
    credit: signedMoney,
    owing: signedMoney,
    accountBalance: signedMoney,
    warnings,
  }),
  status: 200,
  refusals: ['books_closed', 'entered_already', 'payment_type_missing'],
})

export const previewSettlement = endpoint({
  method: 'POST',
  path: '/v1/invoices/settle/{customerID}/preview',
  summary: 'What settling the account would do; enters nothing. Without a payment type no cash is rounded',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: [],
  reads: READS,
  input: settleCustomer.input,
  output: z.object({
    /** The invoice of unbilled collections that it issues first; 0: none. */
    invoiced: signedMoney,
    ...accountEffect,
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['books_closed'],
})
