import { incomesOnDevice, readWeek, runOnDevice } from '#client/offline/week.ts'
import { MAX_FILES } from '#domain/limits.ts'
import { nearestCents } from '#domain/money.ts'

import { toWire } from '#client/offline/outbox/plan.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import { readReadiness } from '#client/features/sync/readiness.ts'
import { type TestDevice, sha256Of } from '../device.ts'
import { type ReceivedEvent, type Sums, asReceived, payOf, payOfRemoval, sumOf } from './model.ts'
import { lookAtMemory } from './display-checks.ts'
import { busy } from './idle-detection.ts'
import { type OfficeRows, PAY_RATE, officeRows } from './business.ts'
import type { Simulation } from './simulation.ts'

type Claim = (holds: boolean, wrong: string) => void

/** Checks what must be true after any day, whatever faults it had. @returns the violations, in sentences */
export async function judge(simulation: Simulation): Promise<string[]> {
  const { round, wrongs } = simulation
  const claim: Claim = (holds, wrong) => void (holds || simulation.wrong(wrong))
  const office = await busy(officeRows(simulation.business, round))
  judgeKept(simulation, office, claim)
  judgeEffects(simulation, office, claim)
  await judgePhotos(simulation, office, claim)
  for (const hand of ['device', 'second'] as const) {
    const device = simulation.hands.get(hand)
    if (device && simulation.revokedAt === null) await judgeDevice(simulation, device, office, claim)
  }
  return wrongs
}

/**
 * Every record that a driver saw as saved is at the server exactly once, unchanged, with its author and time; and no
 * other record is.
 */
function judgeKept({ saved, kept, discarded }: Simulation, office: OfficeRows, claim: Claim): void {
  const rows = new Map(office.events.map((row) => [row.eventID, row]))
  claim(rows.size === office.events.length, 'doubled: one event has two rows')
  for (const event of saved) {
    const row = rows.get(event.eventID)
    if (discarded.has(event.eventID)) continue
    claim(row !== undefined, `lost: ${event.type} ${event.seq} was shown as saved and is not in the office`)
    if (!row) continue
    const { baseVersion: _b, appBuild: _a, key: _k, ...said } = toWire(event, null)
    for (const [name, value] of Object.entries(said))
      claim(
        JSON.stringify(row.payload[name]) === JSON.stringify(asReceived(value)),
        `changed: ${event.type} ${event.seq} says ${name} = ${JSON.stringify(row.payload[name])} in the office`,
      )
    claim(
      row.actorID === event.actorID && row.deviceID === event.deviceID && row.seq === event.seq,
      `changed: ${event.type} ${event.seq} is somebody else’s in the office`,
    )
  }
  for (const row of office.events) {
    const known = kept.get(row.eventID)
    claim(known !== undefined, `a record is in the office that no answer told of: ${row.type} ${row.seq}`)
    if (!known) continue
    claim(
      row.counts === known.counts && row.code === known.code,
      `${row.type} ${row.seq} was answered ${known.code ?? 'good'} and is kept as ${row.code ?? 'good'}`,
    )
    claim(
      row.decision === (known.code === null ? null : 'open'),
      `${row.type} ${row.seq} was answered ${known.code ?? 'good'} and the office’s decision on it is ${row.decision}`,
    )
    claim(row.jobID === row.assignmentID, `${row.type} ${row.seq} lies at no stop`)
    claim(
      Date.parse(row.receivedAt) === known.receivedAt,
      `${row.type} ${row.seq} is said to have come at another time`,
    )
    claim(
      row.offset === known.offset,
      `${row.type} ${row.seq}: the clock was ${known.offset} ms off when it first came, ${row.offset} is kept`,
    )
  }
  judgeTimes(office, claim)
  for (const eventID of kept.keys())
    claim(
      rows.has(eventID),
      `an acknowledged record is not in the office: ${kept.get(eventID)!.type} ${kept.get(eventID)!.seq}`,
    )
}

const MINUTES_10 = 10 * 60_000

/**
 * A record counts at the time its phone gave, unless that is before the run's activation, after the receipt, or
 * contradicted by another record of the phone; then at a time between activation and receipt.
 */
function judgeTimes({ events }: OfficeRows, claim: Claim): void {
  const timed = events.map((row) => ({
    ...row,
    said: Date.parse(String(row.payload['occurredAt'])) + row.offset,
    counted: Date.parse(row.countedAt),
    from: row.activatedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(row.activatedAt),
    to: Date.parse(row.receivedAt),
  }))
  for (const row of timed) {
    const called = `${row.type} ${row.seq}`
    const isOutside = row.said < row.from - MINUTES_10 || row.said > row.to + MINUTES_10
    if (row.counted === row.said) {
      claim(!isOutside, `${called} counts at a time that can’t be right`)
      continue
    }
    const others = timed.filter((other) => other.deviceID === row.deviceID && other.actorID === row.actorID)
    const isContradicted = others.some(
      (other) =>
        (other.seq < row.seq && other.counted > row.said + MINUTES_10) ||
        (other.seq > row.seq && other.counted < row.said - MINUTES_10),
    )
    claim(isOutside || isContradicted, `${called} counts at another time than its phone’s, which nothing contradicts`)
    claim(row.counted >= row.from && row.counted <= row.to, `${called} counts outside of activation and receipt`)
  }
}

/**
 * The stop's values equal the sum of its counting events, its pay follows from them, and events that wait for the
 * office change neither.
 */
function judgeEffects({ kept, plan, lost, round }: Simulation, office: OfficeRows, claim: Claim): void {
  const countedAt = new Map(office.events.map((row) => [row.eventID, Date.parse(row.countedAt)]))
  for (const stop of office.jobs) {
    const counting = [...kept.values()]
      .filter((event) => event.assignmentID === stop.assignmentID && event.counts)
      .map((event) => ({ ...event, countedAt: countedAt.get(event.eventID)! }))
    const sums = sumOf(counting)
    const called = `stop ${stop.stopOrder}`
    claim(stop.outcome === sums.outcome, `effect: ${called} says ${stop.outcome}, its events ${sums.outcome}`)
    claim(
      stop.outcomeEventID === sums.outcomeEventID,
      `effect: ${called} says another record decided it than its events`,
    )
    claim(
      stop.emptyPickup === (sums.outcome === 'EMPTY'),
      `effect: ${called} with ${sums.outcome} is ${stop.emptyPickup ? '' : 'not '}marked empty`,
    )
    claim(
      (stop.doneAt === null ? null : Date.parse(stop.doneAt)) === sums.doneAt,
      `effect: ${called} was done at ${stop.doneAt}, its events say ${sums.doneAt === null ? null : new Date(sums.doneAt).toISOString()}`,
    )
    claim(stop.pu === sums.pu, `effect: ${called} has ${stop.pu} bags, its events ${sums.pu}`)
    claim(
      stop.extraCents === sums.extraCents,
      `effect: ${called} has the extra ${stop.extraCents}, its events ${sums.extraCents}`,
    )
    claim(
      (stop.driverNotes ?? '') === sums.notes.join('\n'),
      `effect: ${called} notes "${stop.driverNotes}", its events "${sums.notes.join()}"`,
    )
    claim(stop.photoIDs.join() === sums.photos.join(), `effect: ${called} shows other photos than its events`)
    const planned = plan.jobs.get(stop.assignmentID)!
    const state = planned.state === 'planned' && sums.outcome !== null ? 'done' : planned.state
    claim(stop.state === state, `effect: ${called} is ${stop.state}, the plan says ${state}`)
    claim(stop.driverID === planned.driverID, `effect: ${called} has another driver than planned`)
    claim(stop.photoIDs.length <= MAX_FILES, `effect: ${called} has ${stop.photoIDs.length} photos`)
    const rate = sums.recordedBy === round.mate?.userID ? PAY_RATE.mate : PAY_RATE.driver
    const elsewhere = stop.runOrderID !== round.runOrderID
    judgePay(office, stop, called, sums, { active: elsewhere || plan.status === 'active', rate }, claim)
  }
  const open = office.jobs.filter(
    ({ state, runOrderID }) => runOrderID === round.runOrderID && (state === 'planned' || state === 'done'),
  )
  const isDone = plan.status !== 'active' || (open.length > 0 && open.every(({ outcome }) => outcome !== null))
  claim(
    (office.run.doneAt !== null) === isDone || lost.size > 0,
    `effect: the run is ${isDone ? '' : 'not '}done and says ${office.run.doneAt}`,
  )
}

function judgePay(
  office: OfficeRows,
  { assignmentID, serviceType, amount }: OfficeRows['jobs'][number],
  called: string,
  sums: Sums,
  { active, rate }: { active: boolean; rate: number },
  claim: Claim,
): void {
  const incomes = office.incomes.filter((income) => income.jobID === assignmentID)
  claim(
    incomes.length === (sums.outcome === null ? 0 : 1),
    `pay: ${called} with ${sums.outcome ?? 'no outcome'} is paid ${incomes.length} times`,
  )
  const [income] = incomes
  if (!income || sums.outcome === null) return
  const pay = serviceType === 'RUBBISH_REMOVAL' ? payOfRemoval(sums, amount) : payOf(sums, rate)
  claim(
    income.amount === pay,
    `pay: ${called} pays ${income.amount} cents for ${sums.pu} bags and ${sums.extraCents} cents extra`,
  )
  claim(income.driverID === sums.recordedBy, `pay: ${called} is paid to another driver`)
  claim(income.status === (active ? 'pending' : 'payable'), `pay: ${called} is ${income.status}`)
}

/** The bytes at the server equal the bytes from the camera. */
async function judgePhotos(simulation: Simulation, office: OfficeRows, claim: Claim): Promise<void> {
  const { storage } = simulation.business.office.deps
  for (const row of office.events) {
    if (row.type !== 'photo') continue
    const photoID = String(row.payload['photoID'])
    const kept = office.photos.find((photo) => photo.photoID === photoID)
    claim(kept !== undefined && kept.jobID === row.assignmentID, `photo ${row.seq} has no row at its stop`)
    claim(
      kept?.sha256 === row.payload['sha256'] && kept?.size === row.payload['size'],
      `photo ${row.seq} is noted as ${kept?.size} bytes of another hash`,
    )
    const file = kept && (await busy(storage.read(kept.storageKey)))
    const sha256 = file ? sha256Of(Uint8Array.from(file.bytes).buffer) : null
    claim(
      sha256 === (simulation.taken.get(photoID) ?? row.payload['sha256']),
      `photo ${row.seq} is not the one that was taken`,
    )
  }
}

/** Once all is sent and fetched, phone and server agree on the records and on their results. */
async function judgeDevice(
  simulation: Simulation,
  device: TestDevice,
  office: OfficeRows,
  claim: Claim,
): Promise<void> {
  const onDevice = await device.events()
  const { kept } = simulation
  for (const event of onDevice) {
    claim(
      event.state === (simulation.discarded.has(event.eventID) ? 'discarded' : 'acknowledged'),
      `stuck: ${event.type} ${event.seq} is ${event.state}`,
    )
    const there = kept.get(event.eventID)
    if (there?.code && !there.counts)
      claim(
        event.result === 'review' || event.result === 'duplicate',
        `${event.type} ${event.seq} waits for the office, and the phone says ${event.result}`,
      )
  }
  const mine = [...kept.values()].filter(
    ({ deviceID, actorID }) => deviceID === device.device.deviceID && actorID === device.driver.userID,
  )
  const givenUp = onDevice.filter(({ eventID }) => simulation.discarded.has(eventID))
  // The record that would have reported it may itself have been given up.
  const givenUpToo = new Set(givenUp.flatMap((event) => (event.type === 'undo' ? [event.payload.undoes] : [])))
  for (const { eventID, type, seq } of givenUp)
    claim(
      type === 'undo' || givenUpToo.has(eventID) || mine.some(({ said }) => said['undoes'] === eventID),
      `${type} ${seq} was given up, and the office was not told`,
    )
  const ownGivenUp = givenUp.filter(({ deviceID }) => deviceID === device.device.deviceID)
  // The numbers below those that were put back into a new database.
  const skipped = simulation.emptied ? ((await readMeta(device.device.db, 'givenUp')) ?? []) : []
  // The office misses them, and says so.
  const missing = simulation.forgotten.size > 0 ? [...simulation.gone].sort((a, b) => a - b) : []
  const seqs = [...[...mine, ...ownGivenUp].map(({ seq }) => seq), ...skipped, ...missing].sort((a, b) => a - b)
  claim(
    seqs.every((seq, at) => seq === at + 1),
    `hole: the office has ${seqs.join()} of this phone`,
  )
  const offset = await readMeta(device.device.db, 'clockOffsetMs')
  claim(
    offset === undefined || simulation.offsets.has(offset),
    `the phone says its clock is ${offset} ms off, as no answer did`,
  )
  claim(
    seqs.length === ((await readMeta(device.device.db, 'seq')) ?? 0),
    `the phone counted ${await readMeta(device.device.db, 'seq')}, the office has ${mine.length}`,
  )
  const reconcile = await readMeta(device.device.db, 'reconcile')
  // From a newer server's answer this build reads only the verdicts.
  if (mine.length > 0 && reconcile && !simulation.story.faults.includes('newer-server'))
    claim(
      reconcile.equal === (missing.length === 0) &&
        reconcile.holes.join() === missing.join() &&
        reconcile.events <= mine.length,
      `reconciliation: ${JSON.stringify(reconcile)} of ${mine.length}`,
    )
  const known = office.devices.find(
    ({ deviceID, userID }) => deviceID === device.device.deviceID && userID === device.driver.userID,
  )
  // The last records given up may not have been reported yet.
  const told =
    known !== undefined &&
    known.highestSeq <= seqs.length &&
    known.highestSeq >= Math.max(...mine.map(({ seq }) => seq))
  if (mine.length > 0)
    claim(
      told && known.unsent === 0 && known.needsAttention === 0 && (known.holes ?? []).join() === missing.join(),
      `the office’s row of this phone: ${JSON.stringify(known)} of ${mine.length}`,
    )
  const photosKept = new Map((await device.device.db.photos.toArray()).map((photo) => [photo.photoID, photo]))
  for (const photo of photosKept.values())
    if (photo.hasBytes)
      claim(
        (await device.device.db.photoBytes.get(photo.photoID)) !== undefined,
        'a photo is said to lie on the phone and does not',
      )
  await judgeScreen(simulation, device, office, mine, claim)
  await lookAtMemory(simulation, device)
  await judgeIncomes(device, office, claim)
}

/** The pay shown to the driver is the pay they will get. */
async function judgeIncomes({ device, driver }: TestDevice, office: OfficeRows, claim: Claim): Promise<void> {
  const line = (at: string | null, cents: number, status: string) => `${at} ${cents} ${status}`
  const here = (await incomesOnDevice(device.db))
    .map(({ assignmentID, amount, status }) => line(assignmentID, nearestCents(amount), status))
    .sort()
  const there = office.incomes
    .filter(({ driverID }) => driverID === driver.userID)
    .map(({ jobID, amount, status }) => line(jobID, amount, status))
    .sort()
  claim(
    here.join() === there.join(),
    `pay: the phone shows ${here.length} incomes other than the office’s ${there.length}`,
  )
}

async function judgeScreen(
  simulation: Simulation,
  device: TestDevice,
  office: OfficeRows,
  mine: readonly ReceivedEvent[],
  claim: Claim,
): Promise<void> {
  const shown = runOnDevice(await readWeek(device.device), simulation.round.runOrderID)
  const own = office.jobs.filter(
    (stop) =>
      stop.runOrderID === simulation.round.runOrderID &&
      stop.driverID === device.driver.userID &&
      ['planned', 'done', 'completed'].includes(stop.state),
  )
  if (simulation.plan.status !== 'archived')
    claim(
      own.every((officeStop) => shown?.jobs.some((stop) => stop.assignmentID === officeStop.assignmentID)),
      'screen: a stop of the driver is not on the phone',
    )
  // A run in which the driver has no stop any more may still be stored for records that wait for the office.
  if (shown && own.length > 0 && simulation.plan.status !== 'archived')
    claim(
      shown.run.description === office.run.description &&
        shown.run.version === office.run.version &&
        sameTime(shown.run.doneAt, office.run.doneAt),
      `screen: the run is version ${shown.run.version} “${shown.run.description}” done ${shown.run.doneAt}, at the office ${JSON.stringify(office.run)}`,
    )
  const { ready, stops, total } = await readReadiness(device.device)
  claim(
    ready || own.length === 0 || simulation.plan.status !== 'active',
    `ready to leave: ${stops} of ${total} stops, and no more is to come`,
  )
  const photosHere = new Map((await device.device.db.photos.toArray()).map((photo) => [photo.photoID, photo.hasBytes]))
  const onDevice = new Set((await device.events()).map(({ eventID }) => eventID))
  const waits = new Set((await device.withOffice()).map(({ eventID }) => eventID))
  // While the driver drives the run, its screen shows the records that wait for the office, not only that the stop is
  // gone. (Records that the server lost were removed with their stop.)
  if (shown && own.length > 0 && simulation.plan.status === 'active' && !simulation.signedOut)
    for (const event of mine)
      claim(
        event.counts ||
          simulation.lost.has(event.eventID) ||
          !simulation.atStop.has(event.eventID) ||
          !onDevice.has(event.eventID) ||
          shown.jobs.some((stop) => stop.assignmentID === event.assignmentID),
        `screen: the stop of ${event.type} ${event.seq} is gone, which waits for the office`,
      )
  for (const stop of shown?.jobs ?? []) {
    const officeStop = office.jobs.find((one) => one.assignmentID === stop.assignmentID)
    if (!officeStop) continue
    const inReview = mine.filter((event) => event.assignmentID === officeStop.assignmentID && !event.counts)
    claim(
      stop.delivery !== 'saved-here' && stop.delivery !== 'needs-attention',
      `screen: stop ${officeStop.stopOrder} is ${stop.delivery} when all is sent`,
    )
    claim(
      inReview.every(({ eventID }) => !onDevice.has(eventID)) || stop.delivery === 'with-office',
      `screen: stop ${officeStop.stopOrder} waits for the office and shows ${stop.delivery}`,
    )
    // A receipt of more than 14 days ago is gone from the phone.
    claim(
      inReview.every(({ eventID }) => waits.has(eventID) || !onDevice.has(eventID)),
      `screen: what waits for the office is not in its list`,
    )
    claim(
      stop.absent || own.includes(officeStop) || simulation.plan.status !== 'active',
      `screen: stop ${officeStop.stopOrder} is not the driver’s and not shown as moved`,
    )
    claim(
      !stop.absent || !own.includes(officeStop),
      `screen: stop ${officeStop.stopOrder} is the driver’s and shown as moved`,
    )
    if (stop.absent || inReview.length > 0) continue
    claim(
      stop.outcome === officeStop.outcome && stop.pu === officeStop.pu,
      `screen: stop ${officeStop.stopOrder} shows ${stop.outcome} ${stop.pu}, the office ${officeStop.outcome} ${officeStop.pu}`,
    )
    claim(
      nearestCents(stop.extraAmount) === officeStop.extraCents,
      `screen: stop ${officeStop.stopOrder} shows another extra than the office`,
    )
    claim(
      stop.driverNotes === (officeStop.driverNotes ?? ''),
      `screen: stop ${officeStop.stopOrder} shows the notes "${stop.driverNotes}", the office "${officeStop.driverNotes ?? ''}"`,
    )
    claim(
      stop.photosShown.every(
        ({ photoID, local, url }) => local === (photosHere.get(photoID) ?? false) && url?.includes(photoID) === true,
      ),
      `screen: stop ${officeStop.stopOrder} shows a photo from elsewhere`,
    )
    claim(
      stop.photosShown.map((photo) => photo.photoID).join() === officeStop.photoIDs.join(),
      `screen: stop ${officeStop.stopOrder} shows other photos than the office`,
    )
  }
}

const sameTime = (a: string | null, b: string | null) =>
  (a === null ? null : Date.parse(a)) === (b === null ? null : Date.parse(b))
