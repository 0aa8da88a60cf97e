import type { Day } from './dates.ts'
import { byKey } from './by-key.ts'
import type { OpenPayout } from './bank-payouts.ts'
import { paymentReference } from './identifiers.ts'
import type { Cents } from './money.ts'
import { folded, waysOf } from './texts.ts'

/** What bank lines are compared with, built once per file for look-ups. */

export interface OpenInvoice {
  readonly invoiceID: string
  /** "INV-000123" */
  readonly number: string
  readonly owing: Cents
}

export interface Payer {
  readonly customerID: string
  readonly refId: string
  readonly name: string
  readonly company?: string
  /** Open ones, in the order in which payments are applied (M11 of domain.md 11). */
  readonly invoices: readonly OpenInvoice[]
  /** The total owing; 0 for customers who owe nothing, who are in the index too. */
  readonly owing: Cents
  /** Numbers of recently paid invoices, to recognise a second payment. */
  readonly paid?: readonly string[]
  /** What a card payment or bank debit under way will bring, which the line may pay a second time. */
  readonly onItsWay?: Cents
  /** Invoices of which something is written off, which money may recover. */
  readonly writtenOff?: readonly WrittenOffInvoice[]
}

export interface WrittenOffInvoice {
  readonly invoiceID: string
  readonly number: string
  readonly amount: Cents
  readonly day: Day
}

/** A payment that a dishonour may reverse, or that was recorded before its line came. */
export interface EarlierPayment {
  readonly transactionID: string
  readonly customerID: string
  readonly day: Day
  readonly amount: Cents
}

export interface Entry {
  readonly payer: Payer
  /** The surname's words, in each of its spellings: "Smith-Jones" as one word and as two. */
  readonly surnames: readonly (readonly string[])[]
  readonly givenNames: readonly string[]
  /** The first two words of the company that distinguish it. */
  readonly company: readonly string[]
}

export interface BankIndex {
  readonly byID: ReadonlyMap<string, Entry>
  readonly byReference: ReadonlyMap<string, Entry>
  readonly byRefId: ReadonlyMap<string, Entry>
  /** The key is the number's digits without leading zeros. */
  readonly byInvoice: ReadonlyMap<string, { readonly entry: Entry; readonly invoice: OpenInvoice }>
  readonly byPaidInvoice: ReadonlyMap<string, Entry>
  /** The key is the number's digits without leading zeros. */
  readonly byWrittenOff: ReadonlyMap<string, { readonly entry: Entry; readonly invoice: WrittenOffInvoice }>
  /** By the last word of the surname, and by the first word of the company. */
  readonly byName: ReadonlyMap<string, readonly Entry[]>
  /** By an amount they may pay, then by the same words of the name. */
  readonly byAmountAndName: ReadonlyMap<Cents, ReadonlyMap<string, readonly Entry[]>>
  /** Newest first. */
  readonly paymentsByAmount: ReadonlyMap<Cents, readonly EarlierPayment[]>
  readonly payoutsByAmount: ReadonlyMap<Cents, readonly OpenPayout[]>
  /** Whether payouts of the provider are known here. If so, each one in the bank account must be one of them. */
  readonly knowsPayouts: boolean
}

/** Payouts that may be among the lines; `known`: there have been some, open or not. */
export interface KnownPayouts {
  readonly open: readonly OpenPayout[]
  readonly known: boolean
}

/** @param payments of the last months */
export function bankIndex(
  payers: Iterable<Payer>,
  payments: Iterable<EarlierPayment> = [],
  payouts: KnownPayouts = { open: [], known: false },
): BankIndex {
  const byID = new Map<string, Entry>()
  const byReference = new Map<string, Entry>()
  const byRefId = new Map<string, Entry>()
  const byInvoice = new Map<string, { entry: Entry; invoice: OpenInvoice }>()
  const byPaidInvoice = new Map<string, Entry>()
  const byWrittenOff = new Map<string, { entry: Entry; invoice: WrittenOffInvoice }>()
  const byName = new Map<string, Entry[]>()
  const byAmountAndName = new Map<Cents, Map<string, Entry[]>>()
  const twice = new Set<string>()
  const surnames = new Map<string, readonly (readonly string[])[]>()
  for (const payer of payers) {
    const names = payer.name.trim().split(/\s+/)
    const surname = names.at(-1) ?? ''
    // Names occur often; computing the spellings of each once halves the time.
    const ways = surnames.get(surname) ?? waysOf(surname).map((way) => way.split(' '))
    surnames.set(surname, ways)
    const company = payer.company ? companyWords(payer.company) : []
    const entry = { payer, surnames: ways, givenNames: names.slice(0, -1).map((name) => folded(name)), company }
    byID.set(payer.customerID, entry)
    byReference.set(paymentReference(payer.refId), entry)
    byRefId.set(payer.refId, entry)
    for (const invoice of payer.invoices) {
      const digits = invoiceDigits(invoice.number)
      if (digits && byInvoice.has(digits)) twice.add(digits)
      if (digits) byInvoice.set(digits, { entry, invoice })
    }
    for (const number of payer.paid ?? []) {
      const digits = invoiceDigits(number)
      if (digits) byPaidInvoice.set(digits, entry)
    }
    for (const invoice of payer.writtenOff ?? []) {
      const digits = invoiceDigits(invoice.number)
      if (digits) byWrittenOff.set(digits, { entry, invoice })
    }
    const keys = new Set(ways.map((way) => way.at(-1)!))
    if (company[0]) keys.add(company[0])
    for (const key of keys) push(byName, key, entry)
    const lost = (payer.writtenOff ?? []).map((invoice) => invoice.amount)
    for (const amount of new Set([payer.owing, ...payer.invoices.map(({ owing }) => owing), ...lost])) {
      const names = byAmountAndName.get(amount) ?? new Map<string, Entry[]>()
      byAmountAndName.set(amount, names)
      for (const key of keys) push(names, key, entry)
    }
  }
  const paymentsByAmount = new Map<Cents, EarlierPayment[]>()
  // An imported invoice may have another's number, which then identifies neither.
  for (const digits of twice) byInvoice.delete(digits)
  const newestFirst = [...payments].sort((a, b) => (a.day > b.day ? -1 : a.day < b.day ? 1 : 0))
  for (const payment of newestFirst) push(paymentsByAmount, payment.amount, payment)
  return {
    byID,
    byReference,
    byRefId,
    byInvoice,
    byPaidInvoice,
    byWrittenOff,
    byName,
    byAmountAndName,
    paymentsByAmount,
    payoutsByAmount: byKey(payouts.open, ({ net }) => net),
    knowsPayouts: payouts.known,
  }
}

function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}

/** "INV-000123" -> "123"; null for a number of another form, such as an imported one. */
export const invoiceDigits = (number: string): string | null => /^INV-0*([1-9]\d*)$/.exec(number)?.[1] ?? null

const NO_NAME = new Set(['the', 'pty', 'ltd', 'limited', 'p', 'l', 'co', 'and', 'of', 'no', 'as', 'trustee', 'for'])

const companyWords = (company: string) =>
  textWords(company)
    .filter((word) => !NO_NAME.has(word))
    .slice(0, 2)

/** Words of a text, folded: "A O'BRIEN-LEE 104828" -> a, obrienlee, 104828. */
export const textWords = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
