import type { NotCollectedOutcome } from '#domain/words.ts'
import type { Said } from './journal.ts'

/** What the driver will do at a stop, decided in advance: an action repeated after a kill is the same one. */
export interface StopPlan {
  photos: number
  said: Exclude<Said, { type: 'undo' }>
  /** The driver undoes the outcome at once and records this one instead. */
  instead: Exclude<Said, { type: 'undo' }> | null
}

const REASONS: readonly NotCollectedOutcome[] = [
  'NOT_OUT',
  'NO_ACCESS',
  'OVERWEIGHT',
  'CONTAMINATED',
  'UNSAFE',
  'OTHER',
]

/** @param photos over all stops together, at most 5 at one */
export function plansOf(stops: number, photos: number, dice: () => number): StopPlan[] {
  const counts = Array.from({ length: stops }, () => 0)
  for (let left = photos; left > 0;) {
    const at = Math.floor(dice() * stops)
    if (counts[at]! >= 5) continue
    counts[at]! += 1
    left -= 1
  }
  return counts.map((count, at) => {
    const throws = dice()
    const plain = (pu: number): Said & { type: 'done' } => ({ type: 'done', pu })
    if (throws < 0.12)
      return {
        photos: count,
        said: {
          type: 'not-collected',
          outcome: REASONS[at % REASONS.length]!,
          extraAmount: at + 0.5,
          notes: `Stop ${at}`,
        },
        instead: null,
      }
    const said = throws < 0.25 ? ({ type: 'bag-mt' } as const) : plain([1, 1, 2, 3, 5][at % 5]!)
    return {
      photos: count,
      said,
      instead: dice() < 0.12 ? (said.type === 'done' ? { type: 'bag-mt' } : plain(2)) : null,
    }
  })
}
