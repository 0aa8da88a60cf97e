import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { DoneAnswer } from '#contract/v1/done.ts'
import { isID } from '#domain/identifiers.ts'
import type { Queryable } from '../../../db/database.ts'
import { devices, events } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'

export interface Contact {
  deviceID: string
  userID: string
  receivedAt: Date
  /** receivedAt - sentAt, ms. */
  clockOffset: number
  appBuild: string | null
  highestSeq: number
  /** ids the phone says it still holds; null: it did not say. */
  unsent: readonly string[] | null
  /** Numbers the phone accounts for itself, if it says so. */
  accounted: readonly number[] | null
  /** Numbers of this very batch: what of it was not kept is known to the phone by its verdict. */
  batchSeqs: readonly number[]
}

/** How far back holes are looked for: years of taps of one phone. */
const LOOK_BACK = 20_000
const HOLES_SHOWN = 1000

/** What the office knows of a phone, renewed at each contact. */
export async function noteContact(tx: Queryable, contact: Contact): Promise<void> {
  const { deviceID, userID, receivedAt, clockOffset, appBuild, highestSeq } = contact
  const unsent = contact.unsent === null ? {} : { unsent: await unknownOf(tx, contact.unsent) }
  await tx
    .insert(devices)
    .values({ deviceID, userID, firstSeenAt: receivedAt, lastSeenAt: receivedAt, clockOffset, appBuild, highestSeq, ...unsent })
    .onConflictDoUpdate({
      target: [devices.deviceID, devices.userID],
      set: {
        lastSeenAt: receivedAt,
        clockOffset,
        highestSeq: sql`greatest(${devices.highestSeq}, ${highestSeq})`,
        ...(appBuild === null ? {} : { appBuild }),
        ...unsent,
      },
    })
}

/** Of the ids a phone still holds, how many never reached us: its batch just now may have brought some. */
async function unknownOf(tx: Queryable, unsent: readonly string[]): Promise<number> {
  const ids = [...new Set(unsent.map((id) => id.toLowerCase()))]
  const ours = ids.filter(isID)
  if (ours.length === 0) return ids.length
  const known = await tx.select({ eventID: events.eventID }).from(events).where(inArray(events.eventID, ours))
  return ids.length - known.length
}

/**
 * Holds the phone's count against ours (offline.md, "reconciliation"): numbers up to its highest that never came and that it does
 * not account for. Without its account there is only the number of ids that wait: when more is missing than waits, something is
 * lost, nobody can tell which, and all are named; the phone sends again what of them it holds a receipt for.
 */
export async function reconcile(tx: Queryable, runOrderID: string, contact: Contact): Promise<NonNullable<DoneAnswer['reconcile']>> {
  const { deviceID, userID, highestSeq, accounted, batchSeqs } = contact
  const his = and(eq(events.deviceID, deviceID), eq(events.actorID, userID))
  const from = Math.max(0, highestSeq - LOOK_BACK)
  const seen = await tx.selectDistinct({ seq: events.seq }).from(events).where(and(his, gt(events.seq, from), lte(events.seq, highestSeq)))
  const known = new Set([...seen.map(({ seq }) => seq), ...(accounted ?? [])])
  const unkept = batchSeqs.filter((seq) => !known.has(seq))
  for (const seq of unkept) known.add(seq)
  const missing = Array.from({ length: highestSeq - from }, (_, at) => from + at + 1).filter((seq) => !known.has(seq))
  const waiting = await unknownOf(tx, contact.unsent ?? [])
  const holes = accounted !== null || missing.length > waiting ? missing : []
  const ofItsStops = isID(runOrderID) ? sql`${events.jobID} in (select ${jobs.assignmentID} from ${jobs} where ${jobs.runOrderID} = ${runOrderID})` : undefined
  const inRun = or(eq(events.runOrderID, runOrderID), ofItsStops)
  const [counted] = await tx
    .select({ events: sql<number>`count(*)::int`, photos: sql<number>`count(*) filter (where ${events.type} = 'photo')::int` })
    .from(events)
    .where(and(his, inRun))
  return { holes: holes.slice(0, HOLES_SHOWN), events: counted!.events, photos: counted!.photos, equal: holes.length === 0 && waiting === 0 && unkept.length === 0 }
}
