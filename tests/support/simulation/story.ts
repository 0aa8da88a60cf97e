import * as fc from 'fast-check'
import { FAULTS, type Fault } from './network.ts'

/** What happens in one simulated day, drawn by fast-check from a seed. Times are pauses before the step, ms. */
export type Step = { pause: number } & (
  | { kind: 'tap'; stop: number; what: 'done' | 'bag-mt' | 'not-collected' | 'note' | 'photo' | 'undo'; bags: number; /** The app is killed at this step of the tap. */ fatal: number | null }
  | { kind: 'office'; stop: number; what: 'shift' | 're-assign' | 'give-back' | 'remove' | 'describe' | 'complete' | 'archive' }
  | { kind: 'signal'; online: boolean }
  | { kind: 'session-expires' | 'signs-in' | 'xsrf-rotates' | 'wakes' | 'pulls' }
  | { kind: 'killed'; afterSteps: number; closedFor: number }
  | { kind: 'clock-jumps'; by: number }
  | { kind: 'database-closed' }
)

export interface Story {
  steps: Step[]
  /** How often a request meets a fault, 0-1. */
  faultRate: number
  /** Which faults this day has. */
  faults: Fault[]
  locks: boolean
}

const pause = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 1_500 }) }, { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 40_000 }) })
const stop = fc.nat({ max: 4 })
const bags = fc.integer({ min: 1, max: 6 })

const tap = fc.record({ pause, kind: fc.constant('tap' as const), stop, what: fc.constantFrom('done', 'done', 'bag-mt', 'not-collected', 'note', 'photo', 'photo', 'undo') as fc.Arbitrary<'done'>, bags, fatal: fc.option(fc.integer({ min: 1, max: 36 }), { freq: 3 }) })
const office = fc.record({ pause, kind: fc.constant('office' as const), stop, what: fc.constantFrom('shift', 're-assign', 'give-back', 'remove', 'describe', 'complete', 'archive') as fc.Arbitrary<'shift'> })
const signal = fc.record({ pause, kind: fc.constant('signal' as const), online: fc.boolean() })
const plain = fc.record({ pause, kind: fc.constantFrom('session-expires', 'signs-in', 'xsrf-rotates', 'wakes', 'pulls') as fc.Arbitrary<'wakes'> })
const killed = fc.record({ pause, kind: fc.constant('killed' as const), afterSteps: fc.integer({ min: 0, max: 90 }), closedFor: fc.integer({ min: 0, max: 20_000 }) })
const clock = fc.record({ pause, kind: fc.constant('clock-jumps' as const), by: fc.constantFrom(-172_800_000, -3_600_000, 3_600_000, 172_800_000) })
const closed = fc.record({ pause, kind: fc.constant('database-closed' as const) })

export const anyStory: fc.Arbitrary<Story> = fc.record({
  steps: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: tap },
      { weight: 3, arbitrary: office },
      { weight: 2, arbitrary: signal },
      { weight: 2, arbitrary: plain },
      { weight: 3, arbitrary: killed },
      { weight: 1, arbitrary: clock },
      { weight: 1, arbitrary: closed },
    ) as fc.Arbitrary<Step>,
    { minLength: 6, maxLength: 16 },
  ),
  faultRate: fc.constantFrom(0, 0.2, 0.4, 0.6),
  faults: fc.uniqueArray(fc.constantFrom(...FAULTS), { minLength: 1, maxLength: 6 }),
  locks: fc.boolean(),
})

/** The same story for the same seed. */
export function storyOf(seed: number): Story {
  return fc.sample(anyStory, { seed, numRuns: 1 })[0]!
}
