import { AMOUNT_MAX } from '#domain/limits.ts'
import { nearestCents } from '#domain/money.ts'

/** AUD dollars typed by a person: `25`, `$25.50`, `1,200`. @returns null for anything else */
export function dollarsIn(text: string): number | null {
  const plain = text.replace(/^\$|,|\s/g, '')
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null
  const dollars = Number(plain)
  return nearestCents(dollars) <= AMOUNT_MAX ? dollars : null
}
