import { finder } from '#domain/texts.ts'
import type { ShownJob } from '#client/offline/overlay.ts'

/** Questions about the stops of one run as the driver sees them. Pure; the list and the page ask them. */

/** With the place it has in the driver's order, from 1: the number he reads. */
export interface Stop extends ShownJob {
  number: number
}

export function numbered(jobs: readonly ShownJob[]): Stop[] {
  return jobs.map((job, at) => ({ ...job, number: at + 1 }))
}

/** Nothing recorded yet, and still on his run. */
export function isToDo(stop: ShownJob): boolean {
  return stop.outcome === null && stop.shownState === 'planned' && !stop.movedByOffice
}

/** Taken off his run by the office: shifted to another week, removed, or given to somebody else. */
export function isOff(stop: ShownJob): boolean {
  return stop.movedByOffice || stop.shownState === 'shifted' || stop.shownState === 'cancelled'
}

/** He has said what became of it. */
export function isTold(stop: ShownJob): boolean {
  return stop.outcome !== null
}

/** Told, and nothing was fetched. */
export function isMissed({ outcome }: ShownJob): boolean {
  return outcome !== null && outcome !== 'COLLECTED' && outcome !== 'EMPTY'
}

/** The customer said no after the round was made: nothing to fetch, but the office wants a word on it. */
export function isCancelledByCustomer(stop: ShownJob): boolean {
  return stop.customerCancelledAt !== null || stop.noPickup !== null
}

/** Where to drive now: his order, customers who cancelled last, because there is nothing to fetch. */
export function nextStop(stops: readonly Stop[]): Stop | null {
  const toDo = stops.filter(isToDo)
  return toDo.find((stop) => !isCancelledByCustomer(stop)) ?? toDo[0] ?? null
}

export const SHOWS = ['to-do', 'done', 'all'] as const
export type Show = (typeof SHOWS)[number]

export interface Filter {
  show: Show
  /** Empty: every suburb. */
  suburb: string
  /** Empty: every name and street. */
  words: string
}

export interface Counted {
  'to-do': number
  done: number
  all: number
}

export function countStops(stops: readonly Stop[]): Counted {
  return { 'to-do': stops.filter(isToDo).length, done: stops.filter(isTold).length, all: stops.length }
}

/** Searching looks at every stop, whatever tab is open: who searches does not know whether it is done. */
export function filterStops(stops: readonly Stop[], { show, suburb, words }: Filter): Stop[] {
  // The first look into Unicode costs a slow phone's start 5 ms.
  const isWanted = words.trim() === '' ? null : finder(words)
  return stops.filter((stop) => {
    if (suburb !== '' && stop.suburb !== suburb) return false
    if (isWanted) return isWanted(`${stop.address} ${stop.capturedCustomerName} ${stop.suburb}`)
    return show === 'all' || (show === 'to-do' ? isToDo(stop) : isTold(stop))
  })
}

export function suburbsOf(stops: readonly Stop[]): string[] {
  return [...new Set(stops.map(({ suburb }) => suburb))].sort((a, b) => a.localeCompare(b, 'en-AU'))
}
