import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Stop, StopEvent } from '#contract/v1/stops.ts'
import type { Caller } from '../support/browser/office.ts'
import type { DeviceStore } from '../support/browser/device-store.ts'
import type { Entry, Journal, Said } from './journal.ts'
import { numberOn } from './numbered-photos.ts'

/** Each a list of sentences, empty when nothing is wrong. */
export interface Verdict {
  lost: string[]
  doubled: string[]
  outOfOrder: string[]
  stuck: string[]
  /** Records that arrived once, but differ from what was tapped or photographed. */
  changed: string[]
}

interface Evidence {
  journal: Journal
  device: DeviceStore
  office: Caller
  runOrderID: string
  driverID: string
  /** Any page, in which to decode photos. */
  looking: Page
}

type OfficeStop = Stop & { events: StopEvent[] }

/** Compares the server's data with the driver's log, and with what is stored on the phone. */
export async function judge({ journal, device, office, runOrderID, driverID, looking }: Evidence): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], outOfOrder: [], stuck: [], changed: [] }
  const stops: OfficeStop[] = (await office.run(runOrderID)).jobs.filter((stop) => stop.driverID === driverID)
  for (const stop of stops) judgeStop(stop, journal.tapsAt(stop.assignmentID), verdict)
  await judgePhotos(stops, { journal, device, office, looking }, verdict)
  judgeDevice(device, stops, verdict)
  await judgePay(stops, office, { runOrderID, driverID }, verdict)
  return verdict
}

/** The taps of one stop: all of them, once, in the order of the taps, and their effect. */
function judgeStop(stop: OfficeStop, taps: Entry<Said>[], verdict: Verdict): void {
  const events = stop.events.filter(({ type }) => type !== 'photo')
  const arrived = events.toSorted((a, b) => a.seq - b.seq)
  const words = taps.map(({ what }) => wordsOf(what))
  const told = arrived.map((event) => wordsOf(event.payload as unknown as Said))
  const where = `${stop.address}: tapped [${words.join(', ')}], the office has [${told.join(', ')}]`
  if (told.length < words.length) verdict.lost.push(where)
  else if (told.length > words.length) verdict.doubled.push(where)
  else if (told.join() !== words.join()) verdict.changed.push(where)
  // They are listed as they were received.
  if (events.some((event, at) => at > 0 && event.seq < events[at - 1]!.seq))
    verdict.outOfOrder.push(`${stop.address}: received as ${events.map(({ seq }) => seq).join(', ')}`)
  for (const event of stop.events)
    if (event.result !== 'applied')
      verdict.changed.push(`${stop.address}: ${event.type} came for review (${event.code})`)

  const last = taps.at(-1)?.what
  const expected =
    last === undefined || last.type === 'undo' ? { outcome: null, pu: 0, extraAmount: 0, notes: null } : effectOf(last)
  const { outcome, pu, extraAmount, driverNotes: notes } = stop
  const effect = { outcome, pu, extraAmount, notes }
  if (JSON.stringify(effect) !== JSON.stringify(expected))
    verdict.changed.push(`${stop.address}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(effect)}`)
}

/** Every picture once, at its stop, identical to the bytes the phone stored. */
async function judgePhotos(
  stops: OfficeStop[],
  { journal, device, office, looking }: Omit<Evidence, 'runOrderID' | 'driverID'>,
  verdict: Verdict,
): Promise<void> {
  const expected = new Map(journal.photos.map(({ what, assignmentID }) => [what, assignmentID]))
  const stored = new Map(device.photos.map((photo) => [photo.photoID, photo]))
  for (const photo of device.photos)
    if (photo.digest !== null && photo.digest !== photo.sha256)
      verdict.changed.push(`the phone's photo ${photo.photoID} is not what it was when it was saved`)
  const found = new Set<number>()
  for (const stop of stops) {
    for (const { photoID } of stop.photos) {
      const bytes = await office.photo(photoID)
      const number = await numberOn(looking, bytes)
      const kept = stored.get(photoID)
      if (kept?.sha256 !== createHash('sha256').update(bytes).digest('hex'))
        verdict.changed.push(`photo ${number} at ${stop.address}: the office's bytes are not the phone's`)
      if (number === null) verdict.changed.push(`a photo at ${stop.address} shows nothing that was photographed`)
      else if (found.has(number)) verdict.doubled.push(`photo ${number} at ${stop.address}`)
      else if (!expected.has(number))
        verdict.doubled.push(`photo ${number} at ${stop.address}, of which the screen said that it is not there`)
      else if (expected.get(number) !== stop.assignmentID)
        verdict.changed.push(`photo ${number} is at ${stop.address}, where it was not taken`)
      if (number !== null) found.add(number)
    }
    const events = stop.events.filter(({ type }) => type === 'photo')
    if (events.length !== stop.photos.length)
      verdict.doubled.push(`${stop.address} has ${events.length} photo records for ${stop.photos.length} photos`)
  }
  for (const number of expected.keys()) if (!found.has(number)) verdict.lost.push(`photo ${number}`)
}

/** The phone's own data agrees, and nothing in it waits. */
function judgeDevice(device: DeviceStore, stops: OfficeStop[], verdict: Verdict): void {
  const atOffice = new Map(stops.flatMap((stop) => stop.events).map((event) => [event.eventID, event]))
  for (const event of device.events) {
    const arrived = atOffice.get(event.eventID)
    if (event.state !== 'acknowledged')
      verdict.stuck.push(
        `${event.type} ${event.seq}: ${event.state} after ${event.attempts} tries, last answer ${JSON.stringify(event.lastAnswer)}`,
      )
    else if (!arrived) verdict.lost.push(`${event.type} ${event.seq}: acknowledged, and the office does not have it`)
    else if (arrived.seq !== event.seq)
      verdict.changed.push(`${event.type} ${event.seq} is ${arrived.seq} at the office`)
    atOffice.delete(event.eventID)
  }
  for (const event of atOffice.values())
    verdict.doubled.push(`${event.type} ${event.seq}: at the office, and not on the phone`)
  const numbers = device.events.map(({ seq }) => seq)
  if (new Set(numbers).size !== numbers.length) verdict.doubled.push('the phone gave a number twice')
  if (numbers.length > 0 && Math.max(...numbers) !== numbers.length)
    verdict.lost.push(`the phone counted to ${Math.max(...numbers)} and has ${numbers.length} records`)
}

/** Each finished stop is paid once, for its own bags. */
async function judgePay(
  stops: OfficeStop[],
  office: Caller,
  { runOrderID, driverID }: Pick<Evidence, 'runOrderID' | 'driverID'>,
  verdict: Verdict,
): Promise<void> {
  const paid: { assignmentID: string; pu: number }[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await office.get<{ items: { assignmentID: string; pu: number }[]; total: number }>(
      `/v1/pays?driverID=${driverID}&runOrderID=${runOrderID}&perPage=100&page=${page}`,
    )
    paid.push(...items)
    if (items.length === 0 || paid.length >= total) break
  }
  for (const stop of stops) {
    const incomes = paid.filter(({ assignmentID }) => assignmentID === stop.assignmentID)
    if (incomes.length > 1) verdict.doubled.push(`${stop.address} is paid ${incomes.length} times`)
    if (incomes.length === 0 && stop.outcome !== null) verdict.lost.push(`${stop.address} is told and not paid`)
    if (incomes[0] && incomes[0].pu !== stop.pu)
      verdict.changed.push(`${stop.address}: ${stop.pu} bags, paid for ${incomes[0].pu}`)
  }
}

function wordsOf(said: Said): string {
  if (said.type === 'done') return `done ${said.pu}`
  return said.type === 'not-collected'
    ? `${said.outcome} ${said.extraAmount ?? 0} ${said.notes ?? ''}`.trim()
    : said.type
}

function effectOf(said: Exclude<Said, { type: 'undo' }>): {
  outcome: string
  pu: number
  extraAmount: number
  notes: string | null
} {
  if (said.type === 'done') return { outcome: 'COLLECTED', pu: said.pu, extraAmount: 0, notes: null }
  if (said.type === 'bag-mt') return { outcome: 'EMPTY', pu: 0, extraAmount: 0, notes: null }
  return { outcome: said.outcome, pu: 0, extraAmount: said.extraAmount ?? 0, notes: said.notes ?? null }
}
