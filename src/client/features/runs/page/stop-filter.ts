import { isOnTheRun, type RunJob } from './run-types.ts'

export const STOP_STATES = ['to-do', 'done', 'not-collected', 'no-pickup', 'gone'] as const
export type StopState = (typeof STOP_STATES)[number]

export interface StopFilter {
  /** A driver's id; `none`: stops nobody drives; empty: any. */
  readonly driver: string
  readonly state: StopState | ''
  readonly suburb: string
  readonly text: string
}

export const NO_DRIVER = 'none'

/** What stands of a stop, in one word. */
export function stateOf(job: Pick<RunJob, 'state' | 'outcome' | 'noPickup'>): StopState {
  if (!isOnTheRun(job)) return 'gone'
  if (job.outcome === 'COLLECTED' || job.outcome === 'EMPTY') return 'done'
  if (job.outcome !== null) return 'not-collected'
  return job.noPickup === null ? 'to-do' : 'no-pickup'
}

export function fits(job: RunJob, { driver, state, suburb, text }: StopFilter): boolean {
  if (driver !== '' && (job.driverID ?? NO_DRIVER) !== driver) return false
  if (state !== '' && stateOf(job) !== state) return false
  if (suburb !== '' && job.suburb !== suburb) return false
  return text === '' || [job.customer, job.capturedCustomerName, job.address, job.suburb, job.postcode, job.mobilePhone, job.adminNotes, job.driverNotes].some((part) => part?.toLowerCase().includes(text))
}
