import { and, eq, notInArray, sql } from 'drizzle-orm'
import { contradiction } from '#domain/contradictions.ts'
import { isOutcomeEvent, type RecordedEvent } from '#domain/events.ts'
import type { FlagCode } from '#domain/exceptions.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import type { Author } from '../../../http/changes.ts'

export const CONTRADICTS: FlagCode = 'contradicts'
/** The code of a record that counts no more because the office used another phone's. */
const CONTRADICTED = 'contradicted'

const isOpen = and(eq(events.code, CONTRADICTS), eq(events.decision, 'open'))

/**
 * Flags one record of each stop at which two phones contradict each other, and takes the flag away where they no longer
 * do, so that the flags depend on the records and not on the order in which they arrived. What the office records last
 * is its decision. The caller has locked the run.
 * @param counting the counting events of the stops, by stop
 */
export async function noteContradictions(
  tx: Queryable,
  counting: ReadonlyMap<string, readonly RecordedEvent[]>,
): Promise<void> {
  // A single phone contradicts nobody; nearly every batch ends here.
  const met = [...counting].filter(([, all]) => new Set(all.map(({ deviceID }) => deviceID)).size > 1)
  if (met.length === 0) return
  const contradictions = met.map(([, all]) => contradiction(all)).filter((one) => one.length > 0)
  const rows = await tx
    .select({ eventID: events.eventID, code: events.code, decision: events.decision, role: users.role })
    .from(events)
    .innerJoin(users, eq(users.userID, events.actorID))
    .where(
      among(
        events.eventID,
        contradictions.flatMap((one) => one.map(({ eventID }) => eventID)),
      ),
    )
  const stored = new Map(rows.map((row) => [row.eventID, row]))
  const flagged = contradictions.flatMap((one) => {
    const found = one.flatMap(({ eventID }) => stored.get(eventID.toLowerCase()) ?? [])
    if (found.at(-1)?.role === 'ADMIN') return []
    const kept = found.find(({ code, decision }) => code === CONTRADICTS && decision === 'open')
    return (kept ?? found.findLast(({ decision }) => decision === null))?.eventID ?? []
  })
  await tx
    .update(events)
    .set({ code: null, decision: null })
    .where(
      and(
        isOpen,
        among(
          events.jobID,
          met.map(([stop]) => stop),
        ),
        flagged.length === 0 ? undefined : notInArray(events.eventID, flagged),
      ),
    )
  await tx
    .update(events)
    .set({ code: CONTRADICTS, decision: 'open' })
    .where(and(among(events.eventID, flagged), sql`${events.decision} is null`))
}

/** The records of a stop that stop counting when the office uses this one, or another phone's in its place. */
export function outcomesOf(
  counting: readonly RecordedEvent[],
  { eventID }: { eventID: string },
  whose: 'others' | 'own',
): string[] {
  const chosen = counting.find((event) => event.eventID.toLowerCase() === eventID)
  if (!chosen) return []
  return counting
    .filter((event) => isOutcomeEvent(event) && (event.deviceID === chosen.deviceID) === (whose === 'own'))
    .map((event) => event.eventID.toLowerCase())
    .filter((id) => id !== eventID)
}

/** They stay stored, with who decided and when. */
export async function countNoMore(
  tx: Queryable,
  author: Author,
  eventIDs: readonly string[],
  reason: string | null,
): Promise<void> {
  if (eventIDs.length === 0) return
  await tx
    .update(events)
    .set({
      counts: false,
      code: CONTRADICTED,
      decision: 'dismiss',
      decidedBy: author.actor.userID,
      decidedAt: author.now,
      decisionReason: reason,
    })
    .where(among(events.eventID, eventIDs))
}

/** Stops of the run at which two phones contradict each other and nobody has decided. */
export async function openContradictions(db: Queryable, runOrderID: string): Promise<number> {
  const rows = await db
    .selectDistinct({ jobID: events.jobID })
    .from(events)
    .innerJoin(jobs, eq(jobs.assignmentID, events.jobID))
    .where(and(isOpen, eq(jobs.runOrderID, runOrderID)))
  return rows.length
}
