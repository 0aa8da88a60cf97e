import { AMOUNT_MAX } from '#domain/limits.ts'
import { type Cents, isWholeCents, nearestCents, toDollars } from '#domain/money.ts'
import { placeProblem, type Point, rounded } from '#domain/place.ts'
import { PHONE_WRONG, toE164 } from '#domain/phone-numbers.ts'
import { normalPostcode, POSTCODE_WRONG } from '#domain/postcodes.ts'
import { grouped } from '#domain/typed-numbers.ts'
import { refuseField } from './refused.ts'

/** Conversions of input values to their stored form. Each refuses an invalid value and names its field. */

export function storedCents(field: string, dollars: number): Cents {
  if (!isWholeCents(dollars)) refuseField(field, 'Money has at most two decimals')
  const cents = nearestCents(dollars)
  if (cents > AMOUNT_MAX) refuseField(field, `At most $${grouped(String(toDollars(AMOUNT_MAX)))}`)
  return cents
}

/** Percent with at most two decimals -> basis points: 12.5 -> 1250. */
export function storedBasisPoints(field: string, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  if (basisPoints / 100 !== percent) refuseField(field, 'A percentage has at most two decimals')
  return basisPoints
}

/** A phone number as people write it -> E.164; an empty one -> null. */
export function storedPhone(field: string, text: string | null | undefined): string | null {
  if (!text) return null
  return toE164(text) ?? refuseField(field, PHONE_WRONG)
}

/** A point (WGS 84) that can be a place, rounded as places are stored. */
export function storedPoint(field: string, point: Point): Point {
  const problem = placeProblem(point)
  if (problem !== null) refuseField(field, problem)
  return rounded(point)
}

/** Four characters, with the leading zero. */
export function storedPostcode(field: string, text: string): string {
  return normalPostcode(text) ?? refuseField(field, POSTCODE_WRONG)
}

/** An empty line -> null. */
export function storedText(text: string | null | undefined): string | null {
  return text || null
}
