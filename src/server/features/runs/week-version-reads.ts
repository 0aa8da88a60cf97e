import { and, eq, type SQL, sql } from 'drizzle-orm'
import { BACKED_UP_THROUGH, DATA_EPOCH } from '../../db/installation.ts'
import type { Queryable } from '../../db/database.ts'
import { photos } from '../../db/tables/events.ts'
import { customerPlaces } from '../../db/tables/places.ts'
import { jobs, noPickups, runs } from '../../db/tables/runs.ts'
import { installation } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { keepsRun, staysOnDevices } from './core/runs-reads.ts'
import { noPickupOfStop } from './core/stops-reads.ts'

/**
 * A text that changes whenever the answer for a driver's week changes: it contains the last transaction that wrote each
 * row of it. A device requests its week all day, mostly without a change. This is one statement; the week takes
 * several, and a hundred stops to serialise.
 */
export async function weekVersion(db: Queryable, driverID: string, now: Date, where: SQL | undefined): Promise<string> {
  const ownStops = sql`
    select ${jobs.assignmentID} as job_id, ${jobs.customerID} as customer_id,
      format('%s %s %s %s %s %s %s', ${jobs.assignmentID}, ${jobs}.xmin, ${runs}.xmin, ${users}.xmin, driver.xmin, no_pickup.xmin, ${customerPlaces}.xmin) as written
    from ${jobs}
    join ${runs} on ${runs.runOrderID} = ${jobs.runOrderID}
    join ${users} on ${users.userID} = ${jobs.customerID}
    left join ${customerPlaces} on ${customerPlaces.customerID} = ${jobs.customerID}
    left join ${users} as driver on driver.user_id = ${jobs.driverID}
    left join lateral (select ${noPickups}.xmin from ${noPickups} where ${noPickupOfStop} limit 1) no_pickup on true
    where ${and(eq(jobs.driverID, driverID), keepsRun, staysOnDevices(now), where)}`
  // Two short lists: with `or` in one condition the database would read every photo.
  const ownPhotos = sql`
    select ${photos.photoID} as photo_id, ${photos}.xmin::text as written from ${photos} where ${photos.jobID} = any(array(select job_id from own_stops))
    union select ${photos.photoID}, ${photos}.xmin::text from ${photos} where ${photos.customerID} = any(array(select customer_id from own_stops))`
  const { rows } = await db.execute<{ stops: string | null; photos: string | null; epoch: string | null }>(sql`
    with own_stops as materialized (${ownStops})
    select
      (select md5(string_agg(written, ',' order by job_id)) from own_stops) as stops,
      (select md5(string_agg(format('%s %s', photo_id, written), ',' order by photo_id)) from (${ownPhotos}) own_photos) as photos,
      (select string_agg(${installation.value}, ' ' order by ${installation.key}) from ${installation}
        where ${installation.key} in (${DATA_EPOCH}, ${BACKED_UP_THROUGH})) as epoch`)
  return JSON.stringify(rows[0])
}
