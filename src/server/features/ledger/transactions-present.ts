import type { AnswerOf } from '#contract/endpoint.ts'
import type { listTransactions } from '#contract/v1/transactions.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import type { Actor } from '../../http/serve.ts'
import type { TransactionShown } from './transactions-reads.ts'

type Transaction = AnswerOf<typeof listTransactions>['items'][number]

/** The notes are the office's: why it reversed, forgave or wrote off. */
export function presentTransaction(row: TransactionShown, { role }: Pick<Actor, 'role'>): Transaction {
  return {
    ...row,
    notes: role === 'ADMIN' ? row.notes : null,
    refId: transactionRefId(row.refNumber),
  }
}
