import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listReminderCustomers } from '#contract/v1/reminders.ts'
import { failureWords, NOT_REMINDED_REASONS, notRemindedWords } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { mails } from '../../db/tables/mails.ts'
import { reminderCustomers } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { IS_THEIRS } from './send-again-commands.ts'

type Place = AnswerOf<typeof listReminderCustomers>['items'][number]

interface PlacesQuery {
  readonly reminderID: string
  readonly keyword: string | undefined
  readonly state: Place['state'] | undefined
  readonly limit: number
  readonly offset: number
}

/** The recipients of a reminder by name, and what became of each. */
export async function placesPage(
  db: Queryable,
  { reminderID, keyword, state, limit, offset }: PlacesQuery,
): Promise<{ items: Place[]; total: number }> {
  const where = and(
    eq(reminderCustomers.reminderID, reminderID),
    state && eq(reminderCustomers.state, state),
    keywordIn(keyword, [
      users.fullName,
      sql`coalesce(${users.email}, '')`,
      suburbs.label,
      sql`${customers.refNumber}::text`,
    ]),
  )
  const rows = await from(db, where)
    .orderBy(asc(customers.nameKey), asc(customers.customerID))
    .limit(limit)
    .offset(offset)
  const [sum] = await db
    .select({ total: count() })
    .from(reminderCustomers)
    .innerJoin(customers, eq(customers.customerID, reminderCustomers.customerID))
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(where)
  return { items: rows.map(presentPlace), total: sum!.total }
}

const from = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      place: reminderCustomers,
      mailError: mails.lastError,
      refNumber: customers.refNumber,
      runNumber: customers.runNumber,
      fullName: users.fullName,
      email: users.email,
      suburb: suburbs.label,
    })
    .from(reminderCustomers)
    .innerJoin(customers, eq(customers.customerID, reminderCustomers.customerID))
    .innerJoin(users, eq(users.userID, customers.customerID))
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .leftJoin(mails, IS_THEIRS)
    .where(where)
    .$dynamic()

type Row = Awaited<ReturnType<typeof from>>[number]

function presentPlace({ place, mailError, refNumber, runNumber, fullName, email, suburb }: Row): Place {
  const { customerID, state, reason, sentAt } = place
  return {
    customerID,
    refId: String(refNumber),
    fullName,
    email,
    suburb,
    runNumber,
    state,
    mailError: state === 'failed' ? mailError : null,
    reason: state === 'failed' ? failureWords(reason) : state === 'left_out' ? leftOutWords(reason) : null,
    sentAt,
  }
}

const leftOutWords = (reason: string | null) =>
  NOT_REMINDED_REASONS.filter((known) => known === reason).map((known) => notRemindedWords[known])[0] ?? null

export async function placesOf(db: Queryable, reminderID: string): Promise<Set<string>> {
  const rows = await db
    .select({ customerID: reminderCustomers.customerID })
    .from(reminderCustomers)
    .where(eq(reminderCustomers.reminderID, reminderID))
  return new Set(rows.map(({ customerID }) => customerID))
}
