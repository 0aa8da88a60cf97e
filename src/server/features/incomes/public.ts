export { gstPayable } from './payment-plan.ts'
export { supplier } from './payments-reads.ts'
