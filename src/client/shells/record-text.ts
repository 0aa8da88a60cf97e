import type { StopEvent } from '#contract/v1/stops.ts'
import { type CustomerServiceType, EVENT_TYPES, NOT_COLLECTED_OUTCOMES } from '#domain/words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { doneText, extrasText } from './done-text.ts'
import { OUTCOME_WORDS, outcomeWords } from './outcomes.ts'
type RecordFacts = Pick<StopEvent, 'type' | 'payload'> & Partial<Pick<StopEvent, 'eventID' | 'payloadBytes'>>

/**
 * One of a driver's records in words: "Done, 2 bags, extra $10.00". @param history the stop's other records, which say
 * what an undo undid
 */
export function recordText(
  { type, payload, payloadBytes }: RecordFacts,
  serviceType: CustomerServiceType | null,
  history: readonly RecordFacts[] = [],
): string {
  if (payload === null) return t('Unreadable record ({{size}})', { size: formatBytes(payloadBytes ?? 0) })
  const { pu, outcome, notes, undoes } = payload
  switch (EVENT_TYPES.find((one) => one === type)) {
    case 'done':
      return [doneText({ serviceType, pu: typeof pu === 'number' ? pu : 1 }), ...extrasText(payload)].join(', ')
    case 'bag-mt':
      return [outcomeWords('EMPTY', serviceType), ...extrasText(payload)].join(', ')
    case 'not-collected': {
      const why = NOT_COLLECTED_OUTCOMES.find((one) => one === outcome)
      return [why === undefined ? t('Unknown record') : t(OUTCOME_WORDS[why]), ...extrasText(payload)].join(', ')
    }
    case 'note':
      return t('Note: “{{note}}”', { note: String(notes ?? '') })
    case 'photo':
      return t('Photo')
    case 'undo': {
      const undone = history.find(({ eventID }) => eventID !== undefined && eventID === undoes)
      return undone === undefined || undone.type === 'undo'
        ? t('Undone')
        : t('Undone: {{what}}', { what: recordText(undone, serviceType) })
    }
    case undefined:
      return t('Unknown record')
  }
}
