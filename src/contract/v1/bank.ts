import * as z from 'zod/mini'
import { BANK_DATE_FORMATS } from '#domain/bank-dates.ts'
import { BANK_LAYOUTS } from '#domain/bank-known-layouts.ts'
import { BANK_COLUMNS_MAX, BANK_FILE_BYTES_MAX, BANK_LINE_STATES, DISMISSED_AT_ONCE_MAX } from '#domain/bank-lines.ts'
import { SPLIT_PARTS_MAX } from '#domain/bank-split.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, line, money, noContent, optionalLine, queryFlag, signedMoney, warnings } from '../shapes.ts'
import { reversalEffect } from './transactions.ts'

const ADMIN = { ADMIN: 'any' } as const

/** What booking or reversing a payment changes. */
const BOOKS = ['bank', 'transactions', 'invoices', 'customers', 'runs'] as const

/** The index of a column. */
const column = z.int().check(z.minimum(0), z.maximum(BANK_COLUMNS_MAX - 1))
const columns = z.array(column).check(z.maxLength(20))

/** Either `amount`, or `debit` and `credit`. */
const bankColumns = z.strictObject({
  date: column,
  amount: z.optional(column),
  /** Says whether the amount came in or went out: "DR", "Credit". */
  sign: z.optional(column),
  debit: z.optional(column),
  credit: z.optional(column),
  text: columns,
  balance: z.optional(column),
  account: z.optional(columns),
  type: z.optional(column),
})

const LAYOUTS = [...BANK_LAYOUTS, 'chosen', 'ofx'] as const

/** What becomes of a line in the import. */
export const BANK_OUTCOMES = ['posts', 'check', 'waits', 'moneyOut', 'clearing', 'known'] as const

const importedLine = z.object({
  line: z.int(),
  day,
  amount: signedMoney,
  text: z.string(),
  outcome: z.enum(BANK_OUTCOMES),
  /** The customer it is booked or proposed for. */
  name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

const bankResult = z.object({
  layout: z.enum(LAYOUTS),
  read: z.int(),
  /** Booked by an exact match. */
  posted: z.int(),
  postedAmount: signedMoney,
  /** Waiting with a proposal, and without one. */
  toCheck: z.int(),
  waiting: z.int(),
  /** Nothing is booked for these. */
  moneyOut: z.int(),
  clearing: z.int(),
  /** Imported before, from this file or another. */
  known: z.int(),
  /** The firm's, as the file or the input names them; empty: neither does. */
  accounts: z.array(z.string()),
  from: z.nullable(day),
  to: z.nullable(day),
  unreadable: z.int(),
  /** The first of them. */
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
  /** The first lines, in a dry run. */
  lines: z.array(importedLine),
})
export type BankResult = z.input<typeof bankResult>

const bankChoice = z.object({
  message: z.string(),
  /** Names the layout in `PUT /v1/bank/layouts/{layoutHash}`. */
  layoutHash: z.string(),
  header: z.boolean(),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  guess: z.partial(bankColumns),
  /** The formats in which all dates of the guessed column can be read. */
  dateFormats: z.array(z.enum(BANK_DATE_FORMATS)),
})
export type ColumnsToChoose = z.input<typeof bankChoice>

export const importBankFile = endpoint({
  method: 'POST',
  path: '/v1/bank/files',
  summary:
    'Import a bank’s file, CSV or OFX: exact lines post themselves, near ones are proposed, the rest wait. A line that is here already is left alone. `choose` in the answer: its columns must be chosen first; `result` is null then',
  roles: ADMIN,
  area: 'money',
  changes: BOOKS,
  input: z.strictObject({
    name: line,
    /** The firm's account, if it has several and the file does not name it. */
    account: z.optional(optionalLine),
    /** Reports the result and writes nothing. */
    dryRun: z.optional(queryFlag),
    /** Asks for the columns, although they were chosen for such files before. */
    again: z.optional(queryFlag),
  }),
  output: z.object({
    /** Null: nothing was written. */
    bankFileID: z.nullable(id),
    choose: z.nullable(bankChoice),
    result: z.nullable(bankResult),
  }),
  body: 'bytes',
  maxBytes: BANK_FILE_BYTES_MAX,
  idempotencyKey: false,
  refusals: ['csv_unreadable'],
})

export const chooseBankColumns = endpoint({
  method: 'PUT',
  path: '/v1/bank/layouts/{layoutHash}',
  summary: 'The columns of a layout that isn’t recognised; kept for later files of the same layout',
  roles: ADMIN,
  area: 'money',
  changes: ['bank'],
  input: z.strictObject({
    layoutHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    header: z.boolean(),
    columns: bankColumns,
    dateFormat: z.optional(z.enum(BANK_DATE_FORMATS)),
  }),
  output: noContent,
  status: 204,
  refusals: [],
})

export const listBankFiles = endpoint({
  method: 'GET',
  path: '/v1/bank/files',
  summary: 'Imported bank files, the newest first; `from` and `to` bound the day of the import',
  roles: ADMIN,
  area: 'money',
  input: z.strictObject({ ...pageQuery }),
  output: pageOf(
    z.object({
      bankFileID: id,
      name: z.string(),
      layout: z.enum(LAYOUTS),
      lines: z.int(),
      known: z.int(),
      posted: z.int(),
      postedAmount: signedMoney,
      /** Number of its lines that wait now. */
      waiting: z.int(),
      unreadable: z.int(),
      from: z.nullable(day),
      to: z.nullable(day),
      createdAt: instant,
      createdBy: z.string(),
      /** Null: it runs, or was interrupted; the same file again continues it. */
      endedAt: z.nullable(instant),
    }),
  ),
  refusals: ['keyword_too_short'],
})

export const listBankAccounts = endpoint({
  method: 'GET',
  path: '/v1/bank/accounts',
  summary: 'The firm’s accounts of which bank lines are here, the last used first',
  roles: ADMIN,
  area: 'money',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        /** Empty: neither the file nor the office named it. */
        account: z.string(),
        /** The latest of its lines. */
        lastDay: day,
      }),
    ),
  }),
  refusals: [],
})

const who = { customerID: id, name: z.string(), refId: z.string() }
/** What a payment will do to the customer's account. */
const effect = z.object({
  /** All that the customer owes before it. */
  owing: money,
  paid: z.array(z.object({ invoiceID: id, number: z.string(), amount: money })),
  /** What becomes credit; below zero: credit that is used with it. */
  credit: signedMoney,
})
export type PaymentEffectShown = z.input<typeof effect>

const forInvoice = { invoiceID: z.nullable(id), invoice: z.nullable(z.string()) }

export const bankLine = z.object({
  bankLineID: id,
  bankFileID: id,
  file: z.string(),
  line: z.int(),
  account: z.string(),
  day,
  /** AUD; negative: money out. */
  amount: signedMoney,
  text: z.string(),
  type: z.string(),
  balance: z.nullable(signedMoney),
  state: z.enum(BANK_LINE_STATES),
  /** Dated into a closed period: it can only be booked on a later day. */
  closed: z.boolean(),
  /** Perhaps imported before, from a file of another format. */
  perhapsKnown: z.boolean(),
  /** Whose payment a waiting line may be, best first. */
  proposals: z.array(z.object({ ...who, ...forInvoice, amount: signedMoney, reason: z.string(), effect })),
  /** The parts of a waiting line that names several customers whose amounts add up to it. */
  split: z.nullable(z.array(z.object({ ...who, ...forInvoice, amount: signedMoney, effect }))),
  /** The payment that the bank may have taken back by a waiting line. */
  reversals: z.array(z.object({ ...who, transactionID: id, refNumber: z.string(), datePaid: day, reason: z.string() })),
  /** The card payouts that a waiting line may be, the nearest first. */
  payouts: z.array(z.object({ payoutID: z.string(), arrivesOn: day, reason: z.string() })),
  payout: z.nullable(z.object({ payoutID: z.string(), arrivesOn: day })),
  /** The payments it made; of a dishonour, the payment it reversed. */
  payments: z.array(
    z.object({ ...who, transactionID: id, refNumber: z.string(), amount: signedMoney, reversed: z.boolean() }),
  ),
  reason: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** Null: the server, by an exact match. */
  decidedBy: z.nullable(z.string()),
})
export type BankLineShown = z.input<typeof bankLine>

export const listBankLines = endpoint({
  method: 'GET',
  path: '/v1/bank/lines',
  summary:
    'Lines of bank files with their proposals; `from` and `to` bound the bank’s day. Waiting ones: those with a proposal first, then the oldest',
  roles: ADMIN,
  area: 'money',
  reads: ['transactions', 'invoices', 'customers', 'settings', 'payouts'],
  input: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(BANK_LINE_STATES)),
    bankFileID: z.optional(id),
  }),
  output: z.extend(pageOf(bankLine), {
    /** All waiting lines, whatever the filter. */
    unmatched: z.int(),
  }),
  refusals: ['keyword_too_short'],
})

const OF_LINE = { bankLineID: id }
/** By default the bank's day; a later one if that is closed. */
const datePaid = z.optional(day)

const parts = z.array(z.strictObject({ customerID: id, invoiceID: z.optional(id), amount: money }))

/** Warns of money of these customers that is on its way too. */
const bookedLine = z.extend(bankLine, { warnings })

export const previewBankPayment = endpoint({
  method: 'POST',
  path: '/v1/bank/lines/{bankLineID}/preview',
  summary: 'What booking a waiting line for these customers would pay, and what would become credit; books nothing',
  roles: ADMIN,
  area: 'money',
  changes: [],
  reads: ['bank', 'transactions', 'invoices', 'customers', 'settings'],
  input: z.strictObject({ ...OF_LINE, parts: parts.check(z.minLength(1), z.maxLength(SPLIT_PARTS_MAX)) }),
  output: z.object({
    /** In the order given; a second part of a customer sees the first. */
    parts: z.array(
      z.object({
        ...who,
        suburb: z.string(),
        amount: money,
        /** Other customers of the same name. */
        namesakes: z.int(),
        effect,
      }),
    ),
  }),
  status: 200,
  idempotencyKey: false,
  refusals: ['already_decided'],
})

export const acceptBankLine = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/accept',
  summary: 'Book a waiting line as a payment of a customer; without an invoice the oldest due is paid first',
  roles: ADMIN,
  area: 'money',
  changes: BOOKS,
  input: z.strictObject({ ...OF_LINE, customerID: id, invoiceID: z.optional(id), datePaid }),
  output: bookedLine,
  refusals: ['already_decided', 'books_closed'],
})

export const splitBankLine = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/split',
  summary: 'Book a waiting line as payments of several customers, as property managers pay; the parts add up to it',
  roles: ADMIN,
  area: 'money',
  changes: BOOKS,
  input: z.strictObject({
    ...OF_LINE,
    parts: parts.check(z.maxLength(SPLIT_PARTS_MAX)),
    datePaid,
  }),
  output: bookedLine,
  refusals: ['already_decided', 'books_closed'],
})

export const dishonourBankLine = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/dishonour',
  summary: 'The bank took a payment back: it is reversed, dated today',
  roles: ADMIN,
  area: 'money',
  changes: BOOKS,
  input: z.strictObject({ ...OF_LINE, transactionID: id }),
  output: bankLine,
  refusals: [
    'already_decided',
    'books_closed',
    'part_of_another',
    'payment_refunded',
    'reversal_final',
    'reversed_already',
  ],
})

export const markBankLineAsPayout = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/payout',
  summary:
    'A waiting line is this payout of the card payment provider. Nothing is booked: its payments are, one by one. A payout is one line',
  roles: ADMIN,
  area: 'money',
  changes: ['bank', 'payouts'],
  input: z.strictObject({ ...OF_LINE, payoutID: line }),
  output: bankLine,
  refusals: ['already_decided'],
})

export const dismissBankLine = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/dismiss',
  summary: 'Book nothing for a waiting line, and say why',
  roles: ADMIN,
  area: 'money',
  changes: ['bank'],
  input: z.strictObject({ ...OF_LINE, reason: line }),
  output: bankLine,
  refusals: ['already_decided'],
})

export const dismissBankLines = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/dismiss',
  summary: 'Book nothing for these waiting lines, for one reason; lines decided meanwhile are left as they are',
  roles: ADMIN,
  area: 'money',
  changes: ['bank'],
  input: z.strictObject({
    bankLineIDs: z.array(id).check(z.minLength(1), z.maxLength(DISMISSED_AT_ONCE_MAX)),
    reason: line,
  }),
  output: z.object({
    dismissed: z.int(),
    left: z.array(z.object({ bankLineID: id, day, amount: signedMoney, text: z.string(), reason: z.string() })),
  }),
  refusals: [],
})

export const previewUndoBankLine = endpoint({
  method: 'GET',
  path: '/v1/bank/lines/{bankLineID}/undo',
  summary: 'What putting a line back would do to the accounts of its payments; changes nothing',
  roles: ADMIN,
  area: 'money',
  reads: ['transactions', 'invoices', 'customers', 'settings'],
  input: z.strictObject(OF_LINE),
  output: z.object({
    /** They are in the order in which they are reversed. */
    payments: z.array(z.extend(reversalEffect, { transactionID: id })),
  }),
  refusals: [
    'wrong_state',
    'books_closed',
    'part_of_another',
    'payment_refunded',
    'reversal_final',
    'reversed_already',
  ],
})

export const undoBankLine = endpoint({
  method: 'PUT',
  path: '/v1/bank/lines/{bankLineID}/undo',
  summary:
    'Put a line back: its payments are reversed, dated today, and it waits again. A dishonour stays: a reversal can’t be reversed',
  roles: ADMIN,
  area: 'money',
  changes: BOOKS,
  input: z.strictObject({ ...OF_LINE, reason: line }),
  output: bankLine,
  refusals: [
    'wrong_state',
    'books_closed',
    'part_of_another',
    'payment_refunded',
    'reversal_final',
    'reversed_already',
  ],
})
