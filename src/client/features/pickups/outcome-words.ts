import type { TFunction } from 'i18next'
import type { Outcome } from '#domain/words.ts'
import type { Mark } from './marking.ts'

type T = TFunction<'pickups'>

/** "Done, 2 bags", "Bag MT", "No access". */
export function outcomeText(t: T, outcome: Outcome, pu: number): string {
  return outcome === 'COLLECTED' ? t('outcomeBags', { count: pu }) : t(outcome)
}

export function markText(t: T, mark: Mark): string {
  switch (mark.kind) {
    case 'done':
      return outcomeText(t, 'COLLECTED', mark.pu)
    case 'bag-mt':
      return outcomeText(t, 'EMPTY', 0)
    case 'not-collected':
      return outcomeText(t, mark.outcome, 0)
  }
}
