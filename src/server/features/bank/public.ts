/** What other features may use (architecture.md, "The server's features"). */

export { customersWithWaitingPayment } from './lines-reads.ts'
