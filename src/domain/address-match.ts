import { FIRST_WORDS, parseAddress } from './addresses.ts'
import { nameKey } from './import-rows.ts'
import type { PlaceSource } from './place.ts'

/** Finds a customer's address in a file of addresses, by our own address rules (domain.md 18). */

export interface Home {
  /** 0: the address has none. */
  readonly number: number
  /** The "a" of 12a. */
  readonly suffix: string
  readonly unit: string
  /** The number is a lot's, which doesn't run along the street as house numbers do. */
  readonly isLot: boolean
}

/** A home of a file of addresses. */
export interface ListedHome extends Home {
  /** The 14 of 12-14; of one house its number. */
  readonly last: number
}

/** Where a home is, as a key: homes are compared within one street of one suburb and postcode. */
export const streetKey = (postcode: string, suburb: string, street: string): string =>
  [postcode, suburb, street].join('|')

/** "Mt Colah" is "MOUNT COLAH". */
export const suburbKey = (label: string): string =>
  nameKey(label).replace(/^\S+(?= )/, (first) => FIRST_WORDS[first] ?? first)

/** A street as `parseAddress` names it: ("SMITH", "STREET", "N") -> "smith street north". */
export const listedStreet = (name: string, type: string, side: string): string =>
  parseAddress(`1 ${[name, type, side].filter(Boolean).join(' ')}`).street

export const unitKey = (unit: string): string => unit.toLowerCase().replace(/^([a-z]*)0+(?=\d)/, '$1')

/** A customer's address as street and home. */
export function homeOf(address: string): { street: string; home: Home } {
  const { street, number, suffix, unit } = parseAddress(address)
  const isLot = /^\s*lot\b/i.test(address) && unit === ''
  return { street, home: { number, suffix, unit: unitKey(unit), isLot } }
}

/** A neighbour's number differs by at most this; every second number is on the same side. */
const NEIGHBOUR_MOST = 4
/** Metres from a point in the middle of a house's land to the kerb; from that of a building or several lots of land. */
const AT_HOUSE = 15
const AT_BUILDING = 25
/** Metres of frontage for each number. */
const A_NUMBER = 7.5

export interface Nearness {
  /** 0: the same address. Of two others the lower one is nearer. */
  readonly rank: number
  /** Metres within which the bags probably stand. */
  readonly metres: number
}

/**
 * How near a listed home of the same street is: the same address; the house without its unit; the numbers 12-14, or 12a,
 * for 12; a neighbour on the same side at most four numbers away. Null: it says nothing.
 */
export function nearness(wanted: Home, listed: ListedHome): Nearness | null {
  if (wanted.number === 0) return null
  const { number, last } = listed
  const isSameLetter = wanted.suffix === listed.suffix
  if (wanted.isLot || listed.isLot)
    return wanted.isLot && listed.isLot && wanted.number === number && isSameLetter
      ? { rank: 0, metres: AT_HOUSE }
      : null
  const away = Math.max(number - wanted.number, wanted.number - last, 0)
  const isSameSide = (wanted.number - number) % 2 === 0 || wanted.number === last
  if (!isSameSide || away > NEIGHBOUR_MOST) return null
  const isHouse = wanted.number === number && number === last && isSameLetter
  const unit = listed.unit === wanted.unit ? 0 : listed.unit === '' ? 1 : 2
  const house = isHouse ? 0 : 1 + away
  const rank = 3 * house + unit
  if (away > 0) return { rank, metres: Math.ceil(AT_HOUSE + A_NUMBER * away) }
  return { rank, metres: rank === 0 ? AT_HOUSE : AT_BUILDING }
}

/** A listed home that is near, with the file's name for it. */
export interface Candidate extends Nearness {
  readonly id: string
  /** A second name of an address, such as that of a corner house. */
  readonly isAlias: boolean
}

/** Some homes have no usable point, so the next ones are kept too; never more, however many a building has. */
export const CANDIDATES_MOST = 8

/** Keeps the nearest, in an order that does not depend on the file's. */
export function withCandidate(nearest: readonly Candidate[], found: Candidate): readonly Candidate[] {
  const worst = nearest.at(-1)
  if (nearest.length === CANDIDATES_MOST && worst && compare(worst, found) <= 0) return nearest
  return [...nearest, found].toSorted(compare).slice(0, CANDIDATES_MOST)
}

const compare = (a: Candidate, b: Candidate): number =>
  a.rank - b.rank || Number(a.isAlias) - Number(b.isAlias) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Whether a place of a file of addresses may replace this one: never a placed one, nor a learnt one, which is nearer the
 * bags, nor one of the firm's own file of customers, which says no accuracy.
 */
export const addressReplaces = (stored: { source: PlaceSource; accuracy: number | null } | null): boolean =>
  stored === null || (stored.source === 'imported' && stored.accuracy !== null)
