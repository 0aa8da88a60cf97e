import { and, eq, sql } from 'drizzle-orm'
import type { DoneAnswer } from '#contract/v1/done.ts'
import { isID } from '#domain/identifiers.ts'
import { HOLES_TOLD } from '#domain/limits.ts'
import type { Queryable } from '../../../db/database.ts'
import { devices, events } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { knownAmong } from '../core/events-reads.ts'

export interface Contact {
  deviceID: string
  userID: string
  receivedAt: Date
  /** receivedAt - sentAt, ms. */
  clockOffset: number
  appBuild: string | null
  highestSeq: number
  /** Ids of the phone's unsent records; null: not reported. */
  unsent: readonly string[] | null
  /** Sequence numbers that the phone accounts for itself; null: not reported. */
  accounted: readonly number[] | null
  /** Numbers up to this one are accounted for as well. */
  accountedThrough: number
  /** Sequence numbers of this batch: its verdicts tell the phone which were not stored. */
  batchSeqs: readonly number[]
  /** When the oldest unsent record was made, by the phone's clock; undefined: not reported. */
  oldestUnsentAt: Date | null | undefined
  /** Number of records that need a person's attention; undefined: not reported. */
  needsAttention: number | undefined
  /** The phone reports that its customer data is deleted. */
  wiped: boolean
  /** The session's phone is revoked. */
  revoked: boolean
}

/** How far back missing numbers are searched: years of taps of one phone. */
const LOOK_BACK = 20_000

type Reconciled = NonNullable<DoneAnswer['reconcile']>

export interface Met {
  revoked: boolean
  /** Null: the phone sent no counts. */
  reconcile: Reconciled | null
}

/**
 * Handles a phone's contact: compares its counts, if sent, with the server's, and updates its row.
 * @param isDevice a driver's device that sent its id; the office's computers are not tracked
 */
export async function meetDevice(
  tx: Queryable,
  runOrderID: string,
  contact: Contact,
  { isDevice, counts }: { isDevice: boolean; counts: boolean },
): Promise<Met> {
  const held = contact.unsent === null ? null : await heldOf(tx, contact.userID, contact.unsent)
  const waiting = held?.unknown ?? null
  const highestSeq = counts ? await highestOf(tx, contact) : contact.highestSeq
  const count = counts ? await holdAgainst(tx, runOrderID, { ...contact, highestSeq }, waiting ?? 0) : null
  const counted = count && { ...count, holes: count.holes.slice(0, HOLES_TOLD) }
  const noted = isDevice ? await noteContact(tx, contact, waiting, count?.holes ?? null) : null
  const settled = counted?.holes.filter((hole) => noted?.settled.includes(hole)) ?? []
  const reconcile = counted && {
    ...counted,
    ...(settled.length > 0 ? { settled } : {}),
    ...(highestSeq > contact.highestSeq ? { highestSeq } : {}),
    ...(held && held.known.length > 0 ? { known: held.known } : {}),
  }
  return { revoked: noted?.isRevoked ?? false, reconcile }
}

/** Updates the phone's row. @returns whether it is revoked, and the missing numbers that the office has resolved */
async function noteContact(
  tx: Queryable,
  contact: Contact,
  unsent: number | null,
  holes: number[] | null,
): Promise<{ isRevoked: boolean; settled: readonly number[] }> {
  const { deviceID, userID, receivedAt, clockOffset, appBuild, highestSeq, oldestUnsentAt, needsAttention, wiped } =
    contact
  const reported = {
    ...(appBuild === null ? {} : { appBuild }),
    ...(unsent === null ? {} : { unsent }),
    ...(needsAttention === undefined ? {} : { needsAttention }),
    // The oldest unsent record may be among those just received.
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
      ...reported,
    })
    .onConflictDoUpdate({
      target: [devices.deviceID, devices.userID],
      set: {
        lastSeenAt: receivedAt,
        clockOffset,
        highestSeq: sql`greatest(${devices.highestSeq}, ${highestSeq})`,
        ...(holes === null ? {} : { holes: holes.length <= HOLES_TOLD ? holes : notSettled(holes) }),
        ...reported,
        ...(wiped
          ? {
              wipedAt: sql`case when ${devices.revokedAt} is not null then coalesce(${devices.wipedAt}, ${receivedAt}) end`,
            }
          : {}),
      },
    })
    .returning({ revokedAt: devices.revokedAt, settled: devices.settled })
  return { isRevoked: (row?.revokedAt ?? null) !== null, settled: row?.settled ?? [] }
}

/** Leaves out what the office has settled, which would otherwise use up the limit for good. */
const notSettled = (holes: readonly number[]) =>
  sql`array(select hole from unnest(${sql.param(holes, devices.holes)}::integer[]) hole where hole <> all(${devices.settled}) order by hole limit ${HOLES_TOLD}::integer)`

interface FileOfDevice {
  deviceID: string
  userID: string
  /** In server time, by the offset at the phone's last contact. */
  exportedAt: Date
  /** Number of the file's records that are stored now. */
  fresh: number
  /** Number of the file's records that could not be stored. */
  left: number
}

/**
 * Updates the phone's row from its file. The records stored from it are no longer on that phone alone. A file written
 * after the phone's last contact lists everything the phone held; of an older file, the phone counted the records among
 * others.
 */
export async function noteFile(
  db: Queryable,
  { deviceID, userID, exportedAt, fresh, left }: FileOfDevice,
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
  /** Number of ids that the server has never received. */
  unknown: number
  /** Ids that the server has from this driver, for example through a file: they need no attention on the phone. */
  known: string[]
}

/** Looks up the phone's unsent ids; the batch just stored may contain some. */
async function heldOf(tx: Queryable, userID: string, unsent: readonly string[]): Promise<Held> {
  const ids = [...new Set(unsent.map((id) => id.toLowerCase()))]
  const ours = ids.filter(isID)
  const known = ours.length === 0 ? [] : await knownAmong(tx, ours)
  return {
    unknown: ids.length - known.length,
    known: known.filter(({ actorID }) => actorID === userID).map(({ eventID }) => eventID),
  }
}

/**
 * The highest number ever reported: a phone whose database reopened without its last commits reports a lower one. A
 * request that was sent before the last one and arrives after it knows its own numbers only.
 */
async function highestOf(
  tx: Queryable,
  { deviceID, userID, highestSeq, receivedAt, clockOffset }: Contact,
): Promise<number> {
  const [last] = await tx
    .select({ highestSeq: devices.highestSeq, seenAt: devices.lastSeenAt, clockOffset: devices.clockOffset })
    .from(devices)
    .where(and(eq(devices.deviceID, deviceID), eq(devices.userID, userID)))
  if (last === undefined) return highestSeq
  // Both by the phone's own clock.
  const isLate = receivedAt.getTime() - clockOffset < last.seenAt.getTime() - last.clockOffset
  return isLate ? highestSeq : Math.max(highestSeq, last.highestSeq)
}

/**
 * Compares the phone's counts with the server's (offline.md, "Reconciliation"). Missing are numbers up to the phone's
 * highest that never arrived and that it does not account for. Without its list of accounted numbers only the number of
 * waiting ids is known: when more are missing than wait, all are listed, because it is unknown which are lost. The
 * phone resends those for which it holds a receipt.
 */
async function holdAgainst(tx: Queryable, runOrderID: string, contact: Contact, waiting: number): Promise<Reconciled> {
  const { highestSeq, accounted, batchSeqs } = contact
  const from = Math.max(0, highestSeq - LOOK_BACK, Math.min(contact.accountedThrough, highestSeq))
  const { stretches, events, photos } = await countReceived(tx, runOrderID, contact, from)
  const known = new Set(accounted ?? [])
  for (const [first, last] of [...stretches, ...(await movedStretches(tx, contact, from))])
    for (let seq = first; seq <= last; seq += 1) known.add(seq)
  const unstored = batchSeqs.filter((seq) => !known.has(seq))
  for (const seq of unstored) known.add(seq)
  const missing = Array.from({ length: highestSeq - from }, (_, at) => from + at + 1).filter((seq) => !known.has(seq))
  const holes = accounted !== null || missing.length > waiting ? missing : []
  return { holes, events, photos, equal: holes.length === 0 && waiting === 0 && unstored.length === 0 }
}

/** The ranges of the phone's numbers whose records are in files. */
async function movedStretches(
  tx: Queryable,
  { deviceID, userID, highestSeq }: Contact,
  from: number,
): Promise<Received['stretches']> {
  const { rows } = await tx.execute<{ first: number; last: number }>(sql`
    select lower(stretch) as first, upper(stretch) - 1 as last
    from ${devices}, unnest(${devices.movedSeqs} * int4multirange(int4range(${from}::integer, ${highestSeq}::integer, '[]'))) as stretch
    where ${devices.deviceID} = ${deviceID} and ${devices.userID} = ${userID}`)
  return rows.map(({ first, last }) => [first, last])
}

interface Received {
  /** The numbers received as ranges without gaps; years of taps make a handful. */
  stretches: [first: number, last: number][]
  /** Records in the run that the phone refers to. */
  events: number
  photos: number
}

async function countReceived(
  tx: Queryable,
  runOrderID: string,
  { deviceID, userID, highestSeq }: Contact,
  from: number,
): Promise<Received> {
  // The numbers come from an index alone, and the run's records from those of the run, not from the phone's whole
  // history.
  const ofItsStops = isID(runOrderID)
    ? sql`union select e.event_id, e.type, e.device_id, e.actor_id from ${jobs} join ${events} e on e.job_id = ${jobs.assignmentID} where ${jobs.runOrderID} = ${runOrderID}`
    : sql``
  const counted = await tx.execute<Record<string, unknown> & Received>(sql`
    with numbered as (
      select seq, seq - row_number() over (order by seq) as stretch
      from (select distinct ${events.seq} as seq from ${events} where ${events.deviceID} = ${deviceID} and ${events.actorID} = ${userID}
        and ${events.seq} > ${from}::integer and ${events.seq} <= ${highestSeq}::integer) as seen
    ), sent as materialized (
      select e.event_id, e.type, e.device_id, e.actor_id from ${events} e where e.run_order_id = ${runOrderID} ${ofItsStops}
    ), of_run as materialized (
      select type from sent where device_id = ${deviceID} and actor_id = ${userID}
    )
    select
      (select coalesce(json_agg(json_build_array(first, last)), '[]') from (select min(seq) as first, max(seq) as last from numbered group by stretch) as runs_of_numbers) as stretches,
      (select count(*)::int from of_run) as events,
      (select count(*)::int from of_run where type = 'photo') as photos`)
  return counted.rows[0]!
}
