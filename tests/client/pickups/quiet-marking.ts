import type { Marking } from '#client/features/pickups/marking.ts'

/** Nothing was said of any stop, and nothing went wrong. */
export const quiet: Marking = {
  mark: () => Promise.resolve(true),
  undo: () => Promise.resolve(true),
  undoLast: () => undefined,
  undoneID: null,
  last: null,
  settling: false,
  failure: null,
  say: () => undefined,
}
