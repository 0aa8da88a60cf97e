import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { feedEntry, type FeedEntry, feedUid, sequenceOf } from '#domain/calendar-feed.ts'
import { showClock, showLongDay } from '#domain/clock-words.ts'
import { isMovedToNext, nextCollection } from '#domain/customer-week.ts'
import { dayOf } from '#domain/dates.ts'
import type { CalendarEntry } from '#domain/icalendar.ts'
import { putOutBy } from '#domain/put-out.ts'
import { showCutoff } from '#domain/reminders.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { installationID } from '../../db/installation.ts'
import { calendarFeedEntries } from '../../db/tables/calendar-feeds.ts'
import { inTransaction } from '../../db/transaction.ts'
import { calendarRows } from '../calendar/public.ts'
import { customerWeeks } from '../runs/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { storedEntries, type StoredRow, type Subscriber } from './feeds-reads.ts'

type ScheduledWeek = AnswerOf<typeof customerSchedules>[number]

interface FeedRequest {
  readonly customer: Subscriber
  /** Where the customer sees their collections. */
  readonly url: string
  readonly now: Date
}

/**
 * The entries of a customer's calendar, each with its sequence number. A change is stored when the calendar is next
 * read, because no program was told anything in between.
 */
export async function entriesOf(db: Database, request: FeedRequest): Promise<CalendarEntry[]> {
  const { customerID } = request.customer
  const installation = await installationID(db)
  const entries = await readEntries(db, request)
  const first = await compare(db, entries, request)
  const { rows } =
    first.changed.length === 0 ? first : await inTransaction(db, (tx) => noteChanges(tx, entries, request))
  const rowOf = new Map(rows.map((row) => [nameOf(row), row]))
  return entries.map((entry) => {
    const { sequence, changedAt } = rowOf.get(nameOf(entry))!
    return { ...entry, uid: feedUid(customerID, entry, installation), sequence, changedAt }
  })
}

/** The entries are compared again inside the transaction, so that two programs that read at once are told the same. */
async function noteChanges(tx: Queryable, entries: readonly FeedEntry[], request: FeedRequest): Promise<Compared> {
  const now = await compare(tx, entries, request)
  if (now.changed.length > 0)
    await tx
      .insert(calendarFeedEntries)
      .values(now.changed)
      .onConflictDoUpdate({
        target: [
          calendarFeedEntries.customerID,
          calendarFeedEntries.yearNumber,
          calendarFeedEntries.monthNumber,
          calendarFeedEntries.weekNumber,
        ],
        set: {
          sequence: sql`excluded.sequence`,
          fingerprint: sql`excluded.fingerprint`,
          changedAt: sql`excluded.changed_at`,
        },
      })
  return now
}

interface Compared {
  /** One for each entry. */
  readonly rows: readonly StoredRow[]
  readonly changed: StoredRow[]
}

async function readEntries(db: Database, { customer, url, now }: FeedRequest): Promise<FeedEntry[]> {
  const { customerID } = customer
  const weeks = await customerWeeks(db, { role: 'CUSTOMER' }, customerID, now)
  const settings = await settingsInForce(db)
  const calendar = await calendarRows(db)
  const next = nextCollection(weeks, dayOf(now, settings['business.timeZone']))
  const putOutOf = (week: ScheduledWeek) => {
    const { day, time } = putOutBy(week, settings['collection.putOut'])
    return `${showLongDay(day)}, ${showClock(time)}`
  }
  return weeks.map((week) =>
    feedEntry(
      {
        ...week,
        outcome: week.outcome ?? null,
        pu: week.pu ?? 0,
        // Moved on since, or skipped: that week is no longer to be expected.
        movedTo: week.state === 'not-reached' && !isMovedToNext(week, next) ? null : fromOf(calendar, week.shiftedTo),
        putOut: putOutOf(week),
        cutoff: week.cutoff > now ? showCutoff(week, settings['business.timeZone'], settings['noPickup.cutoff']) : null,
      },
      url,
    ),
  )
}

async function compare(
  db: Queryable,
  entries: readonly FeedEntry[],
  { customer: { customerID }, now }: FeedRequest,
): Promise<Compared> {
  const stored = new Map((await storedEntries(db, customerID)).map((row) => [nameOf(row), row]))
  const rows = entries.map((entry): StoredRow => {
    const { yearNumber, monthNumber, weekNumber } = entry
    const fingerprint = fingerprintOf(entry)
    const before = stored.get(nameOf(entry))
    if (before?.fingerprint === fingerprint) return before
    const sequence = sequenceOf(before, fingerprint)
    return { customerID, yearNumber, monthNumber, weekNumber, sequence, fingerprint, changedAt: now }
  })
  const names = new Set(entries.map(nameOf))
  const gone = [...stored.values()].filter((row) => row.fingerprint !== '' && !names.has(nameOf(row)))
  const changed = rows.filter((row) => stored.get(nameOf(row)) !== row)
  // An entry that comes back is a change again.
  return { rows, changed: [...changed, ...gone.map((row) => ({ ...row, fingerprint: '', changedAt: now }))] }
}

function fromOf(calendar: Awaited<ReturnType<typeof calendarRows>>, week: ScheduledWeek['shiftedTo']) {
  return week === undefined ? null : (calendar.find((row) => compareWeeks(row, week) === 0)?.from ?? null)
}

const nameOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef) => `${yearNumber}-${monthNumber}-${weekNumber}`

function fingerprintOf({ from, to, summary, description }: FeedEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([from, to, summary, description]))
    .digest('base64url')
    .slice(0, 27)
}
