import { and, eq, isNull, sum } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewDecision } from '#contract/v1/exceptions.ts'
import type { Cents } from '#domain/money.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { events } from '../../../db/tables/events.ts'
import { billingLines } from '../../../db/tables/invoices.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { triedOut } from '../../../db/transaction.ts'
import type { Author } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { balancesOf } from '../../ledger/public.ts'
import { chargedAt, chargesToCome, earnedAt, earnedBeside, gstOnPayOf } from '../core/stop-money-reads.ts'
import { accept, dismiss } from './exceptions-commands.ts'

/** Stands for the reason that is not given yet. */
const REASON = 'Preview'

/** What deciding these records would change in money: it is carried out, compared, and rolled back. */
export function decisionShown(
  db: Queryable,
  author: Author,
  eventIDs: readonly string[],
  decision: 'accept' | 'dismiss',
): Promise<AnswerOf<typeof previewDecision>> {
  return triedOut(db, async (tx) => {
    const stops = await tx
      .select({ assignmentID: jobs.assignmentID, customerID: jobs.customerID })
      .from(events)
      .innerJoin(jobs, eq(jobs.assignmentID, events.jobID))
      .where(among(events.eventID, eventIDs))
    const stopIDs = [...new Set(stops.map(({ assignmentID }) => assignmentID))]
    const customerIDs = [...new Set(stops.map(({ customerID }) => customerID))]
    const before = await moneyNow(tx, stopIDs, customerIDs)
    const refused: { eventID: string; message: string }[] = []
    for (const eventID of eventIDs) {
      try {
        await tx.transaction((part) => (decision === 'accept' ? accept : dismiss)(part, author, eventID, REASON))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refused.push({ eventID, message: error.message })
      }
    }
    const after = await moneyNow(tx, stopIDs, customerIDs)
    const pays = (await earnedBeside(tx, before.pays, after.pays)).filter((one) => one.after !== one.before)
    const driverIDs = pays.map(({ driverID }) => driverID)
    const gstOn = await gstOnPayOf(tx, driverIDs, author.now)
    return {
      bills: after.bills - before.bills,
      billed: after.bills + (await chargedAt(tx, stopIDs)),
      invoiced: after.invoiced - before.invoiced,
      unbilled: after.unbilled - before.unbilled,
      prepaid: before.prepaidLeft - after.prepaidLeft,
      pays: pays.map((one) => {
        const amount = one.after - one.before
        return { driver: one.driver, amount, gst: gstOn(one.driverID, amount) }
      }),
      balance: customerIDs.length === 1 && after.balance !== before.balance ? after.balance : null,
      refused,
    }
  })
}

interface Money {
  /** What completing the runs will bill for the stops. */
  readonly bills: Cents
  readonly invoiced: Cents
  readonly unbilled: Cents
  readonly balance: Cents
  readonly prepaidLeft: number
  readonly pays: ReadonlyMap<string, Cents>
}

async function moneyNow(tx: Queryable, stopIDs: readonly string[], customerIDs: readonly string[]): Promise<Money> {
  const charges = await chargesToCome(tx, stopIDs)
  const accounts = [...(await balancesOf(tx, customerIDs)).values()]
  const total = (of: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((all, account) => all + of(account), 0)
  const [waiting] = await tx
    .select({ amount: sum(billingLines.amount).mapWith(Number) })
    .from(billingLines)
    .where(and(among(billingLines.customerID, customerIDs), isNull(billingLines.invoiceID)))
  return {
    bills: charges.reduce<Cents>((all, charge) => all + (charge ?? 0), 0),
    invoiced: total(({ totalSales }) => totalSales),
    unbilled: waiting?.amount ?? 0,
    balance: total(({ balance }) => balance),
    prepaidLeft: total(({ prepaidLeft }) => prepaidLeft),
    pays: await earnedAt(tx, stopIDs),
  }
}
