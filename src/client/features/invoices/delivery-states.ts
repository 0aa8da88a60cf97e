import { sentences } from '#client/ui/core/texts.ts'

export const DELIVERY_WORDS = sentences({
  undelivered: 'Neither emailed nor printed',
  not_sent: 'Not sent yet',
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  printed: 'Printed',
  failed: 'Couldn’t be sent',
  kept: 'Not sent (no mail server)',
})
