import { nearestCents, toDollars } from './money.ts'

/** The sum of amounts in AUD, exact to the cent. */
export function sumDollars(amounts: readonly number[]): number {
  return toDollars(amounts.reduce((cents, dollars) => cents + nearestCents(dollars), 0))
}
