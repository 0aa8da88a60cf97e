// The same afternoon on a page built as its two libraries' manuals show: Workbox's Queue for records,
// browser-image-compression for photos.
import imageCompression from 'browser-image-compression'
import { Queue } from 'workbox-background-sync/Queue.js'

// A page has no registration; without Background Sync in it the Queue replays when replayRequests is called.
self.registration = {}
const queue = new Queue('outcomes', { onSync: () => undefined, maxRetentionTime: 60 * 24 * 14 })

const outcome = (at) =>
  new Request('/v1/runs/one/done', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events: [
        {
          eventID: crypto.randomUUID(),
          assignmentID: crypto.randomUUID(),
          seq: at + 1,
          occurredAt: new Date().toISOString(),
          type: 'done',
          pu: 1,
        },
      ],
    }),
  })

let photos = 0
self.rival = {
  async enqueue(count) {
    for (let at = 0; at < count; at += 1) await queue.pushRequest({ request: outcome(at) })
    return queue.size()
  },
  replay: () => queue.replayRequests(),
  photosKept: () => photos,
  photoSizes: [],
}

addEventListener('DOMContentLoaded', () => {
  document.body.innerHTML = `<section data-stop="0"><h2>1 Banksia Street</h2><button type="button">Done</button></section><input type="file" multiple accept="image/*">
<ul>${Array.from({ length: 240 }, (_, at) => `<li>${at + 1} Banksia Street, Wattle Grove</li>`).join('')}</ul>`
  const card = document.querySelector('section')
  card.querySelector('button').addEventListener('click', async () => {
    const at = Number(card.dataset.stop)
    await queue.pushRequest({ request: outcome(at) })
    card.dataset.stop = String(at + 1)
    card.querySelector('h2').textContent = `${at + 2} Banksia Street`
  })
  document.querySelector('input').addEventListener('change', async ({ target }) => {
    for (const file of target.files) {
      // Its worker loads the library from a CDN, which can't be reached offline: it then falls back to the main thread.
      const smaller = await imageCompression(file, { maxSizeMB: 0.25, maxWidthOrHeight: 1600, useWebWorker: true })
      self.rival.photoSizes.push(smaller.size)
      await queue.pushRequest({
        request: new Request(`/v1/files/${crypto.randomUUID()}`, {
          method: 'PUT',
          headers: { 'content-type': 'image/jpeg' },
          body: smaller,
        }),
      })
      photos += 1
    }
  })
})
