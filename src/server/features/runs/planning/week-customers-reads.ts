import { compareWeeks } from '#domain/calendar.ts'
import { judgeForRun, type LeftOutReason } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { highestMonthOf, type StoredCalendarRow } from '../../calendar/public.ts'
import { type Candidate, candidatesByID, candidatesFor, dueCustomer, openStops } from './due-reads.ts'
import { noPickupsOfWeek, withStop } from './run-plan.ts'

export interface WeekCustomer {
  customer: Candidate
  /**
   * Null: has a stop to come in the week, or is due by the rule that generates a run. `recorded`: the week's stop is over.
   * Else why not.
   */
  notDue: LeftOutReason | 'recorded' | null
  hasNoPickup: boolean
}

const OF_WEEK: ReadonlySet<WeekCustomer['notDue']> = new Set(['blocked', 'recorded', 'on_hold'])

/**
 * The customers whom a week's collections are for: those on its runs, those a run would include, and the blocked ones
 * it would include otherwise. Customers with a no pickup are among them, and those whose stop is over.
 * @param named only these, due or not
 */
export async function customersOfWeek(
  db: Queryable,
  week: StoredCalendarRow,
  named?: readonly string[],
): Promise<WeekCustomer[]> {
  const onTheWeek = await withStop(db, week, named)
  const noPickups = await noPickupsOfWeek(db, week, named)
  const candidates = named
    ? [...(await candidatesByID(db, week, named)).values()]
    : await withNamed(db, week, [...onTheWeek.keys(), ...noPickups.keys()])
  const open = await openStops(
    db,
    candidates.map(({ customerID }) => customerID),
  )
  const highest = await highestMonthOf(db)
  const all = candidates.map((customer): WeekCustomer => {
    const { customerID } = customer
    return { customer, notDue: reasonOf(customer), hasNoPickup: noPickups.has(customerID) }
  })
  return named ? all : all.filter(({ notDue, hasNoPickup }) => hasNoPickup || notDue === null || OF_WEEK.has(notDue))

  function reasonOf(customer: Candidate): WeekCustomer['notDue'] {
    const { customerID, status } = customer
    const judge = (as: Candidate['status']) =>
      judgeForRun(dueCustomer({ ...customer, status: as }), week, open.get(customerID) ?? [], false, highest)
    // On a draft, who is on hold isn't expected.
    const isExpected =
      customer.heldSince === null || (open.get(customerID) ?? []).some((stop) => compareWeeks(stop, week) === 0)
    const isOnIt = onTheWeek.has(customerID) && isExpected
    if (onTheWeek.get(customerID) === false) return 'recorded'
    if (status === 'ACTIVE') {
      const judged = isOnIt ? null : judge(status)
      return judged === null || judged.taken ? null : judged.reason
    }
    const judged = judge('ACTIVE')
    // This reason is given only where nothing else prevents the collection.
    if (isOnIt || judged.taken) return status === 'BLOCKED' ? 'blocked' : 'not_active'
    return judged.reason
  }
}

/** The customers whom the week's run could include if they weren't blocked, and the named ones whatever their state. */
async function withNamed(db: Queryable, week: StoredCalendarRow, named: readonly string[]): Promise<Candidate[]> {
  const could = await candidatesFor(db, week, ['ACTIVE', 'BLOCKED'])
  const there = new Set(could.map(({ customerID }) => customerID))
  const others = named.filter((customerID) => !there.has(customerID))
  return [...could, ...(await candidatesByID(db, week, others)).values()]
}
