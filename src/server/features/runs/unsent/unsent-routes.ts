import { importUnsent } from '#contract/v1/unsent.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { takeIn } from './unsent-commands.ts'
import { driverOfFile, stopsNamed } from './unsent-reads.ts'

export const unsentRoutes = (deps: Dependencies): Route[] => [
  serve(importUnsent, { transaction: false })(async (input, context) => {
    // A driver who may no longer sign in is accepted too, because the work was done.
    const driver = await driverOfFile(context.database, input.userID)
    if (!driver) return context.refuse('driver_unknown')
    const taken = await takeIn(deps, context, input)
    const stops = await stopsNamed(
      context.database,
      taken.flatMap(({ assignmentID }) => assignmentID ?? []),
    )
    return {
      driver,
      results: taken.map(({ verdict, assignmentID }) => ({ ...verdict, stop: stops.get(assignmentID ?? '') ?? null })),
    }
  }),
]
