import { and, eq } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import { chargeOfStop } from '#domain/charges.ts'
import { foldStop } from '#domain/events.ts'
import type { Cents } from '#domain/money.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { decideException } from '#contract/v1/exceptions.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { namesOf } from '../../../db/names-of.ts'
import { events } from '../../../db/tables/events.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { attemptFeeOf, storedAttemptFee } from '../core/attempt-fee-reads.ts'
import { gstOnPayOf } from '../core/stop-money-reads.ts'
import { countingEvents, movedAmong, recordedEvent } from '../core/events-reads.ts'
import { CONTRADICTS, outcomesOf } from '../recording/contradiction-commands.ts'
import { incomeFollowing, incomesOf, payRatesOf } from '../recording/income-reads.ts'
import type { ExceptionShown } from './exceptions-reads.ts'

type Exception = AnswerOf<typeof decideException>

/**
 * What accepting each record would do, by eventID, computed as by accepting itself. All open records of a stop among
 * these are assumed to be accepted together.
 */
export async function acceptingOf(
  db: Queryable,
  shown: readonly ExceptionShown[],
  now: Date,
): Promise<ReadonlyMap<string, Exception['accepting']>> {
  const open = shown.filter(({ decision, jobID }) => decision === 'open' && jobID !== null)
  const stopsOfOpen = [...new Set(open.map(({ jobID }) => jobID!))]
  const moved = await movedAmong(db, stopsOfOpen)
  const stopIDs = stopsOfOpen.filter((id) => !moved.has(id))
  if (stopIDs.length === 0) return new Map()
  const { payload, deviceID, actorID, correctedAt, eventID, jobID, counts } = events
  const rows = await db
    .select({ stop: jobs, run: runs, fee: storedAttemptFee })
    .from(jobs)
    .innerJoin(runs, eq(runs.runOrderID, jobs.runOrderID))
    .where(among(jobs.assignmentID, stopIDs))
  const counting = await countingEvents(db, stopIDs)
  const late = await db
    .select({ payload, deviceID, actorID, correctedAt, eventID, jobID })
    .from(events)
    .where(
      and(
        among(
          eventID,
          open.map((one) => one.eventID),
        ),
        eq(counts, false),
      ),
    )
  const lateOf = byKey(late, (one) => one.jobID!)
  const stored = await incomesOf(db, stopIDs)
  const stops = rows.map(({ stop, run, fee }) => {
    const all = counting.get(stop.assignmentID) ?? []
    // The other phones' outcomes count no more once this one is used.
    const dropped = new Set(
      open.flatMap((one) =>
        one.code === CONTRADICTS && one.jobID === stop.assignmentID ? outcomesOf(all, one, 'others') : [],
      ),
    )
    const recorded = (lateOf.get(stop.assignmentID) ?? []).flatMap((one) => recordedEvent(one) ?? [])
    return {
      stop,
      fee: attemptFeeOf(run, fee),
      record: foldStop([...all.filter(({ eventID: id }) => !dropped.has(id.toLowerCase())), ...recorded]),
    }
  })
  const pay = await payRatesOf(
    db,
    stops.flatMap(({ stop, record }) => [record.recordedBy, stop.driverID]),
  )
  const effects = stops.map(({ stop, fee, record }) => {
    const { outcome, pu, extraAmount, recordedBy } = record
    const after = {
      ...stop,
      outcome,
      pu,
      extraAmount,
      recordedBy,
      state: outcome === null ? stop.state : ('done' as const),
      skipped: false,
    }
    const before = chargeOfStop({ ...stop, skipped: false }, fee) ?? 0
    const income = stored.get(stop.assignmentID) ?? []
    return {
      stop,
      bills: (chargeOfStop(after, fee) ?? 0) - before,
      pays: changes(income, incomeFollowing(after, income, pay)),
    }
  })
  const driverIDs = effects.flatMap(({ pays }) => [...pays.keys()])
  const names = await namesOf(db, driverIDs)
  const gstOn = await gstOnPayOf(db, driverIDs, now)
  const byStop = new Map(
    effects.map(({ stop, bills, pays }) => [
      stop.assignmentID,
      {
        bills,
        pays: [...pays].map(([driverID, amount]) => ({
          driver: names.get(driverID) ?? '',
          amount,
          gst: gstOn(driverID, amount),
        })),
      },
    ]),
  )
  return new Map(open.map((one) => [one.eventID, byStop.get(one.jobID!) ?? null]))
}

interface Earned {
  driverID: string
  amount: Cents
}

/** The change of pay by driver, including a driver who loses the income to another. */
function changes(before: readonly Earned[], after: Earned | null): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>()
  const add = (driverID: string, amount: Cents) => sums.set(driverID, (sums.get(driverID) ?? 0) + amount)
  for (const { driverID, amount } of before) add(driverID, -amount)
  if (after !== null) add(after.driverID, after.amount)
  return new Map([...sums].filter(([, amount]) => amount !== 0))
}
