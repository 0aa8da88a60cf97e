import { and, type SQL, sql } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { InvoiceKind } from '#domain/ledger.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'

/** An invoice of which something stands written off. */
export interface WrittenOffDebt {
  readonly invoiceID: string
  readonly customerID: string
  readonly number: string
  /** Write-offs less what was taken back of them. */
  readonly amount: Cents
  /** The day of the last write-off. */
  readonly day: Day
}

/** What was taken back of the row of `transactions`, a deduction, in cents below zero. */
export const takenBackOf = (): SQL => sql`coalesce((
  select sum(back.amount_cents) from ${transactions} as back
  where back.linked_to = ${transactions.transactionID} and back.purpose = 'release'), 0)`

/** By customer, the oldest due date first, which is the order in which they are recovered. */
export async function writtenOffDebts(db: Queryable, where?: SQL): Promise<WrittenOffDebt[]> {
  const standing = sql`sum(${allocations.amount} + ${takenBackOf()})`
  const { rows } = await db.execute<{
    invoice_id: string
    customer_id: string
    kind: InvoiceKind
    number: number
    amount: string
    day: Day
  }>(sql`
    select ${invoices.invoiceID}, ${invoices.customerID}, ${invoices.kind}, ${invoices.number},
      ${standing} as amount, max(${transactions.datePaid})::text as day
    from ${transactions}
    join ${allocations} on ${allocations.transactionID} = ${transactions.transactionID}
    join ${invoices} on ${invoices.invoiceID} = ${allocations.invoiceID}
    where ${and(sql`${transactions.purpose} = 'write_off' and ${transactions.type} = 'CUSTOMER_CREDIT_DEDUCT'`, where)}
    group by ${invoices.invoiceID} having ${standing} > 0
    order by ${invoices.customerID}, ${invoices.dueDate}, ${invoices.number}`)
  return rows.map(({ invoice_id, customer_id, kind, number, amount, day }) => ({
    invoiceID: invoice_id,
    customerID: customer_id,
    number: invoiceNumber(kind, number),
    amount: Number(amount),
    day,
  }))
}
