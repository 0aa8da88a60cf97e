import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BankIndex } from '#domain/bank-index.ts'
import { bankDoubt, type Match, matchLine } from '#domain/bank-matching.ts'
import { dayOf } from '#domain/dates.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { keptTotal, subjectOf } from '../../db/kept-totals.ts'
import { pageTotal } from '../../db/page-total.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { customers } from '../../db/tables/customers.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { payouts } from '../../db/tables/payouts.ts'
import { users } from '../../db/tables/users.ts'
import { settingsInForce } from '../settings/public.ts'
import { actContext } from '../ledger/public.ts'
import { indexFor } from './bank-index-reads.ts'
import { type EffectsOf, effectsOfProposals } from './payment-effects.ts'

export type LineRow = typeof bankLines.$inferSelect

export interface LineShown extends LineRow {
  readonly file: string
  readonly decider: string | null
  readonly closed: boolean
  /** The day on which the payout arrives that the line is. */
  readonly arrivesOn: string | null
  /** It is present only while the line waits. */
  readonly match: Match | null
  /** Contains what the proposals name. */
  readonly index: BankIndex
  /** What booking a proposal, or the parts of a split, will do. */
  readonly effectsOf: EffectsOf
  readonly payments: readonly PaymentShown[]
}

export interface PaymentShown {
  readonly transactionID: string
  readonly refNumber: number
  readonly customerID: string
  readonly customerNumber: number
  readonly name: string
  readonly amount: number
  readonly datePaid: string
  readonly reversed: boolean
}

interface LinesQuery {
  readonly state: LineRow['state'] | undefined
  /** Filters beside the state, by which lines are counted. */
  readonly filters: SQL | undefined
  readonly orderBy: SQL[]
  readonly limit: number
  readonly offset: number
}

export async function linesPage(
  db: Queryable,
  now: Date,
  query: LinesQuery,
): Promise<{ rows: LineShown[]; total: number; unmatched: number }> {
  const { state, filters, orderBy, limit, offset } = query
  const where = and(state && eq(bankLines.state, state), filters)
  const rows = await selected(db)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const total = await pageTotal(rows, query, async () =>
    filters ? (await db.select({ total: count() }).from(bankLines).where(where))[0]!.total : linesIn(db, state),
  )
  return { rows: await shown(db, now, rows), total, unmatched: await linesIn(db, 'waiting') }
}

export async function lineByID(db: Queryable, now: Date, bankLineID: string): Promise<LineShown | null> {
  const [row] = await shown(db, now, await selected(db).where(eq(bankLines.bankLineID, bankLineID)))
  return row ?? null
}

const linesIn = async (db: Queryable, state: LineRow['state'] | undefined): Promise<number> =>
  (await keptTotal(db, 'bank_lines', subjectOf(state))).total

const isWaiting = eq(bankLines.state, 'waiting')

/** Which of these customers a waiting payment may come from (domain.md 12, Proposals). */
export async function customersWithWaitingPayment(
  db: Queryable,
  customerIDs: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ customerID: sql<string>`candidate` })
    .from(sql`${bankLines} cross join lateral jsonb_array_elements_text(${bankLines.candidates}) as candidate`)
    .where(and(isWaiting, sql`${bankLines.amount} > 0`, sql`candidate = any(${sql.param([...customerIDs])}::text[])`))
  return new Set(rows.map(({ customerID }) => customerID))
}

/** The amounts of money in that no customer is paid with yet. */
export async function waitingAmounts(db: Queryable): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectDistinct({ amount: bankLines.amount })
    .from(bankLines)
    .where(and(isWaiting, sql`${bankLines.amount} > 0`))
  return new Set(rows.map(({ amount }) => amount))
}

/** When the newest bank file was imported; null: none ever was. */
export async function newestFileAt(db: Queryable): Promise<Date | null> {
  const [newest] = await db
    .select({ createdAt: bankFiles.createdAt })
    .from(bankFiles)
    .where(isNotNull(bankFiles.endedAt))
    .orderBy(desc(bankFiles.createdAt))
    .limit(1)
  return newest?.createdAt ?? null
}

const deciders = alias(users, 'deciders')

function selected(db: Queryable) {
  return db
    .select({ row: bankLines, file: bankFiles.name, decider: deciders.fullName, arrivesOn: payouts.arrivesOn })
    .from(bankLines)
    .innerJoin(bankFiles, eq(bankFiles.bankFileID, bankLines.bankFileID))
    .leftJoin(deciders, eq(deciders.userID, bankLines.decidedBy))
    .leftJoin(payouts, eq(payouts.payoutID, bankLines.payoutID))
    .$dynamic()
}

async function shown(
  db: Queryable,
  now: Date,
  rows: readonly { row: LineRow; file: string; decider: string | null; arrivesOn: string | null }[],
): Promise<LineShown[]> {
  const settings = await settingsInForce(db)
  const open = { today: dayOf(now, settings['business.timeZone']), lockedThrough: settings['books.lockedThrough'] }
  const waiting = rows.filter(({ row }) => row.state === 'waiting').map(({ row }) => row)
  const index = await indexFor(db, waiting)
  const matches = new Map(
    waiting.map((row) => [row.bankLineID, matchLine(row, index, undefined, bankDoubt(row, open))]),
  )
  const proposed = [...new Set([...matches.values()].flatMap(proposedIn))]
  const recovering = proposed.filter((customerID) => (index.byID.get(customerID)?.payer.writtenOff ?? []).length > 0)
  const effectsOf = await effectsOfProposals(db, actContext(settings, now), proposed, recovering)
  const named = [...matches.values()].flatMap((match) =>
    match.kind === 'dishonour' ? match.proposals.flatMap(({ transactionID }) => transactionID ?? []) : [],
  )
  const payments = await paymentsByID(db, [...named, ...rows.flatMap(({ row }) => row.transactionIDs)])
  return rows.map(({ row, file, decider, arrivesOn }) => {
    const match = matches.get(row.bankLineID) ?? null
    const reversible = match?.kind === 'dishonour' ? match.proposals.map(({ transactionID }) => transactionID) : []
    return {
      ...row,
      file,
      decider,
      arrivesOn,
      closed: row.day <= open.lockedThrough,
      match,
      index,
      effectsOf,
      payments: [...row.transactionIDs, ...reversible].flatMap((id) => payments.get(id ?? '') ?? []),
    }
  })
}

function proposedIn(match: Match): string[] {
  if (match.kind === 'exact') return [match.customerID]
  return match.kind === 'near' ? [...match.proposals, ...(match.split ?? [])].map(({ customerID }) => customerID) : []
}

async function paymentsByID(db: Queryable, transactionIDs: readonly string[]): Promise<Map<string, PaymentShown>> {
  const rows = await db
    .select({
      transactionID: transactions.transactionID,
      refNumber: transactions.refNumber,
      customerID: customers.customerID,
      customerNumber: customers.refNumber,
      name: users.fullName,
      amount: transactions.amount,
      datePaid: transactions.datePaid,
      // A join would read all reversals.
      reversed: sql<boolean>`exists (select from ${transactions} reversals where reversals.reverses = ${transactions.transactionID})`,
    })
    .from(transactions)
    .innerJoin(customers, eq(customers.customerID, transactions.customerID))
    .innerJoin(users, eq(users.userID, transactions.customerID))
    .where(among(transactions.transactionID, transactionIDs))
  return new Map(rows.map((row) => [row.transactionID, row]))
}
