import { addDays, type Day } from './dates.ts'
import type { Cents } from './money.ts'

/** What a customer, or a package, costs on a day while price changes are announced (domain.md 3, Dated prices). */

export interface PriceStep {
  /** The day of the announcement: of several steps in force the one of the latest day counts. */
  readonly day: Day
  /** The first day of the new price; null: the notice has not been sent or printed yet. */
  readonly from: Day | null
  readonly price: Cents
  /** Applied: the stored price has been brought up to it, and this is the price that it replaced. */
  readonly replaced: Cents | null
}

/**
 * The price on a day. The date decides: a step counts from its day whether or not the stored price was brought up, and
 * the day before it costs what it cost then.
 * @param stored the price that is stored now
 */
export function priceOn(stored: Cents, steps: readonly PriceStep[], day: Day): Cents {
  const begun = steps.filter(hasBegun(day))
  const last = latestStep(begun)
  if (last !== null && last.replaced === null) return last.price
  const next = steps
    .filter((step) => step.replaced !== null && !hasBegun(day)(step))
    .reduce<PriceStep | null>((first, step) => (first === null || step.day < first.day ? step : first), null)
  return next?.replaced ?? stored
}

/** The step whose price a stored price is to be brought up to; null: it is right. */
export function stepToApply<Step extends PriceStep>(steps: readonly Step[], today: Day): Step | null {
  const last = latestStep(steps.filter(hasBegun(today)))
  return last !== null && last.replaced === null ? last : null
}

/** The first price to come, and its day; null: none is certain yet. */
export function comingPrice(steps: readonly PriceStep[], today: Day): { price: Cents; from: Day } | null {
  const days = steps.flatMap(({ from }) => (from !== null && from > today ? [from] : []))
  for (const from of days.toSorted()) {
    // Of two that begin on one day the later change counts, and one of an earlier day than what is in force never does.
    const step = stepToApply(steps, from)
    if (step?.from === from) return { price: step.price, from }
  }
  return null
}

/**
 * A customer's first day: a price rises only once the customer has had the days of notice, counted from when the notice
 * was sent or printed.
 */
export function dayAfterNotice(day: Day, noticedOn: Day, noticeDays: number): Day {
  const noticed = addDays(noticedOn, noticeDays)
  return noticed > day ? noticed : day
}

const hasBegun =
  (day: Day) =>
  ({ from }: PriceStep) =>
    from !== null && from <= day

export const latestStep = <Step extends PriceStep>(steps: readonly Step[]): Step | null =>
  steps.reduce<Step | null>((last, step) => (last === null || step.day > last.day ? step : last), null)
