import type { Translate } from '#client/ui/core/i18n.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import type { SyncKind } from '#client/offline/status.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import type { WaitingAt } from './sync-data.ts'

type T = Translate<'sync'>

const PAUSED: readonly SyncKind[] = ['sign-in', 'update-needed', 'revoked']

/** The event's content: "Done, 2 bags". */
export function eventWords(t: T, event: StoredEvent): string {
  switch (event.type) {
    case 'done':
      return t('type_done', { count: event.payload.pu })
    case 'bag-mt':
      return t('type_bag-mt')
    case 'not-collected':
      return t('type_not-collected', { outcome: t(event.payload.outcome) })
    case 'photo':
      return t('type_photo')
    case 'note':
      return t('type_note', { note: event.payload.notes })
    case 'undo':
      return t('type_undo')
    default:
      return t('type_newer')
  }
}

/**
 * Why it is unsent. @param kind the state of the phone's sending; while it is paused there are no automatic attempts
 */
export function whyWords(t: T, { why, lastAnswer }: WaitingAt, kind: SyncKind): string {
  if (isGone(lastAnswer)) return t('event-bytes-gone')
  if (why === 'needs-attention')
    return lastAnswer?.message
      ? t('event-needs-attention', { message: lastAnswer.message })
      : t('event-needs-attention-bare')
  if (why === 'trying-again') return t(PAUSED.includes(kind) ? 'event-not-sent-yet' : 'willSend')
  return t(`event-${why}`)
}

/** The number of attempts and the time of the next one; '': no attempt yet. @param nextAttemptAt ISO */
export function triesWords(t: T, { why, event, lastAnswer }: WaitingAt, nextAttemptAt: string | null): string {
  if (why !== 'trying-again' || lastAnswer === null) return ''
  const next = nextAttemptAt === null ? [] : [t('nextTry', { time: formatTime(nextAttemptAt) })]
  return [`${t('tried', { count: event.attempts, time: formatTime(lastAnswer.at) })}.`, ...next].join(' ')
}

/** Whether the phone has lost the photo's bytes, so that no attempt can send it. */
export const isGone = (lastAnswer: WaitingAt['lastAnswer']): boolean => lastAnswer?.code === 'photo_bytes_gone'
