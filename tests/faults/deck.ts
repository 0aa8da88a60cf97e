import { FAULT_KINDS, type FaultKind, fits, type Sort } from './kinds.ts'

/**
 * Makes every kind of fault occur equally often: a shuffled deck, dealt to the requests that each kind fits, and
 * shuffled again when it is empty.
 */
export interface Deck {
  /** Null: nothing left in this deck fits. */
  deal(sort: Sort): FaultKind | null
  /** The fault could not be applied; it is dealt again. */
  giveBack(kind: FaultKind): void
}

export function deckOf(dice: () => number): Deck {
  let left: FaultKind[] = []
  return {
    deal(sort) {
      if (left.length === 0) left = shuffled(FAULT_KINDS, dice)
      // Kinds that fit only one sort of request come first, or they might wait for a request that never comes.
      const fitting = left.filter((kind) => fits(kind, sort))
      const chosen = fitting.find((kind) => !fits(kind, sort === 'done' ? 'bytes' : 'done')) ?? fitting[0] ?? null
      left = left.filter((kind) => kind !== chosen)
      return chosen
    },
    giveBack: (kind) => void left.unshift(kind),
  }
}

function shuffled<T>(cards: readonly T[], dice: () => number): T[] {
  const deck = [...cards]
  for (let at = deck.length - 1; at > 0; at -= 1) {
    const other = Math.floor(dice() * (at + 1))
    ;[deck[at], deck[other]] = [deck[other]!, deck[at]!]
  }
  return deck
}
