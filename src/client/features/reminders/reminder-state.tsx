import type { ListedReminder } from '#contract/v1/reminders.ts'
import { showBusinessTime } from '#domain/reminders.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { REMINDER_STATE_WORDS } from './reminder-states.ts'

type ReminderFacts = Pick<ListedReminder, 'status' | 'active' | 'sending' | 'counts'>

/** What the office sees of a reminder's progress, in one word. */
export function stateOf({ status, active, sending, counts }: ReminderFacts) {
  if (sending) return 'sending'
  if (status === 'completed') return completedState(counts)
  return active ? 'active' : 'idle'
}

/** Completed means that it reached everybody who was to get it. */
function completedState({ sent, failed, kept }: ReminderFacts['counts']) {
  if (failed + kept === 0) return 'completed'
  if (sent > 0) return 'partly'
  return failed > 0 ? 'failed' : 'kept'
}

/** By this device's clock; the server decides. */
export const isPast = (instant: string): boolean => new Date(instant) <= new Date()

/** From the cut-off on nothing can be sent. */
export const isPastCutoff = ({ cutoff }: Pick<ListedReminder, 'cutoff'>): boolean => cutoff === null || isPast(cutoff)

/** When it is sent, or was completed; nothing is sent at its usual time unless it is scheduled. */
export function timeInWords(
  {
    status,
    active,
    sending,
    runAt,
    sentAt,
  }: Pick<ListedReminder, 'status' | 'active' | 'sending' | 'runAt' | 'sentAt'>,
  timeZone: string,
): string {
  const at = (instant: string) => showBusinessTime(new Date(instant), timeZone)
  if (status === 'completed') return at(sentAt ?? runAt)
  // "Send now" does not wait for the usual time.
  if (sending && !isPast(runAt)) return t('Now')
  if (active || sending) return at(runAt)
  return isPast(runAt) ? t('Not scheduled') : t('{{time}}, once scheduled', { time: at(runAt) })
}

const TONES = {
  idle: 'warn',
  active: 'good',
  sending: 'good',
  completed: 'rest',
  partly: 'warn',
  failed: 'bad',
  kept: 'warn',
} as const

export function ReminderState({ reminder }: { reminder: ReminderFacts }) {
  const state = stateOf(reminder)
  return <StateBadge tone={TONES[state]}>{t(REMINDER_STATE_WORDS[state])}</StateBadge>
}
