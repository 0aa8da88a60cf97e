import { hasBags } from './bags.ts'
import { ATTEMPTS } from './charges.ts'
import { type Cents } from './money.ts'
import type { CollectionScheme, CustomerServiceType, INVOICE_TYPES, Outcome, PAYMENT_SCHEMES } from './words.ts'

/**
 * What a completed stop adds to a customer's account, and when it is invoiced (domain.md 6; domain.md 11, M4). A
 * billing line belongs to at most one invoice; until then it is unbilled.
 */

export type InvoiceType = (typeof INVOICE_TYPES)[number]
export type PaymentScheme = (typeof PAYMENT_SCHEMES)[number]

export const LINE_KINDS = [
  /** The bags collected, or the rubbish removal. */
  'collection',
  /** The driver came but could not collect. */
  'attempt',
  /** What the driver entered in addition to the price. */
  'extra',
  /** A change of a completed stop's outcome (M3). */
  'correction',
  /** Collections paid in advance (M5). */
  'block',
  /** A collection taken from a block; no amount. */
  'use',
  'manual',
  /** Collections that the old program invoiced in advance, or the unused ones of them; no amount (M24). */
  'brought',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

export interface BillingLine {
  readonly kind: LineKind
  readonly description: string
  readonly quantity: number
  /** Price of one unit. */
  readonly price: Cents
  readonly amount: Cents
  /** 1 on one line of each charged stop, which counts towards the size of an account (M4); -1 takes that back. */
  readonly counts: number
  /** The change of the customer's prepaid collections: the size of a block, -1 for a use. */
  readonly prepaid: number
}

export interface BilledStop {
  readonly serviceType: CustomerServiceType
  readonly outcome: Outcome
  /** Bags exchanged. */
  readonly pu: number
  /** The stop's price: per bag, or for the whole rubbish removal. */
  readonly amount: Cents
  readonly extraAmount: Cents
}

/** What decides how many collections go on one account. */
export interface AccountTerms {
  readonly invoiceType: InvoiceType
  readonly collectionScheme: CollectionScheme
}

/** Collections per account (spec 3): 1A three, 1B two, else one. A one-off has no second collection to wait for. */
export function blockSize({ invoiceType, collectionScheme }: AccountTerms): number {
  if (collectionScheme === 'ONE_OFF') return 1
  if (invoiceType === '1A') return 3
  return invoiceType === '1B' ? 2 : 1
}

const OUTCOME_LINE: Partial<Record<Outcome, string>> = {
  EMPTY: 'Attempted collection: bag empty',
  NOT_OUT: 'Attempted collection: bag not out',
  NO_ACCESS: 'Attempted collection: no access',
}
const REMOVAL_LINE: typeof OUTCOME_LINE = {
  EMPTY: 'Attempted removal: nothing there',
  NOT_OUT: 'Attempted removal: nothing out',
  NO_ACCESS: 'Attempted removal: no access',
}

/**
 * The billing lines of a stop; none when it costs nothing (M4). With PREPAID, a collection uses one from the block and
 * pays for one bag; further bags are extras (M5).
 * @param attemptFee as for `chargeOf`
 */
export function linesOfStop(stop: BilledStop, scheme: PaymentScheme, attemptFee: Cents | null): BillingLine[] {
  const lines: BillingLine[] = []
  const byTheBag = hasBags(stop.serviceType)
  if (stop.outcome === 'COLLECTED') {
    const bags = byTheBag ? stop.pu : 1
    const charged = scheme === 'PREPAID' ? bags - 1 : bags
    if (scheme === 'PREPAID') lines.push({ ...line('use', 'Prepaid collection', 1, 0), prepaid: -1 })
    if (charged > 0)
      lines.push(line('collection', byTheBag ? 'Garden bag collection' : 'Rubbish removal', charged, stop.amount))
  } else if (ATTEMPTS.includes(stop.outcome))
    lines.push(
      line(
        'attempt',
        (byTheBag ? OUTCOME_LINE : REMOVAL_LINE)[stop.outcome] ?? '',
        1,
        attemptFee ?? (byTheBag ? stop.amount : 0),
      ),
    )
  lines.push(line('extra', 'Extra', 1, stop.extraAmount))
  const charged = lines.filter(({ amount, prepaid }) => amount !== 0 || prepaid !== 0)
  const first = charged.find(({ amount }) => amount !== 0)
  return charged.map((each) => (each === first ? { ...each, counts: 1 } : each))
}

export function blockLine(size: number, price: Cents): BillingLine {
  const description = size === 1 ? 'Collection in advance' : 'Collections in advance'
  return { ...line('block', description, size, price), prepaid: size }
}

/**
 * What a customer who pays in advance is invoiced with at the start of the service, as if the last collection had just
 * been used; null where nothing is.
 */
export function firstBlocks(
  of: AccountTerms & { scheme: PaymentScheme; price: Cents; prepaidLeft: number },
): { blocks: number; size: number; amount: Cents } | null {
  if (of.scheme !== 'PREPAID' || of.prepaidLeft > 0 || of.price === 0) return null
  const size = blockSize(of)
  const { blocks } = blocksDue(1, 1, size)
  return { blocks, size, amount: blocks * size * of.price }
}

/** Prepaid collections left at the cut-over. They are used like a block's, but were invoiced elsewhere (M24). */
export function broughtLine(left: number, price: Cents): BillingLine {
  return { ...line('brought', 'Prepaid collections from before', left, price), amount: 0, prepaid: left }
}

export function unusedBroughtLine(count: number, price: Cents): BillingLine {
  return { ...line('brought', 'Unused prepaid collections', count, price), amount: 0, prepaid: -count }
}

/** What was paid in the old program for the brought collections that these lines took back. */
export const givenBackOf = (lines: readonly Pick<BillingLine, 'kind' | 'price' | 'prepaid'>[]): Cents =>
  lines.reduce((all, { kind, price, prepaid }) => (kind === 'brought' && prepaid < 0 ? all - prepaid * price : all), 0)

const line = (kind: LineKind, description: string, quantity: number, price: Cents): BillingLine => ({
  kind,
  description,
  quantity,
  price,
  amount: quantity * price,
  counts: 0,
  prepaid: 0,
})

/**
 * The current lines of a stop: all but those that were replaced when their invoice's collections were billed again
 * (M2).
 */
export function linesInForce<Line extends { readonly lineID: string; readonly replaces: string | null }>(
  lines: readonly Line[],
): Line[] {
  const replaced = new Set(lines.map(({ replaces }) => replaces))
  return lines.filter(({ lineID }) => !replaced.has(lineID))
}

/** A stop that used a prepaid collection stays prepaid, and a charged one postpaid, whatever the customer has now. */
export function schemeOfLines(
  lines: readonly Pick<BillingLine, 'kind' | 'prepaid'>[],
  now: PaymentScheme,
): PaymentScheme {
  if (lines.some(({ prepaid }) => prepaid !== 0)) return 'PREPAID'
  return lines.some(({ kind }) => kind === 'collection' || kind === 'correction') ? 'POSTPAID' : now
}

interface Sums {
  amount: Cents
  counts: number
  prepaid: number
}

const summed = (lines: readonly Partial<Sums>[]): Sums => ({
  amount: lines.reduce((all, { amount = 0 }) => all + amount, 0),
  counts: lines.reduce((all, { counts = 0 }) => all + counts, 0),
  prepaid: lines.reduce((all, { prepaid = 0 }) => all + prepaid, 0),
})

/**
 * The line that brings a completed stop's lines to what its outcome costs now; null: nothing changes. The amount may be
 * negative. It counts towards an account only while nothing of the stop is invoiced (M3).
 * @param after the lines the stop would have now; none when it has no outcome any more
 */
export function correctionOf(
  before: readonly Pick<BillingLine, keyof Sums>[],
  after: readonly BillingLine[],
  invoiced: boolean,
): BillingLine | null {
  const was = summed(before)
  const is = summed(after)
  const counts = invoiced ? 0 : is.counts - was.counts
  const correction = {
    ...line('correction', 'Correction of a collection', 1, is.amount - was.amount),
    counts,
    prepaid: is.prepaid - was.prepaid,
  }
  return correction.amount !== 0 || counts !== 0 || correction.prepaid !== 0 ? correction : null
}

/**
 * The accounts to issue now, each a list of lines, oldest first. POSTPAID: whenever N counted stops are unbilled, one
 * account of them and of the uncounted lines before the next stop; `everything` invoices an unfinished account too.
 * PREPAID: all unbilled lines in one account. An account of zero or less is not issued: its lines wait for the next
 * one.
 */
export function accountsDue<Line extends Pick<BillingLine, 'counts' | 'amount'>>(
  unbilled: readonly Line[],
  { scheme, everything, ...terms }: AccountTerms & { scheme: PaymentScheme; everything: boolean },
): Line[][] {
  const size = scheme === 'PREPAID' ? Infinity : blockSize(terms)
  const accounts: Line[][] = []
  let open: Line[] = []
  const isFull = () => summed(open).counts >= size && summed(open).amount > 0
  for (const line of unbilled) {
    if (line.counts > 0 && isFull()) {
      accounts.push(open)
      open = []
    }
    open.push(line)
  }
  const rest = summed(open)
  if (isFull() || ((everything || scheme === 'PREPAID') && rest.amount > 0)) accounts.push(open)
  return accounts
}

/**
 * The blocks to invoice around a completion: one before it if no prepaid collection is left, one after it if the last
 * one was used and another collection follows (M5).
 * @param left prepaid collections before
 * @param used of this completion: 1 or 0
 * @param isOnce nobody has asked for a further collection
 */
export function blocksDue(left: number, used: number, size: number, isOnce = false): { blocks: number; left: number } {
  let blocks = 0
  let now = left
  if (used > 0 && now < used) {
    blocks++
    now += size
  }
  now -= used
  if (used > 0 && now <= 0 && !isOnce) {
    blocks++
    now += size
  }
  return { blocks, left: now }
}
