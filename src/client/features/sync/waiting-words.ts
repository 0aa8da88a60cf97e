import { formatTime } from '#client/ui/core/time-text.ts'
import type { SyncKind } from '#client/offline/status.ts'
import { doneText, extrasText } from '#client/shells/done-text.ts'
import { isLost } from '#client/offline/store/records.ts'
import { OUTCOME_WORDS, outcomeWords } from '#client/shells/outcomes.ts'
import { photoWords } from '#client/shells/photo-words.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { WaitingAt } from './sync-data.ts'

const EVENT_WORDS = sentences({
  'not-sent-yet': 'Not sent yet',
  sending: 'Sending…',
  'behind-another': 'Sends after the one above it at this stop',
})

const PAUSED: readonly SyncKind[] = ['sign-in', 'update-needed', 'revoked']

/** The event's content: "Done, 2 bags, extra $12.50". */
export function eventWords({
  event,
  serviceType,
  photos,
}: Pick<WaitingAt, 'event' | 'serviceType' | 'photos'>): string {
  switch (event.type) {
    case 'done':
      return [doneText({ serviceType, pu: event.payload.pu }), ...extrasText(event.payload)].join(', ')
    case 'bag-mt':
      return [outcomeWords('EMPTY', serviceType), ...extrasText(event.payload)].join(', ')
    case 'not-collected':
      return [
        t('Could not collect: {{outcome}}', { outcome: t(OUTCOME_WORDS[event.payload.outcome]) }),
        ...extrasText(event.payload),
      ].join(', ')
    case 'photo':
      return photoWords(event.payload.photoID, photos)
    case 'note':
      return t('Note: {{note}}', { note: event.payload.notes })
    case 'undo':
      return t('Undo')
    default:
      return t('A record of a newer version of the app')
  }
}

/**
 * Why it is unsent. @param kind the state of the phone's sending; while it is paused there are no automatic attempts
 */
export function whyWords({ why, lastAnswer }: WaitingAt, kind: SyncKind): string {
  if (isLost({ lastAnswer })) return t('This photo was lost. Take it again if you can, then discard this.')
  if (why === 'needs-attention')
    return lastAnswer?.message
      ? t('The office said: {{message}}', { message: lastAnswer.message })
      : t('The office couldn’t take it.')
  if (why === 'trying-again') return t(PAUSED.includes(kind) ? 'Not sent yet' : 'Will send automatically')
  return t(EVENT_WORDS[why])
}

/** The number of attempts and the time of the next one; '': no attempt yet. @param nextAttemptAt ISO */
export function triesWords({ why, event, lastAnswer, lastTriedAt }: WaitingAt, nextAttemptAt: string | null): string {
  if (why !== 'trying-again' || lastAnswer === null || lastTriedAt === null) return ''
  const next = nextAttemptAt === null ? [] : [t('Next try {{time}}.', { time: formatTime(nextAttemptAt) })]
  return [
    `${plural(event.attempts, 'Tried once, last at {{time}}', 'Tried {{count}} times, last at {{time}}', { time: formatTime(lastTriedAt) })}.`,
    ...next,
  ].join(' ')
}
