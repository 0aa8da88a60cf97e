import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { devices, events } from '../db/tables/events.ts'

/** The counts that records in files add to the row of one phone and driver. */
interface PhoneCount extends Record<string, unknown> {
  readonly device_id: string
  readonly user_id: string
  /** Their sequence numbers, a multirange as text: years of taps make a handful of ranges. */
  readonly seqs: string
  readonly stops: number
  readonly photos: number
}

/**
 * Counts records while they are in the table; `noteOnPhones` stores the result.
 * @param among on the event's id
 */
export async function countByPhone(tx: Queryable, among: SQL): Promise<PhoneCount[]> {
  const { rows } = await tx.execute<PhoneCount>(sql`
    select device_id, actor_id as user_id, range_agg(int4range(seq, seq, '[]'))::text as seqs,
      (count(distinct assignment_id) filter (where type in ('done', 'bag-mt', 'not-collected')))::int as stops,
      (count(*) filter (where type = 'photo'))::int as photos
    from ${events} where event_id ${among} group by device_id, actor_id`)
  return rows
}

/**
 * Keeps the numbers and lifetime counts of phones when their records go to files. It is the last change of its
 * transaction, because every contact of a phone writes its row and from then on waits.
 * @param sign 1: moved; -1: read back, when the numbers stay noted
 */
export async function noteOnPhones(tx: Queryable, counts: readonly PhoneCount[], sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    update ${devices} set moved_stops = moved_stops + ${sign}::integer * moved.stops, moved_photos = moved_photos + ${sign}::integer * moved.photos,
      moved_seqs = moved_seqs + moved.seqs
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as moved(device_id text, user_id uuid, seqs int4multirange, stops integer, photos integer)
    where ${devices.deviceID} = moved.device_id and ${devices.userID} = moved.user_id`)
}
