import { and, isNull, sql } from 'drizzle-orm'
import { driverIsSilent, deviceIsSilent, SILENCE_MS } from '#domain/device-state.ts'
import type { Queryable } from '../../db/database.ts'
import { businessTimeZone } from '../../db/setting-values.ts'
import { devices } from '../../db/tables/events.ts'
import { jobs, runs } from '../../db/tables/runs.ts'
import { holesLeft } from './devices-reads.ts'

interface Row {
  driver_id: string
  run_order_id: string
  from_day: string
  to_day: string
  activated_at: Date | string | null
  open_stops: number
  open_since: Date | string | null
  unsent: number
  last_heard_at: Date | string | null
}

/**
 * Drivers on an active run whose phones are all silent (domain: driverIsSilent). A revoked phone counts as a contact,
 * but its unsent records do not: they are shown where it was revoked.
 */
export async function silentDrivers(db: Queryable, now: Date): Promise<string[]> {
  // Most drivers made contact within the day, so their stops need not be read.
  const heardSince = new Date(now.getTime() - SILENCE_MS).toISOString()
  const { rows } = await db.execute(sql`
    select j.driver_id, r.run_order_id, r.from_day::text, r.to_day::text, r.activated_at,
      count(*) filter (where j.state = 'planned' and j.outcome is null)::int as open_stops,
      min(h.since) filter (where j.state = 'planned' and j.outcome is null) as open_since,
      coalesce((select sum(d.unsent) from devices d where d.user_id = j.driver_id and d.revoked_at is null), 0)::int as unsent,
      (select max(d.last_seen_at) from devices d where d.user_id = j.driver_id) as last_heard_at
    from jobs j join runs r on r.run_order_id = j.run_order_id
      left join job_drivers h on h.assignment_id = j.assignment_id and h.driver_id = j.driver_id
    where r.status = 'active' and j.driver_id = any(array(
      select driver_id from drivers where not exists (select from devices d where d.user_id = drivers.driver_id and d.last_seen_at > ${heardSince}::timestamptz)))
    group by j.driver_id, r.run_order_id`)
  const timeZone = await businessTimeZone(db)
  const silent: string[] = []
  for (const row of rows as unknown as Row[]) {
    const round = {
      fromDate: row.from_day,
      toDate: row.to_day,
      activatedAt: instantOf(row.activated_at),
      openStops: row.open_stops,
      openSince: instantOf(row.open_since),
      unsent: row.unsent,
      lastHeardAt: instantOf(row.last_heard_at),
      recordedForAt: null,
    }
    // Records made by the office are queried only for the few drivers who are silent otherwise, because a run has
    // thousands.
    if (
      driverIsSilent(round, now, timeZone) &&
      driverIsSilent({ ...round, recordedForAt: await recordedForAt(db, row) }, now, timeZone)
    )
      silent.push(row.driver_id)
  }
  return [...new Set(silent)]
}

/**
 * When the office last recorded an outcome for a stop of the driver in this run for which the driver has sent nothing.
 * Correcting the driver's own record is not a sign of contact.
 */
async function recordedForAt(db: Queryable, { run_order_id, driver_id }: Row): Promise<Date | null> {
  const { rows } = await db.execute<{ at: Date | string | null }>(sql`
    select max(e.received_at) as at
    from jobs j join events e on e.job_id = j.assignment_id join users u on u.user_id = e.actor_id
    where j.run_order_id = ${run_order_id} and j.driver_id = ${driver_id} and u.role = 'ADMIN'
      and e.type in ('done', 'bag-mt', 'not-collected') and e.counts
      and not exists (select 1 from events recorded where recorded.job_id = j.assignment_id and recorded.actor_id = j.driver_id)`)
  return instantOf(rows[0]?.at ?? null)
}

interface Device {
  readonly deviceID: string
  readonly driverID: string
}

/**
 * Unrevoked phones of drivers on an active run that hold records and have not contacted the server for a day, even if
 * another phone of the driver has.
 */
export async function silentDevices(db: Queryable, now: Date): Promise<Device[]> {
  const held = await db
    .select()
    .from(devices)
    .where(
      and(
        isNull(devices.revokedAt),
        sql`(${devices.unsent} > 0 or ${devices.needsAttention} > 0)`,
        sql`exists (select 1 from ${jobs} join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID} where ${runs.status} = 'active' and ${jobs.driverID} = ${devices.userID})`,
      ),
    )
  return held
    .filter((device) => deviceIsSilent({ ...device, driverSilent: false }, now))
    .map(({ deviceID, userID }) => ({ deviceID, driverID: userID }))
}

/** Unrevoked phones that counted records which are stored nowhere any more. */
export async function devicesWithHoles(db: Queryable): Promise<Device[]> {
  return db
    .select({ deviceID: devices.deviceID, driverID: devices.userID })
    .from(devices)
    .where(and(isNull(devices.revokedAt), sql`cardinality(${devices.holes}) > 0`, sql`cardinality(${holesLeft}) > 0`))
}

const instantOf = (value: Date | string | null) => (value === null ? null : new Date(value))
