import type { AnswerOf } from '#contract/endpoint.ts'
import type { listTransactions } from '#contract/v1/transactions.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import type { TransactionShown } from './transactions-reads.ts'

type Transaction = AnswerOf<typeof listTransactions>['items'][number]

export function presentTransaction(row: TransactionShown): Transaction {
  return {
    transactionID: row.transactionID,
    refId: transactionRefId(row.refNumber),
    type: row.type,
    purpose: row.purpose,
    customerID: row.customerID,
    driverID: row.driverID,
    name: row.name,
    amount: row.amount,
    rounding: row.rounding,
    paymentType: row.paymentType,
    datePaid: row.datePaid,
    notes: row.notes,
    reverses: row.reverses,
    reversedBy: row.reversedBy,
    linkedTo: row.linkedTo,
    checkoutID: row.checkoutID,
    createdAt: row.createdAt,
  }
}
