import { FAULT_KINDS, type FaultKind, fits, type Sort } from './fault-kinds.ts'

/**
 * Makes every kind of fault occur equally often: the kinds are taken from a shuffled list, each for a request that it
 * fits, and the list is filled and shuffled again when it is empty.
 */
export interface FaultSchedule {
  /** Null: no kind that is left fits. */
  next(sort: Sort): FaultKind | null
  /** The fault could not be applied; it is taken again. */
  putBack(kind: FaultKind): void
}

export function faultScheduleOf(dice: () => number): FaultSchedule {
  let left: FaultKind[] = []
  return {
    next(sort) {
      if (left.length === 0) left = shuffled(FAULT_KINDS, dice)
      // Kinds that fit only one sort of request come first, or they might wait for a request that never comes.
      const fitting = left.filter((kind) => fits(kind, sort))
      const chosen = fitting.find((kind) => !fits(kind, sort === 'done' ? 'bytes' : 'done')) ?? fitting[0] ?? null
      left = left.filter((kind) => kind !== chosen)
      return chosen
    },
    putBack: (kind) => void left.unshift(kind),
  }
}

function shuffled<T>(kinds: readonly T[], dice: () => number): T[] {
  const list = [...kinds]
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(dice() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
  return list
}
