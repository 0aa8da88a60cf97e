import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { driverPayments, rctiAdjustments } from '../../db/tables/pay.ts'
import { payouts } from '../../db/tables/payouts.ts'
import { type Day } from '#domain/dates.ts'
import { facts, type Filter, within } from './facts-reads.ts'

/**
 * What the firm buys as far as it is known here (P52): its contractors' tax invoices that it writes itself, by pay day,
 * less their adjustment notes; and the payment provider's fees, by the payout's day. Other purchases, and tax invoices
 * that drivers write themselves, are not in Bagrun.
 */
export const purchaseFacts = (filter: Filter) => {
  const nobody = sql`null::uuid`
  const group = sql`'purchases'`
  const written = sql`(${driverPayments.subtotal} + ${driverPayments.gst})`
  const invoiced = facts(
    {
      rowID: sql`${driverPayments.transactionID}`,
      day: sql`${transactions.datePaid}`,
      customerID: nobody,
      transactionID: sql`${driverPayments.transactionID}`,
      amount: written,
      gst: sql`${driverPayments.gst}`,
      group,
    },
    sql`${driverPayments} join ${transactions} on ${transactions.transactionID} = ${driverPayments.transactionID}`,
    sql`${driverPayments.rctiNumber} is not null and ${within(sql`${transactions.datePaid}`, filter) ?? sql`true`}`,
  )
  const adjusted = facts(
    {
      rowID: sql`${rctiAdjustments.transactionID}`,
      day: sql`${transactions.datePaid}`,
      customerID: nobody,
      transactionID: sql`${rctiAdjustments.transactionID}`,
      amount: sql`-${written}`,
      gst: sql`-${driverPayments.gst}`,
      group,
    },
    sql`${rctiAdjustments} join ${transactions} on ${transactions.transactionID} = ${rctiAdjustments.transactionID}
      join ${driverPayments} on ${driverPayments.transactionID} = ${rctiAdjustments.adjusts}`,
    within(sql`${transactions.datePaid}`, filter),
  )
  const fees = facts(
    {
      rowID: sql`${payouts.payoutID}`,
      day: sql`${payouts.day}`,
      customerID: nobody,
      amount: sql`${payouts.fee}`,
      gst: sql`${payouts.feeGst}`,
      group,
    },
    sql`${payouts}`,
    sql`${payouts.fee} <> 0 and ${within(sql`${payouts.day}`, filter) ?? sql`true`}`,
  )
  return sql`(${invoiced}) union all (${adjusted}) union all (${fees})`
}

export async function purchaseFigures(db: Queryable, filter: Filter) {
  const { rows } = await db.execute<{ amount: string; gst: string }>(
    sql`select coalesce(sum(amount), 0) as amount, coalesce(sum(gst), 0) as gst from (${purchaseFacts(filter)}) as rows`,
  )
  const [unstated] = await db
    .select({ fees: sql<string>`coalesce(sum(${payouts.fee}), 0)` })
    .from(payouts)
    .where(sql`${payouts.feeGst} = 0 and ${within(sql`${payouts.day}`, filter) ?? sql`true`}`)
  return {
    amount: Number(rows[0]!.amount),
    gst: Number(rows[0]!.gst),
    feesWithoutGst: Number(unstated!.fees),
  }
}

/** Sales that have been owed for more than twelve months, and the GST in what is owed. */
export async function overdueYear(db: Queryable, today: Day): Promise<{ amount: number; gst: number }> {
  const owing = sql`(${invoices.amount} - ${invoices.allocated})`
  const [row] = await db
    .select({
      amount: sql<string>`coalesce(sum(${owing}), 0)`,
      gst: sql<string>`coalesce(sum(round(${invoices.gst}::numeric * ${owing} / ${invoices.amount})), 0)`,
    })
    .from(invoices)
    .where(
      sql`${owing} > 0 and ${invoices.kind} = 'invoice' and ${invoices.gstRegistered}
        and ${invoices.dueDate} < (${today}::date - interval '12 months')`,
    )
  return { amount: Number(row!.amount), gst: Number(row!.gst) }
}
