import { fitOf, type FilePayments, remaining } from './bank-file-payments.ts'
import { type BankIndex, type Entry, textWords, type WrittenOffInvoice } from './bank-index.ts'
import { type NameFit, nameFit } from './bank-names.ts'
import { type FoundReferences, oneMistakeFrom } from './bank-references.ts'
import { formatDay } from './dates.ts'
import { type Cents, showMoney } from './money.ts'

/** Proposals with a reason in words for a bank line that a person decides (domain.md 12, Proposals). */
export interface Proposal {
  readonly customerID: string
  /** Undefined: the customer's oldest invoices. */
  readonly invoiceID?: string
  readonly amount: Cents
  readonly reason: string
  /** 0 to 100 */
  readonly score: number
}

export const PROPOSALS_MAX = 5

interface Unmatched {
  readonly amount: Cents
  readonly text: string
  readonly found: FoundReferences
  /** Customers of whole references and invoice numbers. */
  readonly named: readonly Entry[]
  readonly index: BankIndex
  readonly paid: FilePayments
  /** An exact match that a person must decide. */
  readonly certain: Proposal | null
}

/** The best proposal of each customer, best first. */
export function proposalsFor(unmatched: Unmatched): Proposal[] {
  const list = proposalList(unmatched)
  if (unmatched.certain) list.add(unmatched.index.byID.get(unmatched.certain.customerID)!, unmatched.certain)
  byWrittenOff(unmatched, list)
  byReference(unmatched, list)
  byInvoice(unmatched, list)
  byMistake(unmatched, list)
  byName(unmatched, list)
  return list.best()
}

type Found = Pick<Proposal, 'reason' | 'score' | 'invoiceID'>

/** Collects proposals and keeps the best of each customer. */
function proposalList({ amount, text, paid }: Unmatched) {
  const entries = new Map<Entry, Proposal>()
  const words: ReadonlySet<string> = new Set(textWords(text))

  const add = (entry: Entry, { invoiceID, reason, score }: Found) => {
    if ((entries.get(entry)?.score ?? 0) >= score) return
    const { customerID } = entry.payer
    entries.set(entry, { customerID, ...(invoiceID ? { invoiceID } : {}), amount, reason, score })
  }

  /** Adds the amount to the reason; an amount and a name that fit raise the score. */
  const weigh = (entry: Entry, base: number, what: string) => {
    const fit = fitOf(entry.payer, amount, paid)
    const score = base + (fit === null ? 0 : 15) + NAME_SCORE[nameFit(entry, words) ?? 'none']
    if (fit === null) add(entry, { score, reason: `${what} ${owes(entry, amount, paid)}` })
    else if (fit === 'total') add(entry, { score, reason: `${what} The total owing fits.` })
    else add(entry, { score, reason: `${what} Amount matches ${fit.number}.`, invoiceID: fit.invoiceID })
  }

  /** The same if amount or name fits, because a number alone is too often chance. */
  const weighIfLikely = (entry: Entry, base: number, what: string) => {
    if (fitOf(entry.payer, amount, paid) !== null || nameFit(entry, words) !== null) weigh(entry, base, what)
  }

  const best = () =>
    [...entries]
      .sort(([a, one], [b, two]) => two.score - one.score || Number(a.payer.refId) - Number(b.payer.refId))
      .slice(0, PROPOSALS_MAX)
      .map(([, proposal]) => proposal)

  return { words, add, weigh, weighIfLikely, best }
}

type ProposalList = ReturnType<typeof proposalList>

const NAME_SCORE: Readonly<Record<NonNullable<NameFit> | 'none', number>> = { full: 15, surname: 10, none: 0 }

function byReference({ found, named, index }: Unmatched, list: ProposalList): void {
  const attached = found.attached.flatMap((digits) => index.byReference.get(digits) ?? [])
  const count = new Set([...named, ...attached]).size
  const several = count > 1 ? ` The text names ${count} customers.` : ''
  for (const entry of named) list.weigh(entry, 60, `Reference of ${who(entry)}.${several}`)
  for (const entry of attached)
    list.weigh(entry, 50, `Reference of ${who(entry)}${several === '' ? ', attached to other signs.' : `.${several}`}`)
  for (const digits of [...found.bank, ...found.joined]) {
    const entry = index.byReference.get(digits)
    if (entry) list.weighIfLikely(entry, 50, `The number ${digits} is the reference of ${who(entry)}.`)
  }
  for (const digits of [...found.whole, ...found.attached]) {
    const open = index.byInvoice.get(digits.replace(/^0+/, ''))
    if (open) list.weighIfLikely(open.entry, 45, `The number of ${open.invoice.number}, ${who(open.entry)}.`)
  }
}

function byInvoice({ amount, found, index, paid }: Unmatched, list: ProposalList): void {
  for (const digits of found.invoices) {
    const instead = index.byReference.get(digits)
    if (instead) list.weigh(instead, 55, `Payment reference of ${who(instead)}, written as an invoice number.`)
    const open = index.byInvoice.get(digits)
    if (open) {
      const { entry, invoice } = open
      const line = paid.byInvoice.get(invoice.invoiceID)
      const is = `${invoice.number} of ${who(entry)} is ${showMoney(invoice.owing)}.`
      if (line !== undefined)
        list.add(entry, { score: 78, reason: `${invoice.number} is already paid by line ${line}.` })
      else if (invoice.owing !== amount) list.add(entry, { score: 79, reason: is, invoiceID: invoice.invoiceID })
      continue
    }
    const settled = index.byPaidInvoice.get(digits)
    if (settled && !index.byWrittenOff.has(digits))
      list.weigh(settled, 55, `An invoice of ${who(settled)} that is paid already. Paid twice?`)
  }
}

/**
 * A written-off invoice that the text names, or that has the line's amount where the text names its customer (P47).
 * Nothing of it is certain: a person recovers a debt.
 */
function byWrittenOff({ amount, found, named, index }: Unmatched, list: ProposalList): void {
  const propose = (entry: Entry, { invoiceID, number, day }: WrittenOffInvoice, score: number) =>
    list.add(entry, {
      invoiceID,
      score,
      reason: `${number} of ${who(entry)}. Written off ${formatDay(day)}: recover.`,
    })
  for (const digits of found.invoices) {
    const lost = index.byWrittenOff.get(digits)
    if (lost) propose(lost.entry, lost.invoice, lost.invoice.amount === amount ? 88 : 79)
  }
  const byName = [...list.words].flatMap((word) => index.byAmountAndName.get(amount)?.get(word) ?? [])
  const likely = new Set([...named, ...(byName.length > NAMESAKES_MAX ? [] : byName)])
  for (const entry of likely) {
    const isNamed = named.includes(entry) || fitsName(entry, list, false)
    const lost = isNamed ? entry.payer.writtenOff?.find((invoice) => invoice.amount === amount) : undefined
    // An open invoice of the same amount is the likelier one.
    if (lost && !entry.payer.invoices.some(({ owing }) => owing === amount))
      propose(entry, lost, named.includes(entry) ? 86 : 50)
  }
}

/** A text has few numbers; more are a statement pasted into one cell. */
const MISTAKEN_MAX = 8
/** If this many references are one mistake away, an amount that fits one of them is chance. */
const CHANCE_FROM = 4

function byMistake({ amount, found, named, index, paid }: Unmatched, list: ProposalList): void {
  if (named.length > 0) return
  const numbers = [...found.whole, ...found.attached].filter((digits) => !index.byReference.has(digits))
  for (const digits of numbers.slice(0, MISTAKEN_MAX)) {
    const unchecked = index.byRefId.get(digits)
    if (unchecked) list.weighIfLikely(unchecked, 45, `The customer number of ${who(unchecked)} without its last digit.`)
    const near = oneMistakeFrom(digits).flatMap((meant) => {
      const entry = index.byReference.get(meant)
      return entry ? [{ meant, entry, fits: fitOf(entry.payer, amount, paid) !== null }] : []
    })
    const chance = near.filter(({ fits }) => fits).length >= CHANCE_FROM
    for (const { meant, entry, fits } of near)
      if ((fits && !chance) || nameFit(entry, list.words) !== null)
        list.weigh(entry, 40, `Possible typo: ${digits} instead of ${meant} (${who(entry)}).`)
  }
}

/** A name shared by more customers proves too little, and comparing all of them takes too long. */
const NAMESAKES_MAX = 20
const LOOKED_AT_MAX = 300

/** Proposes by surname and amount, or by the full name whatever the amount. */
function byName({ amount, index }: Unmatched, list: ProposalList): void {
  const names = index.byAmountAndName.get(amount)
  for (const word of list.words) {
    const owing = names?.get(word) ?? []
    const fitting = owing.filter((entry) => fitsName(entry, list, owing.length > NAMESAKES_MAX))
    const all = index.byName.get(word) ?? []
    const full = all.length > LOOKED_AT_MAX ? [] : all.filter((entry) => fitsName(entry, list, true))
    for (const some of [fitting, full])
      if (some.length <= NAMESAKES_MAX)
        for (const entry of some) {
          const name = nameFit(entry, list.words) === 'full' ? 'name' : 'family name'
          list.weigh(entry, 25, `The ${name} of ${who(entry)}.`)
        }
  }
}

function fitsName(entry: Entry, { words }: ProposalList, fully: boolean): boolean {
  const fit = nameFit(entry, words)
  return fully ? fit === 'full' : fit !== null
}

const nameOf = ({ payer }: Entry) => payer.company || payer.name
const who = (entry: Entry) => `${nameOf(entry)} (${entry.payer.refId})`

/** Names the customer, because where the text names several, "they" would be all of them. */
function owes(entry: Entry, amount: Cents, paid: FilePayments): string {
  const { payer } = entry
  const taken = payer.invoices.find(({ invoiceID, owing }) => owing === amount && paid.byInvoice.has(invoiceID))
  if (taken) return `${taken.number} is already paid by line ${paid.byInvoice.get(taken.invoiceID)}.`
  const owing = remaining(payer, paid)
  return owing > 0
    ? `${nameOf(entry)} owes ${showMoney(owing)}.`
    : `${nameOf(entry)} owes nothing: paid twice, or in advance?`
}
