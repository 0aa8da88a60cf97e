import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { runByID, runOfDriver } from '../core/runs-reads.ts'
import { drivenTimesOf } from './driven-times-reads.ts'

export const drivenTimesRoutes = (): Route[] => [
  serve(getDrivenTimes)(async ({ runOrderID }, { actor, db, now }) => {
    const driverID = actor.role === 'DRIVER' ? actor.userID : null
    const run = await (driverID === null ? runByID(db, runOrderID) : runOfDriver(db, runOrderID, driverID, now))
    if (run === null) throw new Refused('not_found')
    return drivenTimesOf(db, runOrderID, driverID)
  }),
]
