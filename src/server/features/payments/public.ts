export { paymentAlerts, sandboxMoneyStands } from './payment-alerts-reads.ts'
export { prepayToken } from './prepay-token.ts'
export { resolveUnbooked } from './unbooked-commands.ts'
