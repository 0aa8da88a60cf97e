import { sentences } from '#client/ui/core/texts.ts'

export const REMINDER_STATE_WORDS = sentences({
  idle: 'Not scheduled',
  active: 'Scheduled',
  sending: 'Sending',
  completed: 'Completed',
  partly: 'Partly sent',
  failed: 'Couldn’t be sent',
  kept: 'Not sent (no mail server)',
})
