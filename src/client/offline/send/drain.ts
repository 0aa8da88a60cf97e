import { recordDone as putDone } from '#contract/v1/done.ts'
import { type Batch, claimBatch, noLongerInFlight } from '../outbox/claim.ts'
import { toWire } from '../outbox/envelope.ts'
import type { Device } from '../store/device.ts'
import { alone } from './alone.ts'
import { uploadPhotos } from './photo-queue.ts'
import { reconciliation } from './reconciliation.ts'
import { noteRevoked, endUpdatePause, type Pinned, pauseQueue, pin, pinInMemory } from './session.ts'
import { settleInMemory, settleJudged, settleNone, settleRefused, settleSmaller } from './settle.ts'
import { judgeBatch } from './verdict.ts'

export interface DrainReport {
  sent: number
  uploaded: number
  /** `idle`: nothing more is due. `busy`: another tab is sending. */
  ended: 'idle' | 'busy' | 'paused' | 'no-verdict' | 'stopped'
}

/**
 * Sends what is due, outcomes, notes and undos before photos, until nothing is due, the connection fails or the office
 * pauses the queue. Safe from any tab or the service worker, and to be stopped at any point: what has no answer is sent
 * again.
 * @param options.probe see `pin`; a request that gets through ends the pause
 * @param options.fromMemory the database fails. A receipt stays in memory until the database takes it; after a kill the
 * record is sent again and counts once
 */
export async function drain(device: Device, { probe = false, fromMemory = false } = {}): Promise<DrainReport> {
  const report = await alone(device, 'drain', () => (fromMemory ? drainMemory(device) : drainAlone(device, probe)))
  return report === 'busy' ? { sent: 0, uploaded: 0, ended: 'busy' } : report
}

async function drainMemory(device: Device): Promise<DrainReport> {
  const pinned = pinInMemory(device)
  if (!pinned) return { sent: 0, uploaded: 0, ended: 'paused' }
  const { sent, ended } = await drainEvents(device, pinned, { fromMemory: true })
  return { sent, uploaded: 0, ended }
}

async function drainAlone(device: Device, probe: boolean): Promise<DrainReport> {
  const report: DrainReport = { sent: 0, uploaded: 0, ended: 'idle' }
  const pinned = await pin(device, { probe })
  if (!pinned) return { ...report, ended: 'paused' }
  const sendEvents = async (trickle: boolean) => {
    const { sent, ended, photosWait } = await drainEvents(device, pinned, { trickle })
    report.sent += sent
    report.ended = ended
    if (probe && sent > 0) await endUpdatePause(device)
    return { idle: ended === 'idle', photosWait }
  }
  for (;;) {
    const { idle, photosWait } = await sendEvents(false)
    if (!idle || !photosWait) return report
    const { count, halt } = await uploadPhotos(device, pinned, async () => (await sendEvents(true)).idle)
    report.uploaded += count
    if (halt?.kind === 'events') return report
    if (halt?.kind === 'pause') await pauseQueue(device, pinned, halt.pause, halt.answer)
    if (halt?.kind === 'pause') return { ...report, ended: 'paused' }
    if (halt?.kind === 'stopped') return { ...report, ended: 'stopped' }
    // One more round of the event queue sends the photo events of uploads that finished before the connection failed.
    if (halt === null && count === 0) return report
  }
}

/**
 * @param options.trickle photos are being uploaded at the same time, so their events wait for the next batch instead of being
 * sent one by one
 */
async function drainEvents(
  device: Device,
  pinned: Pinned,
  { trickle = false, fromMemory = false },
): Promise<{ sent: number; ended: DrainReport['ended']; photosWait: boolean }> {
  let sent = 0
  for (let batches = 0; ; batches += 1) {
    const { batch, photosWait } = await claimBatch(device, { photosToo: !trickle || batches === 0, fromMemory })
    if (batch === 'waits') return { sent, ended: 'no-verdict', photosWait }
    if (!batch) return { sent, ended: 'idle', photosWait }
    try {
      const step = await sendBatch(device, pinned, batch, fromMemory)
      sent += step.sent
      if (step.ended !== 'idle') return { sent, ended: step.ended, photosWait }
    } finally {
      noLongerInFlight(device, batch.events)
    }
  }
}

async function sendBatch(
  device: Device,
  pinned: Pinned,
  batch: Batch,
  fromMemory: boolean,
): Promise<{ sent: number; ended: DrainReport['ended'] }> {
  const sentAt = device.ports.now()
  const answer = await pinned.call(
    putDone,
    {
      runOrderID: batch.runOrderID,
      sentAt: sentAt.toISOString(),
      deviceID: batch.events[0]?.deviceID ?? device.deviceID,
      ...(batch.last && !fromMemory ? { reconcile: await reconciliation(device, batch.events) } : {}),
      events: batch.events.map((event) =>
        toWire(event, event.type === 'photo' ? (batch.photos.get(event.payload.photoID) ?? null) : null),
      ),
    },
    { minimal: fromMemory || !batch.last },
  )
  const verdict = judgeBatch(
    answer,
    batch.events.map((event) => event.eventID),
  )
  if (fromMemory) {
    const sent = settleInMemory(device, batch, verdict)
    return { sent, ended: sent > 0 || verdict.kind === 'refused' || verdict.kind === 'smaller' ? 'idle' : 'no-verdict' }
  }
  switch (verdict.kind) {
    case 'judged': {
      // The user may have signed out in the meantime: the receipts are stored, the run of the answer is not.
      if (verdict.answer.device?.revoked) await noteRevoked(device)
      const judged = (await pinned.isStill()) ? verdict.answer : { ...verdict.answer, run: null }
      return { sent: await settleJudged(device, batch, judged, sentAt.getTime()), ended: 'idle' }
    }
    case 'refused':
      await settleRefused(device, batch, verdict.lastAnswer)
      return { sent: 0, ended: 'idle' }
    case 'smaller':
      await settleSmaller(device, batch)
      return { sent: 0, ended: 'idle' }
    case 'none':
      await settleNone(device, batch, verdict)
      return { sent: 0, ended: 'no-verdict' }
    case 'pause':
      await pauseQueue(device, pinned, verdict.pause, answer)
      return { sent: 0, ended: 'paused' }
    case 'stopped':
      return { sent: 0, ended: 'stopped' }
  }
}
