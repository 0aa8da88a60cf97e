import type { DoneEvent } from '#contract/v1/done.ts'
import { newID } from '#domain/identifiers.ts'
import { request, timed } from './timed.ts'

/** The requests of a driver's phone. */
export interface Office {
  origin: string
  token: string
  runOrderID: string
  assignmentIDs: readonly string[]
}

const READS = 60
const BATCHES = 6
const BATCH = 200
const ONE_BY_ONE = 60

/** ms: a whole week read, the same unchanged, one batch of 200 events, 200 events one by one. */
export interface Timings {
  read: number
  unchanged: number
  batch: number
  oneByOne: number
}

export async function time(office: Office): Promise<Timings> {
  const url = `${office.origin}/v1/runs`
  const headers = { authorization: `Bearer ${office.token}` }
  const first = await request(url, { headers }, 200)
  const etag = first.headers.get('etag')
  if (etag === null) throw new Error('The week has no ETag.')
  const read = await timed(READS, async () => void (await request(url, { headers }, 200)))
  const unchanged = await timed(
    READS,
    async () => void (await request(url, { headers: { ...headers, 'if-none-match': etag } }, 304)),
  )
  const device = newID()
  let seq = 0
  const record = (count: number) =>
    request(
      `${office.origin}/v1/runs/${office.runOrderID}/done`,
      {
        method: 'PUT',
        headers: { ...headers, ...XSRF, 'content-type': 'application/json' },
        body: JSON.stringify({
          sentAt: new Date().toISOString(),
          deviceID: device,
          events: Array.from({ length: count }, () => event(office, (seq += 1))),
        }),
      },
      200,
    )
  const batch = await timed(BATCHES, async () => void (await record(BATCH)))
  const one = await timed(ONE_BY_ONE, async () => void (await record(1)))
  return { read, unchanged, batch, oneByOne: one * BATCH }
}

const XSRF = { cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' }

function event({ assignmentIDs }: Office, seq: number): DoneEvent {
  return {
    eventID: newID(),
    v: 1,
    assignmentID: assignmentIDs[seq % assignmentIDs.length]!,
    seq,
    occurredAt: new Date().toISOString(),
    baseVersion: 1,
    appBuild: 'bench',
    type: 'done',
    pu: 1 + (seq % 3),
  }
}
