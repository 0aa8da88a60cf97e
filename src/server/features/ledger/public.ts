export {
  type AccountRow,
  balancesOf,
  hasLedger,
  lockAccounts,
  readAccount,
  readOpenAccounts,
} from './accounts-reads.ts'
export { disputeRowsOf, takenOffOf } from './card-facts-reads.ts'
export { mailCardReceipt } from './account-mails-commands.ts'
export { effectOfAct } from './act-effect.ts'
export { requireNoTwin } from './entered-twice.ts'
export { actContext, acting, requireOpenBooks } from './act-context.ts'
export { addToAccounts, type Booker, storeEntries, storeInvoices } from './store-entries-commands.ts'
export { followCollecting, whenCollectingChanges } from './collecting-follower.ts'
export { moneyOnItsWay, onItsWayOf } from './money-on-its-way.ts'
export { buyerOf, buyersOf } from './buyers-reads.ts'
export { enterPayments, type OneOfMany } from './many-payments-commands.ts'
export { invoicePapers } from './issued-documents.ts'
export { bookOldInvoices, bookOpeningBalances, type OldInvoice } from './opening-commands.ts'
export { firstDayOf } from './payment-days.ts'
export { enterGoodwill, enterPayment, paymentContext, reverseTransaction } from './payments-commands.ts'
export { reversalsShown } from './reversal-preview.ts'
export { presentTransaction } from './transactions-present.ts'
export { transactionsWhere } from './transactions-reads.ts'
export { takenBackOf, writtenOffDebts } from './written-off-reads.ts'
