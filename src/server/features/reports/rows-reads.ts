import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { reportRows } from '#contract/v1/reports.ts'
import { FIRST_DAY, LAST_DAY } from '#domain/limits.ts'
import type { Day } from '#domain/dates.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { type RunWeek, weekOfRun } from '#domain/run-name.ts'
import { adjustmentNumber, invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { adjustments, invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { runs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import type { SettingsInForce } from '../settings/public.ts'
import {
  type RowsQuery,
  cashFacts,
  collectionFacts,
  costFacts,
  debtFacts,
  disputeFacts,
  type Fact,
  factsPage,
  type FactsPage,
  type Place,
  refundFacts,
  reversedFacts,
  salesFacts,
} from './facts-reads.ts'
import { basisOf, gstPage } from './gst-reads.ts'
import { purchaseFacts } from './purchases-reads.ts'
import { AS_DRIVEN, roundFacts } from './rounds-reads.ts'

/** One page of the rows behind a figure, and their sum, which is the figure. */
export async function rowsBehind(
  db: Queryable,
  query: RowsQuery,
  { settings, today }: { settings: SettingsInForce; today: Day },
  place: Place,
): Promise<FactsPage> {
  switch (query.figure) {
    case 'sales':
      return factsPage(db, salesFacts(query), place)
    case 'collections':
      return factsPage(db, collectionFacts(query), place)
    case 'debts':
      return factsPage(db, debtFacts(query, today), place)
    case 'cash':
      return factsPage(db, cashFacts(query), place)
    case 'reversed':
      return factsPage(db, reversedFacts(query), place)
    case 'refunds':
      return factsPage(db, refundFacts(query), place)
    case 'purchases':
      return factsPage(db, purchaseFacts(query), place)
    case 'disputes':
      return factsPage(db, disputeFacts(query), place)
    case 'round-cost':
      return factsPage(db, costFacts(query), place)
    case 'round-sales':
      return factsPage(db, await roundFacts(db, query), place, AS_DRIVEN)
    case 'gst':
    case 'bad-debts':
      return gstPage(
        db,
        {
          figure: query.figure,
          basis: query.basis ?? basisOf(settings),
          from: query.from ?? FIRST_DAY,
          to: query.to ?? LAST_DAY,
        },
        settings['opening.includesGst'],
        place,
      )
  }
}

/** Adds the names and numbers of the IDs. */
export async function presentRows(
  db: Queryable,
  facts: readonly Fact[],
): Promise<AnswerOf<typeof reportRows>['items']> {
  const ids = (of: keyof Fact) => [...new Set(facts.flatMap((fact) => (fact[of] as string | null) ?? []))]
  const people = new Map(
    (
      await db
        .select({ customerID: customers.customerID, refNumber: customers.refNumber, fullName: users.fullName })
        .from(customers)
        .innerJoin(users, eq(users.userID, customers.customerID))
        .where(among(customers.customerID, ids('customerID')))
    ).map((row) => [row.customerID, row]),
  )
  const issued = new Map(
    (
      await db
        .select({ id: invoices.invoiceID, kind: invoices.kind, number: invoices.number })
        .from(invoices)
        .where(among(invoices.invoiceID, ids('invoiceID')))
    ).map(({ id, kind, number }) => [id, invoiceNumber(kind, number)]),
  )
  const adjusted = new Map(
    (
      await db
        .select({ id: adjustments.adjustmentID, number: adjustments.number })
        .from(adjustments)
        .where(among(adjustments.adjustmentID, ids('adjustmentID')))
    ).map(({ id, number }) => [id, adjustmentNumber(number)]),
  )
  const booked = new Map(
    (
      await db
        .select({ id: transactions.transactionID, number: transactions.refNumber })
        .from(transactions)
        .where(among(transactions.transactionID, ids('transactionID')))
    ).map(({ id, number }) => [id, transactionRefId(number)]),
  )
  const driven = await runNames(db, ids('runOrderID'))
  const named = (names: Map<string, string>, of: string | null) => (of === null ? null : (names.get(of) ?? null))
  return facts.map((fact) => {
    const person = people.get(fact.customerID ?? '')
    return {
      ...fact,
      customer: person?.fullName ?? null,
      refId: person === undefined ? null : String(person.refNumber),
      invoice: named(issued, fact.invoiceID),
      adjustment: named(adjusted, fact.adjustmentID),
      transaction: named(booked, fact.transactionID),
      ...(driven.get(fact.runOrderID ?? '') ?? { runOrder: null, runWeek: null }),
    }
  })
}

/** "2026-11-W2-1" by ID. */
export async function runNames(
  db: Queryable,
  runOrderIDs: readonly string[],
): Promise<Map<string, { runOrder: string; runWeek: RunWeek }>> {
  const rows = await db
    .select({
      runOrderID: runs.runOrderID,
      fromDate: runs.fromDate,
      toDate: runs.toDate,
      yearNumber: runs.yearNumber,
      monthNumber: runs.monthNumber,
      weekNumber: runs.weekNumber,
      sequenceNumber: runs.sequenceNumber,
    })
    .from(runs)
    .where(among(runs.runOrderID, runOrderIDs))
  return new Map(
    rows.map(({ runOrderID, sequenceNumber, yearNumber, ...week }) => [
      runOrderID,
      {
        runOrder: readableRunID(yearNumber, week.monthNumber, week.weekNumber, sequenceNumber),
        runWeek: weekOfRun(week),
      },
    ]),
  )
}
