import type { Stop } from '#contract/v1/stops.ts'
import { totalBags } from '#domain/bags.ts'
import { serverTime } from '#domain/clock.ts'
import { type RecordedEvent, type StopRecord, foldStop } from '#domain/events.ts'
import { nearestCents, toDollars } from '#domain/money.ts'
import { inOwnOrder } from '#domain/own-order.ts'
import { type RunFigures, figuresOfStops } from '#domain/run-figures.ts'
import type { EventType, Outcome, StopState } from '#domain/words.ts'
import type { StoredEvent, StoredPhoto, StoredRun, StoredStop } from './store/schema.ts'

/**
 * What the driver sees: the server's row with the own events that are not in it yet (offline.md, "The three rules").
 * Pure.
 */

export type Delivery = 'none' | 'saved-here' | 'sent' | 'needs-attention' | 'with-office'

export interface ShownPhoto {
  photoID: string
  /** The bytes are on this phone: read them with `photoOnDevice`. */
  local: boolean
  /** The office's address, when the office has the photo. */
  url?: string
  takenAt: string | null
}

export interface ShownEvent {
  eventID: string
  type: EventType
  payload: StoredEvent['payload']
  /** The phone's clock, ISO. */
  occurredAt: string
  /** The server's clock, ISO. */
  recordedAt: string
  delivery: Delivery | 'discarded'
  undone: boolean
}

export interface ShownStop extends Omit<
  StoredStop,
  'outcome' | 'pu' | 'extraAmount' | 'driverNotes' | 'doneAt' | 'emptyPickup'
> {
  shownState: StopState
  outcome: Outcome | null
  emptyPickup: boolean
  pu: number
  /** AUD. */
  extraAmount: number
  /** All notes that are not undone, one per line. */
  driverNotes: string
  /** ISO. */
  doneAt: string | null
  photosShown: ShownPhoto[]
  delivery: Delivery
  /** The event that Undo would undo: the latest one recorded here at this stop that is not undone. */
  lastEventID: string | null
  /** The outcome in force, from whichever phone, which Undo may name. Null also when the server does not report it. */
  outcomeEventID: string | null
  /** The office removed this stop from the driver while an event of it was unsent. */
  movedByOffice: boolean
  /** This phone's events at this stop, oldest first. */
  history: ShownEvent[]
}

export interface ShownRun {
  run: StoredRun
  /** They are in the driver's own order. */
  jobs: ShownStop[]
  /**
   * What became of the driver's stops: done, not done and open as this phone shows them, moved and removed as the office
   * last said.
   */
  figures: RunFigures
  /** Stops with an outcome, of `total`. Neither counts shifted, cancelled and moved stops. */
  recorded: number
  total: number
  bags: number
  /** The same run with more events, which are already on the disk. */
  with: (more: readonly StoredEvent[]) => ShownRun
}

/**
 * @param events this phone's events of the stop, in any order; @param photos the phone's photos of it
 * @param offset the server's clock less the phone's, ms: a row has the server's times
 */
export function showStop(
  stop: StoredStop,
  events: readonly StoredEvent[],
  photos: readonly StoredPhoto[],
  offset = 0,
): ShownStop {
  const mine = inOrder(events).filter((event) => event.state !== 'discarded')
  const record = recordOf(stop, mine, offset)
  const undone = new Set(mine.flatMap((event) => (event.type === 'undo' ? [event.payload.undoes] : [])))
  const inEffect = mine.filter((event) => event.type !== 'undo' && !undone.has(event.eventID))
  const open = stop.state === 'planned' || stop.state === 'done'
  return {
    ...stop,
    shownState: open ? (record.outcome === null ? 'planned' : 'done') : stop.state,
    outcome: record.outcome,
    emptyPickup: record.emptyPickup,
    pu: record.pu,
    extraAmount: toDollars(record.extraAmount),
    driverNotes: record.driverNotes,
    doneAt: record.doneAt,
    photosShown: showPhotos(stop, record.photos, photos),
    delivery: deliveryOf(mine),
    lastEventID: inEffect.at(-1)?.eventID ?? null,
    outcomeEventID: record.outcomeEventID,
    movedByOffice: stop.absent,
    history: inOrder(events).map((event) => ({
      eventID: event.eventID,
      type: event.type,
      payload: event.payload,
      occurredAt: event.occurredAt,
      recordedAt: recordedAt(event, offset),
      delivery: event.state === 'discarded' ? 'discarded' : deliveryOf([event]),
      undone: undone.has(event.eventID),
    })),
  }
}

/**
 * A run as its driver sees it.
 * @param ownOrder assignmentIDs in the driver's own order; empty: the office's @param offset as of `showStop`
 */
export function showRun(
  run: StoredRun,
  stops: readonly StoredStop[],
  events: readonly StoredEvent[],
  photos: readonly StoredPhoto[],
  ownOrder: readonly string[] = [],
  offset = 0,
): ShownRun {
  const eventsOf = groupBy(events, (event) => event.assignmentID)
  const photosAt = groupBy(photos, (photo) => photo.assignmentID)
  const shown = orderStops(stops, ownOrder).map((stop) =>
    showStop(stop, eventsOf.get(stop.assignmentID) ?? [], photosAt.get(stop.assignmentID) ?? [], offset),
  )
  const counted = shown.filter(
    (stop) => stop.shownState !== 'shifted' && stop.shownState !== 'cancelled' && !stop.movedByOffice,
  )
  const here = figuresOfStops(counted.map(({ outcome }) => ({ state: 'planned', outcome })))
  const { moved = 0, removed = 0 } = run
  return {
    run,
    jobs: shown,
    figures: { ...here, moved, removed, planned: counted.length + moved + removed },
    recorded: here.done + here.notDone,
    total: counted.length,
    bags: totalBags(counted),
    with: (more) => {
      const replaced = new Set(more.map(({ eventID }) => eventID))
      const others = events.filter(({ eventID }) => !replaced.has(eventID))
      return showRun(run, stops, [...others, ...more], photos, ownOrder, offset)
    },
  }
}

/** Sorts the stops in the driver's own order, or in the office's if there is none. */
export function orderStops<J extends Pick<StoredStop, 'assignmentID' | 'runNumber' | 'stopOrder' | 'place'>>(
  stops: readonly J[],
  ownOrder: readonly string[],
): J[] {
  const office = [...stops].sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder || a.place - b.place)
  return inOwnOrder(office, ownOrder)
}

/** The photos of a stop: the office's and the driver's own. */
export function photosOf(stop: StoredStop | null, events: readonly StoredEvent[]): string[] {
  const mine = inOrder(events).filter((event) => event.state !== 'discarded')
  return stop ? recordOf(stop, mine, 0).photos : foldStop(mine.map((event) => asRecorded(event, 0))).photos
}

/** Whether the event's effect is not in the row yet. */
function isMissingFrom(stop: StoredStop, event: StoredEvent): boolean {
  if (event.state === 'discarded') return false
  if (event.state !== 'acknowledged') return true
  // Another database answered, so the versions can't be compared.
  if (event.ackEpoch !== stop.epoch) return true
  const isOlder = event.jobVersion !== null && stop.version < event.jobVersion
  if (event.result !== 'review') return isOlder
  // An event under review is not in the row and may never be. An open stop shows it all the same until the office has
  // decided, so that the stop does not change back. Earlier servers don't say whether it has, nor does a row that left.
  const { openEventIDs: open, state } = stop
  const isOpen = isOlder || stop.absent || open === undefined || open.includes(event.eventID)
  return isOpen && (state === 'planned' || state === 'done')
}

function recordOf(stop: StoredStop, mine: readonly StoredEvent[], offset: number): StopRecord {
  const decided = stop.outcome === null ? undefined : mine.find(({ eventID }) => eventID === stop.outcomeEventID)
  const isHeld = (event: StoredEvent) => !isMissingFrom(stop, event) || isAhead(stop, decided, event)
  const recorded = (event: StoredEvent) => asRecorded(event, offset)
  const held = mine.filter(isHeld).map(recorded)
  const record = foldStop(mine.filter((event) => !isHeld(event)).map(recorded), baseOf(stop, held), held)
  return { ...record, photos: asTaken(record.photos, mine) }
}

/**
 * Whether the row was pulled before the acknowledgement arrived and contains the event already: the deciding outcome
 * contains all events with a lower seq; notes and photos are looked up in the row.
 */
function isAhead(stop: StoredStop, decided: StoredEvent | undefined, event: StoredEvent): boolean {
  if (event.state !== 'queued' && event.state !== 'sending') return false
  if (event.type === 'photo') return stop.photos.some(({ photoID }) => photoID === event.payload.photoID)
  if (decided && event.seq <= decided.seq) return true
  return event.type === 'note' && `\n${stop.driverNotes}\n`.includes(`\n${event.payload.notes}\n`)
}

/** Puts the driver's own photos in the order they were taken, because a later one may have arrived first. */
function asTaken(photos: readonly string[], mine: readonly StoredEvent[]): string[] {
  const own = mine.flatMap((event) =>
    event.type === 'photo' && photos.includes(event.payload.photoID) ? [event.payload.photoID] : [],
  )
  const inTurn = own.values()
  return photos.map((photoID) => (own.includes(photoID) ? (inTurn.next().value ?? photoID) : photoID))
}

function baseOf(stop: Stop, held: readonly RecordedEvent[]): StopRecord {
  const extraAmount = nearestCents(stop.extraAmount)
  const ours = foldStop(held)
  // A row without outcomeEventID whose values equal our outcome was decided by our event.
  const saysTheSame =
    ours.outcome !== null && ours.outcome === stop.outcome && ours.pu === stop.pu && ours.extraAmount === extraAmount
  const outcomeEventID =
    stop.outcome === null ? null : (stop.outcomeEventID ?? (saysTheSame ? ours.outcomeEventID : null))
  return {
    outcome: stop.outcome,
    emptyPickup: stop.emptyPickup,
    pu: stop.pu,
    extraAmount,
    driverNotes: stop.driverNotes ?? '',
    doneAt: stop.doneAt,
    photos: stop.photos.map((photo) => photo.photoID),
    recordedBy: outcomeEventID !== null && outcomeEventID === ours.outcomeEventID ? ours.recordedBy : null,
    outcomeEventID,
  }
}

const recordedAt = ({ occurredAt }: StoredEvent, offset: number): string =>
  serverTime(new Date(occurredAt), offset).toISOString()

function asRecorded(event: StoredEvent, offset: number): RecordedEvent {
  const { eventID, v, assignmentID, seq, deviceID, occurredAt, actorID, type, payload } = event
  return {
    eventID,
    v,
    assignmentID,
    seq,
    deviceID,
    occurredAt,
    correctedAt: recordedAt(event, offset),
    actorID,
    type,
    ...payload,
  } as unknown as RecordedEvent
}

function deliveryOf(events: readonly StoredEvent[]): Delivery {
  if (events.length === 0) return 'none'
  if (events.some((event) => event.state === 'needs-attention')) return 'needs-attention'
  if (events.some((event) => event.state !== 'acknowledged')) return 'saved-here'
  return events.some((event) => event.result === 'review') ? 'with-office' : 'sent'
}

function showPhotos(stop: StoredStop, photoIDs: readonly string[], photos: readonly StoredPhoto[]): ShownPhoto[] {
  return photoIDs.map((photoID) => {
    const here = photos.find((photo) => photo.photoID === photoID)
    const there = stop.photos.find((photo) => photo.photoID === photoID)
    return {
      photoID,
      local: here?.hasBytes ?? false,
      ...(there ? { url: there.url } : {}),
      takenAt: here?.takenAt ?? there?.takenAt ?? null,
    }
  })
}

function inOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return [...events].sort((a, b) => a.seq - b.seq)
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
