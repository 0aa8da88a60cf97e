export { announceCharges } from './announcer.ts'
export { autopayAlerts } from './autopay-alerts-reads.ts'
