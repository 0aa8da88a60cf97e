import type { Day } from '#domain/dates.ts'
import { type ShownStop, type ShownRun, showStop, showRun, orderStops } from './overlay.ts'
import type { Device } from './store/device.ts'
import { type Gone, goneKey, orderKey } from './store/meta.ts'
import type { UserDatabase, StoredIncome, StoredRun } from './store/schema.ts'
import { readWeek, type Week } from './week.ts'

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
  const shown = showRun(run, stops, week.events.filter(here), week.photos.filter(here), order)
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
    stop: showStop(stop, week.events.filter(here), week.photos.filter(here)),
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

/** The driver's own order of stops: stored on the phone only, and unchanged by a pull. */

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

/** Places a stop before the first other stop without an outcome. */
export async function moveNext(device: Device, assignmentID: string): Promise<void> {
  const week = await readWeek(device)
  const stop = week.stops.get(assignmentID)
  const shown = stop ? runOnDevice(week, stop.runOrderID) : null
  const next = shown?.jobs.find((other) => other.assignmentID !== assignmentID && other.shownState === 'planned')
  if (next) await placeBefore(device, assignmentID, next.assignmentID)
}
