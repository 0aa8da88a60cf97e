import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { skipByLink } from '#contract/v1/skip-links.ts'
import { cutoffOf, makeYear, type CalendarRow } from '#domain/calendar.ts'
import { addDays, instantAt } from '#domain/dates.ts'
import { dayAndTime } from '#domain/reminders.ts'
import type { DatabaseKind, OpenDatabase } from '#server/db/database.ts'
import { connectionLost } from '#server/db/errors.ts'
import { customers } from '#server/db/tables/customers.ts'
import { mails } from '#server/db/tables/mails.ts'
import { reminderCustomers, reminders } from '#server/db/tables/reminders.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { runReminders } from '#server/features/reminders/reminder-runner.ts'
import type { Dependencies } from '#server/ports.ts'
import { readyToRemind } from '../../fixtures/reminders.ts'
import { databases, freshDatabase } from '../../support/databases.ts'
import { prepareSnapshot } from '../../support/embedded-snapshot.ts'
import { openOffice } from '../../support/office.ts'
import { withDatabase } from '../../support/postgres-server.ts'
import { openInThread } from '../../support/simulation/in-thread-database.ts'
import { seeded } from '#domain/seeded.ts'

const SEED = Number(process.env['BAGRUN_REMINDERS_SEED'] ?? 20_261_116)
const ZONE = 'Australia/Sydney'
const CUSTOMERS = 18
/** About so many messages to the database are between two kills. */
const LIFE = 60
/** On a PostgreSQL server about so many milliseconds: too few of them for a message each. */
const LIFE_MS = 40

interface Killed {
  readonly database: OpenDatabase
  readonly lines: { cutAt(messages: number): void; cutAfterCommit(): void; healed(): void | Promise<void> }
  /** Mails that may be between the server's acceptance and our note of it when one server is killed. */
  readonly connections: number
}

const OPENED: Record<DatabaseKind, () => Promise<Killed>> = {
  embedded: async () => {
    const database = await openInThread(await prepareSnapshot())
    return { database, lines: database.lines, connections: 1 }
  },
  postgres: async () => {
    const database = await freshDatabase('postgres')
    const killer = await killerOf(database)
    let timer: NodeJS.Timeout | undefined
    let killing: Promise<unknown> = Promise.resolve()
    const killIn = (ms: number) => {
      timer = setTimeout(() => void (killing = killer.kill()), ms)
    }
    return {
      database: {
        ...database,
        close: async () => {
          await killer.close()
          await database.close()
        },
      },
      lines: {
        cutAt: (messages) => killIn((messages * LIFE_MS) / LIFE),
        // PostgreSQL answers a commit at once: the moment cannot be chosen.
        cutAfterCommit: () => killIn(LIFE_MS / 2),
        healed: async () => {
          clearTimeout(timer)
          await killing
        },
      },
      connections: 3,
    }
  },
}

/** Ends every other connection to the database, as a crash of both servers does. */
async function killerOf({ db }: OpenDatabase) {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = withDatabase(process.env['BAGRUN_TEST_POSTGRES_URL'] ?? '', rows[0]!.name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    kill: () =>
      client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    close: () => client.end(),
  }
}

/**
 * Weeks of 2026 and 2027 from 16/11/2026 on, each with `reminder.auto`, two servers, and both killed at random moments:
 * the line to the database breaks before a statement, or after a commit that is then never confirmed. A new process
 * goes on with what the database holds.
 */
test.each(databases)(
  'A year of reminders, on %s: each customer who is due is mailed once, in time, whatever is killed',
  { timeout: 600_000 },
  async (kind) => {
    const dice = seeded(SEED)
    // How often a server is killed differs with the machine on PostgreSQL; what the customers do doesn't.
    const fate = seeded(SEED + 1)
    const { database, lines, connections } = await OPENED[kind]()
    const received = new Map<string, string[]>()
    const mail: Dependencies['mail'] = {
      kind: 'smtp',
      server: null,
      send: ({ messageID, to }) => {
        received.set(messageID, [...(received.get(messageID) ?? []), to])
        return Promise.resolve('250 Ok')
      },
      close: () => Promise.resolve(),
    }
    const office = await openOffice(kind, { database, overrides: { mail } })
    const other = await openOffice(kind, { database, overrides: { mail } })
    await readyToRemind(office)
    await office.make.calendarYear(2027)
    await office.admin.put('/v1/settings/reminder.auto', { value: true })
    // The pace of bulk mail is not under test here.
    await office.admin.put('/v1/settings/mail.perMinute', { value: 10_000 })
    const people: { customerID: string; week: number; fortnightly: boolean }[] = []
    const product = await office.make.product()
    for (let at = 0; at < CUSTOMERS; at++) {
      const week = 1 + (at % 4)
      const fortnightly = at % 6 === 5
      const { suburbID } = await office.make.suburb({ weekNumber: week })
      const scheme = fortnightly
        ? {
            collectionScheme: 'FORTNIGHTLY' as const,
            weekNumber: week,
            due: { yearNumber: 2026, monthNumber: 12, weekNumber: 2 - (week % 2) },
          }
        : { due: { yearNumber: 2026, monthNumber: 12 } }
      const { customerID } = await office.make.customer({ suburbID, productID: product.productID, ...scheme })
      people.push({ customerID, week, fortnightly })
    }
    let kills = 0

    /** Runs both servers until neither has anything left to do; each may die at any message. */
    async function untilDone(work: (deps: Dependencies) => Promise<unknown>): Promise<void> {
      for (let calm = 0; calm < 2;) {
        const dies = calm === 0 && dice() < 0.7
        if (dies && dice() < 0.3) lines.cutAfterCommit()
        else if (dies) lines.cutAt(1 + Math.floor(dice() * LIFE))
        const ends = await Promise.allSettled([work(office.deps), work(other.deps)])
        await lines.healed()
        const died = ends.filter((end) => end.status === 'rejected')
        for (const { reason } of died) if (!connectionLost(reason)) throw reason
        kills += died.length
        calm = died.length > 0 ? 0 : calm + 1
      }
    }
    const setClocks = (to: Date) => {
      for (const { clock } of [office, other]) clock.set(to.toISOString())
    }

    const weeks = [...makeYear(2026, 'MONTHS'), ...makeYear(2027, 'MONTHS')]
      .filter(({ from }) => from >= '2026-11-16' && from <= '2027-11-08')
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    expect(weeks.length).toBe(52)
    let expectedMails = 0
    for (const week of weeks) {
      const wednesday = instantAt(addDays(week.from, -5), '09:00', ZONE)
      setClocks(instantAt(addDays(week.from, -7), '00:00', ZONE))
      await untilDone(runReminders)
      await changePeople()
      setClocks(new Date(wednesday.getTime() - 1))
      await untilDone(runReminders)
      expect(await batchOf(week)).toMatchObject([{ auto: true, status: 'pending', runAt: wednesday, sendingAt: null }])
      expect(await mailsOf(week)).toEqual([])
      setClocks(wednesday)
      const due = await oracle(week)
      await untilDone(runReminders)
      const queued = await mailsOf(week)
      expect(queued.toSorted()).toEqual(due.toSorted())
      expectedMails += queued.length
      // A mail whose sender was killed is claimed anew after some minutes.
      for (let hour = 0; hour < 24 && (hour === 0 || (await isAnyQueued())); hour++) {
        setClocks(new Date(wednesday.getTime() + hour * 3_600_000))
        await untilDone((deps) => sendWaitingMails(deps as Parameters<typeof sendWaitingMails>[0]))
      }
      await untilDone(runReminders)
      // A reminder without recipients is not listed.
      const end = due.length > 0 ? { status: 'completed', deletedAt: null } : { deletedAt: wednesday }
      expect(await batchOf(week)).toMatchObject([end])
      expect((await statesOf(week)).filter((state) => state !== 'sent' && state !== 'left_out')).toEqual([])
      await someSkip(week)
    }

    expect(kills).toBeGreaterThan(50)
    expect(expectedMails).toBeGreaterThan(80)
    expect(received.size).toBe(expectedMails)
    const repeats = [...received.values()].reduce((sum, to) => sum + to.length - 1, 0)
    // A mail is repeated only where the kill fell between the server's acceptance and our note of it.
    expect(repeats).toBeLessThanOrEqual(kills * connections)
    const runs = await database.db.select({ runAt: reminders.runAt }).from(reminders)
    for (const { runAt } of runs) expect(dayAndTime(runAt, ZONE).time).toBe('09:00')
    await office.close()

    /** Customers change between the making of a batch and its sending. */
    async function changePeople(): Promise<void> {
      for (const { customerID } of people) {
        if (fate() > 0.15) continue
        const set =
          fate() < 0.5
            ? { doNotRemind: fate() < 0.5 }
            : { status: fate() < 0.3 ? ('BLOCKED' as const) : ('ACTIVE' as const) }
        await database.db.update(customers).set(set).where(eq(customers.customerID, customerID))
      }
    }

    /** By words of the rule, not by its code: of the week's customers those who are active and want reminders. */
    async function oracle(week: CalendarRow): Promise<string[]> {
      const rows = await database.db.select().from(customers)
      const now = new Map(rows.map((row) => [row.customerID, row]))
      return people
        .filter(({ customerID, week: own, fortnightly }) => {
          const { status, doNotRemind } = now.get(customerID)!
          const theirs = fortnightly ? week.weekNumber < 5 && week.weekNumber % 2 === own % 2 : week.weekNumber === own
          return week.from >= '2026-12-01' && theirs && status === 'ACTIVE' && !doNotRemind
        })
        .map(({ customerID }) => customerID)
    }

    function batchOf({ yearNumber, monthNumber, weekNumber }: CalendarRow) {
      return database.db
        .select()
        .from(reminders)
        .where(
          and(
            eq(reminders.yearNumber, yearNumber),
            eq(reminders.monthNumber, monthNumber),
            eq(reminders.weekNumber, weekNumber),
          ),
        )
    }

    /** The customers of the week's mails in the outbox. */
    async function mailsOf(week: CalendarRow): Promise<string[]> {
      const ids = (await batchOf(week)).map(({ reminderID }) => reminderID)
      const rows = await database.db
        .select({ key: mails.dedupeKey, notAfter: mails.notAfter, priority: mails.priority })
        .from(mails)
        .where(
          sql`split_part(${mails.dedupeKey}, ' ', 1) = 'reminder' and split_part(${mails.dedupeKey}, ' ', 3) = any(${sql.param(ids)})`,
        )
      for (const { notAfter, priority } of rows) {
        expect(notAfter).toEqual(cutoffOf(week, ZONE))
        expect(priority).toBe('bulk')
      }
      return rows.map(({ key }) => key.split(' ')[1]!)
    }

    async function isAnyQueued(): Promise<boolean> {
      return (await database.db.$count(mails, eq(mails.state, 'queued'))) > 0
    }

    async function statesOf({ yearNumber, monthNumber, weekNumber }: CalendarRow): Promise<string[]> {
      const rows = await database.db
        .select({ state: reminderCustomers.state })
        .from(reminderCustomers)
        .where(
          and(
            eq(reminderCustomers.yearNumber, yearNumber),
            eq(reminderCustomers.monthNumber, monthNumber),
            eq(reminderCustomers.weekNumber, weekNumber),
          ),
        )
      return rows.map(({ state }) => state)
    }

    /** By the link of the mail, some twice. */
    async function someSkip(week: CalendarRow): Promise<void> {
      const rows = await database.db.select({ key: mails.dedupeKey, text: mails.text }).from(mails)
      const ids = new Set((await batchOf(week)).map(({ reminderID }) => reminderID))
      for (const { key, text } of rows) {
        if (!ids.has(key.split(' ')[2] ?? '') || fate() > 0.3) continue
        const skipToken = /\/skip\/(\S+)/.exec(text)![1]!
        expect(await office.call(office.nobody, skipByLink, { skipToken })).toMatchObject({
          state: 'skipped',
          justNow: true,
        })
        expect(await office.call(office.nobody, skipByLink, { skipToken })).toMatchObject({
          state: 'skipped',
          justNow: false,
        })
      }
    }
  },
)
