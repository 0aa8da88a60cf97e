export { customersWithWaitingPayment, newestFileAt, waitingAmounts } from './lines-reads.ts'
