import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { bulkInvoices } from '#contract/v1/tasks.ts'
import { TASK_ITEMS_MAX } from '#domain/money-words.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { users } from '../../db/tables/users.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { customersWithUnbilled, invoicesAsked } from '../invoices/public.ts'
import { settingsInForce } from '../settings/public.ts'

/** The subjects of a bulk act as there are now; later ones are not added. */

export interface Subject {
  /** An invoice; in `mass` the customer. */
  readonly subjectID: string
  readonly customerID: string
}

/**
 * `mark-printed` by filters means the print list of the same filters: only those that don't go by email. `remind` by
 * filters means those of the list that are due a reminder.
 */
export async function subjectsOf(db: Queryable, input: InputOf<typeof bulkInvoices>, now: Date): Promise<Subject[]> {
  const { action, invoiceIDs, filters, customerIDs } = input
  if (action === 'mass') return unbilledCustomers(db, customerIDs)
  if (invoiceIDs !== undefined)
    return invoicesWhere(db, among(invoices.invoiceID, invoiceIDs), new Set(invoiceIDs).size)
  if (filters === undefined) refuseField('invoiceIDs', 'Name invoices, or the list’s filters')
  const settings = await settingsInForce(db)
  const meant = {
    ...filters,
    ...(action === 'mark-printed' && { hasEmail: filters.hasEmail ?? false }),
    ...(action === 'remind' && { reminderDue: true }),
  }
  return invoicesWhere(db, invoicesAsked(meant, meant.customerID, settings, now))
}

/** @param named how many there must be: one that does not exist refuses all */
async function invoicesWhere(db: Queryable, where: SQL | undefined, named?: number): Promise<Subject[]> {
  const rows = await db
    .select({ subjectID: invoices.invoiceID, customerID: invoices.customerID })
    .from(invoices)
    .innerJoin(customers, eq(customers.customerID, invoices.customerID))
    .innerJoin(users, eq(users.userID, invoices.customerID))
    .where(where)
    .orderBy(asc(invoices.issueDate), asc(invoices.number))
    .limit(TASK_ITEMS_MAX + 1)
  if (named !== undefined && rows.length < named) throw new Refused('not_found')
  return bounded(rows)
}

async function unbilledCustomers(db: Queryable, customerIDs: readonly string[] | undefined): Promise<Subject[]> {
  const rows = customerIDs
    ? await db
        .select({ customerID: customers.customerID })
        .from(customers)
        .where(and(isNull(customers.hiddenAt), among(customers.customerID, customerIDs)))
        .orderBy(asc(customers.refNumber))
    : await customersWithUnbilled(db, TASK_ITEMS_MAX + 1)
  if (customerIDs && rows.length < new Set(customerIDs).size) throw new Refused('not_found')
  return bounded(rows.map(({ customerID }) => ({ customerID, subjectID: customerID })))
}

function bounded(subjects: Subject[]): Subject[] {
  if (subjects.length > TASK_ITEMS_MAX) throw new Refused('too_many_at_once')
  return subjects
}
