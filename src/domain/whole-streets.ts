import { parseAddress } from './addresses.ts'
import type { StreetWay } from './round-rules.ts'
import type { Street } from './route/question.ts'

/** Streets that are driven whole before they are left, by the office's list of a suburb (domain.md 4). */

export interface WholeStreet {
  suburbID: string
  /** As the office wrote it: "Smith St". */
  name: string
  way: StreetWay
}

/** The street as addresses are compared, so that "Smith St" and "smith street" are one. */
export const streetKey = (name: string): string => parseAddress(name).street

/** Why this can't be a street's name, in a sentence; null: it can. */
export function streetProblem(name: string): string | null {
  const { street, number, unit } = parseAddress(name)
  if (number > 0 || unit !== '') return 'Leave out the number: a street’s name only.'
  return /[a-z]/.test(street) ? null : 'This isn’t a street’s name.'
}

interface House {
  suburbID: string
  address: string
}

const keyOf = (suburbID: string, street: string) => `${suburbID} ${street}`

/** The streets with the stops that are in them, as the search needs them. @param houses by the stop's point */
export function streetsOf(houses: ReadonlyMap<number, House>, streets: readonly WholeStreet[]): Street[] {
  const found = new Map<string, Street['houses'][number][]>()
  for (const [stop, { suburbID, address }] of houses) {
    const { street, number } = parseAddress(address)
    const key = keyOf(suburbID, street)
    found.set(key, [...(found.get(key) ?? []), { stop, number }])
  }
  return streets.map(({ suburbID, name, way }) => ({ way, houses: found.get(keyOf(suburbID, streetKey(name))) ?? [] }))
}
