import type { TFunction } from 'i18next'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { Outcome } from '#domain/words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'
import type { StopEvent } from './run-types.ts'

interface Said {
  pu?: number
  outcome?: Outcome
  extraAmount?: number
  notes?: string | null
  undoes?: string
}

/** One record in words: "Done, 2 bags, extra $10.00". An undo names the record it undoes. */
export function eventWords(
  t: TFunction<'runPage'>,
  terms: TFunction<'terms'>,
  { type, payload, payloadBytes }: StopEvent,
  history: readonly StopEvent[],
): string {
  if (payload === null) return terms('recordNotRead', { size: formatBytes(payloadBytes ?? 0) })
  const said = payload as Said
  const extras = [
    ...(said.extraAmount ? [t('stop.extraOf', { amount: showMoney(nearestCents(said.extraAmount)) })] : []),
    ...(said.notes ? [`“${said.notes}”`] : []),
  ]
  switch (type) {
    case 'done':
      return [t('stop.bags', { count: said.pu ?? 1 }), ...extras].join(', ')
    case 'bag-mt':
      return [terms('outcomeEMPTY'), ...extras].join(', ')
    case 'not-collected':
      return [terms(`outcome${said.outcome ?? 'OTHER'}`), ...extras].join(', ')
    case 'note':
      return t('stop.note', { note: said.notes ?? '' })
    case 'photo':
      return t('stop.photo')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID === said.undoes)
      return undone === undefined || undone.type === 'undo'
        ? t('stop.undidBare')
        : t('stop.undid', { what: eventWords(t, terms, undone, history) })
    }
    default:
      return t('stop.newer')
  }
}

/** The records that were undone. */
export function undoneBy(events: readonly StopEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, payload }) =>
      type === 'undo' && typeof payload?.['undoes'] === 'string' ? [payload['undoes']] : [],
    ),
  )
}
