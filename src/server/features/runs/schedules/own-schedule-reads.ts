import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ownSchedule } from '#contract/v1/own-schedule.ts'
import { compareWeeks, cutoffOf, type WeekRef } from '#domain/calendar.ts'
import { isOver, isUnderWay } from '#domain/customer-week.ts'
import { isOnRequest, isOwnWeek } from '#domain/cycle.ts'
import { addDays } from '#domain/dates.ts'
import { requestableWeeks } from '#domain/pickup-requests.ts'
import { putOutBy } from '#domain/put-out.ts'
import { usualTime } from '#domain/usual-time.ts'
import type { Queryable } from '../../../db/database.ts'
import { customers, suburbs } from '../../../db/tables/customers.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs, pickupRequests } from '../../../db/tables/runs.ts'
import { onTheRun } from '../core/runs-reads.ts'
import { presentWeek } from './schedules-present.ts'
import { type Entry, type KnownSchedule, photosOf, scheduleOf } from './schedules-reads.ts'

type OwnSchedule = AnswerOf<typeof ownSchedule>

/** Past collections that are sent when the caller names no number. */
const PAST_SHOWN = 6
/** How far ahead a pickup can be requested. */
const REQUEST_DAYS = 365

/** What the portal shows a customer. */
export async function ownScheduleOf(
  db: Queryable,
  customerID: string,
  pastAtMost: number | undefined,
  now: Date,
): Promise<OwnSchedule> {
  const known = await scheduleOf(db, customerID, now)
  const { entries, planned, settings, today } = known
  const overOf = ({ stop, row }: Entry) => isOver({ outcome: stop?.outcome, to: row.to }, today)
  const coming = entries.filter((entry) => !overOf(entry))
  const past = entries.filter(overOf).reverse()
  const shown = past.slice(0, pastAtMost ?? PAST_SHOWN)
  const takenAt = await photosOf(db, shown)
  const { requests, requestable } = await requestsOf(db, known, now)
  return {
    status: planned.customer.status,
    coming: coming.map((entry) => {
      const request = requests.find((one) => compareWeeks(one, entry.row) === 0)
      return {
        ...presentWeek(entry, settings, takenAt, false),
        putOut: putOutBy(entry.row, settings['collection.putOut']),
        ...(request ? { pickupRequestID: request.pickupRequestID } : {}),
      }
    }),
    past: shown.map((entry) => presentWeek(entry, settings, takenAt, false)),
    pastTotal: past.length,
    usually: await usualTimeOf(db, customerID, known),
    underWay: await runUnderWay(db, coming, known, now),
    requestable,
  }
}

/** Only collections at the address where the customer is now. */
async function usualTimeOf(db: Queryable, customerID: string, { stops, settings }: KnownSchedule) {
  const collected = stops.filter(({ outcome }) => outcome === 'COLLECTED' || outcome === 'EMPTY')
  if (collected.length === 0) return null
  const [here] = await db
    .select({ address: customers.address, postcode: customers.postcode, suburb: suburbs.label })
    .from(customers)
    .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
    .where(eq(customers.customerID, customerID))
  const times = collected
    .filter(
      ({ address, postcode, suburb }) =>
        address === here?.address && postcode === here.postcode && suburb === here.suburb,
    )
    .flatMap(({ doneAt }) => doneAt ?? [])
  return usualTime(times, settings['business.timeZone'])
}

/** Of the run that has not reached the customer yet: figures of the round, nothing of other stops. */
async function runUnderWay(db: Queryable, coming: readonly Entry[], { settings }: KnownSchedule, now: Date) {
  const waiting = coming.find(({ state, stop }) => state === 'upcoming' && stop?.runStatus === 'active')?.stop
  if (!waiting) return null
  const ofRound = and(eq(jobs.runOrderID, waiting.runOrderID), eq(jobs.runNumber, waiting.runNumber))
  const [row] = await db
    .select({
      stops: count(),
      done: count(jobs.outcome),
      // By the index on the stop: a round has a few dozen stops, and the table of records all years.
      lastHeardAt: sql<string | null>`(select max(${events.receivedAt}) from ${events}
        where ${events.jobID} in (${db.select({ assignmentID: jobs.assignmentID }).from(jobs).where(ofRound)}))`,
    })
    .from(jobs)
    .where(and(ofRound, onTheRun))
  if (!row) return null
  const lastHeardAt = row.lastHeardAt === null ? null : new Date(row.lastHeardAt)
  const { stops, done } = row
  if (lastHeardAt === null || !isUnderWay({ stops, done, lastHeardAt }, now, settings['business.timeZone'])) return null
  return { stops, done, lastHeardAt: lastHeardAt.toISOString() }
}

/** The open requests of a customer who is collected on request, and the weeks that can be requested. */
async function requestsOf(
  db: Queryable,
  { planned, stops, calendar, settings, today }: KnownSchedule,
  now: Date,
): Promise<{ requests: (WeekRef & { pickupRequestID: string })[]; requestable: OwnSchedule['requestable'] }> {
  const { customer, customerID, noPickups } = planned
  if (!isOnRequest(customer.collectionScheme)) return { requests: [], requestable: null }
  const requests = await db
    .select({
      pickupRequestID: pickupRequests.pickupRequestID,
      yearNumber: pickupRequests.yearNumber,
      monthNumber: pickupRequests.monthNumber,
      weekNumber: pickupRequests.weekNumber,
    })
    .from(pickupRequests)
    .where(and(eq(pickupRequests.customerID, customerID), isNull(pickupRequests.assignmentID)))
  const among = (weeks: readonly WeekRef[]) => (week: WeekRef) => weeks.some((one) => compareWeeks(one, week) === 0)
  const { weeks, reason } = requestableWeeks({
    customer,
    weeks: calendar.filter(({ from, to }) => to >= today && from <= addDays(today, REQUEST_DAYS)),
    today,
    isPastCutoff: (week) => now >= cutoffOf(week, settings['business.timeZone'], settings['noPickup.cutoff']),
    isInRun: among(stops.filter(({ state }) => state !== 'shifted' && state !== 'cancelled')),
    isAsked: among(requests),
    hasNoPickup: among(noPickups),
  })
  return {
    requests,
    requestable: {
      reason,
      weeks: weeks.map(({ yearNumber, monthNumber, weekNumber, from, to }) => ({
        yearNumber,
        monthNumber,
        weekNumber,
        from,
        to,
        own: isOwnWeek(customer.collectionScheme, customer.weekNumber, weekNumber),
      })),
    },
  }
}
