import { compareWeeks, type WeekRef } from './calendar.ts'
import { type Day, dayOf } from './dates.ts'
import type { ScheduleState } from './schedules.ts'

/** What customers see of a week of their schedule, and what they can do about it (domain.md 17). */

/** A week as the customer's schedule sends it. */
export interface CustomerWeek {
  readonly from: Day
  readonly to: Day
  /** The first instant that is too late for a no pickup. */
  readonly cutoff: string
  readonly state: ScheduleState
  readonly outcome?: unknown
  readonly noPickupID?: string | undefined
  /** The no pickup was added after the cut-off. */
  readonly late?: boolean | undefined
  /** An open request for this very week. */
  readonly pickupRequestID?: string | undefined
}

/**
 * `skip`: no pickup, free of charge; `tell`: the same after the cut-off, which the driver sees; `undo`: withdraw the no
 * pickup; `withdraw`: withdraw the pickup request, which no run has taken yet.
 */
export type CustomerAct = 'skip' | 'tell' | 'undo' | 'withdraw'

/** What the customer can do now; null: nothing. @param today in the business time zone */
export function actOn(week: CustomerWeek, { now, today }: { now: Date; today: Day }): CustomerAct | null {
  if (isOver(week, today)) return null
  const inTime = now.getTime() < Date.parse(week.cutoff)
  if (week.noPickupID !== undefined) return inTime && week.late !== true ? 'undo' : null
  if (week.state !== 'upcoming') return null
  if (!inTime) return 'tell'
  return week.pickupRequestID === undefined ? 'skip' : 'withdraw'
}

/** It has its outcome, its run was completed before the driver came, or its week has ended. */
export function isOver({ outcome, state, to }: Pick<CustomerWeek, 'outcome' | 'state' | 'to'>, today: Day): boolean {
  return (outcome !== undefined && outcome !== null) || state === 'not-reached' || to < today
}

/** Whether the customer who was not reached is collected next in the week to which that stop was moved. */
export function isMovedToNext(
  { state, shiftedTo }: { readonly state: ScheduleState; readonly shiftedTo?: WeekRef | undefined },
  next: WeekRef | null,
): boolean {
  return state === 'not-reached' && shiftedTo !== undefined && next !== null && compareWeeks(shiftedTo, next) === 0
}

/** The next collection; null: none is planned. @param weeks earliest first */
export function nextCollection<Week extends Pick<CustomerWeek, 'outcome' | 'state' | 'to'>>(
  weeks: readonly Week[],
  today: Day,
): Week | null {
  return weeks.find((week) => week.state === 'upcoming' && !isOver(week, today)) ?? null
}

export const isThisWeek = ({ from, to }: Pick<CustomerWeek, 'from' | 'to'>, today: Day): boolean =>
  from <= today && today <= to

/** How far the customer's part of an active run is. */
export interface RunUnderWay {
  readonly stops: number
  readonly done: number
  /** When the server last received a record of it. */
  readonly lastHeardAt: Date | null
}

/**
 * Whether a run has begun, is not finished, and was heard of today. A run that has been waiting since yesterday tells a
 * customer nothing.
 */
export function isUnderWay({ stops, done, lastHeardAt }: RunUnderWay, now: Date, timeZone: string): boolean {
  return done > 0 && done < stops && lastHeardAt !== null && dayOf(lastHeardAt, timeZone) === dayOf(now, timeZone)
}
