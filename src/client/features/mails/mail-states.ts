import { sentences } from '#client/ui/core/texts.ts'

export const MAIL_STATE_WORDS = sentences({
  all: 'All',
  kept: 'Not sent (no mail server)',
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Couldn’t be sent',
  undeliverable: 'Can’t be delivered',
})
