import type { TFunction } from 'i18next'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { ShownEvent } from '#client/offline/overlay.ts'
import { outcomeText } from './outcome-words.ts'

type T = TFunction<'pickups'>

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
export function eventText(t: T, event: ShownEvent, history: readonly ShownEvent[]): string {
  const said = saidBy(event)
  switch (event.type) {
    case 'done':
      return [outcomeText(t, 'COLLECTED', said.pu ?? 1), ...extras(t, said)].join(', ')
    case 'bag-mt':
      return [outcomeText(t, 'EMPTY', 0), ...extras(t, said)].join(', ')
    case 'not-collected':
      return [outcomeText(t, said.outcome ?? 'OTHER', 0), ...extras(t, said)].join(', ')
    case 'note':
      return t('historyNote', { note: said.notes ?? '' })
    case 'photo':
      return t('historyPhoto')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID === said.undoes)
      return undone && undone.type !== 'undo'
        ? t('historyUndo', { what: eventText(t, undone, history) })
        : t('historyUndoBare')
    }
    default:
      return t('historyNewer')
  }
}

/** Whether the office has it, in words. */
export function deliveryWords(t: T, delivery: ShownEvent['delivery']): string {
  switch (delivery) {
    case 'none':
    case 'saved-here':
      return t('onThisPhone')
    case 'sent':
      return t('onServer')
    case 'with-office':
      return t('onServerReview')
    case 'needs-attention':
      return t('needsAttention')
    case 'discarded':
      return t('discarded')
  }
}

interface Said {
  pu?: number
  outcome?: 'NOT_OUT' | 'NO_ACCESS' | 'OVERWEIGHT' | 'CONTAMINATED' | 'UNSAFE' | 'CUSTOMER_CANCELLED' | 'OTHER'
  extraAmount?: number
  notes?: string | null
  undoes?: string
}

/** The payload's fields, for any type. */
function saidBy({ payload }: ShownEvent): Said {
  return payload as Said
}

function extras(t: T, { extraAmount, notes }: Said): string[] {
  return [
    ...(extraAmount ? [t('historyExtra', { amount: showMoney(nearestCents(extraAmount)) })] : []),
    ...(notes ? [`“${notes}”`] : []),
  ]
}
