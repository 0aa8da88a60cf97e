import { and, eq, sql } from 'drizzle-orm'
import { COLLECTED_AFTER_MS, PUSH_LATE_MS, weekPushTime, weekSubject, weekToPush } from '#domain/pushes.ts'
import type { Database } from '../../db/database.ts'
import { events } from '../../db/tables/events.ts'
import { pushes, pushSubscriptions } from '../../db/tables/pushes.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { calendarRowsAsked } from '../calendar/public.ts'
import { settingsInForce } from '../settings/public.ts'

/**
 * Adds a row per device for what is due now. An existing row stays, so that any number of servers may do it at any
 * time. Sending judges whom it is true for.
 */
export async function placeDue(db: Database, now: Date): Promise<void> {
  const [anyone] = await db
    .select({ one: sql`1` })
    .from(pushSubscriptions)
    .limit(1)
  if (!anyone) return
  await placeWeeks(db, now)
  await placeCollected(db, now)
}

/** A device on which notifications were switched on after that time gets nothing of it. */
const onBy = (due: Date | ReturnType<typeof sql>) =>
  sql`${pushSubscriptions.createdAt} <= ${due instanceof Date ? sql`${due.toISOString()}::timestamptz` : due}`

const COLUMNS = sql`push_subscription_id, thing, kind, subject, state, next_attempt_at, not_after, created_at`

async function placeWeeks(db: Database, now: Date): Promise<void> {
  const timeZone = (await settingsInForce(db))['business.timeZone']
  const first = weekToPush(now, timeZone)
  if (first === null) return
  const { from, until } = weekPushTime(first, timeZone)
  const at = sql`${now.toISOString()}::timestamptz`
  for (const week of await calendarRowsAsked(db, eq(calendarSettings.from, first), [])) {
    const subject = weekSubject(week)
    await db.execute(sql`
      insert into ${pushes} (${COLUMNS})
      select ${pushSubscriptions.pushSubscriptionID}, 'week ' || ${subject}::text, 'week', ${subject}::text, 'queued', ${at},
        ${until.toISOString()}::timestamptz, ${at}
      from ${pushSubscriptions} where ${onBy(from)}
      on conflict do nothing`)
  }
}

const seconds = (ms: number) => sql.raw(`interval '${ms / 1000} seconds'`)
const DAY_MS = 86_400_000

/**
 * Stops of active runs and of those completed within a day, because a run can be completed minutes after its last
 * record.
 */
async function placeCollected(db: Database, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const due = sql`${events.receivedAt} + ${seconds(COLLECTED_AFTER_MS)}`
  const notAfter = sql`${due} + ${seconds(PUSH_LATE_MS.collected)}`
  await db.execute(sql`
    insert into ${pushes} (${COLUMNS})
    select ${pushSubscriptions.pushSubscriptionID}, 'collected ' || ${jobs.assignmentID}, 'collected', ${jobs.assignmentID}::text,
      'queued', ${at}, ${notAfter}, ${at}
    from ${runs}
      join ${jobs} on ${and(eq(jobs.runOrderID, runs.runOrderID), eq(jobs.outcome, 'COLLECTED'))}
      join ${pushSubscriptions} on ${eq(pushSubscriptions.customerID, jobs.customerID)}
      join ${events} on ${eq(events.eventID, jobs.outcomeEventID)}
    where (${runs.status} = 'active' or (${runs.status} = 'completed' and ${runs.completedAt} > ${at} - ${seconds(DAY_MS)}))
      and ${jobs.state} not in ('shifted', 'cancelled')
      and not (${events.code} is not distinct from 'contradicts' and ${events.decision} is not distinct from 'open')
      and ${due} <= ${at} and ${notAfter} > ${at} and ${onBy(due)}
    on conflict do nothing`)
}
