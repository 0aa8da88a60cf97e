import type { Day } from './dates.ts'
import type { Cents } from './money.ts'

export interface BankLine {
  /** Its row in the file, counted from 1. */
  readonly line: number
  /** The firm's account: digits of BSB and number if the file has them, else what the office named. */
  readonly account: string
  readonly day: Day
  /** Negative: money out. */
  readonly amount: Cents
  readonly text: string
  /** The bank's kind of transaction ("TRANSFER CREDIT"), or empty. Not part of the identity. */
  readonly type: string
  /** The balance after the line; null: the file has none. */
  readonly balance: Cents | null
  /** The bank's own number of the transaction (OFX: FITID); null: the file has none. */
  readonly fitid: string | null
}

export interface UnreadableLine {
  readonly line: number
  readonly message: string
}

export interface BankLines {
  readonly lines: readonly BankLine[]
  readonly unreadable: readonly UnreadableLine[]
}

/** Rows in one file; a firm with 10,000 customers has about 2,500 payments a week. */
export const BANK_LINES_MAX = 20_000

/** Longer texts are shortened; banks write at most 280 characters. */
export const BANK_TEXT_MAX = 500

/** Columns that can be chosen; others are not read, so that a line of many separators does not make every line as wide. */
export const BANK_COLUMNS_MAX = 100

/** The columns of the widest row. */
export const widthOf = (rows: readonly (readonly string[])[]): number =>
  rows.reduce((most, { length }) => Math.max(most, length), 0)

const ACCOUNT_MAX = 100

/** Bytes of one file: 20,000 lines of 250 characters. */
export const BANK_FILE_BYTES_MAX = 5_242_880

export const DISMISSED_AT_ONCE_MAX = 500

export const BANK_LINE_STATES = [
  'waiting',
  /** A payment of one customer. */
  'posted',
  /** A payment for several customers. */
  'split',
  'dishonour',
  /** A payout of the payment provider, whose payments are booked one by one. */
  'clearing',
  /** Nothing is booked. */
  'dismissed',
] as const
export type BankLineState = (typeof BANK_LINE_STATES)[number]

/** "062-000 1048 2933" -> "06200010482933"; a name ("Business account") stays. */
export const bankAccount = (text: string) =>
  (/^[\d\s-]*$/.test(text) ? text.replace(/\D/g, '') : text.trim()).slice(0, ACCOUNT_MAX)

/** Runs of spaces are merged, because banks fill their fields with them. */
export const bankText = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, BANK_TEXT_MAX).trim()
