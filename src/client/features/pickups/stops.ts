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

/** The tabs: what counts in his run. */
export const SHOWS = ['to-do', 'done', 'all'] as const
/** `off`: what the office took off it. */
export type Show = (typeof SHOWS)[number] | 'off'

export interface Filter {
  show: Show
  /** Empty: every suburb. */
  suburb: string
  /** Empty: every name and street. */
  words: string
}

export type Counted = Record<(typeof SHOWS)[number], number>

/** The same stops as in "17 of 42 done": those the office took off count nowhere. */
export function countStops(stops: readonly Stop[]): Counted {
  const onRun = stops.filter((stop) => !isOff(stop))
  return { 'to-do': onRun.filter(isToDo).length, done: onRun.filter(isTold).length, all: onRun.length }
}

/** Why stops left his run, and what became of his records of them. */
export interface TakenOff {
  count: number
  toAnotherWeek: number
  cancelled: number
  /** Removed, or no longer in the office's answer, which does not say where they went. */
  byOffice: number
  /** He had recorded something there: the office decides what of it counts. */
  recorded: number
}

/** @param gone stops that left the phone with it */
export function takenOff(stops: readonly Stop[], gone: number): TakenOff {
  const off = stops.filter(isOff)
  const given = off.filter(({ movedByOffice }) => movedByOffice)
  const stayed = off.filter(({ movedByOffice }) => !movedByOffice)
  const cancelled = stayed.filter((stop) => stop.shownState === 'cancelled')
  return {
    count: off.length + gone,
    toAnotherWeek: stayed.length - cancelled.length,
    cancelled: cancelled.filter(isCancelledByCustomer).length,
    byOffice: given.length + gone + cancelled.filter((stop) => !isCancelledByCustomer(stop)).length,
    recorded: off.filter(isTold).length,
  }
}

/** Searching looks at every stop, whatever tab is open: who searches does not know whether it is done. */
export function filterStops(stops: readonly Stop[], { show, suburb, words }: Filter): Stop[] {
  // The first look into Unicode costs a slow phone's start 5 ms.
  const isWanted = words.trim() === '' ? null : finder(words)
  return stops.filter((stop) => {
    if (suburb !== '' && stop.suburb !== suburb) return false
    if (isWanted) return isWanted(`${stop.address} ${stop.capturedCustomerName} ${stop.suburb}`)
    if (show === 'off' || isOff(stop)) return show === 'off' && isOff(stop)
    return show === 'all' || (show === 'to-do' ? isToDo(stop) : isTold(stop))
  })
}

export function suburbsOf(stops: readonly Stop[]): string[] {
  return [...new Set(stops.map(({ suburb }) => suburb))].sort((a, b) => a.localeCompare(b, 'en-AU'))
}
