import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { keptCount } from '../../db/kept-totals.ts'
import { pageTotal } from '../../db/page-total.ts'
import { devices, events } from '../../db/tables/events.ts'
import { jobs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

export interface DeviceRow {
  device: typeof devices.$inferSelect
  driverName: string
  devicesOfDriver: number
  /** Stops with an outcome recorded on it, and photos, of the given run or of all. */
  stops: number
  photos: number
  /**
   * Missing numbers that are neither filled since, for example by a file, nor settled; null: the phone has never
   * counted.
   */
  holes: number[] | null
}

const ofDevice = sql`e.device_id = ${devices.deviceID} and e.actor_id = ${devices.userID}`
/**
 * For this phone's row: its missing numbers that are neither filled since nor settled; null: it has never counted. A
 * record that filled one may be in a file by now (`npm run archive-events`).
 */
export const holesLeft = sql<number[] | null>`case when ${devices.holes} is not null then
  array(select hole from unnest(${devices.holes}) hole where hole <> all(${devices.settled}) and not ${devices.movedSeqs} @> hole
    and not exists (select 1 from ${events} e where ${ofDevice} and e.seq = hole) order by hole) end`

/** The records of the run's stops, and those sent to it: two short lists, where `or` would read every record. */
const sentFor = (runOrderID: string, columns: SQL): SQL => sql`(
  select e.event_id, ${columns} from ${jobs} join ${events} e on e.job_id = ${jobs.assignmentID} where ${jobs.runOrderID} = ${runOrderID}
  union select e.event_id, ${columns} from ${events} e where e.run_order_id = ${runOrderID})`

/** Phones that sent records of this run, or whose driver has stops in it. */
export const ofRun = (runOrderID: string): SQL => sql`(
  (${devices.deviceID}, ${devices.userID}) in (select sent.device_id, sent.actor_id from ${sentFor(runOrderID, sql`e.device_id, e.actor_id`)} sent)
  or ${devices.userID} in (select ${jobs.driverID} from ${jobs} where ${jobs.runOrderID} = ${runOrderID})
)`

interface PageQuery {
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
  runOrderID?: string | undefined
}

export async function devicesPage(db: Queryable, query: PageQuery): Promise<{ rows: DeviceRow[]; total: number }> {
  const { orderBy, limit, offset, runOrderID } = query
  // A literal, so that the few drivers are found by their index.
  const ofDrivers = and(sql`${users.role} = 'DRIVER'`, query.where)
  const phone = sql`${devices.deviceID} || ' ' || ${devices.userID}`
  const nothing = sql<number>`0`
  const rows = await db
    .select({
      device: devices,
      driverName: users.fullName,
      devicesOfDriver: sql<number>`(select count(*)::int from ${devices} other where other.user_id = ${devices.userID})`,
      stops: runOrderID === undefined ? keptCount('phone_stops', phone) : nothing,
      photos: runOrderID === undefined ? keptCount('phone_photos', phone) : nothing,
      holes: holesLeft,
    })
    .from(devices)
    .innerJoin(users, eq(users.userID, devices.userID))
    .where(ofDrivers)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const total = await pageTotal(rows, query, async () => {
    const [counted] = await db
      .select({ total: count() })
      .from(devices)
      .innerJoin(users, eq(users.userID, devices.userID))
      .where(ofDrivers)
    return counted!.total
  })
  // A phone's lifetime includes its records in files; for one run only those in the table are counted.
  return { rows: runOrderID === undefined ? rows.map(withMoved) : await countedInRun(db, rows, runOrderID), total }
}

async function countedInRun(db: Queryable, rows: readonly DeviceRow[], runOrderID: string): Promise<DeviceRow[]> {
  const columns = sql`e.device_id, e.actor_id, e.assignment_id, e.type`
  const counted = await db.execute<{ device_id: string; actor_id: string; stops: number; photos: number }>(sql`
    select device_id, actor_id, count(distinct assignment_id) filter (where type in ('done', 'bag-mt', 'not-collected'))::int as stops,
      count(*) filter (where type = 'photo')::int as photos
    from ${sentFor(runOrderID, columns)} sent group by device_id, actor_id`)
  const counts = new Map(counted.rows.map((row) => [`${row.device_id} ${row.actor_id}`, row]))
  return rows.map((row) => {
    const { stops = 0, photos = 0 } = counts.get(`${row.device.deviceID} ${row.device.userID}`) ?? {}
    return { ...row, stops, photos }
  })
}

const withMoved = (row: DeviceRow): DeviceRow => ({
  ...row,
  stops: row.stops + row.device.movedStops,
  photos: row.photos + row.device.movedPhotos,
})

/** The phone with that id and the driver who used it first; a later user of the same id does not replace them. */
export async function deviceByID(db: Queryable, deviceID: string, runOrderID?: string): Promise<DeviceRow | null> {
  const { rows } = await devicesPage(db, {
    where: eq(devices.deviceID, deviceID),
    orderBy: [asc(devices.firstSeenAt), asc(devices.userID)],
    limit: 1,
    offset: 0,
    runOrderID,
  })
  return rows[0] ?? null
}
