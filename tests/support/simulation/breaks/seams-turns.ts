import type { Outbox, Plan } from '#client/offline/outbox/plan.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import type * as PlanFile from '#client/offline/outbox/plan.ts'
import type * as BackoffFile from '#client/offline/outbox/waits.ts'
import type * as QueueFile from '#client/offline/outbox/waits.ts'
import type * as ClaimFile from '#client/offline/outbox/plan.ts'
import type * as PhotosFile from '#client/offline/send/photos.ts'
import type * as WatchdogFile from '#client/offline/sync.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const plan = breaksOf<typeof PlanFile>('src/client/offline/outbox/plan.ts')
const backoff = breaksOf<typeof BackoffFile>('src/client/offline/outbox/waits.ts')
const queue = breaksOf<typeof QueueFile>('src/client/offline/outbox/waits.ts')
const claim = breaksOf<typeof ClaimFile>('src/client/offline/outbox/plan.ts')
const photos = breaksOf<typeof PhotosFile>('src/client/offline/send/photos.ts')
const watchdog = breaksOf<typeof WatchdogFile>('src/client/offline/sync.ts')

const isStuck = ({ state }: StoredEvent) => state === 'needs-attention'
const PULL_EVERY_MS = 5 * 60_000

/** The plan made of changed events, with the events as they are. */
function planOfChanged(
  plan: (outbox: Outbox) => Plan,
  outbox: Outbox,
  change: (event: StoredEvent) => StoredEvent,
): Plan {
  const asTheyAre = new Map(outbox.events.map((event) => [event.eventID, event]))
  const back = <E extends StoredEvent>(event: E) => asTheyAre.get(event.eventID) as E
  const planned = plan({ ...outbox, events: outbox.events.map(change) })
  return {
    ...planned,
    batch: planned.batch.map(back),
    uploads: planned.uploads.map(back),
    waiting: planned.waiting.map(({ event, why }) => ({ event: back(event), why })),
  }
}

const earlier = (one: number | null, other: number | null) => {
  const at = Math.min(one ?? Infinity, other ?? Infinity)
  return Number.isFinite(at) ? at : null
}

/** Order, retry delays and what is due. */
export const OF_TURNS: readonly Seam[] = [
  plan(
    'events are sent newest first',
    'plan',
    (plan) => (outbox, now, options) =>
      planOfChanged(
        (changed) => plan(changed, now, options),
        outbox,
        (event) => ({ ...event, seq: -event.seq }),
      ),
  ),
  plan(
    'a batch contains events of another run',
    'plan',
    (plan) => (outbox, now, options) =>
      planOfChanged(
        (changed) => plan(changed, now, options),
        outbox,
        (event) => ({ ...event, runOrderID: '' }),
      ),
  ),
  plan('an event that needs attention is sent again by itself', 'plan', (plan) => (outbox, now, options) => ({
    ...planOfChanged(
      (changed) => plan(changed, now, options),
      outbox,
      (event) => (isStuck(event) ? { ...event, state: 'queued' } : event),
    ),
    waiting: plan(outbox, now, options).waiting,
  })),
  plan(
    'events are sent past an earlier one of their stop that needs attention',
    'plan',
    (plan) => (outbox, now, options) => ({
      ...plan({ ...outbox, events: outbox.events.filter((event) => !isStuck(event)) }, now, options),
      waiting: plan(outbox, now, options).waiting,
    }),
  ),
  plan('a photo is due while the outcomes are held back', 'plan', (plan) => (outbox, now, options) => {
    const planned = plan(outbox, now, options)
    const events = outbox.events.filter(
      (event) => event.type === 'photo' && outbox.photos.get(event.payload.photoID)?.key === null,
    )
    const { uploads, uploadsDue, nextAt } = plan({ ...outbox, events, lane: undefined }, now, options)
    return { ...planned, uploads, uploadsDue, nextAt: earlier(planned.nextAt, nextAt) }
  }),
  plan('an event that waits for another one is due at once', 'plan', (plan) => (outbox, now, options) => ({
    ...plan(outbox, now, options),
    nextAt: outbox.events
      .map((event) => plan({ ...outbox, events: [event] }, now, options).nextAt)
      .reduce(earlier, null),
  })),
  plan('a photo is uploaded again and again', 'plan', (plan) => (outbox, now, options) => {
    const again = outbox.events.flatMap((event) =>
      event.type === 'photo' && event.attempts > 1 ? [[event.payload.photoID, { key: null }] as const] : [],
    )
    return plan({ ...outbox, photos: new Map([...outbox.photos, ...again]) }, now, options)
  }),
  backoff(
    'Retry-After is ignored',
    'failed',
    (failed) => (before, now, random, answer) => failed(before, now, random, { ...answer, retryAfterMs: null }),
  ),
  backoff('a clock set back delays the next attempt by days', 'isDue', () => (at, now) => at <= now),
  backoff('the record that fails on the server is first in every batch', 'ownWait', () => (_attempts, now) => now),
  queue('success does not end the backoff', 'queueWorked', (queueWorked) => async (device, name, batchLimit) => {
    const { meta } = device.db
    const before = await meta.get(name)
    await queueWorked(device, name, batchLimit)
    const after = await meta.get(name)
    const { failures = 0, nextAttemptAt = 0 } = (before?.value ?? {}) as { failures?: number; nextAttemptAt?: number }
    await meta.put({ key: name, value: { ...(after?.value as object), failures, nextAttemptAt } })
  }),
  queue('the batch is not halved', 'queueWorked', (queueWorked) => (device, name) => queueWorked(device, name)),
  queue(
    'a failed photo delays the outcomes',
    'queueFailed',
    (queueFailed) => (device, name, answer) => queueFailed(device, name === 'photoLane' ? 'lane' : name, answer),
  ),
  queue(
    'coming online ends the wait of the queue and not of its records',
    'endDelay',
    (endDelay) => (db) =>
      db.transaction('rw', db.events, db.meta, async () => {
        const queued = await db.events.where('state').equals('queued').toArray()
        await endDelay(db)
        for (const { eventID, nextAttemptAt, lastAnswer } of queued)
          if (lastAnswer?.kind !== 'busy' || lastAnswer.status !== 500)
            await db.events.update(eventID, { nextAttemptAt })
      }),
  ),
  claim('an event sent once stays in flight', 'noLongerInFlight', () => () => undefined),
  photos(
    'photos claimed and not begun stay in flight',
    'uploadPhotos',
    (uploadPhotos) => async (device, pinned, tell) => {
      const { db, inFlight } = device
      const taken = new Set<string>()
      const add = (eventID: string) => taken.add(eventID) && inFlight.add(eventID)
      const noted = {
        add,
        delete: (eventID: string) => inFlight.delete(eventID),
        has: (id: string) => inFlight.has(id),
      }
      const report = await uploadPhotos({ ...device, inFlight: noted as Set<string> }, pinned, tell)
      for (const event of await db.events.bulkGet([...taken]))
        if (event?.state === 'queued' && event.attempts === 0) inFlight.add(event.eventID)
      return report
    },
  ),
  watchdog('a clock set back stops the pulls', 'nextPullAt', (nextPullAt) => (device, week) => {
    const last = Date.parse(week.lastPullAt ?? '')
    const isBad = week.link !== undefined && week.link.state !== 'ok'
    const isAhead = last > device.ports.now().getTime() && !isBad
    return Math.max(nextPullAt(device, week), isAhead ? last + PULL_EVERY_MS : 0)
  }),
  watchdog('the timer pulls the week too rarely', 'nextPullAt', (nextPullAt) => (device, week) => {
    const last = Date.parse(week.lastPullAt ?? '')
    const isBad = week.link !== undefined && week.link.state !== 'ok'
    const isUsual = last <= device.ports.now().getTime() && !isBad
    return Math.max(nextPullAt(device, week), isUsual ? last + 20 * PULL_EVERY_MS : 0)
  }),
  plan(
    'a revoked phone signs out before it has sent its records',
    'readSyncState',
    (readSyncState) => async (device) => {
      const state = await readSyncState(device)
      return state.revoked ? { ...state, due: null } : state
    },
  ),
]
