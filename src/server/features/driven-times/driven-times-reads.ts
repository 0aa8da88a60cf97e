import { and, eq, or } from 'drizzle-orm'
import { drivenTimes, type DrivenTimes, streetNameOf } from '#domain/driven-times.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { drivenGaps, enoughGaps } from '../../db/tables/driven.ts'
import { jobs } from '../../db/tables/runs.ts'
import { onTheRun } from '../runs/public.ts'

/** What is known of the ways between a run's stops. @param driverID only between that driver's stops; null: all */
export async function drivenTimesOf(db: Queryable, runOrderID: string, driverID: string | null): Promise<DrivenTimes> {
  const stops = await db
    .selectDistinct({ suburb: jobs.suburb, address: jobs.address })
    .from(jobs)
    .where(
      and(eq(jobs.runOrderID, runOrderID), onTheRun, driverID === null ? undefined : eq(jobs.driverID, driverID)),
    )
  const named = stops.map(streetNameOf)
  const within = (kind: 'street' | 'suburb') => {
    const names = [...new Set(named.map((stop) => stop[kind]))]
    return and(eq(drivenGaps.kind, kind), among(drivenGaps.first, names), among(drivenGaps.second, names))
  }
  const rows = await db
    .select()
    .from(drivenGaps)
    .where(
      and(
        enoughGaps(drivenGaps.gaps),
        or(within('street'), within('suburb'), and(eq(drivenGaps.kind, 'stop'), eq(drivenGaps.first, ''))),
      ),
    )
    .orderBy(drivenGaps.kind, drivenGaps.first, drivenGaps.second)
  return drivenTimes(rows)
}
