import { eq, inArray, sql } from 'drizzle-orm'
import type { Run } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { BACKED_UP_THROUGH } from '#server/db/installation.ts'
import { drivers } from '#server/db/tables/drivers.ts'
import { events, incomes, photos } from '#server/db/tables/events.ts'
import { jobDrivers, jobs, runs } from '#server/db/tables/runs.ts'
import { installation } from '#server/db/tables/settings.ts'
import { users } from '#server/db/tables/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { touchStops } from '#server/features/runs/core/touch-stops-commands.ts'
import { followRecords } from '#server/features/runs/recording/follow-commands.ts'
import { endSessionsOf, startSession } from '#server/http/sessions.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import type { Office } from '../office.ts'
import type { Person } from '../person.ts'

/** One office with its customers for many stories; each story has its own driver and active run. */
export interface SimulatedBusiness {
  readonly office: Office
  /** The driver that a re-assigned stop goes to. */
  readonly otherDriverID: string
  newRound(settings?: {
    /** A second driver has a stop in the run, too. */ withMate?: boolean
    /** The driver has a stop in another run, too; it comes last. */ elsewhere?: boolean
    start?: string
    /** How many stops are the driver’s. */ stops?: number
  }): Promise<Round>
  /** The server is restored from a backup of this morning: what phones have sent since is gone there. */
  restored(round: Round): Promise<void>
  /** The nightly backup contains everything received until now. */
  backedUp(at: Date): Promise<void>
  /** A record that was acknowledged disappears at the server, unnoticed. */
  loses(round: Round, eventID: string): Promise<void>
  /** Signs the driver in again, without the cost of hashing a password. */
  signIn(driverID: string): Promise<string>
  /** The server ends every session of the driver. */
  endSessions(driverID: string): Promise<void>
  /** Raises the driver's rate per bag. */
  raises(driverID: string): Promise<void>
}

export interface Round {
  readonly driver: Person
  /** The driver of the last stop, if there is one. */
  readonly mate: Person | null
  readonly runOrderID: string
  /** The run of the driver's last stop, when it is another one. */
  readonly elsewhere: string | null
  /** The driver's stops, then the mate's. */
  readonly stops: readonly { assignmentID: string; customerID: string; driverID: string }[]
}

export const STOPS = 5
/** Cents a bag. */
export const PAY_RATE = { driver: 400, mate: 450 }
const START = '2026-11-09T21:00:00Z'

export async function openBusiness(office: Office): Promise<SimulatedBusiness> {
  await office.make.calendarYear()
  await office.make.calendarYear(2027)
  const [{ suburbID }, { productID }] = [await office.make.suburb(), await office.make.product()]
  const customers: { customerID: string }[] = []
  for (let n = 0; n < STOPS + 1; n++) customers.push(await office.make.customer({ suburbID, productID }))
  const otherDriverID = (await office.make.driver()).driverID
  const { db } = office.deps.database
  let made = 0

  const signIn = async (userID: string) =>
    (await startSession(db, { userID, role: 'DRIVER' }, { method: 'password', browser: null }, office.clock.now()))
      .token
  return {
    office,
    otherDriverID,
    signIn,
    raises: async (driverID) =>
      void (await db
        .update(drivers)
        .set({ payRate: PAY_RATE.driver + 100 })
        .where(eq(drivers.driverID, driverID))),
    endSessions: async (driverID) => void (await endSessionsOf(db, driverID, office.clock.now())),
    newRound: async ({ withMate = false, elsewhere = false, start = START, stops: count = STOPS } = {}) => {
      office.clock.set(start)
      await db.delete(installation).where(eq(installation.key, BACKED_UP_THROUGH))
      const n = ++made
      const now = office.clock.now()
      // Ids in the order of creation, independent of this machine's random source.
      const id = (kind: number) =>
        newID(
          now.getTime(),
          Uint8Array.from([1, kind, n >> 16, n >> 8, n, 0, 0, 0, 0, 0], (byte) => byte & 255),
        )
      const people = [id(1), ...(withMate ? [id(2)] : [])]
      const runOrderID = id(3)
      const runIDs = elsewhere ? [runOrderID, id(4)] : [runOrderID]
      const nameOf = (at: number) => `Driver ${n}${at === 0 ? '' : 'b'}`
      await db.insert(users).values(
        people.map((userID, at) => ({
          userID,
          role: 'DRIVER' as const,
          firstName: 'Dan',
          lastName: nameOf(at),
          fullName: `Dan ${nameOf(at)}`,
          email: `sim-${n}-${at}@bagrun.example`,
          createdAt: now,
        })),
      )
      await db.insert(drivers).values(
        people.map((driverID, at) => ({
          driverID,
          mobilePhone: '+61412345678',
          employmentType: 'CONTRACTOR' as const,
          employmentStartDate: '2025-01-01',
          payRate: at === 0 ? PAY_RATE.driver : PAY_RATE.mate,
          payPercentage: 5000,
          weekNumbers: [1, 2, 3, 4, 5],
          createdAt: now,
        })),
      )
      await db.insert(runs).values(
        runIDs.map((one, at) => ({
          ...THIS_WEEK,
          runOrderID: one,
          refNumber: (at + 1) * 10_000 + n,
          status: 'active' as const,
          sequenceNumber: (at + 1) * 100 + n,
          fromDate: '2026-11-09',
          toDate: '2026-11-15',
          createdAt: now,
          activatedAt: now,
        })),
      )
      const stops = customers.slice(0, withMate || elsewhere ? count + 1 : count).map((customer, at) => ({
        assignmentID: id(10 + at),
        runOrderID: elsewhere && at === count ? runIDs[1]! : runOrderID,
        customerID: customer.customerID,
        capturedCustomerName: `Customer ${at}`,
        address: `${at} Banksia Street`,
        suburb: 'Wattle Grove',
        postcode: '2173',
        serviceType: at === 1 ? ('RUBBISH_REMOVAL' as const) : ('GARDEN_BAG' as const),
        amount: 2500,
        runNumber: 1,
        stopOrder: at + 1,
        driverID: people[at < count || elsewhere ? 0 : 1]!,
        capturedDriverName: `Dan ${nameOf(at < count || elsewhere ? 0 : 1)}`,
        state: 'planned' as const,
        createdAt: now,
      }))
      await db.insert(jobs).values(stops)
      await db
        .insert(jobDrivers)
        .values(stops.map(({ assignmentID, driverID }) => ({ assignmentID, driverID, since: now })))
      const [driver, mate] = await Promise.all(
        people.map(async (userID) => ({ userID, token: await signIn(userID), email: '', password: '' }) as Person),
      )
      return { driver: driver!, mate: mate ?? null, runOrderID, elsewhere: runIDs[1] ?? null, stops }
    },
    backedUp: async (at) => {
      const row = { key: BACKED_UP_THROUGH, value: at.toISOString() }
      await db.insert(installation).values(row).onConflictDoUpdate({ target: installation.key, set: row })
    },
    restored: (round) =>
      inTransaction(db, async (tx) => {
        const ids = round.stops.map(({ assignmentID }) => assignmentID)
        await tx.delete(incomes).where(inArray(incomes.jobID, ids))
        await tx.delete(photos).where(inArray(photos.jobID, ids))
        await tx
          .delete(events)
          .where(inArray(events.actorID, [round.driver.userID, ...(round.mate ? [round.mate.userID] : [])]))
        await followRecords(tx, { status: 'active' }, ids, office.clock.now())
        await tx.update(jobs).set({ state: 'planned', version: 1 }).where(inArray(jobs.assignmentID, ids))
        await tx.update(runs).set({ doneAt: null, version: 1 }).where(eq(runs.runOrderID, round.runOrderID))
        await tx.update(installation).set({ value: newID() }).where(eq(installation.key, 'dataEpoch'))
      }),
    loses: (_round, eventID) =>
      inTransaction(db, async (tx) => {
        const gone = await tx.delete(events).where(eq(events.eventID, eventID)).returning()
        await touchStops(
          tx,
          gone.flatMap(({ jobID, counts }) => (jobID && !counts ? [jobID] : [])),
        )
        const [stop] = gone.flatMap(({ jobID, counts }) => (jobID && counts ? [jobID] : []))
        if (stop) await followRecords(tx, { status: 'active' }, [stop], office.clock.now())
      }),
  }
}

/** The run as the office sees it, its events included. */
export async function officeView(business: SimulatedBusiness, runOrderID: string): Promise<Run> {
  return (await business.office.admin.get<Run>(`/v1/runs/${runOrderID}`)).body
}

/** Every event of this driver as the server stores it, whatever stop it names. */
export async function eventsKept(business: SimulatedBusiness, driverID: string) {
  const rows = await business.office.deps.database.db.execute(
    sql`select event_id, seq, type, assignment_id, device_id, payload, received_at, result, counts, code from events where actor_id = ${driverID} order by seq`,
  )
  return rows.rows as {
    event_id: string
    seq: number
    type: string
    assignment_id: string
    device_id: string
    payload: Record<string, unknown>
    received_at: string | Date
    result: 'applied' | 'review'
    counts: boolean
    code: string | null
  }[]
}

/** All the server stores of a run, read directly from its tables: ids, money in cents, offsets in ms. */
export interface OfficeRows {
  events: {
    eventID: string
    seq: number
    type: string
    assignmentID: string
    deviceID: string
    actorID: string
    payload: Record<string, unknown>
    offset: number
    counts: boolean
    code: string | null
    jobID: string | null
    decision: string | null
    receivedAt: string
    /** When the record counts as made. */
    countedAt: string
    /** Of the run it was sent to; null: there is none. */
    activatedAt: string | null
  }[]
  jobs: {
    assignmentID: string
    runOrderID: string
    serviceType: string
    amount: number
    stopOrder: number
    driverID: string
    state: string
    outcome: string | null
    pu: number
    extraCents: number
    driverNotes: string | null
    photoIDs: string[]
    doneAt: string | null
    emptyPickup: boolean
    outcomeEventID: string | null
  }[]
  incomes: { jobID: string; driverID: string; amount: number; pu: number; status: string }[]
  photos: { photoID: string; jobID: string | null; storageKey: string; sha256: string; size: number }[]
  run: { description: string | null; doneAt: string | null; version: number }
  devices: {
    deviceID: string
    userID: string
    highestSeq: number
    unsent: number
    needsAttention: number
    holes: number[] | null
  }[]
}

/** A contradiction of two phones is a flag for the office, which changes neither the answers nor what counts. */
const UNFLAGGED = (column: string) => `case when code is distinct from 'contradicts' then ${column} end`

export async function officeRows(
  { office }: SimulatedBusiness,
  { runOrderID, elsewhere, driver, mate }: Round,
): Promise<OfficeRows> {
  const people = [driver.userID, mate?.userID ?? driver.userID]
  const { rows } = await office.deps.database.pool.query<OfficeRows>({
    text: `select
      (select coalesce(json_agg(json_build_object('eventID', event_id, 'seq', seq, 'type', type, 'assignmentID', assignment_id, 'deviceID', device_id, 'actorID', actor_id, 'payload', payload,
        'offset', clock_offset_ms, 'counts', counts, 'code', ${UNFLAGGED('code')}, 'jobID', job_id, 'decision', ${UNFLAGGED('decision')}, 'receivedAt', received_at,
        'countedAt', corrected_at, 'activatedAt', (select activated_at from runs where runs.run_order_id::text = events.run_order_id))), '[]') from events where actor_id in ($2, $3)) as events,
      (select json_agg(json_build_object('assignmentID', assignment_id, 'runOrderID', run_order_id, 'serviceType', service_type, 'amount', amount_cents, 'stopOrder', stop_order, 'driverID', driver_id, 'state', state, 'outcome', outcome, 'pu', pu, 'extraCents', extra_amount_cents,
        'driverNotes', driver_notes, 'photoIDs', photo_ids, 'doneAt', done_at, 'emptyPickup', empty_pickup, 'outcomeEventID', outcome_event_id)) from jobs where run_order_id in ($1, $4)) as jobs,
      (select coalesce(json_agg(json_build_object('jobID', job_id, 'driverID', driver_id, 'amount', amount_cents, 'pu', pu, 'status', status)), '[]') from incomes where run_order_id in ($1, $4)) as incomes,
      (select coalesce(json_agg(json_build_object('photoID', photo_id, 'jobID', job_id, 'storageKey', storage_key, 'sha256', sha256, 'size', size_bytes)), '[]') from photos where uploaded_by in ($2, $3)) as photos,
      (select json_build_object('description', description, 'doneAt', done_at, 'version', version) from runs where run_order_id = $1) as run,
      (select coalesce(json_agg(json_build_object('deviceID', device_id, 'userID', user_id, 'highestSeq', highest_seq, 'unsent', unsent, 'needsAttention', needs_attention, 'holes', holes)), '[]') from devices where user_id in ($2, $3)) as devices`,
    values: [runOrderID, ...people, elsewhere ?? runOrderID],
  })
  return rows[0]!
}

export async function storedRows({ office }: SimulatedBusiness, eventIDs: readonly string[]) {
  const { rows } = await office.deps.database.pool.query<{
    eventID: string
    actorID: string
    deviceID: string
    offset: number
    code: string | null
    counts: boolean
  }>({
    text: `select event_id as "eventID", actor_id as "actorID", device_id as "deviceID", clock_offset_ms::int as offset, ${UNFLAGGED('code')} as code, counts from events where event_id = any($1::uuid[])`,
    values: [eventIDs],
  })
  return rows
}
