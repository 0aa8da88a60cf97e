import type { AnswerOf } from '#contract/endpoint.ts'
import type { listTransactions } from '#contract/v1/transactions.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import type { TransactionShown } from './transactions-reads.ts'

type Transaction = AnswerOf<typeof listTransactions>['items'][number]

export function presentTransaction(row: TransactionShown): Transaction {
  return {
    ...row,
    refId: transactionRefId(row.refNumber),
  }
}
