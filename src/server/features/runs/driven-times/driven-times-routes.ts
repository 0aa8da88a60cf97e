import { getDrivenTimes } from '#contract/v1/driven-times.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { runByID } from '../core/runs-reads.ts'
import { drivenTimesOf } from './driven-times-reads.ts'

export const drivenTimesRoutes = (): Route[] => [
  serve(getDrivenTimes)(async ({ runOrderID }, { db }) => {
    if ((await runByID(db, runOrderID)) === null) throw new Refused('not_found')
    return drivenTimesOf(db, runOrderID, null)
  }),
]
