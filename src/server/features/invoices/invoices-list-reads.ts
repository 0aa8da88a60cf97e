import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { PgDialect, type SelectedFields } from 'drizzle-orm/pg-core'
import type { Day } from '#domain/dates.ts'
import { type Age, AGES } from '#domain/invoicing.ts'
import type { Cents } from '#domain/money.ts'
import { countOnce } from '../../db/count-once.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { keptTotal, SUBJECT } from '../../db/kept-totals.ts'
import { columnsIn, mentions } from '../../db/mentions.ts'
import { PreparedQuery } from '../../db/prepared-query.ts'
import { isCurrentSince, SNAPSHOT, SnapshotCache } from '../../db/snapshot-cache.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { users } from '../../db/tables/users.ts'
import type { Order } from '../../http/paging.ts'
import { type InvoiceShown, invoicesByID, isOpen, OWING } from './invoices-reads.ts'

/** The invoices' list over any number of invoices: a page, exact totals, and what is owed by age. */

export interface ListQuery {
  /** May refer to invoices, customers and users. */
  filters: SQL | undefined
  /** The chosen age. The ageing leaves it out, because its figures are what an age would show. */
  ofAge: SQL | undefined
  /** Followed by number and ID, the highest first. */
  order: Order
  /** With a keyword the matches are computed once, for the page and the totals. */
  searched: boolean
  limit: number
  offset: number
  today: Day
}

interface Totals {
  invoices: number
  amount: Cents
  owing: Cents
}

interface AgeOwing {
  age: Age
  invoices: number
  owing: Cents
}

export interface Listed {
  rows: InvoiceShown[]
  totals: Totals
  /** Every age once. */
  ages: AgeOwing[]
}

export async function invoicesListed(db: Database, query: ListQuery): Promise<Listed> {
  if (query.searched) return found(db, query)
  const { filters, ofAge, order, limit, offset } = query
  const where = and(filters, ofAge)
  const ids = await chosen(db, { invoiceID: invoices.invoiceID }, [where, sql`${order.by}`])
    .where(where)
    .orderBy(
      order.direction === 'desc' ? desc(order.by) : asc(order.by),
      desc(invoices.number),
      desc(invoices.invoiceID),
    )
    .limit(limit)
    .offset(offset)
  const rows = await invoicesByID(
    db,
    ids.map(({ invoiceID }) => invoiceID),
  )
  return { rows, ...folded(await groupsOf(db, query)) }
}

/** Invoices of one age that all match the chosen age, or all do not. */
interface Group {
  /** Null: paid. */
  age: Age | null
  matched: boolean
  invoices: number
  amount: Cents
  owing: Cents
}

const GROUPED = sql`json_agg(json_build_object('age', age, 'matched', matched, 'invoices', invoices, 'amount', amount, 'owing', owing))`
const ONE_GROUP = sql`age, matched, count(*) as invoices, sum(amount) as amount, sum(owing) as owing`

/** All matches at once, because the page and the totals need the same search. Concurrent equal searches share one. */
async function found(db: Database, query: ListQuery): Promise<Listed> {
  const { filters, ofAge, order, limit, offset } = query
  const fields = {
    invoiceID: invoices.invoiceID,
    number: invoices.number,
    place: sql`${order.by}`.as('place'),
    ...parts(query),
  }
  const matches = chosen(db, fields, [filters, ofAge, sql`${order.by}`]).where(filters)
  const statement = sql`with found as materialized (${matches})
    select (select ${GROUPED} from (select ${ONE_GROUP} from found group by age, matched) groups) as groups,
      array(select invoice_id from found where matched order by place ${sql.raw(order.direction)}, number desc, invoice_id desc
        limit ${limit}::integer offset ${offset}::integer) as ids`
  return countOnce(db, keyOf(statement), async () => {
    const [row] = await new PreparedQuery<{ groups: Group[] | null; ids: string[] }>(statement).ask(db, {})
    return { rows: await invoicesByID(db, row!.ids), ...folded(row!.groups) }
  })
}

/** The columns that the totals are made of, per invoice. */
function parts({ ofAge, today }: Pick<ListQuery, 'ofAge' | 'today'>) {
  const overdue = sql`${today}::date - ${invoices.dueDate}`
  return {
    age: sql<Age | null>`case when not (${isOpen}) then null when ${overdue} <= 0 then 'current' when ${overdue} <= 30 then '1-30'
      when ${overdue} <= 60 then '31-60' when ${overdue} <= 90 then '61-90' else 'over-90' end`.as('age'),
    matched: sql<boolean>`${ofAge ?? sql`true`}`.as('matched'),
    amount: sql`${invoices.amount}`.as('amount'),
    owing: sql`${OWING}`.as('owing'),
  }
}

const cached = new SnapshotCache<Group[]>()
const currentQuery = new PreparedQuery<{ isCurrent: boolean }>(
  sql`select ${isCurrentSince('invoices', sql.placeholder('snapshot'))} as "isCurrent"`,
)

/**
 * The totals are cached until an invoice changes if only invoices are asked about. A customer's own invoices are few
 * and are added up each time.
 */
async function groupsOf(db: Database, query: ListQuery): Promise<Group[]> {
  const { filters, ofAge } = query
  // Without a filter every paid invoice counts, which is nearly all; their totals are kept.
  if (filters === undefined && ofAge === undefined)
    return [...(await groupsOf(db, { ...query, filters: isOpen })), await paidGroup(db)]
  const each = chosen(db, parts(query), [filters, ofAge]).where(and(filters, ofAge && sql`(${ofAge} or ${isOpen})`))
  const statement = sql`select (select ${GROUPED} from (select ${ONE_GROUP} from (${each}) each group by age, matched) groups) as groups, ${SNAPSHOT} as snapshot`
  const columns = columnsIn([filters, ofAge])
  const cacheable = columns.every((column) => column.table === invoices && column !== invoices.customerID)
  const key = keyOf(statement)
  const known = cacheable ? cached.get(db, key) : null
  if (known) {
    const [row] = await currentQuery.ask(db, { snapshot: known.snapshot })
    if (row!.isCurrent) return known.value
  }
  return countOnce(db, key, async () => {
    const [row] = await new PreparedQuery<{ groups: Group[] | null; snapshot: string }>(statement).ask(db, {})
    const groups = row!.groups ?? []
    if (cacheable) cached.set(db, key, groups, row!.snapshot)
    return groups
  })
}

async function paidGroup(db: Database): Promise<Group> {
  const { total, totalCents } = await keptTotal(db, 'invoices', eq(SUBJECT, 'paid'))
  return { age: null, matched: true, invoices: total, amount: totalCents, owing: 0 }
}

function folded(groups: readonly Group[] | null): Omit<Listed, 'rows'> {
  const totals = { invoices: 0, amount: 0, owing: 0 }
  const ages = new Map(AGES.map((age) => [age, { age, invoices: 0, owing: 0 }]))
  for (const group of groups ?? []) {
    const aged = group.age === null ? undefined : ages.get(group.age)
    if (aged) {
      aged.invoices += group.invoices
      aged.owing += group.owing
    }
    if (!group.matched) continue
    totals.invoices += group.invoices
    totals.amount += group.amount
    totals.owing += group.owing
  }
  return { totals, ages: [...ages.values()] }
}

const dialect = new PgDialect()

function keyOf(statement: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return JSON.stringify([text, params])
}

/** Joins a table only if it is referred to. */
function chosen<T extends SelectedFields>(db: Queryable, what: T, referring: readonly (SQL | undefined)[]) {
  const query = db.select(what).from(invoices).$dynamic()
  if (mentions(customers, referring)) void query.innerJoin(customers, eq(customers.customerID, invoices.customerID))
  if (mentions(users, referring)) void query.innerJoin(users, eq(users.userID, invoices.customerID))
  return query
}
