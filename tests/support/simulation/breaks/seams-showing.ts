import type * as OverlayFile from '#client/offline/overlay.ts'
import type * as StatusFile from '#client/offline/status.ts'
import type * as ReadinessFile from '#client/features/sync/readiness.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const overlay = breaksOf<typeof OverlayFile>('src/client/offline/overlay.ts')
const status = breaksOf<typeof StatusFile>('src/client/offline/status.ts')
const readiness = breaksOf<typeof ReadinessFile>('src/client/features/sync/readiness.ts')

/** What is shown to the driver. */
export const OF_SHOWING: readonly Seam[] = [
  overlay(
    'a third photo is too many on the phone',
    'photosOf',
    (photosOf) => (stop, events) => photosOf(stop, events).concat('one', 'more', 'photo'),
  ),
  overlay(
    'acknowledged events are not shown',
    'showRun',
    (showRun) => (run, stops, events, photos, ownOrder) =>
      showRun(
        run,
        stops,
        events.filter(({ state }) => state !== 'acknowledged'),
        photos,
        ownOrder,
      ),
  ),
  overlay(
    'an acknowledged tap is not shown until the next pull',
    'showStop',
    (showStop) => (stop, events, photos) =>
      showStop(
        stop,
        events.map((event) => ({ ...event, jobVersion: null })),
        photos,
      ),
  ),
  overlay('an undo names the first tap of a stop', 'showStop', (showStop) => (stop, events, photos) => {
    const shown = showStop(stop, events, photos)
    const first = shown.history.find((one) => one.delivery !== 'discarded' && one.type !== 'undo' && !one.undone)
    return { ...shown, lastEventID: first?.eventID ?? null }
  }),
  overlay('a stop under review is shown as sent', 'showStop', (showStop) => (stop, events, photos) => {
    const shown = showStop(stop, events, photos)
    const last = shown.history.findLast(({ delivery }) => delivery !== 'discarded')
    const isWith = shown.delivery === 'with-office' && last?.delivery !== 'with-office'
    return isWith ? { ...shown, delivery: 'sent' } : shown
  }),
  overlay('a photo shows the bytes of another photo', 'showStop', (showStop) => (stop, events, photos) => {
    const shown = showStop(stop, events, photos)
    const photosShown = shown.photosShown.map((photo) => {
      const here = photos.find(({ photoID }) => photoID !== photo.photoID)
      const there = stop.photos.find(({ photoID }) => photoID === photo.photoID)
      return { ...photo, local: here?.hasBytes ?? false, takenAt: here?.takenAt ?? there?.takenAt ?? null }
    })
    return { ...shown, photosShown }
  }),
  overlay('a photo shows the address of another photo', 'showStop', (showStop) => (stop, events, photos) => {
    const shown = showStop(stop, events, photos)
    const [there] = stop.photos
    const photosShown = shown.photosShown.map((photo) => ({ ...photo, ...(there && { url: there.url }) }))
    return { ...shown, photosShown }
  }),
  status('the status chip does not count photos', 'statusOf', (statusOf) => (week, now) => {
    const read = statusOf(week, now)
    const isPhotosOnly = read.kind === 'to-send' && read.events === 0 && read.lastPullAt !== null
    return isPhotosOnly ? { ...read, kind: 'all-sent' } : read
  }),
  readiness('the readiness count includes stops the office took away', 'readReadiness', (read) => async (device) => {
    const found = await read(device)
    const active = await device.db.runs.filter(({ status }) => status === 'active').primaryKeys()
    const stops = await device.db.jobs.where('runOrderID').anyOf(active).count()
    const { lastPullAt, total, photosPinned, photosTotal } = found
    const ready = lastPullAt !== null && stops > 0 && stops === total && photosPinned === photosTotal
    return { ...found, stops, ready }
  }),
]
