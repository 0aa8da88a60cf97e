import { and, asc, between, eq, or, type SQL, sql } from 'drizzle-orm'
import { doneEvent } from '#contract/v1/done.ts'
import { byKey } from '#domain/by-key.ts'
import type { RecordedEvent } from '#domain/events.ts'
import { EVENT_BYTES_MAX, SEQ_MAX } from '#domain/limits.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { events, movedEvents } from '../../../db/tables/events.ts'
import { users } from '../../../db/tables/users.ts'

export type EventRow = typeof events.$inferSelect

/**
 * A list reads the size of a payload, and the payload itself only up to today's limit. Earlier versions stored larger
 * ones, which would make every answer that includes them as large.
 */
const payloadBytes = sql<number>`coalesce(${events.payloadBytes}, octet_length(${events.payload}::text))`
export const PAYLOAD_SHOWN = {
  payloadBytes,
  payload: sql<EventRow['payload'] | null>`case when ${payloadBytes} <= ${EVENT_BYTES_MAX} then ${events.payload} end`,
}

/** Only the columns that are shown are read: a run has ten thousand events. */
const SHOWN = {
  eventID: events.eventID,
  assignmentID: events.assignmentID,
  jobID: events.jobID,
  deviceID: events.deviceID,
  seq: events.seq,
  type: events.type,
  ...PAYLOAD_SHOWN,
  actorID: events.actorID,
  actor: users.fullName,
  occurredAt: events.occurredAt,
  receivedAt: events.receivedAt,
  clockOffset: events.clockOffset,
  correctedAt: events.correctedAt,
  appBuild: events.appBuild,
  result: events.result,
  code: events.code,
  decision: events.decision,
}
export type EventShown = Pick<EventRow, Exclude<keyof typeof SHOWN, 'actor' | keyof typeof PAYLOAD_SHOWN>> & {
  actor: string
  payload: EventRow['payload'] | null
  payloadBytes: number
}

export function eventsShown(db: Queryable, where: SQL | undefined): Promise<EventShown[]> {
  return db
    .select(SHOWN)
    .from(events)
    .innerJoin(users, eq(users.userID, events.actorID))
    .where(where)
    .orderBy(asc(events.receivedAt), asc(events.deviceID), asc(events.seq), asc(events.eventID))
}

export async function countingEvents(
  db: Queryable,
  assignmentIDs: readonly string[],
): Promise<Map<string, RecordedEvent[]>> {
  if (assignmentIDs.length === 0) return new Map()
  const { payload, deviceID, actorID, correctedAt } = events
  const rows = await db
    .select({ payload, deviceID, actorID, correctedAt })
    .from(events)
    .where(and(among(events.jobID, assignmentIDs), eq(events.counts, true)))
  const recorded = rows.flatMap((row) => recordedEvent(row) ?? [])
  return byKey(recorded, ({ assignmentID }) => assignmentID)
}

/** How many numbers beside those of a batch are looked at for the times of the phone's other records. */
const BESIDE = 50

/** Stored records of the same phone and run whose numbers are near those of a batch and whose own time was believed. */
export async function believedBeside(
  db: Queryable,
  {
    runOrderID,
    deviceID,
    actor,
    events: batch,
  }: { runOrderID: string; deviceID: string; actor: { userID: string }; events: readonly { seq: number }[] },
): Promise<{ seq: number; at: number }[]> {
  if (batch.length === 0) return []
  const seqs = batch.map(({ seq }) => seq)
  const rows = await db
    .select({
      seq: events.seq,
      occurredAt: events.occurredAt,
      clockOffset: events.clockOffset,
      correctedAt: events.correctedAt,
    })
    .from(events)
    .where(
      and(
        eq(events.deviceID, deviceID),
        eq(events.actorID, actor.userID),
        between(events.seq, Math.min(...seqs) - BESIDE, Math.min(Math.max(...seqs) + BESIDE, SEQ_MAX)),
        eq(events.runOrderID, runOrderID),
      ),
    )
  return rows
    .filter((row) => countedAt(row) === null)
    .map(({ seq, correctedAt }) => ({ seq, at: correctedAt.getTime() }))
}

/** The time at which a record counts in place of its phone's, which can't be right; null: the phone's counts. */
export function countedAt({
  occurredAt,
  clockOffset,
  correctedAt,
}: Pick<EventRow, 'occurredAt' | 'clockOffset' | 'correctedAt'>): Date | null {
  const isClaimed = occurredAt !== null && occurredAt.getTime() + clockOffset === correctedAt.getTime()
  return isClaimed ? null : correctedAt
}

/** A record in the table or in a file. */
export interface KnownEvent extends Pick<EventRow, 'eventID' | 'actorID' | 'result' | 'code' | 'jobVersion'> {
  /** Its content, or the sum of the content of a record in a file (`statementSum`). */
  readonly statement: EventRow['payload'] | string
}

/** The stored state that a batch touches: its events that are known already, and the counting events of its stops. */
export async function eventsMet(
  db: Queryable,
  eventIDs: readonly string[],
  assignmentIDs: readonly string[],
): Promise<{ known: KnownEvent[]; counting: Map<string, RecordedEvent[]> }> {
  if (eventIDs.length === 0) return { known: [], counting: new Map<string, RecordedEvent[]>() }
  const { eventID, actorID, payload, result, code, jobVersion, deviceID, correctedAt, counts, jobID } = events
  const rows = await db
    .select({ eventID, actorID, payload, result, code, jobVersion, deviceID, correctedAt, counts, jobID })
    .from(events)
    .where(or(among(eventID, eventIDs), and(among(jobID, assignmentIDs), eq(counts, true))))
  const moved = await db
    .select({
      eventID: movedEvents.eventID,
      actorID: movedEvents.actorID,
      result: movedEvents.result,
      code: movedEvents.code,
      jobVersion: movedEvents.jobVersion,
      statement: movedEvents.statement,
    })
    .from(movedEvents)
    .where(among(movedEvents.eventID, eventIDs))
  const brought = new Set(eventIDs)
  const stops = new Set(assignmentIDs)
  const counting = rows.flatMap((row) =>
    row.counts && row.jobID !== null && stops.has(row.jobID) ? (recordedEvent(row) ?? []) : [],
  )
  return {
    known: [
      ...moved,
      ...rows.filter((row) => brought.has(row.eventID)).map((row) => ({ ...row, statement: row.payload })),
    ],
    counting: byKey(counting, ({ assignmentID }) => assignmentID),
  }
}

/** The records among these that the server has, in its table or in a file, with who made them. */
export function knownAmong(
  db: Queryable,
  eventIDs: readonly string[],
): Promise<Pick<EventRow, 'eventID' | 'actorID'>[]> {
  return db
    .select({ eventID: events.eventID, actorID: events.actorID })
    .from(events)
    .where(among(events.eventID, eventIDs))
    .union(
      db
        .select({ eventID: movedEvents.eventID, actorID: movedEvents.actorID })
        .from(movedEvents)
        .where(among(movedEvents.eventID, eventIDs)),
    )
}

/** The stops among these whose records are in a file. Their state is on the stop, and can't be computed anew. */
export async function movedAmong(db: Queryable, assignmentIDs: readonly string[]): Promise<Set<string>> {
  if (assignmentIDs.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ jobID: movedEvents.jobID })
    .from(movedEvents)
    .where(among(movedEvents.jobID, assignmentIDs))
  return new Set(rows.map(({ jobID }) => jobID!))
}

/** The event in the fold's format; null when this build does not know its envelope. */
export function recordedEvent(
  row: Pick<EventRow, 'payload' | 'deviceID' | 'actorID' | 'correctedAt'>,
): RecordedEvent | null {
  const known = doneEvent.safeParse(row.payload)
  if (!known.success) return null
  const fields = Object.fromEntries(Object.entries(known.data).filter(([, value]) => value !== null))
  // Each user of a phone has a separate sequence of numbers.
  return {
    ...fields,
    deviceID: `${row.deviceID} ${row.actorID}`,
    actorID: row.actorID,
    correctedAt: row.correctedAt.toISOString(),
  } as RecordedEvent
}
