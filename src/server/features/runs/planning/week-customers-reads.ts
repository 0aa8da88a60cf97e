import { judgeForRun, type LeftOutReason } from '#domain/run-plan.ts'
import type { Queryable } from '../../../db/database.ts'
import { highestMonthOf, type StoredCalendarRow } from '../../calendar/public.ts'
import { type Candidate, candidatesByID, candidatesFor, dueCustomer, openStops } from './due-reads.ts'
import { noPickupsOfWeek, withStop } from './run-plan.ts'

/** A customer with what a week's collection means to them. */
export interface WeekCustomer {
  customer: Candidate
  /** Null: due, by the rule that a run is generated with; else why not. */
  notDue: LeftOutReason | null
  hasNoPickup: boolean
}

/**
 * Whom a week's collections are for: the customers on its runs, those a run of it would include, and the blocked ones
 * it would include otherwise. Customers with a no pickup are among them.
 * @param named only these, due or not
 */
export async function customersOfWeek(
  db: Queryable,
  week: StoredCalendarRow,
  named?: readonly string[],
): Promise<WeekCustomer[]> {
  const onTheWeek = await withStop(db, week)
  const noPickups = await noPickupsOfWeek(db, week)
  const candidates = named
    ? [...(await candidatesByID(db, week, named)).values()]
    : await withNamed(db, week, [...onTheWeek, ...noPickups.keys()])
  const open = await openStops(
    db,
    candidates.map(({ customerID }) => customerID),
  )
  const highest = await highestMonthOf(db)
  const all = candidates.map((customer): WeekCustomer => {
    const { customerID } = customer
    return { customer, notDue: reasonOf(customer), hasNoPickup: noPickups.has(customerID) }
  })
  return named ? all : all.filter(({ notDue, hasNoPickup }) => hasNoPickup || notDue === null || notDue === 'blocked')

  function reasonOf(customer: Candidate): LeftOutReason | null {
    const { customerID, status } = customer
    const judge = (as: Candidate['status']) =>
      judgeForRun(dueCustomer({ ...customer, status: as }), week, open.get(customerID) ?? [], false, highest)
    const isOnIt = onTheWeek.has(customerID)
    if (status === 'ACTIVE') {
      const judged = isOnIt ? null : judge(status)
      return judged === null || judged.taken ? null : judged.reason
    }
    const judged = judge('ACTIVE')
    // Named only where nothing else keeps the customer from being collected.
    if (isOnIt || judged.taken) return status === 'BLOCKED' ? 'blocked' : 'not_active'
    return judged.reason
  }
}

/** Whom the week's run could include, or could if they weren't blocked, and the named ones whatever their state. */
async function withNamed(db: Queryable, week: StoredCalendarRow, named: readonly string[]): Promise<Candidate[]> {
  const could = await candidatesFor(db, week, ['ACTIVE', 'BLOCKED'])
  const there = new Set(could.map(({ customerID }) => customerID))
  const others = named.filter((customerID) => !there.has(customerID))
  return [...could, ...(await candidatesByID(db, week, others)).values()]
}
