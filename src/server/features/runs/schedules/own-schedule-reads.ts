import { and, count, eq, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ownSchedule } from '#contract/v1/own-schedule.ts'
import { arrivalsOf, arrivalWindow } from '#domain/arrivals.ts'
import { compareWeeks, cutoffOf, type WeekRef } from '#domain/calendar.ts'
import { isOver, isUnderWay } from '#domain/customer-week.ts'
import { isOnRequest, isOwnWeek } from '#domain/cycle.ts'
import { addDays } from '#domain/dates.ts'
import { requestableWeeks } from '#domain/pickup-requests.ts'
import { putOutBy } from '#domain/put-out.ts'
import { usualTime } from '#domain/usual-time.ts'
import type { Database } from '../../../db/database.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { comingPriceOf } from '../../prices/public.ts'
import { onTheRun } from '../core/runs-reads.ts'
import { drivenTimesBetween, stopsAhead } from '../driven-times/driven-times-reads.ts'
import { ownOrderAt } from '../own-orders/own-orders-reads.ts'
import { presentWeek } from './schedules-present.ts'
import { type Entry, type KnownSchedule, scheduleOf } from './schedules-reads.ts'

type OwnSchedule = AnswerOf<typeof ownSchedule>

/** Number of past collections without a requested number. */
const PAST_SHOWN = 6
const REQUEST_DAYS = 365

export async function ownScheduleOf(
  db: Database,
  customerID: string,
  pastAtMost: number | undefined,
  now: Date,
): Promise<OwnSchedule> {
  const known = await scheduleOf(db, customerID, now)
  const { entries, customer, requests, settings, today } = known
  const overOf = ({ stop, row, state }: Entry) => isOver({ outcome: stop?.outcome, state, to: row.to }, today)
  const coming = entries.filter((entry) => !overOf(entry))
  const past = entries.filter(overOf).reverse()
  const shown = past.slice(0, pastAtMost ?? PAST_SHOWN)
  return {
    status: customer.status,
    pausedFor: known.pausedFor,
    coming: coming.map((entry) => {
      const request = requests.find((one) => compareWeeks(one, entry.row) === 0)
      return {
        ...presentWeek(entry, known, false),
        putOut: putOutBy(entry.row, settings['collection.putOut']),
        ...(request ? { pickupRequestID: request.pickupRequestID } : {}),
      }
    }),
    past: shown.map((entry) => presentWeek(entry, known, false)),
    pastTotal: past.length,
    comingPrice: await comingPriceOf(db, customerID, today),
    usually: usualTimeOf(known),
    underWay: await runUnderWay(db, coming, known, now),
    requestable: requestableOf(known, now),
  }
}

/** Counts only collections at the customer's current address. */
function usualTimeOf({ stops, settings }: KnownSchedule) {
  const times = stops
    .filter(({ outcome, isHere }) => isHere && (outcome === 'COLLECTED' || outcome === 'EMPTY'))
    .flatMap(({ doneAt }) => (doneAt === null ? [] : new Date(doneAt)))
  return usualTime(times, settings['business.timeZone'])
}

/** Figures of the round that has not reached the customer yet, without other customers' stops. */
async function runUnderWay(db: Database, coming: readonly Entry[], { settings }: KnownSchedule, now: Date) {
  const waiting = coming.find(({ state, stop }) => state === 'upcoming' && stop?.runStatus === 'active')?.stop
  if (!waiting) return null
  const ofRound = and(eq(jobs.runOrderID, waiting.runOrderID), eq(jobs.runNumber, waiting.runNumber))
  const [row] = await db
    .select({
      stops: count(),
      done: count(jobs.outcome),
      // The index on the stop finds it: a round has a few dozen stops, the table of records all years.
      lastHeardAt: sql<string | null>`(select max(${events.receivedAt}) from ${events}
        where ${events.jobID} in (${db.select({ assignmentID: jobs.assignmentID }).from(jobs).where(ofRound)}))`,
    })
    .from(jobs)
    .where(and(ofRound, onTheRun))
  if (!row) return null
  const lastHeardAt = row.lastHeardAt === null ? null : new Date(row.lastHeardAt)
  const { stops, done } = row
  if (lastHeardAt === null || !isUnderWay({ stops, done, lastHeardAt }, now, settings['business.timeZone'])) return null
  return { stops, done, lastHeardAt, arrival: await arrivalAt(db, waiting.assignmentID, settings, now) }
}

/** The hour in which the driver will probably reach this stop; where the truck is, is not told. */
async function arrivalAt(db: Database, assignmentID: string, settings: KnownSchedule['settings'], now: Date) {
  const stops = await stopsAhead(db, assignmentID)
  const driven = await drivenTimesBetween(db, stops)
  const travel = { speed: settings['route.speed'], atStop: settings['route.atStop'], driven }
  const order = await ownOrderAt(db, assignmentID)
  const arrival = arrivalsOf(stops, order, travel, now.getTime()).get(assignmentID)
  const window = arrival === undefined ? null : arrivalWindow(arrival, now.getTime())
  return window && { from: new Date(window.from), to: new Date(window.to) }
}

/** The weeks that a customer who is collected on request can request. */
function requestableOf(known: KnownSchedule, now: Date): OwnSchedule['requestable'] {
  const { customer, stops, noPickups, requests, calendar, settings, today } = known
  if (!isOnRequest(customer.collectionScheme)) return null
  const among = (weeks: readonly WeekRef[]) => (week: WeekRef) => weeks.some((one) => compareWeeks(one, week) === 0)
  const { weeks, reason } = requestableWeeks({
    customer,
    weeks: calendar.filter(({ from, to }) => to >= today && from <= addDays(today, REQUEST_DAYS)),
    today,
    isPastCutoff: (week) => now >= cutoffOf(week, settings['business.timeZone'], settings['noPickup.cutoff']),
    isInRun: among(stops.filter(({ state }) => state !== 'shifted' && state !== 'cancelled')),
    hasRequestIn: among(requests),
    hasNoPickup: among(noPickups),
  })
  return {
    reason,
    weeks: weeks.map((week) => ({
      ...week,
      own: isOwnWeek(customer.collectionScheme, customer.weekNumber, week.weekNumber),
    })),
  }
}
