import { phoneAsked } from '#domain/phone-numbers.ts'
import { finder } from '#domain/texts.ts'
import { isOnTheRun, type RunJob } from './run-types.ts'

export const STOP_STATES = ['to-do', 'done', 'not-collected', 'no-pickup', 'gone'] as const
export type StopState = (typeof STOP_STATES)[number]

export interface StopFilter {
  /** A driver's ID; `none`: stops without a driver; empty: any. */
  readonly driver: string
  readonly state: StopState | ''
  readonly suburb: string
  readonly text: string
}

export const NO_DRIVER = 'none'

/** A stop's state in one word. */
export function stateOf(job: Pick<RunJob, 'state' | 'outcome' | 'noPickup'>): StopState {
  if (!isOnTheRun(job)) return 'gone'
  if (job.outcome === 'COLLECTED' || job.outcome === 'EMPTY') return 'done'
  if (job.outcome !== null) return 'not-collected'
  return job.noPickup === null ? 'to-do' : 'no-pickup'
}

/** The predicate of the filter. Created once for all stops, so that the words are parsed once. */
export function passes({ driver, state, suburb, text }: StopFilter): (job: RunJob) => boolean {
  const holdsWords = text.trim() === '' ? () => true : worded(text)
  return (job) => {
    if (driver !== '' && (job.driverID ?? NO_DRIVER) !== driver) return false
    if (state !== '' && stateOf(job) !== state) return false
    return (suburb === '' || job.suburb === suburb) && holdsWords(job)
  }
}

function worded(text: string): (job: RunJob) => boolean {
  const holds = finder(text)
  const device = phoneAsked(text)
  return (job) => {
    const words = [
      job.customer,
      job.capturedCustomerName,
      job.address,
      job.suburb,
      job.postcode,
      job.adminNotes,
      job.driverNotes,
    ]
      .filter(Boolean)
      .join('\n')
    if (holds(`${words}\n${job.mobilePhone ?? ''}`)) return true
    return !!device && [job.mobilePhone ?? '', numbersIn(words)].some((digits) => digits.includes(device))
  }
}

/** A note may contain a number with spaces or punctuation: "call 0412 345 678". */
const numbersIn = (words: string) => words.replace(/(?<=\d)[ ().-]+(?=\d)/g, '')
