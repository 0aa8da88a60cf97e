export { customersWithWaitingPayment } from './lines-reads.ts'
