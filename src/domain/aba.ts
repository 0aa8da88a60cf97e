import type { Day } from './dates.ts'
import type { Cents } from './money.ts'
import { folded } from './texts.ts'

/**
 * A file of payments for the bank, in the format of the Australian Bankers' Association: lines of 120 characters with
 * fixed fields (domain.md 11, M23).
 */

export interface Account {
  /** Six digits, with or without a dash. */
  readonly bsb: string
  /** An account number has at most nine digits. */
  readonly accountNumber: string
}

export interface AbaPayment extends Account {
  readonly name: string
  readonly reference: string
  readonly amount: Cents
}

export interface AbaFile {
  /** The bank's three letters: CBA, WBC, NAB, ANZ. */
  readonly bank: string
  /** The firm's six digits, given by the bank. */
  readonly userID: string
  readonly userName: string
  /** The words on the firm's own statement. */
  readonly description: string
  readonly day: Day
  readonly from: Account
  /** The name on the drivers' statements. */
  readonly remitter: string
  readonly payments: readonly AbaPayment[]
}

const PAY = '53'
const AMOUNT_DIGITS = 10

/** Throws RangeError for an amount that does not fit the format, and without a payment. */
export function abaFile({ payments, from, remitter, ...file }: AbaFile): string {
  if (payments.length === 0) throw new RangeError('There is no payment.')
  const total = digits(
    payments.reduce((sum, { amount }) => sum + amount, 0),
    AMOUNT_DIGITS,
  )
  const header = [
    '0',
    ' '.repeat(17),
    '01',
    right(file.bank, 3),
    ' '.repeat(7),
    left(file.userName, 26),
    file.userID.padStart(6, '0').slice(0, 6),
    left(file.description, 12),
    `${file.day.slice(8, 10)}${file.day.slice(5, 7)}${file.day.slice(2, 4)}`,
    ' '.repeat(40),
  ]
  const lines = payments.map(({ amount, name, reference, ...to }) => [
    '1',
    accountOf(to),
    ' ',
    PAY,
    digits(amount, AMOUNT_DIGITS),
    left(name, 32),
    left(reference, 18),
    accountOf(from),
    left(remitter, 16),
    '0'.repeat(8),
  ])
  const footer = [
    '7',
    '999-999',
    ' '.repeat(12),
    // These are the totals: net, credits, debits.
    total,
    total,
    '0'.repeat(AMOUNT_DIGITS),
    ' '.repeat(24),
    digits(payments.length, 6),
    ' '.repeat(40),
  ]
  return [header, ...lines, footer].map((fields) => fields.join('')).join('\r\n')
}

function accountOf({ bsb, accountNumber }: Account): string {
  const bare = bsb.replace(/\D/g, '')
  return `${bare.slice(0, 3)}-${bare.slice(3, 6)}${right(accountNumber, 9)}`
}

/** Six digits, as "062-000" or "062000". */
export const isBSB = (text: string): boolean => /^\d{3}-?\d{3}$/.test(text)

/** The format has room for nine digits. */
export const isAbaAccountNumber = (text: string): boolean => /^\d{1,9}$/.test(text)

/** The text in characters that banks accept: letters lose their accents, other alphabets and signs are left out. */
export function abaText(text: string): string {
  const plain = [...text.normalize('NFKD')].map((letter) => {
    if (/[\x20-\x7e]/.test(letter)) return letter
    const spelt = folded(letter)
    return letter === letter.toLowerCase() ? spelt : spelt.toUpperCase()
  })
  return plain
    .join('')
    .replace(/[^A-Za-z0-9+\-@ $!%&()*./#=:;?,'[\]_^]/g, '')
    .replace(/ +/g, ' ')
    .trim()
}

const left = (text: string, width: number) => text.padEnd(width).slice(0, width)
const right = (text: string, width: number) => text.padStart(width).slice(0, width)

function digits(value: number, width: number): string {
  const text = String(value).padStart(width, '0')
  if (!Number.isSafeInteger(value) || value < 0 || text.length > width)
    throw new RangeError('This amount has no room in the file.')
  return text
}
