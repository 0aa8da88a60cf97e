import { phoneInKeyword } from '#domain/phone-numbers.ts'
import { stopFigure } from '#domain/run-figures.ts'
import { finder } from '#domain/texts.ts'
import type { RunStop } from './run-types.ts'

/** The figures of a run as filters. `no-pickup` is a part of `to-do`, so it is not in the sum. */
export const STOP_STATES = ['to-do', 'no-pickup', 'done', 'not-collected', 'moved', 'removed'] as const
export type StopState = (typeof STOP_STATES)[number]

export interface StopFilter {
  /** A driver's ID; `none`: stops without a driver; empty: any. */
  readonly driver: string
  readonly state: StopState | ''
  readonly suburb: string
  readonly text: string
}

export const NO_DRIVER = 'none'

const FIGURES = {
  'to-do': 'open',
  done: 'done',
  'not-collected': 'notDone',
  moved: 'moved',
  removed: 'removed',
} as const

type Standing = Pick<RunStop, 'state' | 'outcome' | 'noPickup'>

export function isIn(stop: Standing, state: StopState): boolean {
  return state === 'no-pickup' ? isSkipped(stop) : stopFigure(stop) === FIGURES[state]
}

/** Still to do, but the customer gave a no pickup. */
export const isSkipped = (stop: Standing): boolean => stop.noPickup !== null && stopFigure(stop) === 'open'

/** The predicate of the filter, created once for all stops, so that the words are parsed once. */
export function passes({ driver, state, suburb, text }: StopFilter): (stop: RunStop) => boolean {
  const holdsWords = text.trim() === '' ? () => true : worded(text)
  return (stop) => {
    if (driver !== '' && (stop.driverID ?? NO_DRIVER) !== driver) return false
    if (state !== '' && !isIn(stop, state)) return false
    return (suburb === '' || stop.suburb === suburb) && holdsWords(stop)
  }
}

function worded(text: string): (stop: RunStop) => boolean {
  const holds = finder(text)
  const phone = phoneInKeyword(text)
  return (stop) => {
    const words = [
      stop.customer,
      stop.capturedCustomerName,
      stop.address,
      stop.suburb,
      stop.postcode,
      stop.adminNotes,
      stop.driverNotes,
    ]
      .filter(Boolean)
      .join('\n')
    if (holds(`${words}\n${stop.mobilePhone ?? ''}`)) return true
    return !!phone && [stop.mobilePhone ?? '', numbersIn(words)].some((digits) => digits.includes(phone))
  }
}

/** A note may contain a number with spaces or punctuation: "call 0412 345 678". */
const numbersIn = (words: string) => words.replace(/(?<=\d)[ ().-]+(?=\d)/g, '')

/** States of stops that are no longer on the run, which the table folds away. */
export const isGone = (state: StopState | ''): boolean => state === 'moved' || state === 'removed'
