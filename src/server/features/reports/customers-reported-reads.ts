import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { CUSTOMER_REPORTS, customersReported } from '#contract/v1/reports.ts'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { AGES, ageOf } from '#domain/invoicing.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf } from '../../http/depots.ts'
import { keywordInText } from '../../http/keyword.ts'
import { orderOf } from '../../http/paging.ts'

export type CustomerReport = (typeof CUSTOMER_REPORTS)[number]

const isOpen = sql`${invoices.amount} > ${invoices.allocated}`
const owed = sql<number>`coalesce(${customerAccounts.owing}, 0)`

const SORTS = {
  refId: customers.refNumber,
  fullName: customers.nameKey,
  status: customers.status,
  email: sql`lower(${users.email})`,
  accountType: customers.accountType,
  canceledAt: customers.canceledAt,
  owing: owed,
}

/** Requests and deleted customers are in none of the lists. */
function ofKind(kind: CustomerReport, today: Day): SQL | undefined {
  const current = inArray(customers.status, ['ACTIVE', 'BLOCKED'])
  const kinds: Record<CustomerReport, SQL | undefined> = {
    cancelled: eq(customers.status, 'CANCELED'),
    blocked: eq(customers.status, 'BLOCKED'),
    overdue: sql`exists (select from ${invoices} where ${invoices.customerID} = ${customers.customerID}
      and ${isOpen} and ${invoices.dueDate} < ${today}::date)`,
    'no-email': and(current, isNull(users.email)),
    'do-not-remind': and(current, eq(customers.doNotRemind, true)),
  }
  return and(isNull(customers.hiddenAt), sql`${customers.status} <> 'PENDING'`, kinds[kind])
}

export async function customersInReport(
  db: Queryable,
  input: InputOf<typeof customersReported>,
  today: Day,
  { limit, offset }: { limit: number; offset: number },
): Promise<Pick<AnswerOf<typeof customersReported>, 'items' | 'total' | 'totalOwing'>> {
  const where = and(
    ofKind(input.kind, today),
    customerOf(customers.customerID, input.depotID),
    keywordInText(input.keyword, customers.searchText, [customers.mobilePhone, customers.homePhone]),
  )
  const rows = await db
    .select({
      customerID: customers.customerID,
      refNumber: customers.refNumber,
      fullName: users.fullName,
      status: customers.status,
      email: users.email,
      accountType: customers.accountType,
      canceledAt: customers.canceledAt,
      mobilePhone: customers.mobilePhone,
      owing: owed.mapWith(Number),
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(where)
    .orderBy(...orderOf(input.sort, SORTS, input.kind === 'overdue' ? '-owing' : 'fullName'), customers.customerID)
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({ total: count(), owing: sql`coalesce(sum(${owed}), 0)`.mapWith(Number) })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, customers.customerID))
    .where(where)
  const open = await openInvoicesOf(
    db,
    rows.map(({ customerID }) => customerID),
  )
  return {
    items: rows.map(({ refNumber, canceledAt, owing, ...row }) => {
      const theirs = open.get(row.customerID) ?? []
      return {
        ...row,
        refId: String(refNumber),
        canceledAt,
        remindNotes: theirs.find(({ remindNotes }) => remindNotes)?.remindNotes ?? null,
        owing,
        ageing: AGES.map((age) => ({
          age,
          owing: theirs
            .filter(({ dueDate }) => ageOf(dueDate, today) === age)
            .reduce((all, each) => all + each.owing, 0),
        })),
      }
    }),
    total: sum!.total,
    totalOwing: sum!.owing,
  }
}

/** Due longest first. */
async function openInvoicesOf(db: Queryable, customerIDs: readonly string[]) {
  const rows = await db
    .select({
      customerID: invoices.customerID,
      dueDate: invoices.dueDate,
      remindNotes: invoices.remindNotes,
      owing: sql`${invoices.amount} - ${invoices.allocated}`.mapWith(Number),
    })
    .from(invoices)
    .where(and(among(invoices.customerID, customerIDs), isOpen))
    .orderBy(invoices.dueDate, invoices.number)
  return byKey(rows, ({ customerID }) => customerID)
}

export async function customersCountedByReport(
  db: Queryable,
  kinds: readonly CustomerReport[],
  today: Day,
  depotID: string | undefined,
): Promise<{ kind: CustomerReport; customers: number }[]> {
  const counted = kinds.map((kind) => sql`count(*) filter (where ${ofKind(kind, today)})::integer`)
  const [row] = await db
    .select(Object.fromEntries(kinds.map((kind, at) => [kind, sql<number>`${counted[at]}`])))
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(customerOf(customers.customerID, depotID))
  return kinds.map((kind) => ({ kind, customers: (row as Record<string, number>)[kind] ?? 0 }))
}
