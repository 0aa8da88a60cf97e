import { type Day, formatDay } from './dates.ts'

/**
 * The sentences that every notice of a price change has: both prices, the day, and for a rise the right to leave. The old
 * price is that of the day before, which is not today’s where an earlier change is pending.
 */
export function changeSentence(of: {
  readonly oldPrice: string
  readonly newPrice: string
  readonly from: Day
  readonly isRise: boolean
}): string {
  const day = formatDay(of.from)
  const prices = `From ${day} you pay ${of.newPrice}, instead of ${of.oldPrice}.`
  return of.isRise
    ? `${prices} If you don’t want to go on at the new price, you can end your service free of charge before ${day}.`
    : prices
}
