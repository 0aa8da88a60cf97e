import { and, eq, isNull, sum } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewDecision } from '#contract/v1/exceptions.ts'
import { chargeOfStop } from '#domain/charges.ts'
import { type Cents, toDollars } from '#domain/money.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { events, incomes } from '../../../db/tables/events.ts'
import { billingLines } from '../../../db/tables/invoices.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { triedOut } from '../../../db/transaction.ts'
import type { Author } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { balancesOf } from '../../ledger/public.ts'
import { attemptFeeOf, storedAttemptFee } from '../core/attempt-fee-reads.ts'
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
    const pays = new Map([...before.pays.keys(), ...after.pays.keys()].map((id) => [id, 0]))
    for (const id of pays.keys()) pays.set(id, (after.pays.get(id) ?? 0) - (before.pays.get(id) ?? 0))
    const names = await namesOf(tx, [...pays.keys()])
    return {
      bills: toDollars(after.bills - before.bills),
      invoiced: toDollars(after.invoiced - before.invoiced),
      unbilled: toDollars(after.unbilled - before.unbilled),
      prepaid: before.prepaidLeft - after.prepaidLeft,
      pays: [...pays]
        .filter(([, amount]) => amount !== 0)
        .map(([driverID, amount]) => ({ driver: names.get(driverID) ?? '', amount: toDollars(amount) })),
      balance: customerIDs.length === 1 && after.balance !== before.balance ? toDollars(after.balance) : null,
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
  const open = await tx
    .select({ stop: jobs, run: runs, fee: storedAttemptFee })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(and(among(jobs.assignmentID, stopIDs), eq(runs.status, 'active')))
  const charges = open.map(
    ({ stop, run, fee }) => chargeOfStop({ ...stop, skipped: false }, attemptFeeOf(run, fee)) ?? 0,
  )
  const accounts = [...(await balancesOf(tx, customerIDs)).values()]
  const total = (of: (account: (typeof accounts)[number]) => number) =>
    accounts.reduce((all, account) => all + of(account), 0)
  const [waiting] = await tx
    .select({ amount: sum(billingLines.amount).mapWith(Number) })
    .from(billingLines)
    .where(and(among(billingLines.customerID, customerIDs), isNull(billingLines.invoiceID)))
  const earned = await tx
    .select({ driverID: incomes.driverID, amount: sum(incomes.amount).mapWith(Number) })
    .from(incomes)
    .where(among(incomes.jobID, stopIDs))
    .groupBy(incomes.driverID)
  return {
    bills: charges.reduce((all, charge) => all + charge, 0),
    invoiced: total(({ totalSales }) => totalSales),
    unbilled: waiting?.amount ?? 0,
    balance: total(({ balance }) => balance),
    prepaidLeft: total(({ prepaidLeft }) => prepaidLeft),
    pays: new Map(earned.map(({ driverID, amount }) => [driverID, amount])),
  }
}

async function namesOf(tx: Queryable, userIDs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ userID: users.userID, fullName: users.fullName })
    .from(users)
    .where(among(users.userID, userIDs))
  return new Map(rows.map(({ userID, fullName }) => [userID, fullName]))
}
