import { type Day, formatDay } from './dates.ts'

/** The sentences that every notice of a price change has: both prices, the day, and for a rise the right to leave. */
export function changeSentence(of: {
  readonly oldPrice: string
  readonly newPrice: string
  readonly from: Day
  readonly isRise: boolean
}): string {
  const day = formatDay(of.from)
  const prices = `From ${day} you pay ${of.newPrice}. Until then you pay ${of.oldPrice}.`
  return of.isRise
    ? `${prices} If you don’t want to go on at the new price, you can end your service free of charge before ${day}.`
    : prices
}
