import { eq } from 'drizzle-orm'
import { createDepot, deleteDepot, type depot, listDepots, updateDepot } from '#contract/v1/depots.ts'
import type * as z from 'zod/mini'
import type { Queryable } from '../../db/database.ts'
import { depots } from '../../db/tables/depots.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import { addDepot, changeDepot, removeDepot } from './depots-commands.ts'
import { countedDepots, customersOfNone, placeOf } from './depots-reads.ts'

export const depotsRoutes = (): Route[] => [
  serve(listDepots)(async (_input, { db }) => ({
    items: (await countedDepots(db)).map(present),
    customersOfNone: await customersOfNone(db),
  })),

  serve(createDepot)(async (input, context) => shown(context.db, await addDepot(context.db, context, input))),

  serve(updateDepot)(async (input, context) => {
    await changeDepot(context.db, context, input, context.ifMatch)
    return shown(context.db, input.depotID)
  }),

  serve(deleteDepot)(async ({ depotID }, context) => {
    await removeDepot(context.db, context, depotID, context.ifMatch)
    return undefined
  }),
]

async function shown(db: Queryable, depotID: string) {
  const [row] = await countedDepots(db, eq(depots.depotID, depotID))
  if (!row) throw new Refused('not_found')
  return present(row)
}

function present({ depot: row, ...counts }: Awaited<ReturnType<typeof countedDepots>>[number]): z.output<typeof depot> {
  return { ...row, place: placeOf(row), ...counts }
}
