import { FREE, type QueueState } from '../store/meta.ts'
import type { PhotoEvent, StoredEvent, StoredPhoto } from '../store/schema.ts'
import { dueAt, isDue } from './backoff.ts'

/** Decides what may leave the phone, and when. Pure; sender, watchdog and screen all ask it (offline.md, "Sending"). */

/** Why an event has not been sent; the screen chooses the words. */
export type WaitingWhy = 'not-sent-yet' | 'sending' | 'trying-again' | 'behind-another' | 'needs-attention'

export interface Outbox {
  /** All events that are neither acknowledged nor discarded, in any order. */
  events: readonly StoredEvent[]
  /** The photos of its photo events, by photoID. A photo event without its photo's row is never sent. */
  photos: ReadonlyMap<string, Pick<StoredPhoto, 'key'>>
  lane?: QueueState | undefined
  photoLane?: QueueState | undefined
  /** The eventIDs of the requests under way. */
  inFlight: ReadonlySet<string>
}

export interface Plan {
  /**
   * The next request: events of one run and one deviceID, oldest first, at most `batchLimit`; empty: no event may be
   * sent now.
   */
  batch: StoredEvent[]
  more: boolean
  /** Photo events whose bytes may be uploaded now, oldest first. */
  uploads: PhotoEvent[]
  /** Bytes are due or being uploaded, so this batch is not the last request. */
  uploadsDue: boolean
  /** The whole outbox, oldest first. */
  waiting: { event: StoredEvent; why: WaitingWhy }[]
  /** Epoch ms; null: nothing is due before the driver acts or a request under way ends. */
  nextAt: number | null
}

interface Turn {
  event: StoredEvent
  why: WaitingWhy
  /** When it may be sent, epoch ms, not before now; Infinity: only after the driver acts or a request ends. */
  at: number
  /** An earlier event of the same stop must be answered first. */
  isHeld: boolean
  /** The office does not have the bytes of this photo event. */
  needsUpload: boolean
}

/**
 * Plans one request for one run, oldest first and in order per stop: a stop is held back while an earlier event of it
 * needs attention, waits, is being sent or travels alone; other stops go on. Photo events are sent once the office has
 * their bytes, and bytes are uploaded only while events may be sent.
 * @param now epoch ms
 * @param options.photosToo false: no batch begins with a photo event
 */
export function plan(outbox: Outbox, now: number, { photosToo = true } = {}): Plan {
  const turns = turnsOf(outbox, now)
  const isNow = ({ at, isHeld }: Turn) => at <= now && !isHeld
  const ready = turns.filter((turn) => isNow(turn) && !turn.needsUpload).map(({ event }) => event)
  const uploads = turns.filter((turn) => isNow(turn) && turn.needsUpload).map(({ event }) => event as PhotoEvent)
  const batch = batchOf(ready, photosToo, (outbox.lane ?? FREE).batchLimit)
  const nextAt = Math.min(...turns.map(({ at }) => at))
  return {
    batch,
    more: batch.length > 0 && ready.length > batch.length,
    uploads,
    uploadsDue: uploads.length > 0 || turns.some(({ needsUpload, why }) => needsUpload && why === 'sending'),
    waiting: turns.map(({ event, why }) => ({ event, why })),
    nextAt: Number.isFinite(nextAt) ? nextAt : null,
  }
}

function turnsOf({ events, photos, lane = FREE, photoLane = FREE, inFlight }: Outbox, now: number): Turn[] {
  const laneAt = dueAt(lane, now)
  const photosAt = Math.max(laneAt, dueAt(photoLane, now))
  /** What the earlier events of each stop mean for its later ones. */
  const stops = new Map<string, { at: number; isHeld: boolean; isStuck: boolean }>()
  return [...events]
    .sort((a, b) => a.seq - b.seq)
    .map((event): Turn => {
      const isStuck = event.state === 'needs-attention'
      const isUnderWay = inFlight.has(event.eventID)
      const own = isStuck || isUnderWay ? Infinity : isDue(event.nextAttemptAt, now) ? now : event.nextAttemptAt
      const whyAlone = isStuck
        ? 'needs-attention'
        : isUnderWay
          ? 'sending'
          : event.attempts > 0
            ? 'trying-again'
            : 'not-sent-yet'
      if (event.type === 'photo') {
        const key = photos.get(event.payload.photoID)?.key
        const at = Math.max(own, key === undefined ? Infinity : key === null ? photosAt : laneAt)
        return { event, why: whyAlone, at, isHeld: false, needsUpload: key === null }
      }
      const before = stops.get(event.assignmentID) ?? { at: now, isHeld: false, isStuck: false }
      const inTurn = Math.max(own, before.at)
      stops.set(event.assignmentID, {
        at: inTurn,
        isHeld: before.isHeld || inTurn > now || travelsAlone(event),
        isStuck: before.isStuck || isStuck,
      })
      const why = !isStuck && before.isStuck ? 'behind-another' : whyAlone
      return { event, why, at: Math.max(inTurn, laneAt), isHeld: before.isHeld, needsUpload: false }
    })
}

function batchOf(ready: readonly StoredEvent[], photosToo: boolean, limit: number): StoredEvent[] {
  const [first] = photosToo ? ready : ready.filter(({ type }) => type !== 'photo')
  if (first === undefined) return []
  if (travelsAlone(first)) return [first]
  const isBeside = (event: StoredEvent) =>
    event.runOrderID === first.runOrderID && event.deviceID === first.deviceID && !travelsAlone(event)
  return ready.filter(isBeside).slice(0, limit)
}

/** An event whose batch was refused is sent alone, so that the answer is about it only. */
const travelsAlone = ({ refusals }: StoredEvent): boolean => refusals > 0
