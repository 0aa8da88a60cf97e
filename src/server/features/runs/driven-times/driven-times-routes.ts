import { getDrivenTimes, learnDrivenTimesAnew } from '#contract/v1/driven-times.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { runByID } from '../core/runs-reads.ts'
import { learnDrivenTimesAnew as learnAnew } from './driven-times-commands.ts'
import { drivenTimesOf } from './driven-times-reads.ts'

export const drivenTimesRoutes = (): Route[] => [
  serve(getDrivenTimes)(async ({ runOrderID }, { db }) => {
    if ((await runByID(db, runOrderID)) === null) throw new Refused('not_found')
    return drivenTimesOf(db, runOrderID, null)
  }),

  // It opens a transaction for each step, because one over years of records would make other requests wait.
  serve(learnDrivenTimesAnew, { transaction: false })((_input, { database }) => learnAnew(database)),
]
