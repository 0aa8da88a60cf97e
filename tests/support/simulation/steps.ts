import type { Fault } from './network.ts'

export type Tap = 'done' | 'bag-mt' | 'not-collected' | 'note' | 'photo' | 'undo'
export type OfficeAct = 'shift' | 're-assign' | 'give-back' | 'remove' | 'describe' | 'complete' | 'archive'
/** The driver's phone; another tab on it; the driver's other phone; another driver's session on the first phone. */
export type Hand = 'device' | 'tab' | 'second' | 'mate'

/** What happens in one simulated day. Times are pauses before the step, ms. */
export type Step = { pause: number } & (
  | {
      kind: 'tap'
      hand: Hand
      stop: number
      what: Tap
      bags: number
      /** The app is killed at this step of the tap. */ fatal: number | null
      /** The disk is full at this write. */ full: number | null
    }
  | { kind: 'office'; stop: number; what: OfficeAct }
  | { kind: 'signal'; online: boolean }
  | { kind: 'session-expires' | 'signs-in' | 'xsrf-rotates' | 'wakes' | 'pulls' | 'database-closed' | 'decides' }
  | { kind: 'killed'; hand: Hand; afterSteps: number; closedFor: number }
  | { kind: 'full-while-syncing'; after: number }
  | { kind: 'clock-jumps'; by: number }
  | { kind: 'travels'; zone: string }
  | { kind: 'mate-takes-over'; leavesAppOpen: boolean }
  | { kind: 'loses'; withFile?: boolean }
  | { kind: 'restored' | 'backed-up' | 'short-of-room' | 'disk-emptied' | 'disk-stays-full' | 'revoked' | 'raised' }
  | { kind: 'other-window-sends' | 'goes-back' }
)

export interface Story {
  start: string
  zone: string
  locks: boolean
  /** False: a browser that can't write files in place. */
  journal: boolean
  /** The driver signs in on a new phone; otherwise the day begins with a prepared one. */
  fresh: boolean
  hands: Hand[]
  /** The probability that a request meets a fault, 0-1. */
  faultRate: number
  /** Which faults this day has. */
  faults: Fault[]
  /** How many stops the run has. */
  stops: number
  /** One more stop is in another run. */
  elsewhere?: boolean
  /** The server crashes over every record for this stop. */
  crashesOver?: number
  /** The server refuses every record for this stop. */
  refuses?: number
  /** The server can't reach the photo store, all day long. */
  storeIsAway?: boolean
  steps: Step[]
}

export const REFUSALS: readonly Fault[] = ['ours-400', 'ours-404', 'ours-409', 'ours-422', 'ours-413', 'ours-500']
const ENDS_SESSIONS: readonly Fault[] = ['session-ends', 'ours-403']
/** Whether this day has faults that end a session or refuse every sign-in. */
export const endsSessions = ({ faults }: Story): boolean => faults.some((fault) => ENDS_SESSIONS.includes(fault))
export const HOUR = 3_600_000

export const tapAt = (hand: Hand, what: Tap, pause: number): Extract<Step, { kind: 'tap' }> => ({
  pause,
  kind: 'tap',
  hand,
  stop: 0,
  what,
  bags: 3,
  fatal: null,
  full: null,
})

/** The random choices of a day. */
export interface Dice {
  upTo(most: number): number
  chance(of: number): boolean
  tap(): Step
}
