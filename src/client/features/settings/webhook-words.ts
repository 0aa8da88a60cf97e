import { WEBHOOK_TEST, type WebhookKind } from '#domain/webhooks.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

export const WEBHOOK_WORDS = sentences({
  'run.completed': 'Run completed',
  'stop.recorded': 'Stop recorded',
  'invoice.issued': 'Invoice issued',
  'payment.booked': 'Payment booked',
  'customer.changed': 'Customer changed',
  'case.opened': 'Case opened',
  [WEBHOOK_TEST]: 'Test',
})

export const webhookKindsInWords = (kinds: readonly WebhookKind[]): string =>
  kinds.map((kind) => t(WEBHOOK_WORDS[kind])).join(', ')
