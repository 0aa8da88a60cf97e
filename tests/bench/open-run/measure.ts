import type { runProgress } from '#contract/v1/progress.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import { peakOf, percentile } from '../fleet/measure.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { day, XSRF } from '../fleet/devices.ts'

/** How an admin's page follows a run. */
export type Watching = 'progress' | 'whole run'

/** The response times of all clients while a run is driven. */
export interface Watched {
  /** ms of a poll, without the first one, which reads everything. */
  pollP50: number
  pollP95: number
  /** ms of a batch, counted from its due time: waiting for the batch before counts too. */
  doneP50: number
  doneP95: number
  /** Answers that ask to try again in a moment (503); the retry's time is included. */
  again: number
  /** MB an admin's page read in a minute, uncompressed. */
  read: number
  /** ms to open the run's page when everything is in, nothing else going on. */
  opening: number
  /** MB, resident, the highest; null where the system does not report it. */
  peak: number | null
}

const POLL_MS = 3000
const BATCH_MS = 1000
const OPENINGS = 7

export interface Pace {
  seconds: number
  /** Records of all phones together. */
  eventsPerSecond: number
}

/** Every phone sends its taps each second, every admin's page polls every 3 s, all at different times. */
export async function watch(
  fleet: Fleet,
  { origin, pid }: { origin: string; pid: number | undefined },
  how: Watching,
  { seconds, eventsPerSecond }: Pace,
): Promise<Watched> {
  const before = again
  const perBatch = Math.round(eventsPerSecond / fleet.devices.length)
  const page = `${origin}/v1/runs/${fleet.runOrderID}`
  const until = performance.now() + seconds * 1000
  const pages = fleet.adminTokens.map((token, at) =>
    pageOpen({ page, token, how, wait: (at * POLL_MS) / fleet.adminTokens.length }, until),
  )
  const devices = fleet.devices.map((device, at) =>
    deviceOut({ page, ...device, wait: (at * BATCH_MS) / fleet.devices.length }, { batches: seconds, perBatch }),
  )
  const [seen, sent] = [await Promise.all(pages), (await Promise.all(devices)).flat()]
  const polls = seen.flatMap(({ took }) => took)
  const opened: number[] = []
  for (let at = 0; at < OPENINGS; at += 1) opened.push((await read(page, fleet.adminTokens[0]!)).took)
  return {
    pollP50: percentile(polls, 0.5),
    pollP95: percentile(polls, 0.95),
    doneP50: percentile(sent, 0.5),
    doneP95: percentile(sent, 0.95),
    again: again - before,
    read: seen.reduce((all, { characters }) => all + characters, 0) / seen.length / 1e6 / (seconds / 60),
    opening: percentile(opened, 0.5),
    peak: peakOf(pid),
  }
}

async function pageOpen(
  { page, token, how, wait }: { page: string; token: string; how: Watching; wait: number },
  until: number,
): Promise<{ took: number[]; characters: number }> {
  const took: number[] = []
  let characters = 0
  let since = ''
  await sleep(wait)
  for (let first = true; performance.now() < until; first = false) {
    const began = performance.now()
    const answer = await read(how === 'progress' ? `${page}/progress${since}` : page, token)
    if (how === 'progress') {
      const said = JSON.parse(answer.text) as OutputOf<typeof runProgress>
      if (said.whole !== first) throw new Error(`A poll answered whole: ${said.whole}.`)
      since = `?since=${said.cursor}`
    }
    if (!first) {
      took.push(answer.took)
      characters += answer.text.length
    }
    await sleep(Math.max(0, began + POLL_MS - performance.now()))
  }
  return { took, characters }
}

async function read(url: string, token: string): Promise<{ text: string; took: number }> {
  const began = performance.now()
  const text = await patiently(url, { headers: { authorization: `Bearer ${token}` } })
  return { text, took: performance.now() - began }
}

async function deviceOut(
  { page, token, assignmentIDs, wait }: { page: string; token: string; assignmentIDs: readonly string[]; wait: number },
  { batches, perBatch }: { batches: number; perBatch: number },
): Promise<number[]> {
  const deviceID = newID()
  const events = day(assignmentIDs, batches * perBatch)
  const took: number[] = []
  const began = performance.now() + wait
  for (let at = 0; at < batches; at += 1) {
    const due = began + at * BATCH_MS
    await sleep(Math.max(0, due - performance.now()))
    const batch = events.slice(at * perBatch, (at + 1) * perBatch)
    const reconcile = { highestSeq: (at + 1) * perBatch, unsent: [], accounted: [] }
    const body = JSON.stringify({ sentAt: new Date().toISOString(), deviceID, reconcile, events: batch })
    const answer = await patiently(`${page}/done`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, ...XSRF, 'content-type': 'application/json' },
      body,
    })
    took.push(performance.now() - due)
    const kept = answer.split(KEPT).length - 1
    if (kept !== batch.length) throw new Error(`Of ${batch.length} records ${kept} were kept.`)
  }
  return took
}

/** The answer's text. A 503 is retried, as page and phone do. */
async function patiently(url: string, init: RequestInit): Promise<string> {
  for (;;) {
    const answer = await fetch(url, init)
    const text = await answer.text()
    if (answer.status === 200) return text
    if (answer.status !== 503) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${text.slice(0, 300)}`)
    again += 1
    await sleep(AGAIN_MS)
  }
}
const AGAIN_MS = 500
/** A batch that is sent again after a 503 may have been stored the first time. */
const KEPT = /"result":"(?:applied|duplicate)"/
let again = 0

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
