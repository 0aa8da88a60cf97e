import { Dexie } from 'dexie'
import { serverTime } from '#domain/clock.ts'
import type { Day } from '#domain/dates.ts'
import { readLocalCounts } from './store/device-database.ts'
import { type Device, isJournalRead, isProven } from './store/device.ts'
import { type Gone, type Meta, goneKey, orderKey } from './store/meta.ts'
import { isUnsound } from './store/room.ts'
import { type PhotosInHand, photosInHand } from './photos-in-hand.ts'
import { isUnknownPhoto, isUnsent, merge, wipedOf } from './store/records.ts'
import {
  type StoredEvent,
  type StoredIncome,
  type StoredRun,
  type UserDatabase,
  reopening,
  type Rows,
} from './store/schema.ts'
import { type ShownRun, type ShownStop, orderStops, showRun, showStop } from './overlay.ts'

/** What the phone's screens show, in memory: they never query the database (offline.md, "Screens"). */

/** The rows as last read, with the records of this window. */
export interface Week extends Omit<Rows, 'events'> {
  events: readonly StoredEvent[]
  /** Unsent records that the database does not have, because it can't be written. */
  onlyInJournal: number
  /** How many records may be lost by what is known outside the database, which may be unable to note it. */
  lostOutside: number
  /** Files of the journal may still have what is counted as lost. */
  isReadingJournal: boolean
  /** See `isProven`. */
  isProven: boolean
  /** The disk refused a write, and there is no journal: the database may lose what it has. */
  isUnsound: boolean
  /** `deleted`: the browser deleted it under the open page; the photos' bytes are gone. */
  database: 'works' | 'fails' | 'deleted'
  photosInHand: PhotosInHand
}

export const metaOf = <K extends keyof Meta>({ meta }: Pick<Week, 'meta'>, key: K): Meta[K] | undefined =>
  meta.get(key) as Meta[K] | undefined

/** The server's time now, as far as the phone knows it. */
export const serverNow = ({ ports }: Pick<Device, 'ports'>, week: Pick<Week, 'meta'>): Date =>
  serverTime(ports.now(), metaOf(week, 'clockOffsetMs'))

/**
 * Reads the week. Whole tables are read, because an index query for hundreds of stops takes eight times as long, in one
 * transaction, because six take a slow phone 40 ms longer. Rejects when the database can't be read.
 */
export async function readWeek(device: Device): Promise<Week> {
  const { db, journal, memory } = device
  const number = (memory.reads += 1)
  const before = [...memory.ended]
  const rows = await reopening(db, () => readRows(device))
  const isOwn = metaOf(rows, 'deviceID') === device.deviceID
  // While the database fails, this window gives numbers above those of the others.
  if (isOwn) journal.highestSeq = Math.max(journal.highestSeq, metaOf(rows, 'seq') ?? 0)
  if (number > memory.read) {
    memory.read = number
    memory.isDeleted = !isOwn
    if (isOwn || memory.rows === null) {
      memory.rows = rows
      for (const [eventID, event] of before) if (memory.ended.get(eventID) === event) memory.ended.delete(eventID)
    }
  }
  return weekOf(device, memory.rows ?? rows, 'works')
}

async function readRows({ db }: Device): Promise<Rows> {
  const [runs, stops, events, photos, meta] = await db.transaction(
    'r',
    [db.runs, db.jobs, db.events, db.photos, db.meta],
    () =>
      Promise.all([db.runs.toArray(), db.jobs.toArray(), db.events.toArray(), db.photos.toArray(), db.meta.toArray()]),
  )
  return {
    runs: runs.sort(byWeek),
    stops: new Map(stops.map((stop) => [stop.assignmentID, stop])),
    events: new Map(events.map((event) => [event.eventID, event])),
    photos,
    meta: new Map(meta.map(({ key, value }) => [key, value])),
  }
}

export function byWeek(a: StoredRun, b: StoredRun): number {
  return a.fromDate < b.fromDate ? -1 : a.fromDate > b.fromDate ? 1 : a.sequenceNumber - b.sequenceNumber
}

/** The week as memory has it while the database can't be read; null: nothing was read yet. */
export const weekInMemory = (device: Device): Week | null =>
  device.memory.rows && weekOf(device, device.memory.rows, 'fails')

function weekOf(device: Device, rows: Rows, state: 'works' | 'fails'): Week {
  const { journal, memory, records } = device
  const isWiped = wipedOf(metaOf(rows, 'wiped'))
  const mine = [...records.values()].filter((held) => !isUnknownPhoto(held)).map(({ event }) => event)
  const more = [...memory.ended.values(), ...mine].flatMap((event) => {
    const row = rows.events.get(event.eventID)
    const after = merge(row, event, isWiped)
    return after === row || after === null ? [] : [[event.eventID, after] as const]
  })
  return {
    ...rows,
    // What the database could not note.
    ...(memory.signIn === null && memory.pause && { meta: new Map([['pause', memory.pause], ...rows.meta]) }),
    events: [...(more.length === 0 ? rows.events : new Map([...rows.events, ...more])).values()],
    // What a file has is unknown until it was compared with the database.
    onlyInJournal: [...records.values()].filter(
      ({ event, isInDatabase, isFound }) =>
        !(isInDatabase || (isFound && journal.isOpening) || rows.events.has(event.eventID)) && event.state === 'queued',
    ).length,
    lostOutside: (readLocalCounts(device)?.lost ?? 0) + (memory.missing?.count ?? 0),
    isReadingJournal: !isJournalRead(device),
    isProven: isProven(device),
    isUnsound: isUnsound(device),
    database: memory.isDeleted ? 'deleted' : state,
    photosInHand: photosInHand(device).read(),
  }
}

/**
 * Every unsent event: of the database, and in the journal or this window's memory alone. The photos of a deleted database
 * are lost.
 */
export const unsentOf = ({ database, events }: Pick<Week, 'database' | 'events'>): StoredEvent[] =>
  events.filter((event) => isUnsent(event) && (database !== 'deleted' || event.type !== 'photo'))

/** Least time between two reads while records change in quick succession, ms. */
const READ_EVERY_MS = 300
/** The pause after a slow read and its rendering is this many times their duration, up to a limit. */
const REST_TIMES = 8
const REST_AT_MOST_MS = 1_000
/** Failed storage is read again after this time, ms, because no event tells that it works again. */
const FAILED_AGAIN_MS = 1_500
/** A week without listeners is no longer followed after this time, ms: a slow phone renders within two seconds. */
const UNWANTED_AFTER_MS = 10_000

/** The week of one window, kept up to date while at least one screen shows it. */
export interface ShownWeek {
  subscribe: (listener: () => void) => () => void
  /**
   * Undefined while it is read for the first time. Throws the error of that read, unless memory has a week; after a
   * later failure the last one stays, with the records made since.
   */
  read: () => Week | undefined
  /**
   * Begins before there is a listener, so that the first render has the week. Resolves when the first read has ended,
   * also when it failed.
   */
  begin: () => Promise<void>
}

const shown = new WeakMap<Device, ShownWeek>()

export function shownWeek(device: Device): ShownWeek {
  const known = shown.get(device)
  if (known) return known
  const made = followWeek(device)
  shown.set(device, made)
  return made
}

function followWeek(device: Device): ShownWeek {
  const { db, memory, ports } = device
  const listeners = new Set<() => void>()
  let seen: { week: Week } | { error: unknown } | null = null
  let isFollowing = false
  let isReading = false
  let hasChanged = false
  let resting: unknown = null
  let endPhotos: () => void = () => undefined

  const tell = (next: typeof seen) => {
    seen = next
    for (const listener of listeners) listener()
  }
  const rest = (ms: number) => {
    if (resting !== null) ports.timers.clear(resting)
    resting = ports.timers.set(ms, () => {
      resting = null
      if (hasChanged && !isReading) void look()
    })
  }
  const onChanged = () => {
    hasChanged = true
    if (!isReading && resting === null) void look()
  }
  const look = async () => {
    if (!isFollowing) return
    isReading = true
    hasChanged = false
    const began = performance.now()
    let pause = 0
    try {
      const week = await readWeek(device)
      if (isFollowing) tell({ week })
    } catch (error) {
      pause = FAILED_AGAIN_MS
      hasChanged = true
      const week = weekInMemory(device)
      if (isFollowing) tell(week === null ? { error } : { week })
    }
    // What was told is rendered in a microtask of this task, and holds up sending as the reading does.
    await Promise.resolve()
    isReading = false
    rest(pause || Math.min(REST_AT_MOST_MS, Math.max(READ_EVERY_MS, (performance.now() - began) * REST_TIMES)))
  }
  const onMutated = (parts: object) => {
    const ours = `idb://${db.name}/`
    if (Object.keys(parts).some((part) => part.startsWith(ours))) onChanged()
  }
  /** A record is shown from memory as soon as it is saved; a photo's description is read at once. */
  const onEnqueued = (recorded?: StoredEvent) => {
    if (seen !== null && 'week' in seen && memory.rows !== null)
      tell({ week: weekOf(device, memory.rows, seen.week.database === 'fails' ? 'fails' : 'works') })
    hasChanged = true
    if (isReading) return
    if (recorded?.type === 'photo') void look()
    else if (resting === null) rest(READ_EVERY_MS)
  }
  const begin = () => {
    if (isFollowing) return
    isFollowing = true
    Dexie.on('storagemutated', onMutated)
    db.on('close', onChanged)
    device.onEnqueued.add(onEnqueued)
    endPhotos = photosInHand(device).subscribe(onEnqueued)
    hasChanged = true
    if (!isReading) void look()
  }
  const endUnwanted = () => {
    if (listeners.size > 0 || !isFollowing) return
    isFollowing = false
    seen = null
    if (resting !== null) ports.timers.clear(resting)
    resting = null
    Dexie.on('storagemutated').unsubscribe(onMutated)
    db.on('close').unsubscribe(onChanged)
    device.onEnqueued.delete(onEnqueued)
    endPhotos()
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      begin()
      return () => {
        listeners.delete(listener)
        endUnwanted()
      }
    },
    read: () => {
      if (seen !== null && 'error' in seen) throw seen.error
      return seen?.week
    },
    begin: () =>
      new Promise((resolve) => {
        const first = () => {
          listeners.delete(first)
          if (seen !== null && 'error' in seen) endUnwanted()
          else device.ports.timers.set(UNWANTED_AFTER_MS, endUnwanted)
          resolve()
        }
        if (seen !== null) return resolve()
        listeners.add(first)
        begin()
      }),
  }
}

/** What the driver's screens take from the week in memory. */

/** Each run as shown, computed once for each week. */
const runsShown = new WeakMap<Week, Map<string, ShownRun>>()

function shownRun(week: Week, run: StoredRun): ShownRun {
  const { runOrderID } = run
  const known = runsShown.get(week) ?? new Map<string, ShownRun>()
  runsShown.set(week, known)
  const before = known.get(runOrderID)
  if (before) return before
  const stops = [...week.stops.values()].filter((stop) => stop.runOrderID === runOrderID)
  const ids = new Set(stops.map((stop) => stop.assignmentID))
  const here = ({ assignmentID }: { assignmentID: string }) => ids.has(assignmentID)
  const order = (week.meta.get(orderKey(runOrderID)) as string[] | undefined) ?? []
  const shown = showRun(
    run,
    stops,
    week.events.filter(here),
    week.photos.filter(here),
    order,
    metaOf(week, 'clockOffsetMs'),
  )
  known.set(runOrderID, shown)
  return shown
}

/**
 * The run the driver is on: the active one of `today`'s week, else the first active one with open stops, else the
 * latest.
 */
export function currentRun(week: Week, today?: () => Day): ShownRun | null {
  const active = week.runs.filter((run) => run.status === 'active')
  const shown = (active.length > 0 ? active : week.runs.slice(-1)).map((run) => shownRun(week, run))
  // Today is needed only to choose between several runs, and its first calculation takes a slow phone 40 ms.
  const day = shown.length > 1 ? today?.() : undefined
  const thisWeek = shown.filter(({ run }) => day !== undefined && run.fromDate <= day && day <= run.toDate)
  const candidates = thisWeek.length > 0 ? thisWeek : shown
  return candidates.find(({ recorded, total }) => recorded < total) ?? candidates.at(-1) ?? null
}

export function runOnDevice(week: Week, runOrderID: string): ShownRun | null {
  const run = week.runs.find((one) => one.runOrderID === runOrderID)
  return run ? shownRun(week, run) : null
}

/** How many stops the office removed from a run since this phone had them, less those that came back. */
export function stopsGone({ meta, stops }: Week, runOrderID: string): number {
  const isGone = ([key, value]: [string, unknown]) =>
    key.startsWith(goneKey('')) &&
    (value as Gone).runOrderID === runOrderID &&
    !stops.has(key.slice(goneKey('').length))
  return [...meta].filter(isGone).length
}

/** One stop with its history, and its run if the phone still has it. */
export function stopOnDevice(week: Week, assignmentID: string): { stop: ShownStop; run: StoredRun | null } | null {
  const stop = week.stops.get(assignmentID)
  if (!stop) return null
  const here = (one: { assignmentID: string }) => one.assignmentID === assignmentID
  return {
    stop: showStop(stop, week.events.filter(here), week.photos.filter(here), metaOf(week, 'clockOffsetMs')),
    run: week.runs.find(({ runOrderID }) => runOrderID === stop.runOrderID) ?? null,
  }
}

export async function incomesOnDevice(db: UserDatabase): Promise<StoredIncome[]> {
  const incomes = await db.incomes.toArray()
  return incomes.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** The bytes of a photo on this phone. */
export async function photoOnDevice(
  db: UserDatabase,
  photoID: string,
): Promise<{ bytes: ArrayBuffer; contentType: string } | null> {
  const [photo, stored] = await Promise.all([db.photos.get(photoID), db.photoBytes.get(photoID)])
  return photo && stored ? { bytes: stored.bytes, contentType: photo.contentType } : null
}

/** The driver's own order of stops: changed on the phone only, which tells it, and unchanged by a pull. */

/** Places a stop before another one; null: at the end. */
export async function placeBefore(device: Device, assignmentID: string, beforeID: string | null): Promise<void> {
  const { db } = device
  await db.transaction('rw', db.jobs, db.meta, async () => {
    const moved = await db.jobs.get(assignmentID)
    if (!moved || assignmentID === beforeID) return
    const key = orderKey(moved.runOrderID)
    const before = ((await db.meta.get(key))?.value as string[] | undefined) ?? []
    const stops = await db.jobs.where('runOrderID').equals(moved.runOrderID).toArray()
    const order = orderStops(stops, before)
      .map((stop) => stop.assignmentID)
      .filter((id) => id !== assignmentID)
    const at = beforeID === null ? -1 : order.indexOf(beforeID)
    order.splice(at < 0 ? order.length : at, 0, assignmentID)
    await db.meta.put({ key, value: order })
  })
}

/**
 * Puts these stops in this order, in the places that they have together, so that finished stops keep theirs.
 * @returns the whole order before, for `undoOrder`
 */
export async function putInOrder(
  device: Device,
  runOrderID: string,
  assignmentIDs: readonly string[],
): Promise<readonly string[] | undefined> {
  const { db } = device
  return db.transaction('rw', db.jobs, db.meta, async () => {
    const key = orderKey(runOrderID)
    const before = (await db.meta.get(key))?.value as string[] | undefined
    const stops = await db.jobs.where('runOrderID').equals(runOrderID).toArray()
    const now = orderStops(stops, before ?? []).map(({ assignmentID }) => assignmentID)
    const moved = assignmentIDs.filter((id) => now.includes(id))
    const isMoved = new Set(moved)
    const next = moved.values()
    await db.meta.put({ key, value: now.map((id) => (isMoved.has(id) ? next.next().value! : id)) })
    return before
  })
}

/** @param before the answer of `putInOrder` */
export async function undoOrder(
  { db }: Device,
  runOrderID: string,
  before: readonly string[] | undefined,
): Promise<void> {
  if (before === undefined) await db.meta.delete(orderKey(runOrderID))
  else await db.meta.put({ key: orderKey(runOrderID), value: before })
}

/** Places a stop before the first other stop without an outcome. */
export async function moveNext(device: Device, assignmentID: string): Promise<void> {
  const week = await readWeek(device)
  const stop = week.stops.get(assignmentID)
  const shown = stop ? runOnDevice(week, stop.runOrderID) : null
  const next = shown?.jobs.find((other) => other.assignmentID !== assignmentID && other.shownState === 'planned')
  if (next) await placeBefore(device, assignmentID, next.assignmentID)
}
