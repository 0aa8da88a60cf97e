/** Money is integer cents internally, AUD on the wire (domain.md 1). Only this file converts between them. */
export type Cents = number

/** Rounds to a whole number, a half away from zero: 0.5 -> 1, -0.5 -> -1. */
export function roundHalfAway(x: number): number {
  // "+ 0" turns -0 into 0, because -0 would be written "-$0.00".
  return Math.sign(x) * Math.round(Math.abs(x)) + 0
}

export function toDollars(cents: Cents): number {
  return cents / 100
}

/** Whether an amount in AUD has at most two decimals. */
export function isWholeCents(dollars: number): boolean {
  const cents = nearestCents(dollars)
  // A number with at most two decimals is the double nearest to cents / 100, so equality is exact, not a tolerance.
  return Number.isSafeInteger(cents) && cents / 100 === dollars
}

/** AUD dollars -> cents. Throws RangeError for more than two decimals and for a value that is not finite. */
export function fromDollars(dollars: number): Cents {
  if (!isWholeCents(dollars)) throw new RangeError('An amount of money has at most two decimals.')
  return nearestCents(dollars)
}

/**
 * AUD dollars -> the nearest cent, for records, which are never refused (domain.md 5). Never throws: not a number -> 0.
 */
export function nearestCents(dollars: number): Cents {
  return Number.isFinite(dollars) ? roundHalfAway(dollars * 100) : 0
}

/** The GST included in a total: $25.00 -> $2.27. Rounded once per invoice, never per line. */
export function gstOf(totalCents: Cents): Cents {
  return roundHalfAway(totalCents / 11)
}

/** Rounds to the smallest coin, 5 c. */
export function roundToCash(cents: Cents): Cents {
  return roundHalfAway(cents / 5) * 5
}

/** A share in basis points (5000 = 50 %), rounded to the cent. */
export function percentOf(cents: Cents, basisPoints: number): Cents {
  return roundHalfAway((cents * basisPoints) / 10_000)
}

/**
 * "$1,234.50", "-$60.00". Formatted without Intl, because a stored formula must read the same with every ICU version.
 */
export function showMoney(cents: Cents): string {
  const whole = Math.floor(Math.abs(cents) / 100).toString()
  const rest = (Math.abs(cents) % 100).toString().padStart(2, '0')
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** AUD, as on the wire, in the same form. */
export function showDollars(dollars: number): string {
  return showMoney(nearestCents(dollars))
}

/** Basis points -> "50%", "12.5%". */
export function showPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}
