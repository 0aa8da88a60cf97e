import { eq, inArray, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewReversal } from '#contract/v1/transactions.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { creditOf } from '#domain/ledger.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { triedOut } from '../../db/transaction.ts'
import type { Author } from '../../http/changes.ts'
import { balancesOf } from './accounts-reads.ts'
import { reverseTransaction } from './payments-commands.ts'

type Effect = AnswerOf<typeof previewReversal>

/** What `reverseTransaction` would do to the accounts, tried out in this order, as one act does it. */
export function reversalsShown(db: Queryable, author: Author, transactionIDs: readonly string[]): Promise<Effect[]> {
  return triedOut(db, async (tx) => {
    const effects: Effect[] = []
    for (const transactionID of transactionIDs)
      effects.push(await effectOfRows(tx, await reverseTransaction(tx, author, transactionID, '')))
    return effects
  })
}

/** @param made the rows of one reversal, all of one customer */
async function effectOfRows(tx: Queryable, made: readonly string[]): Promise<Effect> {
  const rows = await tx
    .select()
    .from(transactions)
    .where(inArray(transactions.transactionID, [...made]))
  const changes = await tx
    .select({
      invoiceID: invoices.invoiceID,
      kind: invoices.kind,
      number: invoices.number,
      amount: sql<string>`-sum(${allocations.amount})`,
    })
    .from(allocations)
    .innerJoin(invoices, eq(invoices.invoiceID, allocations.invoiceID))
    .where(inArray(allocations.transactionID, [...made]))
    .groupBy(invoices.invoiceID)
    .having(sql`sum(${allocations.amount}) < 0`)
    .orderBy(invoices.dueDate, invoices.number)
  const customerID = rows[0]?.customerID ?? ''
  return {
    owedAgain: changes.map(({ kind, number, invoiceID, amount }) => ({
      invoiceID,
      number: invoiceNumber(kind, number),
      amount: Number(amount),
    })),
    credit: Math.max(
      0,
      rows.reduce((sum, row) => sum - creditOf(row), 0),
    ),
    debitNote: rows.filter(({ purpose }) => purpose === 'debit').reduce((sum, { amount }) => sum + amount, 0),
    balance: (await balancesOf(tx, [customerID])).get(customerID)?.balance ?? 0,
  }
}
