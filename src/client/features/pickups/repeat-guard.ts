/** A glove taps twice. What is a second tap of the same finger, and what a new decision? */
export interface RepeatGuard {
  /** True when the tap counts; it is then remembered. */
  counts(assignmentID: string): boolean
  /** After an undo, or a save that failed, the same stop may be marked at once. */
  forget(assignmentID: string): void
}

/** A stop with an outcome younger than this ignores another one. */
const REPEAT_MS = 1000

/** By the page's own clock: the phone's may be set meanwhile. */
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
