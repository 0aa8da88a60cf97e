import * as z from 'zod/mini'
import { PAYMENT_TYPES } from '#domain/money-words.ts'
import { EMPLOYMENT_TYPES, PAY_LINE_KINDS } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { count, day, id, instant, line, money, noContent, notes, ofDepot, signedMoney } from '../shapes.ts'
import { income } from './incomes.ts'

/** The office's side of drivers' pay (domain.md 8), without the list of incomes, which is in the driver's app. */

const ADMIN = { ADMIN: 'any' } as const
const CHANGES = ['pays', 'transactions', 'drivers'] as const
const READS = ['runs', 'drivers', 'transactions', 'settings'] as const

export const listPayTotals = endpoint({
  method: 'GET',
  path: '/v1/pays/totals',
  summary: 'What each driver earned in a range of days: pending, payable and paid',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ from: z.optional(day), to: z.optional(day), driverID: z.optional(id), ...ofDepot }),
  output: z.object({
    items: z.array(
      z.object({
        driverID: id,
        driver: z.string(),
        pending: signedMoney,
        /** GST on top of `pending` by today’s rule, as for `payable`. */
        pendingGst: signedMoney,
        payable: signedMoney,
        /** GST on top of `payable`, for a driver whose tax invoices the firm writes; else 0. */
        payableGst: signedMoney,
        /** Without the GST that was paid on top. */
        paid: signedMoney,
      }),
    ),
  }),
  refusals: [],
})

export const addPayLine = endpoint({
  method: 'POST',
  path: '/v1/pays',
  summary: 'Add a line by hand, payable at once: a tip, a bonus, or a deduction, each with its reason',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({
    driverID: id,
    kind: z.enum(PAY_LINE_KINDS),
    /** Above zero; a deduction is subtracted. */
    amount: money,
    reason: line,
    /** The business day it belongs to, by default today. */
    day: z.optional(day),
  }),
  output: income,
  status: 201,
  refusals: ['books_closed'],
})

export const removePayLine = endpoint({
  method: 'DELETE',
  path: '/v1/pays/{incomeID}',
  summary: 'Remove a line by hand that is not paid',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({ incomeID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})

const range = { driverID: id, from: day, to: day }
/** EFT by default. */
const paymentType = z.optional(z.enum(['EFT', 'CASH', 'CHEQUE']))

const sums = {
  /** Without GST, AUD. */
  subtotal: signedMoney,
  /** Added to the subtotal; 0 without a recipient-created tax invoice. */
  gst: signedMoney,
  total: signedMoney,
}

export const previewPayment = endpoint({
  method: 'GET',
  path: '/v1/pays/payments/preview',
  summary: 'What paying a range would pay, and what it would leave; without a range, everything payable',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ driverID: id, from: z.optional(day), to: z.optional(day), datePaid: z.optional(day) }),
  output: z.object({
    driverID: id,
    driver: z.string(),
    from: day,
    to: day,
    lines: z.array(income),
    /** Number of lines from before the range that are carried forward. */
    carried: count,
    /** Everything payable by week, without GST: what this payment pays, and what stays. */
    weeks: z.array(z.object({ monday: day, paid: signedMoney, left: signedMoney })),
    /** Sums of `weeks`. */
    left: signedMoney,
    ...sums,
    rcti: z.boolean(),
    /** More than 28 days after the first day of the work. */
    rctiLate: z.boolean(),
    refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  refusals: [],
})

export const payment = z.object({
  transactionID: id,
  refId: z.string(),
  driverID: id,
  driver: z.string(),
  employmentType: z.enum(EMPLOYMENT_TYPES),
  from: day,
  to: day,
  datePaid: day,
  paymentType: z.enum(PAYMENT_TYPES),
  ...sums,
  /** RCTI-000042; null: a pay statement. */
  rctiNumber: z.nullable(z.string()),
  /** RCAN-000007: of a tax invoice whose payment was reversed. */
  adjustmentNumber: z.nullable(z.string()),
  /** When it was last put into a bank file. */
  abaAt: z.nullable(instant),
  reversedOn: z.nullable(day),
  createdAt: instant,
})
export type Payment = z.input<typeof payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/v1/pays/payments',
  summary: 'Payments to drivers; `from` and `to` bound datePaid',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ ...pageQuery, ...ofDepot, driverID: z.optional(id) }),
  output: z.extend(pageOf(payment), { totalAmount: signedMoney }),
  refusals: ['keyword_too_short'],
})

export const payRange = endpoint({
  method: 'POST',
  path: '/v1/pays/payments',
  summary: 'Pay a driver everything payable in a range of days, by one DRIVER_OUTBOUND transaction',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  input: z.strictObject({
    ...range,
    /** By default today; never in the future. */
    datePaid: z.optional(day),
    paymentType,
    notes: z.optional(z.nullable(notes)),
    /** The total that the preview showed; another one is refused. */
    expected: z.optional(signedMoney),
  }),
  output: payment,
  status: 201,
  refusals: ['books_closed', 'nothing_to_pay', 'pay_negative', 'version_conflict', 'wrong_state'],
})

export const reversePayment = endpoint({
  method: 'PUT',
  path: '/v1/pays/payments/{payID}/reverse',
  summary: 'Reverse a payment: its incomes are payable again',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: CHANGES,
  /** `payID`: the payment’s transactionID. */
  input: z.strictObject({ payID: id, reason: line }),
  output: payment,
  refusals: ['books_closed', 'reversed_already'],
})

export const sendStatement = endpoint({
  method: 'POST',
  path: '/v1/pays/payments/{payID}/send',
  summary:
    'Email the driver the pay statement or tax invoice as a PDF, of a reversed tax invoice its adjustment note; to the same address once a day',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  changes: ['mails', 'pays'],
  input: z.strictObject({ payID: id }),
  output: noContent,
  status: 204,
  refusals: ['wrong_state'],
})

export const getPaymentPdf = endpoint({
  method: 'GET',
  path: '/v1/pays/payments/{payID}/pdf',
  summary: 'The pay statement, or the recipient-created tax invoice, as a PDF',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ payID: id }),
  output: z.unknown(),
  refusals: [],
})

export const getPaymentAdjustmentPdf = endpoint({
  method: 'GET',
  path: '/v1/pays/payments/{payID}/adjustment/pdf',
  summary: 'The adjustment note of a recipient-created tax invoice whose payment was reversed, as a PDF',
  roles: ADMIN,
  area: 'money',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ payID: id }),
  output: z.unknown(),
  refusals: [],
})

const file = {
  fileName: z.string(),
  content: z.string(),
  /** Number of its payments. */
  count,
  total: signedMoney,
}

export const makeAbaFile = endpoint({
  method: 'POST',
  path: '/v1/pays/payments/aba',
  summary:
    'The bank file (ABA) of a pay day’s transfers to contractors, or what it would have; who is left out, and why. Who made it is written down',
  roles: ADMIN,
  area: 'money',
  changes: ['pays'],
  // The answer contains account numbers, which a stored answer would keep.
  idempotencyKey: false,
  /** `preview`: nothing is made or marked, and `content` is empty. */
  input: z.strictObject({ datePaid: day, preview: z.optional(z.boolean()) }),
  output: z.object({
    ...file,
    /** Of a preview: why there can be no file; null: there can. */
    problem: z.optional(z.nullable(z.string())),
    left: z.array(z.object({ driverID: id, driver: z.string(), reason: z.string() })),
    /** Payments that were in a bank file before. */
    again: count,
  }),
  refusals: ['aba_not_ready'],
})

export const getPayrollCsv = endpoint({
  method: 'GET',
  path: '/v1/pays/payments/payroll',
  summary: 'A pay day’s payments to employees, for the payroll program (CSV)',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: z.strictObject({ datePaid: day }),
  output: z.object(file),
  refusals: [],
})
