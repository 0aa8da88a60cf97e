export { billStops } from './billing-commands.ts'
export { billingShown } from './billing-plan.ts'
export { carriableInvoices, type CarriedInvoice, noteCarried } from './carried-invoices-commands.ts'
export { payLinkOfToken } from './checkout-token.ts'
export { anyReminderDue, invoicesAsked } from './invoices-filters.ts'
export { announceChargesBy, type ChargeAnnouncer } from './charge-announcer.ts'
export { documentsOf } from './documents-reads.ts'
export { howToPay } from './invoice-letter.ts'
export {
  invoiceByID,
  type InvoiceShown,
  invoicesOfReminder,
  isOpen,
  lockInvoices,
  openInvoicesOf,
  overdueInvoices,
} from './invoices-reads.ts'
export { massOfCustomers } from './mass-commands.ts'
export { settledOn, waitingDebits } from './pay-link-reads.ts'
export { bringCollections, closeBilling, invoiceFirstBlock } from './prepaid-commands.ts'
export { customersWithUnbilled } from './unbilled-plan.ts'
export { mailInvoices, markPrinted, noteMailed } from './sending-commands.ts'
export { correctBilling } from './correction-commands.ts'
