/** What other features may use (architecture.md, "The server's features"). */

export { billStops } from './billing-commands.ts'
export { billingShown } from './billing-plan.ts'
export { carryInvoices } from './carried-invoices-commands.ts'
export { invoiceOfToken } from './checkout-token.ts'
export { anyReminderDue, asked as invoicesAsked, ofState as invoicesOfState } from './invoices-filters.ts'
export { lockInvoices } from './invoices-reads.ts'
export { massOfCustomers } from './mass-commands.ts'
export { bringCollections, closeBilling, invoiceFirstBlock } from './prepaid-commands.ts'
export { customersWithUnbilled } from './unbilled-plan.ts'
export { mailInvoices, markPrinted } from './sending-commands.ts'
export { correctBilling } from './correction-commands.ts'
