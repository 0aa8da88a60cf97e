import { and, eq, sql } from 'drizzle-orm'
import type { DoneAnswer } from '#contract/v1/done.ts'
import { isID } from '#domain/identifiers.ts'
import { HOLES_TOLD } from '#domain/limits.ts'
import { among } from '../../../db/among.ts'
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
  /** When the oldest record it still holds was made, by its clock; undefined: it did not say. */
  oldestUnsentAt: Date | null | undefined
  /** Records of it that wait for a person; undefined: it did not say. */
  needsAttention: number | undefined
  /** It says that what it had of the customers is gone. */
  wiped: boolean
  /** It comes on a session whose phone was taken back. */
  revoked: boolean
}

/** How far back holes are looked for: years of taps of one phone. */
const LOOK_BACK = 20_000

type Reconciled = NonNullable<DoneAnswer['reconcile']>

/** What one contact of a phone leaves behind: the office's row about it, and the answer to its count. */
export interface Met {
  /** Whether the office has taken it back. */
  revoked: boolean
  /** Null: the phone brought no count. */
  reconcile: Reconciled | null
}

/**
 * Meets a phone: holds its count against ours where it brought one, and renews what the office knows of it.
 * @param isPhone a driver's, and it said which: the office's own desks are no phones
 */
export async function meetPhone(
  tx: Queryable,
  runOrderID: string,
  contact: Contact,
  { isPhone, counts }: { isPhone: boolean; counts: boolean },
): Promise<Met> {
  const held = contact.unsent === null ? null : await heldOf(tx, contact.userID, contact.unsent)
  const waiting = held?.unknown ?? null
  const count = counts ? await holdAgainst(tx, runOrderID, contact, waiting ?? 0) : null
  const counted = count && { ...count, holes: count.holes.slice(0, HOLES_TOLD) }
  const reconcile = counted && held && held.his.length > 0 ? { ...counted, known: held.his } : counted
  const revoked = isPhone && (await noteContact(tx, contact, waiting, count?.holes ?? null))
  return { revoked, reconcile }
}

/** What the office knows of a phone, renewed at each contact. @returns whether it was taken back */
async function noteContact(
  tx: Queryable,
  contact: Contact,
  unsent: number | null,
  holes: number[] | null,
): Promise<boolean> {
  const { deviceID, userID, receivedAt, clockOffset, appBuild, highestSeq, oldestUnsentAt, needsAttention, wiped } =
    contact
  const said = {
    ...(appBuild === null ? {} : { appBuild }),
    ...(unsent === null ? {} : { unsent }),
    ...(needsAttention === undefined ? {} : { needsAttention }),
    // What it held longest may just have come.
    ...(unsent === 0 ? { oldestUnsentAt: null } : oldestUnsentAt === undefined ? {} : { oldestUnsentAt }),
  }
  const [row] = await tx
    .insert(devices)
    .values({
      deviceID,
      userID,
      firstSeenAt: receivedAt,
      lastSeenAt: receivedAt,
      clockOffset,
      highestSeq,
      holes: holes?.slice(0, HOLES_TOLD) ?? null,
      ...said,
    })
    .onConflictDoUpdate({
      target: [devices.deviceID, devices.userID],
      set: {
        lastSeenAt: receivedAt,
        clockOffset,
        highestSeq: sql`greatest(${devices.highestSeq}, ${highestSeq})`,
        ...(holes === null ? {} : { holes: holes.length <= HOLES_TOLD ? holes : notSettled(holes) }),
        ...said,
        ...(wiped
          ? {
              wipedAt: sql`case when ${devices.revokedAt} is not null then coalesce(${devices.wipedAt}, ${receivedAt}) end`,
            }
          : {}),
      },
    })
    .returning({ revokedAt: devices.revokedAt })
  return row !== undefined && row.revokedAt !== null
}

/** The first of them the office has not settled: else those it has would stand before the others for ever. */
const notSettled = (holes: readonly number[]) =>
  sql`array(select hole from unnest(${sql.param(holes, devices.holes)}::integer[]) hole where hole <> all(${devices.settled}) order by hole limit ${HOLES_TOLD}::integer)`

interface FileOfPhone {
  deviceID: string
  userID: string
  /** By our clock, as far as the phone's last contact tells. */
  exportedAt: Date
  /** Records of the file that were not known before and are kept now. */
  fresh: number
  /** Records of the file that could not be kept. */
  left: number
}

/**
 * A phone's file is its word too: what was kept of it lies on that phone alone no longer. Written after its last contact, it named
 * all the phone held; before, the phone counted those records among others.
 */
export async function noteFile(
  db: Queryable,
  { deviceID, userID, exportedAt, fresh, left }: FileOfPhone,
): Promise<void> {
  const unsent = sql`case when ${devices.lastSeenAt} <= ${exportedAt} then ${left}::int else greatest(0, ${devices.unsent} - ${fresh}::int) end`
  await db
    .update(devices)
    .set({
      unsent,
      needsAttention: sql`least(${devices.needsAttention}, ${unsent})`,
      oldestUnsentAt: sql`case when ${unsent} > 0 then ${devices.oldestUnsentAt} end`,
    })
    .where(and(eq(devices.deviceID, deviceID), eq(devices.userID, userID)))
}

interface Held {
  /** How many of the ids never reached us. */
  unknown: number
  /** Those we have from its driver, as from a file: the phone need not keep them for a person. */
  his: string[]
}

/** The ids a phone still holds: its batch just now may have brought some. */
async function heldOf(tx: Queryable, userID: string, unsent: readonly string[]): Promise<Held> {
  const ids = [...new Set(unsent.map((id) => id.toLowerCase()))]
  const ours = ids.filter(isID)
  const known =
    ours.length === 0
      ? []
      : await tx
          .select({ eventID: events.eventID, actorID: events.actorID })
          .from(events)
          .where(among(events.eventID, ours))
  return {
    unknown: ids.length - known.length,
    his: known.filter(({ actorID }) => actorID === userID).map(({ eventID }) => eventID),
  }
}

/**
 * Holds the phone's count against ours (offline.md, "Reconciliation"): numbers up to its highest that never came and that it does
 * not account for. Without its account there is only the number of ids that wait: when more is missing than waits, something is
 * lost, nobody can tell which, and all are named; the phone sends again what of them it holds a receipt for.
 */
async function holdAgainst(tx: Queryable, runOrderID: string, contact: Contact, waiting: number): Promise<Reconciled> {
  const { highestSeq, accounted, batchSeqs } = contact
  const from = Math.max(0, highestSeq - LOOK_BACK)
  const { stretches, events, photos } = await countHis(tx, runOrderID, contact, from)
  const known = new Set(accounted ?? [])
  for (const [first, last] of stretches) for (let seq = first; seq <= last; seq += 1) known.add(seq)
  const unkept = batchSeqs.filter((seq) => !known.has(seq))
  for (const seq of unkept) known.add(seq)
  const missing = Array.from({ length: highestSeq - from }, (_, at) => from + at + 1).filter((seq) => !known.has(seq))
  const holes = accounted !== null || missing.length > waiting ? missing : []
  return { holes, events, photos, equal: holes.length === 0 && waiting === 0 && unkept.length === 0 }
}

interface His {
  /** The numbers that came, as stretches without a gap: years of taps are a handful of them. */
  stretches: [first: number, last: number][]
  /** Of the run the phone speaks of. */
  events: number
  photos: number
}

async function countHis(
  tx: Queryable,
  runOrderID: string,
  { deviceID, userID, highestSeq }: Contact,
  from: number,
): Promise<His> {
  const ofItsStops = isID(runOrderID)
    ? sql`or ${events.jobID} in (select ${jobs.assignmentID} from ${jobs} where ${jobs.runOrderID} = ${runOrderID})`
    : sql``
  const counted = await tx.execute<Record<string, unknown> & His>(sql`
    with his as materialized (
      select ${events.seq} as seq, ${events.type} as type, ${events.runOrderID} = ${runOrderID} ${ofItsStops} as of_run
      from ${events} where ${events.deviceID} = ${deviceID} and ${events.actorID} = ${userID}
    ), numbered as (
      select seq, seq - row_number() over (order by seq) as stretch
      from (select distinct seq from his where seq > ${from}::integer and seq <= ${highestSeq}::integer) as seen
    )
    select
      (select coalesce(json_agg(json_build_array(first, last)), '[]') from (select min(seq) as first, max(seq) as last from numbered group by stretch) as runs_of_numbers) as stretches,
      (select count(*)::int from his where of_run) as events,
      (select count(*)::int from his where of_run and type = 'photo') as photos`)
  return counted.rows[0]!
}
