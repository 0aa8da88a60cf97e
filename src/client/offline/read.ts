import type { Day } from '#domain/dates.ts'
import { type ShownStop, type ShownRun, showStop, showRun, orderStops } from './overlay.ts'
import type { Device } from './store/device.ts'
import { type Gone, goneKey, orderKey } from './store/meta.ts'
import { withAside, rowsOf } from './store/queries.ts'
import type { UserDatabase, StoredIncome, StoredRun } from './store/schema.ts'

/** The queries of the driver's screens, which read Dexie only. */

/** Every run on the phone, the nearest week first. */
export async function runsOnDevice(db: UserDatabase): Promise<StoredRun[]> {
  const runs = await db.runs.toArray()
  return runs.sort(byWeek)
}

function byWeek(a: StoredRun, b: StoredRun): number {
  return a.fromDate < b.fromDate ? -1 : a.fromDate > b.fromDate ? 1 : a.sequenceNumber - b.sequenceNumber
}

/**
 * The run the driver is on: the active one of `today`'s week, else the first active one with open stops, else the
 * latest. @param known all runs, when they were read just now
 */
export async function currentRun(
  db: UserDatabase,
  today?: () => Day,
  known?: readonly StoredRun[],
): Promise<ShownRun | null> {
  const runs = known ?? (await runsOnDevice(db))
  if (runs.length > 0) forgetShownExcept(db, new Set(runs.map((run) => run.runOrderID)))
  const active = runs.filter((run) => run.status === 'active')
  return atHand(await Promise.all((active.length > 0 ? active : runs.slice(-1)).map((run) => shownRun(db, run))), today)
}

function atHand(shown: readonly ShownRun[], today?: () => Day): ShownRun | null {
  // Today is needed only to choose between several runs, and its first calculation takes a slow phone 40 ms.
  const day = shown.length > 1 ? today?.() : undefined
  const thisWeek = shown.filter(({ run }) => day !== undefined && run.fromDate <= day && day <= run.toDate)
  const candidates = thisWeek.length > 0 ? thisWeek : shown
  return candidates.find(({ recorded, total }) => recorded < total) ?? candidates.at(-1) ?? null
}

/**
 * Each run as it was last shown, by its row in `db.shownRuns`, so that what a sign-out or a revocation forgets there
 * can't be found here.
 */
const lastShown = new WeakMap<StoredRun, ShownRun>()

/** The runs this window has shown, with the records beside the database, while it can't be read. */
export function runsInMemory(db: UserDatabase): ShownRun[] {
  const beside = [...db.beside().values()]
  return [...db.shownRuns.values()].sort(byWeek).flatMap((run) => lastShown.get(run)?.with(beside) ?? [])
}

/** The same choice as `currentRun` among the runs in memory; null: none was shown yet. */
export function currentInMemory(known: readonly ShownRun[], today: () => Day): ShownRun | null {
  const active = known.filter(({ run }) => run.status === 'active')
  return atHand(active.length > 0 ? active : known.slice(-1), today)
}

/** Forgets runs the office took away, so that they do not return if the database is deleted under the open page. */
function forgetShownExcept({ shown, shownRuns }: UserDatabase, runs: ReadonlySet<string>): void {
  for (const runOrderID of shownRuns.keys()) if (!runs.has(runOrderID)) shownRuns.delete(runOrderID)
  for (const stop of shown.values()) if (!runs.has(stop.runOrderID)) shown.delete(stop.assignmentID)
}

export async function runOnDevice(db: UserDatabase, runOrderID: string): Promise<ShownRun | null> {
  const run = await db.runs.get(runOrderID)
  return run ? shownRun(db, run) : null
}

/** How many stops the office removed from a run since this phone had them, less those that came back. */
export async function stopsGone(db: UserDatabase, runOrderID: string): Promise<number> {
  const rows = await db.meta.where('key').startsWith(goneKey('')).toArray()
  const ofRun = rows.filter(({ value }) => (value as Gone).runOrderID === runOrderID)
  if (ofRun.length === 0) return 0
  const here = await rowsOf(
    db.jobs,
    ofRun.map(({ key }) => key.slice(goneKey('').length)),
  )
  return here.filter((stop) => stop === undefined).length
}

/** One stop with its history, and its run if the phone still has it. */
export async function stopOnDevice(
  db: UserDatabase,
  assignmentID: string,
): Promise<{ stop: ShownStop; run: StoredRun | null } | null> {
  const [stop, events, photos] = await Promise.all([
    db.jobs.get(assignmentID),
    db.events.where('assignmentID').equals(assignmentID).toArray(),
    db.photos.where('assignmentID').equals(assignmentID).toArray(),
  ])
  if (!stop) return null
  db.shown.set(assignmentID, stop)
  const all = withAside(db, events, (event) => event.assignmentID === assignmentID)
  return { stop: showStop(stop, all, photos), run: (await db.runs.get(stop.runOrderID)) ?? null }
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

async function shownRun(db: UserDatabase, run: StoredRun): Promise<ShownRun> {
  // Whole tables are read and then filtered: an index query for hundreds of stops takes eight times as long.
  const [stops, events, photos, order] = await Promise.all([
    db.jobs.where('runOrderID').equals(run.runOrderID).toArray(),
    db.events.toArray(),
    db.photos.toArray(),
    db.meta.get(orderKey(run.runOrderID)),
  ])
  db.shownRuns.set(run.runOrderID, run)
  for (const { assignmentID, runOrderID } of db.shown.values())
    if (runOrderID === run.runOrderID) db.shown.delete(assignmentID)
  for (const stop of stops) db.shown.set(stop.assignmentID, stop)
  const ids = new Set(stops.map((stop) => stop.assignmentID))
  const here = ({ assignmentID }: { assignmentID: string | null }) => assignmentID !== null && ids.has(assignmentID)
  const shown = showRun(
    run,
    stops,
    withAside(db, events).filter(here),
    photos.filter(here),
    (order?.value as string[] | undefined) ?? [],
  )
  lastShown.set(run, shown)
  return shown
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
  const stop = await device.db.jobs.get(assignmentID)
  const shown = stop ? await runOnDevice(device.db, stop.runOrderID) : null
  const next = shown?.jobs.find((other) => other.assignmentID !== assignmentID && other.shownState === 'planned')
  if (next) await placeBefore(device, assignmentID, next.assignmentID)
}
