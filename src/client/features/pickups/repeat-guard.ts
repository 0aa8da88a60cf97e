/** Distinguishes an accidental second tap, for example with gloves, from a new decision. */
export interface RepeatGuard {
  /** True when the tap counts; it is then remembered. */
  counts(assignmentID: string): boolean
  /** After an undo, or a failed save, the same stop may be marked at once. */
  forget(assignmentID: string): void
}

/** Taps on a stop within this time after its outcome are ignored, ms. */
const REPEAT_MS = 1000

/** Uses the page's monotonic clock: the phone's clock may be set meanwhile. */
export function createRepeatGuard(): RepeatGuard {
  const markedAt = new Map<string, number>()
  return {
    counts(assignmentID) {
      const before = markedAt.get(assignmentID)
      if (before !== undefined && performance.now() - before < REPEAT_MS) return false
      markedAt.set(assignmentID, performance.now())
      return true
    },
    forget(assignmentID) {
      markedAt.delete(assignmentID)
    },
  }
}
