import { type AddressParts, parseAddress } from './addresses.ts'

/** The default order of a run's stops (domain.md 4, Generate). */

export interface OrderedStop {
  runNumber: number
  /** The position in the round; null: none yet. */
  stopOrder: number | null
  suburb: string
  address: string
  refId: string
}

/** Sort keys of a stop, computed once, because parsing an address costs more than comparing it. */
export interface OrderKey extends AddressParts {
  runNumber: number
  place: number
  suburb: string
  refId: string
}

export function orderKey(stop: OrderedStop): OrderKey {
  return {
    ...parseAddress(stop.address),
    runNumber: stop.runNumber,
    place: stop.stopOrder ?? Infinity,
    suburb: plain(stop.suburb),
    refId: stop.refId,
  }
}

/** For sort(): round, position in the round (those without one last), suburb, street, house number, refId. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return (
    a.runNumber - b.runNumber ||
    compareNumbers(a.place, b.place) ||
    compareText(a.suburb, b.suburb) ||
    compareText(a.street, b.street) ||
    compareHouses(a, b)
  )
}

/** Compares by house number, within one street. */
export function compareHouses(a: OrderKey, b: OrderKey): number {
  return (
    a.number - b.number ||
    compareText(a.suffix, b.suffix) ||
    compareMixed(a.unit, b.unit) ||
    compareMixed(a.refId, b.refId)
  )
}

export function compareStops(a: OrderedStop, b: OrderedStop): number {
  return compareKeys(orderKey(a), orderKey(b))
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Compares by plain code units, not by locale, because every device and both databases must agree. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** "9" before "10", "2" before "2a". */
function compareMixed(a: string, b: string): number {
  return (parseInt(a, 10) || 0) - (parseInt(b, 10) || 0) || compareText(plain(a), plain(b))
}

function plain(text: string): string {
  return text.trim().toLowerCase()
}
