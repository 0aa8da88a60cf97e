import { wipeRevoked } from './deletions.ts'
import { dueAt, endDelay, hasten, withoutDelay } from './outbox/waits.ts'
import { type PullReport, pull } from './pull.ts'
import { type DrainReport, drain, tellOffice } from './send/send.ts'
import { type Device, isProven, pauseNow } from './store/device.ts'
import { flush, replaceDatabase } from './store/records.ts'
import { closeJournal, endRecords, forgetEnded, openJournal, retryJournal } from './store/journal.ts'
import { FREE, type Meta, isOwn, readMetas } from './store/meta.ts'
import { isFull, reopenNext } from './store/schema.ts'
import { makeRoom, purgeOld } from './store/room.ts'
import { readSyncState } from './outbox/plan.ts'

/** Why the watchdog runs a look. The page connects the browser's events to `wake`. */
export type WakeReason =
  'start' | 'online' | 'visible' | 'pageshow' | 'focus' | 'asked' | 'enqueued' | 'timer' | 'signed-in'

/** `full`: no space left; `broken`: the storage fails for another reason. */
export type StorageTrouble = 'full' | 'broken'

export interface SyncHooks {
  /** The database failed several times in a row. Called once; it is tried again until it works. */
  onTrouble?(why: StorageTrouble): void
  /** The database was deleted under the open page. A new one has what was in memory and must be opened. */
  onReplaced?(): void
  /** Called after each look. @param worked whether the database worked */
  onLook?(worked: boolean): void
}

export interface Sync {
  wake(reason: WakeReason): void
  /** Sends now and ends waiting times. A server that refused this version is asked once more. */
  drainNow(): Promise<DrainReport>
  pullNow(): Promise<PullReport>
  /** Ends timers and listeners; resolves when running work has ended. */
  stop(): Promise<void>
}

export { keepReserve } from './store/room.ts'

const TROUBLES = 3
/** Signal that comes and goes must not cause a pull each time. */
const PULL_AGAIN_AFTER_MS = 30_000
/** Time until the next look when another tab is sending. */
const LOOK_AGAIN_MS = 2_000
/** A failing storage is tried this often, because no event tells that there is space again. */
const STORAGE_AGAIN_MS = 1_500
const SHORTEST_SLEEP_MS = 250
const LONGEST_SLEEP_MS = 60_000

/** The one watchdog of an open app: drains and pulls when the database says they are due, and sleeps in between. */
export function startSync(device: Device, hooks: SyncHooks = {}): Sync {
  const { timers } = device.ports
  let timer: unknown = null
  let looking: Promise<void> | null = null
  let reasons = new Set<WakeReason>()
  let stopped = false
  let troubles = 0
  let full = false

  const sleep = (ms: number) => {
    if (timer !== null) timers.clear(timer)
    timer = stopped ? null : timers.set(Math.min(LONGEST_SLEEP_MS, Math.max(0, ms)), () => wake('timer'))
  }

  function wake(reason: WakeReason): void {
    if (stopped) return
    // Takes the sign-in question off the screen, even if a running look still waits.
    if (reason === 'signed-in') pauseNow(device).catch(() => undefined)
    reasons.add(reason)
    looking ??= lookWhileAsked()
  }

  async function lookWhileAsked(): Promise<void> {
    while (reasons.size > 0 && !stopped) {
      const now = reasons
      reasons = new Set()
      try {
        if (await isOwn(device)) {
          retryJournal(device, false)
          // Runs beside the first look, because it compares the whole outbox; awaited before anything is purged.
          const journal = openJournal(device)
          journal.catch(() => undefined)
          // The reasons of failed looks are gone, so the first look that works ends the waiting times.
          sleep(await look(device, troubles > 0 ? new Set([...now, 'asked']) : now, journal))
        } else {
          await replaceDatabase(device)
          sleep(LOOK_AGAIN_MS)
          hooks.onReplaced?.()
        }
        troubles = 0
        full = false
      } catch (error) {
        troubles += 1
        retryJournal(device, true)
        // A single failure may be of one write only.
        if (isActed(now)) device.memory.lane = withoutDelay(device.memory.lane)
        if (troubles > 1) await drain(device, { fromMemory: true }).catch(() => undefined)
        full ||= isFull(error)
        // On a full phone no answer can be stored, so photos that are safe are deleted.
        if (isFull(error)) await makeRoom(device).catch(() => undefined)
        reopenNext(error, device.db, device.deviceDb)
        if (troubles === TROUBLES) hooks.onTrouble?.(full ? 'full' : 'broken')
        sleep(STORAGE_AGAIN_MS)
      }
      hooks.onLook?.(troubles === 0)
    }
    // Synchronous with the last check, so that no wake-up is lost in between.
    looking = null
  }

  const onEnqueued = () => wake('enqueued')
  device.onEnqueued.add(onEnqueued)
  wake('start')
  return {
    wake,
    drainNow: async () => {
      await endDelay(device.db)
      return drain(device, { probe: true })
    },
    pullNow: async () => {
      const report = await pull(device)
      // The pull may have queued events, such as receipts for a restored database.
      if (report.ended === 'changed') wake('timer')
      return report
    },
    stop: async () => {
      stopped = true
      device.onEnqueued.delete(onEnqueued)
      if (timer !== null) timers.clear(timer)
      await looking
      await closeJournal(device)
    },
  }
}

const isActed = (reasons: ReadonlySet<WakeReason>) =>
  [...reasons].some((reason) => reason !== 'enqueued' && reason !== 'timer')

/** Sends and fetches what is due. @returns ms until the next look */
async function look(device: Device, reasons: ReadonlySet<WakeReason>, journal: Promise<unknown>): Promise<number> {
  const { db, ports } = device
  endRecords(device, await flush(device))
  const somebodyActs = isActed(reasons)
  if (somebodyActs) await endDelay(db)
  else if (reasons.has('enqueued')) await hasten(device)
  const drained = await drain(device)
  const { revoked, link, ...week } = await readMetas(db, 'revoked', 'link', 'lastPullAt', 'pullLane')
  if (revoked) return Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, await wipeRevoked(device, drained)))
  let pulled: PullReport | null = null
  const lineIsDead = drained.ended === 'no-verdict' && link?.state !== 'ok'
  if (!lineIsDead && pullIsDue(device, { ...week, link }, somebodyActs)) pulled = await pull(device)
  await journal
  await forgetEnded(device)
  await purgeOld(device)
  if (drained.ended === 'busy' || pulled?.ended === 'busy') return LOOK_AGAIN_MS
  const hasAnswer = drained.sent > 0 || pulled?.ended === 'changed' || pulled?.ended === 'unchanged'
  if (hasAnswer || !(lineIsDead || isProven(device))) await tellOffice(device)
  const after = await readSyncState(device)
  if (after.revoked) return SHORTEST_SLEEP_MS
  const now = ports.now().getTime()
  const due = after.due ?? Infinity
  // On a dead connection the pull waits for the first request that gets through.
  const pullAt = lineIsDead || after.pause ? Infinity : nextPullAt(device, after)
  // The minimum prevents a busy loop, whatever the database contains.
  return Math.max(SHORTEST_SLEEP_MS, Math.min(due, pullAt, now + LONGEST_SLEEP_MS) - now)
}

function pullIsDue(
  device: Device,
  week: Partial<Pick<Meta, 'lastPullAt' | 'link' | 'pullLane'>>,
  somebodyActs: boolean,
): boolean {
  const now = device.ports.now().getTime()
  if (nextPullAt(device, week) <= now) return true
  return somebodyActs && now - Date.parse(week.lastPullAt ?? '') >= PULL_AGAIN_AFTER_MS
}

/** How often the week is fetched while the app is open and idle. */
export const PULL_EVERY_MS = 5 * 60_000

/** When the next pull is due, epoch ms. */
export function nextPullAt(
  device: Device,
  { lastPullAt, link, pullLane }: Partial<Pick<Meta, 'lastPullAt' | 'link' | 'pullLane'>>,
): number {
  const now = device.ports.now().getTime()
  const last = Date.parse(lastPullAt ?? '')
  // Due now if there was no pull or the clock was set back since, and on a connection recorded as bad, which only an
  // answer can change.
  const isBad = link !== undefined && link.state !== 'ok'
  const at = Number.isNaN(last) || last > now || isBad ? now : last + PULL_EVERY_MS
  return Math.max(at, dueAt(pullLane ?? FREE, now))
}
