import type { Day } from './dates.ts'
import { adjustmentNumber, invoiceNumber, transactionRefId } from './invoicing.ts'
import type { LedgerTransaction } from './ledger.ts'
import type { AuditedLedger } from './ledger-audit.ts'
import { type Cents } from './money.ts'
import { PAYMENT_TYPES, type PaymentType } from './money-words.ts'
import type { Payout } from './payout-audit.ts'

/**
 * A ledger as a plain-text journal for the accounting program hledger (domain.md 7, "Chart of accounts"; M25). Each row
 * becomes one entry with both sides explicit. Our own balances are written as assertions, which `hledger check`
 * compares with its own sums.
 */

const RECEIVED: Record<PaymentType, string> = {
  CASH: 'assets:received:cash',
  CHEQUE: 'assets:received:cheque',
  DUMP_VOUCHER: 'assets:received:dump voucher',
  EFT: 'assets:received:bank',
  /** The money is with the payment provider until a payout brings it to the bank. */
  CARD: 'assets:card clearing',
  DIRECT_DEBIT: 'assets:card clearing',
}

/** The accounts that are the firm's, not one customer's. */
export const ACCOUNTS = {
  sales: 'income:sales',
  gst: 'liabilities:gst',
  rounding: 'expenses:cash rounding',
  badDebts: 'expenses:bad debts',
  goodwill: 'expenses:goodwill',
  opening: 'equity:opening balances',
  /** Debit notes against the credit they make good; what remains was waived later. */
  debitNotes: 'expenses:debit notes',
  driverPay: 'expenses:driver pay',
  /** The payment provider's fees. */
  cardFees: 'expenses:card fees',
} as const

export const receivableOf = (refId: string) => `assets:receivable:${refId}`
export const creditAccountOf = (refId: string) => `liabilities:credit:${refId}`
/** The account between a payment or deduction and its invoices or deposits; it is 0 in the end. */
export const clearingOf = (refId: string) => `assets:clearing:${refId}`
export const receivedAs = (paymentType: PaymentType | null) => RECEIVED[paymentType ?? 'EFT']

export interface Outbound {
  readonly refNumber: number
  readonly datePaid: Day
  readonly amount: Cents
  readonly paymentType: PaymentType | null
}

interface Posting {
  readonly account: string
  readonly amount: Cents
}

interface Entry {
  readonly day: Day
  readonly text: string
  readonly postings: readonly Posting[]
}

/** The beginning of a journal, with currency and accounts, so that `hledger check --strict` refuses any other. */
export function journalHead(): string {
  const accounts = [...Object.values(ACCOUNTS), ...Object.values(RECEIVED)]
  return ['commodity 1000.00 AUD', ...accounts.map((account) => `account ${account}`), '', ''].join('\n')
}

/** All entries of one customer, then their sums as we store them. */
export function journalOf(ledger: AuditedLedger): string {
  const { refId, account } = ledger
  const own = [receivableOf(refId), creditAccountOf(refId), clearingOf(refId)] as const
  const entries = [...entriesOf(ledger)]
  const last = entries.reduce((latest, { day }) => (day > latest ? day : latest), '')
  const asserted = [account.owing, -account.credit, 0].map((cents, at) => balanceLine(own[at]!, cents))
  return [
    ...own.map((name) => `account ${name}\n`),
    ...entries.map(entryText),
    ...(last === '' ? [] : [`${last} Balances of ${refId}\n${asserted.join('')}\n`]),
  ].join('')
}

/** Pay to drivers; its sum is at the end of the journal. */
export const outboundText = ({ refNumber, datePaid, amount, paymentType }: Outbound): string =>
  entryText({
    day: datePaid,
    text: `${transactionRefId(refNumber)} Driver pay`,
    postings: [
      { account: ACCOUNTS.driverPay, amount },
      { account: receivedAs(paymentType), amount: -amount },
    ],
  })

/**
 * A payout moves money from clearing to the bank, with the fee (domain.md 11, M19). One that failed moves it back; its
 * fee stays paid.
 */
export const payoutText = (payout: Payout): string => payoutEntries(payout).map(entryText).join('')

function payoutEntries({ payoutID, day, gross, fee, net, failedOn }: Payout): Entry[] {
  const [bank, clearing] = [receivedAs('EFT'), receivedAs('CARD')]
  const text = `Card payout ${payoutID}`
  const arrived: Posting[] = [
    { account: bank, amount: net },
    ...(fee === 0 ? [] : [{ account: ACCOUNTS.cardFees, amount: fee }]),
    { account: clearing, amount: -gross },
  ]
  const back: Posting[] = [
    { account: bank, amount: -net },
    { account: clearing, amount: net },
  ]
  return [
    { day, text, postings: arrived },
    ...(failedOn === null ? [] : [{ day: failedOn, text: `${text} sent back`, postings: back }]),
  ]
}

function* entriesOf({ refId, invoices, adjustments, transactions, allocations }: AuditedLedger): Generator<Entry> {
  const receivable = receivableOf(refId)
  const invoiceByID = new Map(invoices.map((invoice) => [invoice.invoiceID, invoice]))
  const numberByID = new Map(transactions.map(({ transactionID, refNumber }) => [transactionID, refNumber]))
  const issuedTo = (kind: 'invoice' | 'opening' | 'debit', amount: Cents, gst: Cents): Posting[] =>
    kind === 'invoice'
      ? [
          { account: ACCOUNTS.sales, amount: gst - amount },
          { account: ACCOUNTS.gst, amount: -gst },
        ]
      : [{ account: kind === 'opening' ? ACCOUNTS.opening : ACCOUNTS.debitNotes, amount: -amount }]
  for (const { kind, number, issueDate, issuedAmount, issuedGst } of invoices)
    yield {
      day: issueDate,
      text: invoiceNumber(kind, number),
      postings: [{ account: receivable, amount: issuedAmount }, ...issuedTo(kind, issuedAmount, issuedGst)],
    }
  for (const { invoiceID, number, day, difference, gstDifference } of adjustments)
    yield {
      day,
      text: adjustmentNumber(number),
      postings: [
        { account: receivable, amount: difference },
        ...issuedTo(invoiceByID.get(invoiceID)?.kind ?? 'invoice', difference, gstDifference),
      ],
    }
  for (const row of transactions)
    yield { day: row.datePaid, text: transactionText(row), postings: postingsOf(refId, row) }
  for (const { transactionID, invoiceID, amount, day } of allocations) {
    const invoice = invoiceByID.get(invoiceID)
    const number = numberByID.get(transactionID)
    yield {
      day,
      text: `${number === undefined ? 'Allocation' : transactionRefId(number)} to ${invoice ? invoiceNumber(invoice.kind, invoice.number) : 'an invoice'}`,
      postings: [
        { account: clearingOf(refId), amount },
        { account: receivable, amount: -amount },
      ],
    }
  }
}

const transactionText = ({ refNumber, purpose }: LedgerTransaction & { refNumber: number }) =>
  `${transactionRefId(refNumber)} ${purpose.replace('_', ' ')}`

function postingsOf(refId: string, row: LedgerTransaction): Posting[] {
  const { type, purpose, amount, rounding, paymentType } = row
  const clearing = clearingOf(refId)
  const credit = creditAccountOf(refId)
  if (type === 'CUSTOMER_INBOUND')
    return [
      { account: receivedAs(paymentType), amount },
      ...(rounding === 0 ? [] : [{ account: ACCOUNTS.rounding, amount: rounding }]),
      { account: clearing, amount: -(amount + rounding) },
    ]
  if (type === 'CUSTOMER_CREDIT_DEPOSIT')
    return [
      { account: SOURCES[purpose] ?? clearing, amount },
      { account: credit, amount: -amount },
    ]
  return [
    { account: credit, amount },
    { account: purpose === 'refund' ? receivedAs(paymentType) : clearing, amount: -amount },
  ]
}

/** Where the credit of a deposit comes from; else from a payment. */
const SOURCES: Partial<Record<LedgerTransaction['purpose'], string>> = {
  goodwill: ACCOUNTS.goodwill,
  opening: ACCOUNTS.opening,
  write_off: ACCOUNTS.badDebts,
  debit: ACCOUNTS.debitNotes,
}

/** Balances of the firm's own accounts, from what is stored beside the rows. */
export type FirmBalances = ReadonlyMap<string, Cents>

/** The balances including one more customer. */
export function withBalancesOf(
  balances: FirmBalances,
  { invoices, transactions, adjustments }: AuditedLedger,
): FirmBalances {
  const now = new Map(balances)
  const add = (account: string, amount: Cents) => now.set(account, (now.get(account) ?? 0) + amount)
  const kindOf = new Map(invoices.map(({ invoiceID, kind }) => [invoiceID, kind]))
  for (const { kind, amount, gst, issuedAmount } of invoices) {
    if (kind === 'opening') add(ACCOUNTS.opening, -amount)
    if (kind === 'debit') add(ACCOUNTS.debitNotes, -issuedAmount)
    if (kind !== 'invoice') continue
    add(ACCOUNTS.sales, gst - amount)
    add(ACCOUNTS.gst, -gst)
  }
  for (const { invoiceID, difference } of adjustments)
    if (kindOf.get(invoiceID) === 'debit') add(ACCOUNTS.debitNotes, -difference)
  for (const { type, purpose, amount, rounding, paymentType } of transactions) {
    if (type === 'CUSTOMER_INBOUND') {
      add(receivedAs(paymentType), amount)
      add(ACCOUNTS.rounding, rounding)
    } else if (purpose === 'refund') add(receivedAs(paymentType), -amount)
    const source = type === 'CUSTOMER_CREDIT_DEPOSIT' ? SOURCES[purpose] : undefined
    if (source !== undefined) add(source, amount)
  }
  return now
}

export function withPayouts(balances: FirmBalances, payouts: readonly Payout[]): FirmBalances {
  const now = new Map(balances)
  const add = (account: string, amount: Cents) => now.set(account, (now.get(account) ?? 0) + amount)
  for (const { net, fee, failedOn } of payouts) {
    const arrived = failedOn === null ? net : 0
    add(receivedAs('EFT'), arrived)
    add(ACCOUNTS.cardFees, fee)
    add(receivedAs('CARD'), -(arrived + fee))
  }
  return now
}

export function journalEnd(balances: FirmBalances, last: Day): string {
  const names = [...Object.values(ACCOUNTS), ...new Set(PAYMENT_TYPES.map((type) => RECEIVED[type]))]
  return `${last} Balances of the firm\n${names.map((name) => balanceLine(name, balances.get(name) ?? 0)).join('')}`
}

const entryText = ({ day, text, postings }: Entry): string =>
  `${day} ${text}\n${postings.map(({ account, amount }) => `  ${account}  ${amountText(amount)}\n`).join('')}\n`

const balanceLine = (account: string, balance: Cents) => `  ${account}  0.00 AUD = ${amountText(balance)}\n`

function amountText(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)} AUD`
}
