import { type Cents, nearestCents } from './money.ts'
import type { NotCollectedOutcome, Outcome } from './words.ts'

/**
 * The driver's record (domain.md 5): a stop's state is the result of folding its events. The phone (overlay) and the
 * server (effect) fold with this same code, so it is small and has no dependencies.
 */

interface Envelope {
  /** UUID made on the device; two events with the same id are one event. */
  eventID: string
  v: number
  assignmentID: string
  /** Counted by the device: the order of its taps, independent of its clock. */
  seq: number
  deviceID: string
  /** By the device's clock, ISO. */
  occurredAt: string
}

/** As on the wire: extraAmount in AUD dollars. */
export type DoneEvent = Envelope & { type: 'done'; pu: number; extraAmount?: number; notes?: string }
export type BagMtEvent = Envelope & { type: 'bag-mt'; extraAmount?: number; notes?: string }
export type NotCollectedEvent = Envelope & {
  type: 'not-collected'
  outcome: NotCollectedOutcome
  extraAmount?: number
  notes?: string
}
export type OutcomeEvent = DoneEvent | BagMtEvent | NotCollectedEvent
export type PhotoEvent = Envelope & {
  type: 'photo'
  photoID: string
  key: string
  sha256: string
  size: number
  takenAt: string
}
export type NoteEvent = Envelope & { type: 'note'; notes: string }
export type UndoEvent = Envelope & { type: 'undo'; undoes: string }
export type DriverEvent = OutcomeEvent | PhotoEvent | NoteEvent | UndoEvent

/**
 * The fields that order events. correctedAt = occurredAt plus the clock offset of the sync that first delivered the
 * event, ISO.
 */
export interface Ordered {
  eventID: string
  deviceID: string
  seq: number
  correctedAt: string
}

export type RecordedEvent = DriverEvent & Ordered & { actorID: string }

export interface StopRecord {
  outcome: Outcome | null
  emptyPickup: boolean
  /** Bags: at least 1 when COLLECTED, else 0. */
  pu: number
  extraAmount: Cents
  /** Every note in force, one per line, in order. */
  driverNotes: string
  /** Corrected time of the outcome in force, ISO. */
  doneAt: string | null
  /** photoIDs, in order. The caller enforces MAX_FILES. */
  photos: string[]
  /** The user who recorded the outcome in force; the income is theirs. */
  recordedBy: string | null
  outcomeEventID: string | null
}

const NO_OUTCOME = {
  outcome: null,
  emptyPickup: false,
  pu: 0,
  extraAmount: 0,
  doneAt: null,
  recordedBy: null,
  outcomeEventID: null,
}

export const NOTHING_RECORDED: Readonly<StopRecord> = { ...NO_OUTCOME, driverNotes: '', photos: [] }

export function isOutcomeEvent<E extends { type: string }>(
  event: E,
): event is Extract<E, { type: OutcomeEvent['type'] }> {
  return event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
}

export function outcomeOf(event: OutcomeEvent): Outcome {
  switch (event.type) {
    case 'done':
      return 'COLLECTED'
    case 'bag-mt':
      return 'EMPTY'
    case 'not-collected':
      return event.outcome
  }
}

/**
 * A total order of events that does not depend on the order of arrival. Devices are merged by corrected time, then
 * eventID; one device's events keep the order of `seq`, even if its clock was set back. A duplicate eventID counts
 * once.
 */
export function orderEvents<E extends Ordered>(events: Iterable<E>): E[] {
  // Sorted first, so that of two different copies of one eventID the same one is chosen whichever arrived first.
  const sorted = [...events].sort(byTap)
  const byDevice = new Map<string, E[]>()
  const seen = new Set<string>()
  for (const event of sorted) {
    if (seen.has(event.eventID)) continue
    seen.add(event.eventID)
    const line = byDevice.get(event.deviceID)
    if (line) line.push(event)
    else byDevice.set(event.deviceID, [event])
  }
  const lines = [...byDevice.values()]
  const merged: E[] = []
  while (lines.length > 0) {
    const next = lines.reduce((best, line) => (byTime(head(line), head(best)) < 0 ? line : best))
    merged.push(head(next))
    next.shift()
    if (next.length === 0) lines.splice(lines.indexOf(next), 1)
  }
  return merged
}

/**
 * Folds the events of ONE stop. The last outcome that is not undone counts; notes and photos accumulate. An undo may
 * arrive before the event it undoes; an undo can't be undone. `base` is the record that the events are applied to: the
 * phone passes the server's row and its own events not yet included in it, the server passes every counting event and
 * no base. `inBase` are events already included in that row, so that an undo can refer to them.
 */
export function foldStop(
  events: Iterable<RecordedEvent>,
  base: Readonly<StopRecord> = NOTHING_RECORDED,
  inBase: Iterable<RecordedEvent> = [],
): StopRecord {
  const ordered = orderEvents(events)
  const earlier = orderEvents(inBase)
  const undone = new Set([...earlier, ...ordered].flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
  // What an undo in the row removed is not removed again, because the same text may come from another phone.
  const fresh = new Set(ordered.flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
  const record = without(base, fresh, undone, earlier)
  const notes = linesOf(record.driverNotes)
  for (const event of ordered) {
    if (undone.has(event.eventID)) continue
    if (isOutcomeEvent(event)) Object.assign(record, decidedBy(event))
    if (event.type === 'photo' && !record.photos.includes(event.photoID)) record.photos.push(event.photoID)
    // A correction repeats the note of the record it corrects, so a line already present is not added twice.
    if ('notes' in event) notes.push(...linesOf(event.notes).filter((line) => !notes.includes(line)))
  }
  record.driverNotes = notes.join('\n')
  return record
}

function decidedBy(event: Extract<RecordedEvent, OutcomeEvent>): Omit<StopRecord, 'driverNotes' | 'photos'> {
  return {
    outcome: outcomeOf(event),
    emptyPickup: event.type === 'bag-mt',
    pu: event.type === 'done' ? Math.max(1, Math.trunc(event.pu) || 0) : 0,
    extraAmount: nearestCents(event.extraAmount ?? 0),
    doneAt: event.correctedAt,
    recordedBy: event.actorID,
    outcomeEventID: event.eventID,
  }
}

/** The base without what is undone on top of it. */
function without(
  base: Readonly<StopRecord>,
  fresh: ReadonlySet<string>,
  undone: ReadonlySet<string>,
  inBase: readonly RecordedEvent[],
): StopRecord {
  const record = { ...base, photos: [...base.photos] }
  if (fresh.size === 0) return record
  if (base.outcomeEventID !== null && fresh.has(base.outcomeEventID)) {
    const previous = inBase.filter((event) => isOutcomeEvent(event)).findLast((event) => !undone.has(event.eventID))
    Object.assign(record, previous ? decidedBy(previous) : NO_OUTCOME)
  }
  const gone = inBase.filter((event) => fresh.has(event.eventID))
  const noted = (events: readonly RecordedEvent[]) =>
    events.flatMap((event) => ('notes' in event ? linesOf(event.notes) : []))
  // The same text recorded again stays, although the first one was undone.
  const remaining = noted(inBase.filter((event) => !undone.has(event.eventID)))
  const lines = noted(gone).filter((line) => !remaining.includes(line))
  const photos = gone.flatMap((event) => (event.type === 'photo' ? [event.photoID] : []))
  record.driverNotes = linesOf(base.driverNotes)
    .filter((line) => !lines.includes(line))
    .join('\n')
  record.photos = record.photos.filter((photoID) => !photos.includes(photoID))
  return record
}

/** A newer build may put another type under this name; it must not break the fold. */
function linesOf(text: unknown): string[] {
  return (typeof text === 'string' ? text : '').split('\n').filter((line) => line.trim() !== '')
}

function byTap(a: Ordered, b: Ordered): number {
  return a.seq - b.seq || byTime(a, b)
}

function byTime(a: Ordered, b: Ordered): number {
  return timeOf(a) - timeOf(b) || compareText(a.eventID, b.eventID)
}

function timeOf({ correctedAt }: Ordered): number {
  const time = Date.parse(correctedAt)
  return Number.isNaN(time) ? 0 : time
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function head<E>(line: readonly E[]): E {
  return line[0] as E
}
