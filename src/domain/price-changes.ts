import { addDays, type Day, latestDay } from './dates.ts'
import { intervalOf } from './cycle.ts'
import { AMOUNT_MAX } from './limits.ts'
import { type Cents, roundHalfAway } from './money.ts'
import type { PriceStep } from './price-on.ts'
import type { CollectionScheme, CustomerStatus } from './words.ts'

/** Dated price changes: the new price, whom a change leaves out and what it makes in a year (domain.md 3). */

export const PRICE_CHANGE_STATES = ['draft', 'announced', 'applied', 'cancelled', 'dropped'] as const
export type PriceChangeState = (typeof PRICE_CHANGE_STATES)[number]

export const PRICE_CHANGE_KINDS = ['to', 'by', 'percent'] as const
export type PriceChangeKind = (typeof PRICE_CHANGE_KINDS)[number]

/** Multiples, in cents, that a percentage is rounded to. */
export const ROUND_TO = [1, 5, 10, 50, 100] as const
export const PERCENT_MIN = -50
export const PERCENT_MAX = 100

/** Days for which a quoted or registered price stands. */
export const QUOTED_DAYS = 30

export interface PriceRule {
  readonly kind: PriceChangeKind
  /** To: the new price. By: the difference, in cents. Percent: in basis points (500 = 5 %). */
  readonly value: number
  /** Percent only: the multiple, in cents, that the new price is rounded to. */
  readonly roundTo: Cents
}

/** A half is rounded away from zero. */
export function newPrice(old: Cents, { kind, value, roundTo }: PriceRule): Cents {
  if (kind === 'to') return value
  if (kind === 'by') return old + value
  // The result is rounded once: the price and the multiple are whole, so that the quotient is exact up to one division.
  return roundHalfAway((old * (10_000 + value)) / (10_000 * roundTo)) * roundTo
}

/** Where the rule itself can't be; null: it can. */
export function ruleProblem({ kind, value }: PriceRule): string | null {
  if (kind === 'to') return value > 0 ? null : 'This must be more than $0'
  if (value === 0) return 'This changes nothing'
  if (kind === 'by') return Math.abs(value) <= AMOUNT_MAX ? null : 'At most $1,000,000'
  return value >= PERCENT_MIN * 100 && value <= PERCENT_MAX * 100 ? null : `From ${PERCENT_MIN}% to ${PERCENT_MAX}%`
}

/** Why a customer is not in a change, the first that applies. */
export const PRICE_LEFT_OUT = [
  'canceled',
  'pending',
  'later_change',
  'untold',
  'own_price',
  'fixed',
  'same_price',
  'impossible',
] as const
export type PriceLeftOut = (typeof PRICE_LEFT_OUT)[number]

export const priceLeftOutWords: Readonly<Record<PriceLeftOut, string>> = {
  canceled: 'Service cancelled',
  pending: 'Still a request',
  later_change: 'Already has a price change for this day or later',
  untold: 'Notice of the change before not sent or printed',
  own_price: 'Own price, not the service’s',
  fixed: 'Price is fixed until later',
  same_price: 'Pays this already',
  impossible: 'The new price would be $0 or less, or above $1,000,000',
}

export interface PriceCustomer {
  readonly status: CustomerStatus
  /** What the customer pays on the day, by the changes announced before. */
  readonly price: Cents
  /** The price of the customer's package on the day, by the changes announced before. */
  readonly packagePrice: Cents
  readonly priceFixedUntil: Day | null
  /** The customer's change of the latest day, begun or announced; null: none. */
  readonly latest: PriceStep | null
}

export interface Judged {
  readonly reason: PriceLeftOut | null
  readonly newPrice: Cents
}

export function judgePrice(customer: PriceCustomer, rule: PriceRule, day: Day): Judged {
  const after = newPrice(customer.price, rule)
  const reason = reasonOf(customer, after, day)
  return { reason, newPrice: reason === null ? after : customer.price }
}

function reasonOf(customer: PriceCustomer, after: Cents, day: Day): PriceLeftOut | null {
  const { price, packagePrice, latest } = customer
  if (customer.status === 'CANCELED') return 'canceled'
  if (customer.status === 'PENDING') return 'pending'
  if (latest !== null && latest.day >= day) return 'later_change'
  // The price of the change before begins once its notice has gone, and only then can another be computed on it.
  if (latest !== null && latest.from === null) return 'untold'
  // What a change brought was not agreed with this one customer, even where it is not the package's price.
  if (price !== packagePrice && price !== latest?.price) return 'own_price'
  if (customer.priceFixedUntil !== null && customer.priceFixedUntil >= day) return 'fixed'
  if (after === customer.price) return 'same_price'
  return after <= 0 || after > AMOUNT_MAX ? 'impossible' : null
}

/**
 * A customer's first possible day: a quoted or registered price stands for 30 days, and the change before, whose notice
 * may have gone late, begins first.
 */
export function dayForCustomer(day: Day, promisedOn: Day | null, latest: PriceStep | null): Day {
  const free = promisedOn === null ? day : latestDay(day, addDays(promisedOn, QUOTED_DAYS))
  return latest === null || latest.from === null || latest.day >= free ? free : latestDay(free, latest.from)
}

/**
 * Collections in a year.
 * @param periods of the year: 12 or 13
 * @param lately collections of the last 12 months, which count for a customer collected on request
 */
export function collectionsAYear(scheme: CollectionScheme, periods: number, lately: number): number {
  if (scheme === 'ONE_OFF') return 0
  if (scheme === 'FLEXIBLE') return lately
  if (scheme === 'FORTNIGHTLY') return 2 * periods
  return periods / intervalOf(scheme)!
}

/** What the change makes in a year at one bag a collection; each customer's is rounded, so that rows add up. */
export const yearlyEffect = (old: Cents, after: Cents, collections: number): Cents =>
  roundHalfAway((after - old) * collections)

/** The first day that a rise can be announced for; a fall needs no notice. */
export const earliestDay = (today: Day, isRise: boolean, noticeDays: number): Day =>
  addDays(today, isRise ? noticeDays : 1)
