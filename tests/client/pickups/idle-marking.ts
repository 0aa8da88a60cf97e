import type { Marking } from '#client/features/pickups/marking.ts'

/** No record was made at any stop, and no error occurred. */
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
