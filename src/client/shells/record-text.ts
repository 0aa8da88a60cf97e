import type { Translate } from '#client/ui/core/i18n.ts'
import type { StopEvent } from '#contract/v1/stops.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { EVENT_TYPES, NOT_COLLECTED_OUTCOMES } from '#domain/words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'

type T = Translate<'terms'>
type RecordFacts = Pick<StopEvent, 'type' | 'payload'> & Partial<Pick<StopEvent, 'eventID' | 'payloadBytes'>>

/**
 * One of a driver's records in words: "Done, 2 bags, extra $10.00". @param history the stop's other records, which say
 * what an undo undid
 */
export function recordText(
  t: T,
  { type, payload, payloadBytes }: RecordFacts,
  history: readonly RecordFacts[] = [],
): string {
  if (payload === null) return t('recordNotRead', { size: formatBytes(payloadBytes ?? 0) })
  const { pu, outcome, notes, undoes } = payload
  switch (EVENT_TYPES.find((one) => one === type)) {
    case 'done':
      return [
        t('outcomeCOLLECTED'),
        t('recordBags', { count: typeof pu === 'number' ? pu : 1 }),
        ...extras(t, payload),
      ].join(', ')
    case 'bag-mt':
      return [t('outcomeEMPTY'), ...extras(t, payload)].join(', ')
    case 'not-collected': {
      const why = NOT_COLLECTED_OUTCOMES.find((one) => one === outcome)
      return [why === undefined ? t('recordUnknown') : t(`outcome${why}`), ...extras(t, payload)].join(', ')
    }
    case 'note':
      return t('recordNote', { note: String(notes ?? '') })
    case 'photo':
      return t('recordPhoto')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID !== undefined && eventID === undoes)
      return undone === undefined || undone.type === 'undo'
        ? t('recordUndoBare')
        : t('recordUndo', { what: recordText(t, undone) })
    }
    case undefined:
      return t('recordUnknown')
  }
}

function extras(t: T, { extraAmount, notes }: NonNullable<StopEvent['payload']>): string[] {
  return [
    ...(typeof extraAmount === 'number' && extraAmount > 0
      ? [t('recordExtra', { amount: showMoney(nearestCents(extraAmount)) })]
      : []),
    ...(typeof notes === 'string' && notes !== '' ? [`“${notes}”`] : []),
  ]
}
