// Workbox's Queue in a page, replayed by hand: its time does not include the worker's start or the browser's delay
// before a sync event.
import { Queue } from 'workbox-background-sync/Queue.js'
import { photoBytes } from '../support/photo-bytes.ts'

// A page has no registration; without Background Sync in it the Queue replays when replayRequests is called.
self.registration = {}
const queue = new Queue('outcomes', { onSync: () => undefined, maxRetentionTime: 60 * 24 * 14 })

const json = { 'content-type': 'application/json' }

self.rival = {
  /** One request for each outcome and one for each photo, in the order of the taps. */
  async enqueue({ events, photos, photoSize }) {
    const every = Math.floor(events / photos)
    for (let at = 0; at < events; at += 1) {
      const event = {
        eventID: crypto.randomUUID(),
        v: 1,
        assignmentID: crypto.randomUUID(),
        seq: at + 1,
        occurredAt: new Date().toISOString(),
        baseVersion: 1,
        appBuild: 'bench',
        type: 'done',
        pu: 1 + (at % 3),
      }
      await queue.pushRequest({
        request: new Request('/v1/runs/one/done', {
          method: 'PUT',
          headers: json,
          body: JSON.stringify({ sentAt: event.occurredAt, events: [event] }),
        }),
      })
      if (at % every === every - 1) {
        await queue.pushRequest({
          request: new Request(`/v1/files/${crypto.randomUUID()}`, {
            method: 'PUT',
            headers: { 'content-type': 'image/jpeg' },
            body: photoBytes(photoSize, at),
          }),
        })
      }
    }
    return queue.size()
  },
  size: () => queue.size(),
  async replay() {
    const began = performance.now()
    await queue.replayRequests()
    return performance.now() - began
  },
}
