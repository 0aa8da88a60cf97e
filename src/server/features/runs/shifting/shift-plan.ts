import { compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { afterNoPickup, afterShift, isOnRequest, shiftDefault } from '#domain/cycle.ts'
import type { Queryable } from '../../../db/database.ts'
import { Refused } from '../../../http/refused.ts'
import { calendarWeek, highestMonthOf } from '../../calendar/public.ts'
import { type Candidate, candidatesByID, dueCustomer } from '../planning/due-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { PointerMove } from './pointers-commands.ts'
import type { RunRow } from '../core/runs-reads.ts'

/** The effect of shifting one stop, which the preview shows and the command executes. */
export interface PlannedShift {
  readonly stop: StopRow
  readonly reason: string | null
  /** As read by the plan, before any pointer moved. Null: hidden since, and without a pointer to move. */
  readonly customer: Candidate | null
  readonly to: WeekRef | null
  readonly pointer: PointerMove | null
}

/**
 * @param to null: each moves to the next period (a fortnightly customer to the next fortnight), same week
 * @param known the stops' customers, when they have been read already
 */
export async function planShifts(
  db: Queryable,
  run: RunRow,
  stops: readonly { stop: StopRow; reason: string | null }[],
  to: WeekRef | null,
  known?: ReadonlyMap<string, Candidate>,
): Promise<PlannedShift[]> {
  if (stops.length === 0) return []
  const highest = await highestMonthOf(db)
  const customers =
    known ??
    (await candidatesByID(
      db,
      run,
      stops.map(({ stop }) => stop.customerID),
    ))
  return stops.map(({ stop, reason }) => {
    const customer = customers.get(stop.customerID)
    if (!customer) return { stop, reason, customer: null, to: null, pointer: null }
    const cycle = dueCustomer(customer)
    const target = to ?? shiftDefault(cycle, run, highest)
    // A customer collected on request has no pointer, so the week itself is stored as named.
    const shiftedTo = to ?? (isOnRequest(cycle.collectionScheme) ? target : null)
    return {
      stop,
      reason,
      customer,
      to: target,
      pointer: { customer, due: to ? afterShift(cycle, to) : afterNoPickup(cycle, run, highest), shiftedTo },
    }
  })
}

/** A named week must be in the calendar, must not have ended, and must not be the run's. */
export async function requireTarget(tx: Queryable, run: RunRow, to: WeekRef, today: string): Promise<void> {
  const week = await calendarWeek(tx, to.yearNumber, to.monthNumber, to.weekNumber)
  const reason = !week
    ? `Week ${to.weekNumber} of ${to.monthNumber}/${to.yearNumber} isn’t in the calendar.`
    : compareWeeks(week, run) === 0
      ? 'The stop is already in this week.'
      : week.to < today
        ? 'This week has ended.'
        : null
  if (reason) throw new Refused('cannot_generate_pickup', { reason })
}
