import { createHash } from 'node:crypto'
import { type DoneEvent, recordDone } from '#contract/v1/done.ts'
import { signUploads } from '#contract/v1/photos.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { EVENTS_PER_REQUEST, UPLOADS_PER_REQUEST } from '#domain/limits.ts'
import { askAt, driverToken, type FixtureDriver } from '../../fixtures/business-on-disk.ts'
import { photoBytes } from '../support/photo-bytes.ts'
import type { Size } from './size.ts'

/**
 * Sends another driver's day: the week, the outcomes, the photos. The server has then run and compiled the code that
 * the measured phone needs, as one that has been up for a day has.
 * @param runOrderID the run in which the driver has at least `size.events` stops
 */
export async function sendOtherDay(
  origin: string,
  driver: FixtureDriver,
  runOrderID: string,
  size: Size,
): Promise<void> {
  const ask = askAt(origin)
  const token = await driverToken(ask, driver)
  const deviceID = newID()
  let seq = 0
  const envelope = (assignmentID: string) => ({
    eventID: newID(),
    v: 1 as const,
    assignmentID,
    seq: ++seq,
    occurredAt: new Date().toISOString(),
    baseVersion: 1,
    appBuild: 'bench',
  })
  const send = async (events: readonly DoneEvent[]) => {
    for (const batch of portions(events, EVENTS_PER_REQUEST)) {
      const sentAt = new Date().toISOString()
      const { results } = await ask(recordDone, { runOrderID, sentAt, deviceID, events: batch }, token)
      const refused = results.find(({ result }) => result !== 'applied')
      if (refused) throw new Error(`A record of the other phone was not applied: ${JSON.stringify(refused)}`)
    }
  }
  await ask(listRuns, {}, token)
  const stops = driver.assignmentIDs.slice(0, size.events)
  await send(stops.map((assignmentID) => ({ ...envelope(assignmentID), type: 'done', pu: 1 })))
  for (const portion of portions(stops.slice(0, size.photos), UPLOADS_PER_REQUEST)) {
    const taken = portion.map((assignmentID, at) => {
      const bytes = new Uint8Array(photoBytes(size.photoSize, seq + at + 100_000))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file = { contentType: 'image/jpeg' as const, size: bytes.length, sha256 }
      return { bytes, photo: { assignmentID, photoID: newID(), ...file } }
    })
    const { uploads } = await ask(signUploads, { photos: taken.map(({ photo }) => photo) }, token)
    const events: DoneEvent[] = []
    for (const [at, { bytes, photo }] of taken.entries()) {
      const upload = uploads[at]?.upload
      if (!upload) throw new Error('An upload of the other phone was refused.')
      const answer = await fetch(origin + upload.url, { method: 'PUT', headers: upload.headers, body: bytes })
      if (!answer.ok) throw new Error(`An upload of the other phone was answered with ${answer.status}.`)
      const takenAt = new Date().toISOString()
      const { assignmentID, photoID, sha256, size } = photo
      events.push({ ...envelope(assignmentID), type: 'photo', photoID, key: upload.key, sha256, size, takenAt })
    }
    await send(events)
  }
  await ask(listRuns, {}, token)
}

function portions<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}
