import { and, type AnyColumn, eq, sql, type SQL } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { countOnce } from '../../db/count-once.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { keptCents } from '../../db/kept-totals.ts'
import { SnapshotCache, isCurrentSince } from '../../db/snapshot-cache.ts'
import { columnsIn } from '../../db/mentions.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { customerPlaces } from '../../db/tables/places.ts'
import { users } from '../../db/tables/users.ts'
import { PreparedQuery } from '../../db/prepared-query.ts'
import { type Facts, cachedFacts, readFacts } from '../calendar/public.ts'
import { DUE_COLUMNS } from '../runs/public.ts'
import { chosen, countAnew, idsFound, idsInOrder } from './customers-page-reads.ts'
import type { AccountShown, ListedRow } from './customers-present.ts'
import { type KnownRow, knownWeeks, type PickUpRow } from './next-pick-up.ts'

/** The customers' list, the most opened screen over the longest table. One statement reads all it shows. */

export interface ListQuery {
  where: SQL | undefined
  orderBy: SQL[]
  /** With a keyword the matches are computed once, for the page and the total. */
  searched: boolean
  limit: number
  offset: number
  /** The query without the page and the days: equal queries have equal texts. */
  question: string
  /** The issue dates that count in totalSales; null: all. */
  issued: IssueDates | null
}

export interface IssueDates {
  from: Day | null
  to: Day | null
}

interface Beside {
  orderWish: string | null
  latitude: number | null
  longitude: number | null
}
type Row = ListedRow & PickUpRow & AccountShown & Beside

interface Answered {
  total: number | null
  rows: Row[] | null
  known: KnownRow[] | null
  totalIsCurrent: boolean
  factsAreCurrent: boolean
}

export interface Listed {
  readonly rows: readonly Row[]
  readonly total: number
  /** The input of `pickUpsPlanned`. */
  readonly known: readonly KnownRow[]
  readonly facts: Facts
}

/** One page of the list, the total, and the data for the next pick-ups. */
export async function customersListed(db: Database, query: ListQuery): Promise<Listed> {
  const total = totals.get(db, query.question)
  const facts = cachedFacts(db)
  const [row] = await statementFor(db, query).ask(db, {
    limit: query.limit,
    offset: query.offset,
    total: total?.snapshot ?? null,
    facts: facts?.snapshot ?? null,
    ...query.issued,
  })
  const { rows, known, totalIsCurrent, factsAreCurrent } = row!
  return {
    rows: rows ?? [],
    known: known ?? [],
    total: row!.total ?? (total && totalIsCurrent ? total.value : await countedNow(db, query)),
    facts: facts && factsAreCurrent ? facts.value : await readFacts(db),
  }
}

export async function customersCounted(db: Database, query: Pick<ListQuery, 'where' | 'question'>): Promise<number> {
  const total = totals.get(db, query.question)
  if (total === null) return countedNow(db, query)
  const [row] = await currentQuery.ask(db, { total: total.snapshot })
  return row!.isCurrent ? total.value : countedNow(db, query)
}

/** What these customers were invoiced, after adjustments (domain.md 7): an account's total is the sum of its invoices. */
export async function customersInvoiced(
  db: Queryable,
  { where, issued, everybody }: Pick<ListQuery, 'where' | 'issued'> & { everybody: boolean },
): Promise<Cents> {
  if (everybody && !issued) return allInvoiced(db)
  const sum = sql<number>`coalesce(sum(${issued ? invoices.amount : customerAccounts.totalSales}), 0)`.mapWith(Number)
  const [row] = issued
    ? await chosen(db, { sum }, [where])
        .innerJoin(invoices, eq(invoices.customerID, customers.customerID))
        .where(and(where, issuedIn(sql`${issued.from}`, sql`${issued.to}`)))
    : await chosen(db, { sum }, [where, sum]).where(where)
  return row!.sum
}

/** The total of all accounts is kept; those that are in no list are few. */
async function allInvoiced(db: Queryable): Promise<Cents> {
  const unlisted = sql`coalesce(sum(${customerAccounts.totalSales}), 0)`
  const [row] = await db
    .select({ sum: sql`${keptCents('sales')} - ${unlisted}`.mapWith(Number) })
    .from(customers)
    .innerJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(sql`(${customers.hiddenAt} is not null or ${customers.status} = 'PENDING')`)
  return row!.sum
}

const totals = new SnapshotCache<number>()
const currentQuery = new PreparedQuery<{ isCurrent: boolean }>(
  sql`select ${isCurrentSince('customers', sql.placeholder('total'))} as "isCurrent"`,
)

async function countedNow(db: Database, { where, question }: Pick<ListQuery, 'where' | 'question'>): Promise<number> {
  const { total } = await countOnce(db, question, async () => {
    const counted = await countAnew(db, where)
    if (isNoted(where)) totals.set(db, question, counted.total, counted.snapshot)
    return counted
  })
  return total
}

/**
 * Columns whose changes a trigger records. Of the email it records only whether there is one, which is all that the
 * list's filter uses.
 */
const NOTED: readonly AnyColumn[] = [
  customers.hiddenAt,
  customers.status,
  customers.suburbID,
  customers.weekNumber,
  customers.runNumber,
  customers.serviceType,
  customers.productID,
  customers.accountType,
  customers.invoiceType,
  customers.origin,
  users.email,
]

const isNoted = (where: SQL | undefined) => columnsIn(where).every((column) => NOTED.includes(column))

const STATEMENTS_MAX = 100
const statements = new Map<string, PreparedQuery<Answered>>()

function statementFor(db: Database, query: ListQuery): PreparedQuery<Answered> {
  if (query.searched) return new PreparedQuery(listStatement(db, query))
  const key = `${query.offset === 0 ? query.limit : 'any'} ${query.issued !== null} ${query.question}`
  const known = statements.get(key)
  if (known) return known
  const written = new PreparedQuery<Answered>(listStatement(db, query))
  if (statements.size >= STATEMENTS_MAX) statements.clear()
  statements.set(key, written)
  return written
}

/** The first page is requested most: its limits are literals, so that it gets its own plan. */
const pageOnly = ({ limit, offset }: ListQuery) =>
  offset === 0
    ? sql.raw(`limit ${limit}`)
    : sql`limit ${sql.placeholder('limit')}::integer offset ${sql.placeholder('offset')}::integer`

/** @param query a page; all pages but the first have the same statement */
export function listStatement(db: Database, query: ListQuery): SQL {
  const page = query.searched
    ? idsFound(db, query).getSQL()
    : sql`select null::integer, array(${idsInOrder(db, query).getSQL()} ${pageOnly(query)})`
  const theirs = (column: AnyColumn) => sql`${column} = any((select ids from found)::uuid[])`
  return sql`
    with found (total, ids) as materialized (${page})
    select total::integer as total,
      (select json_agg(${asJson(query.issued ? { ...SHOWN, totalSales: BOUNDED } : SHOWN)} order by place)
       from unnest((select ids from found)) with ordinality as chosen (customer_id, place)
         join ${customers} on ${customers.customerID} = chosen.customer_id
         join ${users} on ${users.userID} = chosen.customer_id
         join ${suburbs} on ${suburbs.suburbID} = ${customers.suburbID}
         join ${products} on ${products.productID} = ${customers.productID}
         left join ${customerAccounts} on ${customerAccounts.customerID} = chosen.customer_id
         left join ${customerPlaces} on ${customerPlaces.customerID} = chosen.customer_id) as rows,
      (select json_agg(known) from (${knownWeeks(theirs)}) known) as known,
      ${isCurrentSince('customers', sql.placeholder('total'))} as "totalIsCurrent", ${isCurrentSince('settings', sql.placeholder('facts'))} as "factsAreCurrent"
    from found`
}

const SHOWN: Readonly<Record<keyof Row, AnyColumn>> = {
  customerID: customers.customerID,
  refNumber: customers.refNumber,
  company: customers.company,
  address: customers.address,
  suburbID: customers.suburbID,
  state: customers.state,
  postcode: customers.postcode,
  mobilePhone: customers.mobilePhone,
  weekNumber: customers.weekNumber,
  runNumber: customers.runNumber,
  stopOrder: customers.stopOrder,
  orderWish: customers.orderWish,
  status: customers.status,
  accountType: customers.accountType,
  invoiceType: customers.invoiceType,
  serviceType: customers.serviceType,
  productID: customers.productID,
  collectionScheme: customers.collectionScheme,
  origin: customers.origin,
  createdAt: customers.createdAt,
  startDate: customers.startDate,
  ...DUE_COLUMNS,
  fullName: users.fullName,
  email: users.email,
  suburb: suburbs.label,
  suburbWeek: suburbs.weekNumber,
  servicePackage: products.name,
  credit: customerAccounts.credit,
  owing: customerAccounts.owing,
  totalSales: customerAccounts.totalSales,
  latitude: customerPlaces.latitude,
  longitude: customerPlaces.longitude,
}

const issuedIn = (from: SQL, to: SQL) => sql`${invoices.kind} = 'invoice'
  and ${invoices.issueDate} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`

const BOUNDED = sql`(select sum(${invoices.amount})::bigint from ${invoices}
  where ${invoices.customerID} = ${customers.customerID}
    and ${issuedIn(sql`${sql.placeholder('from')}`, sql`${sql.placeholder('to')}`)})`

const asJson = (columns: Readonly<Record<string, AnyColumn | SQL>>) =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]),
    sql`, `,
  )})`
