import { type RecordedEvent, foldJob } from '#domain/events.ts'
import { nearestCents } from '#domain/money.ts'
import { toWire } from '#client/offline/envelope.ts'
import { runOnPhone } from '#client/offline/read.ts'
import type { StoredEvent } from '#client/offline/stored.ts'
import { sha256Of } from '../phone.ts'
import type { Lived } from './live.ts'
import { busy } from './quiet.ts'
import { type Town, eventsKept, officeView } from './town.ts'

/** What must be true after any day whatever went wrong in it. @returns what is not, in sentences */
export async function judge(town: Town, lived: Lived): Promise<string[]> {
  const { phone, round } = lived
  const wrongs: string[] = []
  const claim = (holds: boolean, wrong: string) => void (holds || wrongs.push(wrong))
  const kept = await eventsKept(town, round.driver.userID)
  const onPhone = await phone.events()
  const office = await busy(officeView(town, round.runOrderID))

  const atOffice = new Map(kept.map((row) => [row.event_id, row]))
  for (const event of lived.saved) {
    const row = atOffice.get(event.eventID)
    claim(row !== undefined, `lost: ${event.type} ${event.seq} was shown as saved and is not in the office`)
    if (!row) continue
    const { baseVersion: _b, appBuild: _a, key: _k, ...said } = toWire(event, null)
    for (const [name, value] of Object.entries(said)) claim(JSON.stringify(row.payload[name]) === JSON.stringify(value), `changed: ${event.type} ${event.seq} says ${name} = ${JSON.stringify(row.payload[name])} in the office`)
  }
  const known = new Set(onPhone.map((event) => event.eventID))
  for (const row of kept) claim(known.has(row.event_id), `invented: ${row.type} ${row.seq} is in the office and not on the phone`)
  for (const event of onPhone) claim(event.state === 'acknowledged', `stuck: ${event.type} ${event.seq} is ${event.state}`)
  claim(new Set(onPhone.map((event) => event.seq)).size === onPhone.length, 'doubled: two events have one seq')
  claim(onPhone.every((event, at) => event.seq === at + 1), 'hole: the phone did not count 1, 2, 3')

  judgeOrder(kept, claim)
  judgeEffects(lived, onPhone, kept, office.jobs, claim)
  await judgeIncomes(town, round.runOrderID, office.jobs, claim)
  await judgePhotos(town, lived, kept, claim)
  await judgeScreen(lived, office.jobs, claim)
  return wrongs
}

type Claim = (holds: boolean, wrong: string) => void
type Kept = Awaited<ReturnType<typeof eventsKept>>
type OfficeJobs = Awaited<ReturnType<typeof officeView>>['jobs']

function judgeOrder(kept: Kept, claim: Claim): void {
  const last = new Map<string, number>()
  for (const row of kept) {
    if (row.type === 'photo') continue
    const at = new Date(row.received_at).getTime()
    claim(at >= (last.get(row.assignment_id) ?? 0), `out of order: ${row.type} ${row.seq} came before an earlier one of its stop`)
    last.set(row.assignment_id, Math.max(at, last.get(row.assignment_id) ?? 0))
  }
}

/** The stop says what its counting events add up to, and where the office kept out of it, all of the driver's count. */
function judgeEffects(lived: Lived, onPhone: StoredEvent[], kept: Kept, jobs: OfficeJobs, claim: Claim): void {
  for (const job of jobs) {
    const mine = kept.filter((row) => row.assignment_id === job.assignmentID)
    const counting = mine.filter((row) => row.counts).map((row) => ({ ...row.payload, deviceID: row.device_id, correctedAt: row.payload['occurredAt'], actorID: lived.round.driver.userID }) as unknown as RecordedEvent)
    same(job, foldJob(counting), `stop ${job.stopOrder}`, claim)
    if (lived.moved.has(job.assignmentID) || lived.completed) continue
    claim(mine.every((row) => row.counts), `not counted: an event of stop ${job.stopOrder}, which the office never touched (${mine.filter((row) => !row.counts).map((row) => row.code)})`)
    const tapped = onPhone.filter((event) => event.assignmentID === job.assignmentID).map((event) => ({ ...toWire(event, null), deviceID: event.deviceID, correctedAt: event.occurredAt, actorID: event.actorID }) as unknown as RecordedEvent)
    same(job, foldJob(tapped), `stop ${job.stopOrder} as tapped`, claim)
  }
}

function same(job: OfficeJobs[number], record: ReturnType<typeof foldJob>, of: string, claim: Claim): void {
  claim(job.outcome === record.outcome, `effect: ${of} says ${job.outcome}, its events ${record.outcome}`)
  claim(job.pu === record.pu, `effect: ${of} has ${job.pu} bags, its events ${record.pu}`)
  claim(nearestCents(job.extraAmount) === record.extraAmount, `effect: ${of} has another extra amount than its events`)
  claim((job.driverNotes ?? '') === record.driverNotes, `effect: ${of} notes "${job.driverNotes}", its events "${record.driverNotes}"`)
  claim(job.photos.map((photo) => photo.photoID).join() === record.photos.join(), `effect: ${of} shows other photos than its events`)
}

async function judgeIncomes(town: Town, runOrderID: string, jobs: OfficeJobs, claim: Claim): Promise<void> {
  const { items } = (await busy(town.office.admin.get<{ items: { assignmentID: string; pu: number }[] }>(`/v1/pays?runOrderID=${runOrderID}&perPage=100`))).body
  for (const job of jobs) {
    const incomes = items.filter((income) => income.assignmentID === job.assignmentID)
    claim(incomes.length <= 1, `paid twice: stop ${job.stopOrder}`)
    if (job.outcome === 'COLLECTED') claim(incomes[0]?.pu === job.pu, `pay: stop ${job.stopOrder} has ${job.pu} bags and pays ${incomes[0]?.pu}`)
  }
}

/** The bytes the office serves are the bytes the camera gave. */
async function judgePhotos(town: Town, lived: Lived, kept: Kept, claim: Claim): Promise<void> {
  for (const row of kept) {
    if (row.type !== 'photo') continue
    const photoID = String(row.payload['photoID'])
    const pointer = await busy(town.office.admin.get(`/v1/photos/${photoID}`))
    const answer = await busy(town.office.fetch(pointer.headers.get('location') ?? '/nowhere'))
    const served = sha256Of(await busy(answer.arrayBuffer()))
    claim(answer.status === 200 && served === (lived.taken.get(photoID) ?? row.payload['sha256']), `photo ${photoID} is not the one that was taken (${answer.status})`)
  }
}

/** Once all is sent and fetched, phone and office show the same. */
async function judgeScreen(lived: Lived, jobs: OfficeJobs, claim: Claim): Promise<void> {
  const shown = await runOnPhone(lived.phone.phone.db, lived.round.runOrderID)
  for (const stop of shown?.jobs ?? []) {
    const job = jobs.find((one) => one.assignmentID === stop.assignmentID)
    if (!job || stop.absent || stop.delivery === 'with-office') continue
    claim(stop.outcome === job.outcome && stop.pu === job.pu, `screen: stop ${job.stopOrder} shows ${stop.outcome} ${stop.pu}, the office ${job.outcome} ${job.pu}`)
    claim(stop.driverNotes === (job.driverNotes ?? ''), `screen: stop ${job.stopOrder} shows the notes "${stop.driverNotes}", the office "${job.driverNotes ?? ''}"`)
    claim(stop.photosShown.map((photo) => photo.photoID).join() === job.photos.map((photo) => photo.photoID).join(), `screen: stop ${job.stopOrder} shows other photos than the office`)
  }
}
