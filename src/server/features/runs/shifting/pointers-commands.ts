import type { WeekRef } from '#domain/calendar.ts'
import type { DuePointer } from '#domain/cycle.ts'
import { onceMet } from '#domain/due.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers } from '../../../db/tables/customers.ts'
import { updateRows } from '../../../db/update-rows.ts'
import { highestMonthOf } from '../../calendar/public.ts'
import { type Candidate, candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'

export interface PointerMove {
  /** The customer as read in this transaction. */
  readonly customer: Pick<Candidate, 'customerID' | 'version'>
  readonly due: DuePointer | null
  /** The week that the office named for the customer, if any. */
  readonly shiftedTo: WeekRef | null
}

/** One statement for all: a run has up to two thousand. */
export async function setPointers(tx: Queryable, moves: readonly PointerMove[]): Promise<void> {
  const rows = moves.map(({ customer, due, shiftedTo }) => ({
    customerID: customer.customerID,
    dueYear: due?.yearNumber ?? null,
    dueMonth: due?.monthNumber ?? null,
    dueWeek: due?.weekNumber ?? null,
    shiftedYear: shiftedTo?.yearNumber ?? null,
    shiftedMonth: shiftedTo?.monthNumber ?? null,
    shiftedWeek: shiftedTo?.weekNumber ?? null,
    version: customer.version + 1,
  }))
  await updateRows(tx, customers, customers.customerID, rows)
}

/**
 * Moves each customer's pointer by the outcome, and clears the week that the office had named.
 * @param known the stops' customers, when they have been read already
 */
export async function movePointers(
  tx: Queryable,
  run: RunRow,
  happened: readonly Pick<StopRow, 'customerID' | 'outcome'>[],
  known?: ReadonlyMap<string, Candidate>,
): Promise<void> {
  const highest = await highestMonthOf(tx)
  const met =
    known ??
    (await candidatesByID(
      tx,
      run,
      happened.map(({ customerID }) => customerID),
    ))
  const moves = happened.flatMap(({ customerID, outcome }) => {
    const customer = met.get(customerID)
    return customer && outcome !== null ? [{ customer, ...onceMet(dueCustomer(customer), run, outcome, highest) }] : []
  })
  await setPointers(tx, moves)
}
