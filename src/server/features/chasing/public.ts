export { mayLeave } from './chase-commands.ts'
export { endHolds, liftHold } from './holds-commands.ts'
export { chasingAlerts } from './chasing-alerts-reads.ts'
