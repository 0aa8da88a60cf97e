import { type DuePointer, firstDue, fortnightWeeks, isDueOver, isOnRequest } from '#domain/cycle.ts'
import type { Day } from '#domain/dates.ts'
import type { CollectionScheme, CustomerServiceType, ServiceType } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { refuseField } from '../../http/refused.ts'
import { type CycleFacts, cycleFacts } from '../calendar/public.ts'

/** A customer's stored cycle: interval, week, pointer (domain.md 3). */

export interface DueColumns {
  dueYear: number | null
  dueMonth: number | null
  dueWeek: number | null
}

export const NO_DUE: DueColumns = { dueYear: null, dueMonth: null, dueWeek: null }

export function dueColumns(due: DuePointer | null): DueColumns {
  return due ? { dueYear: due.yearNumber, dueMonth: due.monthNumber, dueWeek: due.weekNumber ?? null } : NO_DUE
}

/** The due period that the office names; 422 when it is invalid. */
export async function namedDue(
  db: Queryable,
  now: Date,
  collectionScheme: CollectionScheme,
  weekNumber: number | null,
  due: DuePointer,
): Promise<DueColumns> {
  return dueNamed(await cycleFacts(db, now), collectionScheme, weekNumber, due)
}

type DueFacts = Pick<CycleFacts, 'highestMonthOf' | 'calendar' | 'today'>

/**
 * The same with the calendar already loaded. A week that has ended is refused, except for the stored due period of a
 * customer who was missed and stays due.
 * @param before the stored cycle of the customer
 */
export function dueNamed(
  facts: DueFacts,
  collectionScheme: CollectionScheme,
  weekNumber: number | null,
  due: DuePointer,
  before: DueColumns = NO_DUE,
): DueColumns {
  if (isOnRequest(collectionScheme)) refuseField('due', 'Customers collected on request have no first collection')
  if (weekNumber === null) refuseField('due', 'Choose a week first')
  const highest = facts.highestMonthOf(due.yearNumber)
  if (due.monthNumber > highest)
    refuseField('due.monthNumber', `The year ${due.yearNumber} ends with period ${highest}`)
  if (collectionScheme !== 'FORTNIGHTLY') {
    if (due.weekNumber !== undefined && due.weekNumber !== weekNumber)
      refuseField('due.weekNumber', `This customer is collected in week ${weekNumber}`)
    return notOver({ yearNumber: due.yearNumber, monthNumber: due.monthNumber })
  }
  const weeks = fortnightWeeks(weekNumber)
  const week = due.weekNumber ?? weeks[0]
  if (!weeks.includes(week))
    refuseField('due.weekNumber', `This customer is collected in weeks ${weeks[0]} and ${weeks[1]}`)
  return notOver({ ...due, weekNumber: week })

  function notOver(named: DuePointer): DueColumns {
    const columns = dueColumns(named)
    const same =
      columns.dueYear === before.dueYear &&
      columns.dueMonth === before.dueMonth &&
      (before.dueWeek === null || columns.dueWeek === null || columns.dueWeek === before.dueWeek)
    if (!same && isDueOver({ collectionScheme, weekNumber: weekNumber! }, named, facts.today, facts.calendar))
      refuseField('due', 'This week has ended')
    return columns
  }
}

/** The customer's first week in the calendar, `start.leadDays` after the start; null: the calendar has none yet. */
export async function firstDueFrom(
  db: Queryable,
  now: Date,
  collectionScheme: CollectionScheme,
  weekNumber: number | null,
  startDate: Day,
): Promise<DueColumns> {
  return weekNumber === null ? NO_DUE : firstDueIn(await cycleFacts(db, now), collectionScheme, weekNumber, startDate)
}

/** The same with the calendar already loaded. */
export function firstDueIn(
  { leadDays, calendar }: Pick<CycleFacts, 'leadDays' | 'calendar'>,
  collectionScheme: CollectionScheme,
  weekNumber: number | null,
  startDate: Day,
): DueColumns {
  return weekNumber === null
    ? NO_DUE
    : dueColumns(firstDue({ collectionScheme, weekNumber }, startDate, leadDays, calendar))
}

/**
 * The pointer after a change of week or scheme: a fortnightly one moves to the corresponding week of the new fortnight.
 */
export function movedDue(
  { dueYear, dueMonth, dueWeek }: DueColumns,
  collectionScheme: CollectionScheme,
  weekNumber: number | null,
): DueColumns {
  if (dueYear === null || isOnRequest(collectionScheme)) return NO_DUE
  if (collectionScheme !== 'FORTNIGHTLY' || weekNumber === null) return { dueYear, dueMonth, dueWeek: null }
  const [first, second] = fortnightWeeks(weekNumber)
  return { dueYear, dueMonth, dueWeek: dueWeek !== null && dueWeek > 2 ? second : first }
}

/** 'All' is never a customer's own value: it becomes rubbish removal for a single removal, else garden bag. */
export function serviceTypeOf(packageType: ServiceType, collectionScheme: CollectionScheme): CustomerServiceType {
  if (packageType !== 'ALL') return packageType
  return collectionScheme === 'ONE_OFF' ? 'RUBBISH_REMOVAL' : 'GARDEN_BAG'
}
