import { isServed } from '#domain/run-figures.ts'
import { finder } from '#domain/texts.ts'
import type { ShownStop } from '#client/offline/overlay.ts'

/** Predicates and filters for the stops of one run as the driver sees them. Pure. */

/** Adds the place in the driver's order, from 1, which is the number shown. */
export interface Stop extends ShownStop {
  number: number
}

export function numbered(stops: readonly ShownStop[]): Stop[] {
  return stops.map((stop, at) => ({ ...stop, number: at + 1 }))
}

/** Has no outcome yet, and is still on the driver's run. */
export function isToDo(stop: ShownStop): boolean {
  return stop.outcome === null && stop.shownState === 'planned' && !stop.movedByOffice
}

/** Removed from the driver's run by the office: shifted to another week, removed, or assigned to another driver. */
export function isOff(stop: ShownStop): boolean {
  return stop.movedByOffice || stop.shownState === 'shifted' || stop.shownState === 'cancelled'
}

export function isDone({ outcome }: ShownStop): boolean {
  return isServed(outcome)
}

export function isTold(stop: ShownStop): boolean {
  return stop.outcome !== null
}

/** Has an outcome other than Done and Bag MT. */
export function isMissed({ outcome }: ShownStop): boolean {
  return outcome !== null && !isServed(outcome)
}

/** The customer cancelled after the run was generated: nothing to collect, but the office wants a record of it. */
export function isCancelledByCustomer(stop: ShownStop): boolean {
  return stop.customerCancelledAt !== null || stop.noPickup !== null
}

/** What is to do in the driver's order; stops of customers who cancelled come last. */
export function stopsToCome(stops: readonly Stop[]): Stop[] {
  const toDo = stops.filter(isToDo)
  return [...toDo.filter((stop) => !isCancelledByCustomer(stop)), ...toDo.filter(isCancelledByCustomer)]
}

export function nextStop(stops: readonly Stop[]): Stop | null {
  return stopsToCome(stops)[0] ?? null
}

export const SHOWS = ['to-do', 'done', 'not-done', 'all'] as const
/** `off`: stops the office removed from it. */
export type Show = (typeof SHOWS)[number] | 'off'

export interface Filter {
  show: Show
  /** Empty: every suburb. */
  suburb: string
  /** Empty: every name and street. */
  words: string
}

export type Counted = Record<(typeof SHOWS)[number], number>

/** The counts of the tabs, which add up to All and leave out stops the office removed. */
export function countStops(stops: readonly Stop[]): Counted {
  const onRun = stops.filter((stop) => !isOff(stop))
  return {
    'to-do': onRun.filter(isToDo).length,
    done: onRun.filter(isDone).length,
    'not-done': onRun.filter(isMissed).length,
    all: onRun.length,
  }
}

/** Why stops left the driver's run, and how many have records. */
export interface TakenOff {
  count: number
  toAnotherWeek: number
  cancelled: number
  /** Removed, or missing from the office's answer, which does not say why. */
  byOffice: number
  /** Stops with a record of the driver, of which the office decides what counts. */
  recorded: number
}

/** @param gone stops that were deleted from the phone because of it */
export function takenOff(stops: readonly Stop[], gone: number): TakenOff {
  const off = stops.filter(isOff)
  const stayed = off.filter(({ movedByOffice }) => !movedByOffice)
  const cancelled = stayed.filter(isCancelledByCustomer).length
  const toAnotherWeek = stayed.filter((stop) => stop.shownState === 'shifted' && !isCancelledByCustomer(stop)).length
  return {
    count: off.length + gone,
    toAnotherWeek,
    cancelled,
    byOffice: off.length + gone - cancelled - toAnotherWeek,
    recorded: off.filter(isTold).length,
  }
}

const PASSES = { 'to-do': isToDo, done: isDone, 'not-done': isMissed } as const

/** A search covers every stop, whatever tab is open, because the driver may not know whether a stop is done. */
export function filterStops(stops: readonly Stop[], { show, suburb, words }: Filter): Stop[] {
  // The first use of a Unicode regular expression costs a slow phone's start 5 ms.
  const isWanted = words.trim() === '' ? null : finder(words)
  return stops.filter((stop) => {
    if (suburb !== '' && stop.suburb !== suburb) return false
    if (isWanted) return isWanted(`${stop.address} ${stop.capturedCustomerName} ${stop.suburb}`)
    if (show === 'off' || isOff(stop)) return show === 'off' && isOff(stop)
    return show === 'all' || PASSES[show](stop)
  })
}

export function suburbsOf(stops: readonly Stop[]): string[] {
  // The first use of a locale's order costs a slow phone's start 140 ms.
  return [...new Set(stops.map(({ suburb }) => suburb))].sort()
}
