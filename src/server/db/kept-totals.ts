import { and, eq, type SQL, sql } from 'drizzle-orm'
import { among } from './among.ts'
import type { Database, Queryable } from './database.ts'
import { keptTotals } from './tables/kept-totals.ts'

/**
 * What is counted. The subjects of the topics are: an audit row's subject kind and action, a mail's state, an income's
 * driver, status and kind, a transaction's type, purpose and payment type, whether an invoice is paid, a record's
 * decision, a reminder and what became of its recipients, for a phone and one of its users the photos and the stops
 * with an outcome, a bank line's state, a pay's driver. The sales of all accounts have no subject.
 */
type Topic =
  | 'audit'
  | 'no_pickups'
  | 'mails'
  | 'incomes'
  | 'transactions'
  | 'invoices'
  | 'exceptions'
  | 'reminders'
  | 'phone_photos'
  | 'phone_stops'
  | 'bank_lines'
  | 'pays'
  | 'sales'

export const SUBJECT = sql`${keptTotals.subject}`

/** A condition on a subject of several words in their order. @param words undefined: any */
export const subjectOf = (...words: readonly (string | undefined)[]): SQL | undefined =>
  and(
    ...words.map((word, at) =>
      word === undefined ? undefined : sql`split_part(${SUBJECT}, ' ', ${at + 1}) = ${word}`,
    ),
  )

/**
 * Number of rows and sum of their cents, exact and as current as a count in the same statement.
 * @param where on `SUBJECT`; undefined: all
 */
export async function keptTotal(
  db: Queryable,
  topic: Topic,
  where: SQL | undefined,
): Promise<{ total: number; totalCents: number }> {
  const [row] = await db
    .select({
      total: sql`coalesce(sum(${keptTotals.count}), 0)`.mapWith(Number),
      totalCents: sql`coalesce(sum(${keptTotals.amount}), 0)`.mapWith(Number),
    })
    .from(keptTotals)
    .where(and(eq(keptTotals.topic, topic), where))
  return row!
}

export function keptBySubject(
  db: Queryable,
  topic: Topic,
  subjects: readonly string[],
): Promise<{ subject: string; total: number }[]> {
  return db
    .select({ subject: keptTotals.subject, total: sql`sum(${keptTotals.count})`.mapWith(Number) })
    .from(keptTotals)
    .where(and(eq(keptTotals.topic, topic), among(keptTotals.subject, subjects)))
    .groupBy(keptTotals.subject)
}

/** A topic's sum of cents, for use in another statement. */
export const keptCents = (topic: Topic): SQL<number> => sql<number>`(
  select coalesce(sum(${keptTotals.amount}), 0)::bigint from ${keptTotals} where ${keptTotals.topic} = ${sql.raw(`'${topic}'`)})`

/** A subject's count, for use in another statement. */
export const keptCount = (topic: Topic, subject: SQL): SQL<number> => sql<number>`(
  select coalesce(sum(${keptTotals.count}), 0)::int from ${keptTotals} where ${keptTotals.topic} = ${sql.raw(`'${topic}'`)} and ${keptTotals.subject} = ${subject})`

/**
 * Nightly maintenance: leaves one row per subject. Changes made meanwhile stay beside it, and two servers at once take
 * different rows.
 */
export async function addUpTotals(db: Database): Promise<void> {
  const { topic, subject, count, amount } = keptTotals
  await db.execute(sql`
    with gone as (delete from ${keptTotals} returning ${topic}, ${subject}, ${count}, ${amount})
    insert into ${keptTotals} (${sql.join(
      [topic, subject, count, amount].map(({ name }) => sql.identifier(name)),
      sql`, `,
    )})
    select topic, subject, sum(row_count), sum(amount_cents) from gone group by topic, subject having sum(row_count) <> 0 or sum(amount_cents) <> 0`)
}
