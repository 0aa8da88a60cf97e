export { aWebhookFails } from './webhooks-reads.ts'
