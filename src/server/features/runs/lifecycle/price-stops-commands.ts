import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { updateRows } from '../../../db/update-rows.ts'
import { pricesByID } from '../../prices/public.ts'
import type { RunRow } from '../core/runs-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'

/**
 * Gives stops of a draft the price of their week's first day, because prices may have changed since the draft was made.
 * What the office typed stays.
 */
export async function priceStops(tx: Queryable, run: RunRow, stops: readonly StopRow[]): Promise<void> {
  const copied = stops.filter(({ amountTyped }) => !amountTyped)
  const prices = await pricesByID(
    tx,
    copied.map(({ customerID }) => customerID),
    run.fromDate,
  )
  const rows = copied.flatMap(({ assignmentID, customerID, amount, version }) => {
    const price = prices.get(customerID)
    return price === undefined || price === amount ? [] : [{ assignmentID, amount: price, version: version + 1 }]
  })
  await updateRows(tx, jobs, jobs.assignmentID, rows)
}
