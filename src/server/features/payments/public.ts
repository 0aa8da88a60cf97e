export { paymentAlerts, sandboxMoneyStands, testPaymentsOf } from './payment-alerts-reads.ts'
export { prepayToken } from './prepay-token.ts'
export { resolveUnbooked } from './unbooked-commands.ts'
