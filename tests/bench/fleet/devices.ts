import type { DoneEvent } from '#contract/v1/done.ts'
import { newID } from '#domain/identifiers.ts'
import { request } from '../server/timed.ts'

/** One phone with a day's unsent records, and the server it sends them to. */
export interface FleetDevice {
  origin: string
  token: string
  runOrderID: string
  assignmentIDs: readonly string[]
}

const BATCH = 200

/**
 * Sends `events` as the product's phone does: in the order of the taps, 200 a request, the next when the last is
 * answered, each with the phone's report about itself. Throws when one is not stored.
 * @returns ms of each batch
 */
export async function replay(device: FleetDevice, events: number): Promise<number[]> {
  const deviceID = newID()
  const all = day(device.assignmentIDs, events)
  const took: number[] = []
  for (let from = 0; from < events; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    const rest = all.slice(from + BATCH)
    const reconcile = {
      highestSeq: events,
      unsent: rest.map(({ eventID }) => eventID),
      accounted: rest.map(({ seq }) => seq),
    }
    const body = JSON.stringify({ sentAt: new Date().toISOString(), deviceID, reconcile, events: batch })
    const began = performance.now()
    const answer = await request(
      `${device.origin}/v1/runs/${device.runOrderID}/done`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${device.token}`, ...XSRF, 'content-type': 'application/json' },
        body,
      },
      200,
    )
    took.push(performance.now() - began)
    const kept = (await answer.text()).split('"result":"applied"').length - 1
    if (kept !== batch.length) throw new Error(`Of ${batch.length} records ${kept} were kept.`)
  }
  return took
}

export const XSRF = { cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' }

/** Stop by stop: done, a note, undone, done again with an extra amount, one more note. */
export function day(assignmentIDs: readonly string[], count: number): DoneEvent[] {
  const perStop = Math.ceil(count / assignmentIDs.length)
  const events: DoneEvent[] = []
  let first = ''
  for (let at = 0; at < count; at += 1) {
    const step = at % perStop
    const envelope = {
      eventID: newID(),
      v: 1 as const,
      assignmentID: assignmentIDs[Math.floor(at / perStop)]!,
      seq: at + 1,
      occurredAt: new Date().toISOString(),
      baseVersion: 1,
      appBuild: 'bench',
    }
    if (step === 0) first = envelope.eventID
    if (step % 5 === 0) events.push({ ...envelope, type: 'done', pu: 1 + (at % 3) })
    else if (step % 5 === 2) events.push({ ...envelope, type: 'undo', undoes: first })
    else if (step % 5 === 3) events.push({ ...envelope, type: 'done', pu: 2, extraAmount: 5 })
    else events.push({ ...envelope, type: 'note', notes: 'The gate sticks; the dog is friendly.' })
  }
  return events
}
