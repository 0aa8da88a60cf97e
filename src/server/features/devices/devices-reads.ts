import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { devices, events } from '../../db/tables/events.ts'
import { jobs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'

/** A phone as stored, with the server's counts. */
export interface DeviceRow {
  device: typeof devices.$inferSelect
  driverName: string
  devicesOfDriver: number
  /** Stops it recorded an outcome for, and photos; of the given run or of all. */
  stops: number
  photos: number
  /** Its holes that have neither been filled since, for example by a file, nor settled; null: it has never counted. */
  holes: number[] | null
}

const ofDevice = sql`e.device_id = ${devices.deviceID} and e.actor_id = ${devices.userID}`
/**
 * For this phone's row: its holes that have neither been filled since, for example by a file, nor settled; null: it has
 * never counted.
 */
export const holesLeft = sql<number[] | null>`case when ${devices.holes} is not null then
  array(select hole from unnest(${devices.holes}) hole where hole <> all(${devices.settled}) and not exists (select 1 from ${events} e where ${ofDevice} and e.seq = hole) order by hole) end`
const ofTheRun = (runOrderID: string | undefined) =>
  runOrderID === undefined
    ? sql``
    : sql`and (e.run_order_id = ${runOrderID} or e.job_id in (select ${jobs.assignmentID} from ${jobs} where ${jobs.runOrderID} = ${runOrderID}))`

/** Phones that sent records of this run, or whose driver has stops in it. */
export const ofRun = (runOrderID: string): SQL => sql`(
  exists (select 1 from ${events} e where ${ofDevice} ${ofTheRun(runOrderID)})
  or exists (select 1 from ${jobs} where ${jobs.runOrderID} = ${runOrderID} and ${jobs.driverID} = ${devices.userID})
)`

export async function devicesPage(
  db: Queryable,
  {
    where,
    orderBy,
    limit,
    offset,
    runOrderID,
  }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number; runOrderID?: string | undefined },
): Promise<{ rows: DeviceRow[]; total: number }> {
  const inRun = ofTheRun(runOrderID)
  const ofDrivers = and(eq(users.role, 'DRIVER'), where)
  const rows = await db
    .select({
      device: devices,
      driverName: users.fullName,
      devicesOfDriver: sql<number>`(select count(*)::int from ${devices} other where other.user_id = ${devices.userID})`,
      stops: sql<number>`(select count(distinct e.assignment_id)::int from ${events} e where ${ofDevice} and e.type in ('done', 'bag-mt', 'not-collected') ${inRun})`,
      photos: sql<number>`(select count(*)::int from ${events} e where ${ofDevice} and e.type = 'photo' ${inRun})`,
      holes: holesLeft,
    })
    .from(devices)
    .innerJoin(users, eq(users.userID, devices.userID))
    .where(ofDrivers)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(devices)
    .innerJoin(users, eq(users.userID, devices.userID))
    .where(ofDrivers)
  // A phone's lifetime includes its records in files; of one run only what is in the table is counted.
  return { rows: runOrderID === undefined ? rows.map(withMoved) : rows, total: counted!.total }
}

const withMoved = (row: DeviceRow): DeviceRow => ({
  ...row,
  stops: row.stops + row.device.movedStops,
  photos: row.photos + row.device.movedPhotos,
})

/** The phone of that id, with the driver who used it first: a later user of the same id does not replace them. */
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
