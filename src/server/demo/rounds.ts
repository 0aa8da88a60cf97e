import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Day, dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { POSITIONS_PER_REQUEST } from '#domain/limits.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import type { NotCollectedOutcome } from '#domain/words.ts'
import { recordDone, type DoneEvent } from '#contract/v1/done.ts'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { addCustomerPhoto, signUpload } from '#contract/v1/photos.ts'
import { sendPositions } from '#contract/v1/places.ts'
import { createPickupRequest } from '#contract/v1/pickup-requests.ts'
import { activateRun, completeRun, generateRun, shiftJob, updateRun } from '#contract/v1/runs-office.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { signIn } from '#contract/v1/session.ts'
import { packageRoot } from '../package-root.ts'
import type { Chance } from './chance.ts'
import { DRIVER_REMARKS, NO_PICKUP_REASONS, REQUEST_NOTES } from './people.ts'
import { DEMO_PASSWORD } from './business.ts'
import type { Ask, Inject } from './door.ts'
import { tappedAt } from './town.ts'
import { DEMO_ZONE } from './weeks.ts'

const PHOTO_FOLDER = path.join(packageRoot(), 'src/server/demo/photos')
const photoBytes = (name: string) => readFileSync(path.join(PHOTO_FOLDER, `${name}.jpg`))

/** What the demo's steps share. */
export interface Demo {
  readonly ask: Ask
  readonly inject: Inject
  readonly chance: Chance
  now(): Date
  /** The admin's token, signed in at the demo's current time. */
  admin(): Promise<string>
}

const week = ({ yearNumber, monthNumber, weekNumber }: CalendarRow) => ({ yearNumber, monthNumber, weekNumber })

/** Plans a week on the Thursday before, with both trucks. */
export async function planWeek(
  demo: Demo,
  row: CalendarRow,
  drivers: readonly string[],
  description: string,
): Promise<Run> {
  return demo.ask(
    generateRun,
    { ...week(row), description, drivers: drivers.map((driverID, at) => ({ runNumber: at + 1, driverID })) },
    await demo.admin(),
  )
}

/** Some customers add a no pickup in time. */
export async function sayNo(demo: Demo, run: Run, row: CalendarRow, howMany: number): Promise<void> {
  const away = run.jobs.filter((stop) => stop.runNumber === 2).slice(0, howMany)
  for (const stop of away)
    await demo.ask(
      createNoPickup,
      { ...week(row), customerID: stop.customerID, reason: demo.chance.pick(NO_PICKUP_REASONS) },
      await demo.admin(),
    )
}

export async function askForPickup(demo: Demo, customerIDs: readonly string[], row: CalendarRow): Promise<void> {
  for (const [at, customerID] of customerIDs.entries())
    await demo.ask(
      createPickupRequest,
      { ...week(row), customerID, notes: REQUEST_NOTES[at % REQUEST_NOTES.length]! },
      await demo.admin(),
    )
}

/** Shifts a stop to its next period, or to the named week. */
export async function shiftStop(
  demo: Demo,
  stop: Run['jobs'][number],
  reason: string,
  to?: CalendarRow,
): Promise<void> {
  await demo.ask(
    shiftJob,
    { runOrderID: stop.runOrderID, assignmentID: stop.assignmentID, reason, ...(to && { to: week(to) }) },
    await demo.admin(),
  )
}

export async function removeStop(demo: Demo, { runOrderID, assignmentID }: Run['jobs'][number]): Promise<void> {
  await demo.ask(updateRun, { runOrderID, jobs: { remove: [assignmentID] } }, await demo.admin())
}

export const activate = async (demo: Demo, run: Run) =>
  demo.ask(activateRun, { runOrderID: run.runOrderID }, await demo.admin())
export const complete = async (demo: Demo, run: Run) =>
  demo.ask(completeRun, { runOrderID: run.runOrderID, outstanding: 'shift' }, await demo.admin())

const TROUBLE: readonly [NotCollectedOutcome, string][] = [
  ['NOT_OUT', 'Bag was not out.'],
  ['NO_ACCESS', 'Gate locked, nobody home.'],
  ['OVERWEIGHT', 'Full of soil, could not lift it.'],
  ['CONTAMINATED', 'Plastic and paint tins in it.'],
  ['UNSAFE', 'Dog loose in the yard.'],
]

export interface Shift {
  readonly driver: {
    readonly driverID: string
    readonly email: string
    readonly deviceID: string
    /** Whether the driver lets the phone say where it is at an outcome. */
    readonly saysWhere: boolean
    /** How many records the phone has made; they are numbered without gaps, so that none counts as missing. */
    recorded: number
  }
  /** The time of the first tap; the others follow every seven minutes. */
  readonly from: Date
  /** The part of the round: 1 is all of it. */
  readonly share: number
  /** Without photos a demo of many weeks is ready sooner. */
  readonly withoutPhotos?: boolean
  /** The office's actions while the driver's phone has no signal. @param worked the stops the driver works meanwhile */
  readonly meanwhile?: (worked: Run['jobs']) => Promise<void>
}
const MINUTE = 60_000
const MINUTES_A_STOP = 7

/**
 * One driver works their stops of a run, with outcomes, notes and some photos. The clock is set to the time of sending.
 */
export async function work(
  demo: Demo,
  run: Run,
  { driver, from, share, withoutPhotos = false, meanwhile }: Shift,
): Promise<void> {
  const { ask, chance } = demo
  const { token } = await ask(signIn, { email: driver.email, password: DEMO_PASSWORD })
  const { jobs: stops } = await ask(getRun, { runOrderID: run.runOrderID }, token)
  const mine = stops.filter((stop) => stop.driverID === driver.driverID && stop.state === 'planned')
  const worked = mine.slice(0, Math.floor(mine.length * share))
  const events: DoneEvent[] = []
  const take = async (assignmentID: string, name: string, takenAt: string) => {
    if (!withoutPhotos) events.push(await photograph(demo, token, assignmentID, name, (driver.recorded += 1), takenAt))
  }
  for (const [at, stop] of worked.entries()) {
    const occurredAt = new Date(
      from.getTime() + at * MINUTES_A_STOP * MINUTE + chance.between(0, 200) * 1000,
    ).toISOString()
    const envelope = {
      eventID: newID(),
      v: 1 as const,
      assignmentID: stop.assignmentID,
      seq: (driver.recorded += 1),
      occurredAt,
      appBuild: 'demo',
    }
    const notes = chance.often(0.15) ? { notes: chance.pick(DRIVER_REMARKS) } : {}
    const roll = chance.next()
    if (roll < 0.86) {
      const extra = chance.often(0.05) ? { extraAmount: 10 } : {}
      events.push({ ...envelope, type: 'done', pu: chance.often(0.2) ? chance.between(2, 4) : 1, ...extra, ...notes })
      if (chance.often(0.14))
        await take(stop.assignmentID, chance.pick(['full-bag', 'two-bags', 'by-the-gate']), occurredAt)
    } else if (roll < 0.91) {
      events.push({ ...envelope, type: 'bag-mt', ...notes })
      await take(stop.assignmentID, 'empty-bag', occurredAt)
    } else {
      const [outcome, remark] = chance.pick(TROUBLE)
      events.push({ ...envelope, type: 'not-collected', outcome, notes: remark })
      await take(stop.assignmentID, 'locked-gate', occurredAt)
    }
  }
  await meanwhile?.(worked)
  await ask(
    recordDone,
    { runOrderID: run.runOrderID, sentAt: demo.now().toISOString(), deviceID: driver.deviceID, events },
    token,
  )
  if (driver.saysWhere) await sayWhere(demo, token, worked, dayOf(from, DEMO_ZONE))
}

/** The phone's positions at these stops travel by themselves. */
async function sayWhere({ ask }: Demo, token: string, stops: Run['jobs'], day: Day): Promise<void> {
  const positions = stops.map(({ assignmentID, suburb, address }) => ({
    assignmentID,
    day,
    ...tappedAt(suburb, address, day),
    accuracy: 8,
  }))
  for (let at = 0; at < positions.length; at += POSITIONS_PER_REQUEST)
    await ask(sendPositions, { positions: positions.slice(at, at + POSITIONS_PER_REQUEST) }, token)
}

/**
 * The driver's phone makes contact and reports its unsent records.
 * @param unsent how many records, the oldest made half an hour ago
 */
export async function deviceIsHeard(
  { ask, now }: Demo,
  { email, deviceID }: Shift['driver'],
  unsent = 0,
): Promise<void> {
  const { token } = await ask(signIn, { email, password: DEMO_PASSWORD })
  const oldestUnsentAt = unsent === 0 ? null : new Date(now().getTime() - 38 * MINUTE).toISOString()
  const reconcile = {
    highestSeq: 0,
    unsent: Array.from({ length: unsent }, () => newID()),
    accounted: [],
    accountedThrough: 0,
    oldestUnsentAt,
    needsAttention: 0,
    appBuild: 'demo',
  }
  await ask(recordDone, { runOrderID: 'none', sentAt: now().toISOString(), deviceID, reconcile, events: [] }, token)
}

interface Uploaded {
  readonly photoID: string
  readonly key: string
  readonly sha256: string
  readonly size: number
}

async function upload(
  demo: Demo,
  token: string,
  name: string,
  about: { purpose: 'job-photo'; assignmentID: string } | { purpose: 'customer-photo' },
): Promise<Uploaded> {
  const bytes = photoBytes(name)
  const photo = { photoID: newID(), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  const address = await demo.ask(signUpload, { ...about, ...photo, contentType: 'image/jpeg' }, token)
  // Only path and query are used; without PUBLIC_URL the address has nothing else.
  const url = new URL(address.url, 'http://localhost')
  const answer = await demo.inject({
    method: 'PUT',
    url: url.pathname + url.search,
    headers: address.headers,
    body: bytes,
  })
  if (answer.status >= 300) throw new Error(`The photo store answered ${answer.status}: ${answer.body}`)
  return { ...photo, key: address.key }
}

async function photograph(
  demo: Demo,
  token: string,
  assignmentID: string,
  name: string,
  seq: number,
  takenAt: string,
): Promise<DoneEvent> {
  const photo = await upload(demo, token, name, { purpose: 'job-photo', assignmentID })
  return {
    eventID: newID(),
    v: 1,
    assignmentID,
    seq,
    occurredAt: takenAt,
    type: 'photo',
    takenAt,
    appBuild: 'demo',
    ...photo,
  }
}

export async function keepAccessPhotos(demo: Demo, customerIDs: readonly string[]): Promise<void> {
  const token = await demo.admin()
  for (const [at, customerID] of customerIDs.entries()) {
    const photo = await upload(demo, token, at % 2 ? 'locked-gate' : 'access', { purpose: 'customer-photo' })
    await demo.ask(addCustomerPhoto, { customerID, ...photo, takenAt: null }, token)
  }
}
