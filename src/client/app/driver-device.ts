import { useSyncExternalStore } from 'react'
import { closeJournal, openJournal } from '#client/offline/store/journal.ts'
import { signInOf } from '#client/offline/store/device-database.ts'
import { readMeta } from '#client/offline/store/meta.ts'
import { hold, unsentInMemory } from '#client/offline/store/records.ts'
import { closeDevice, openDevice, pauseNow, takeSignIn, type Device } from '#client/offline/store/device.ts'
import type { StorageTrouble, Sync, WakeReason } from '#client/offline/sync.ts'
import { firstScreen } from '#client/ui/core/first-screen.ts'
import { askWhetherUnprotected } from '#client/features/sync/unprotected-note.tsx'
import { browserPorts } from './browser-ports.ts'
import { mendSignInCopy } from './phone.ts'
import { loadWithSignal } from './server-answers.ts'
import { session } from './session.ts'

export interface DriverDevice {
  readonly device: Device
  readonly sync: Sync
}

let open: { userID: string; promise: Promise<DriverDevice>; opened: DriverDevice | null } | null = null

/**
 * Opens a driver's phone once and caches it while the app is open. Rejects when the browser can't open the database;
 * after `forgetDriverDevice` the next call opens it again.
 */
export function driverDevice(userID: string): Promise<DriverDevice> {
  if (open?.userID === userID) return open.promise
  forgetDriverDevice()
  const opening: NonNullable<typeof open> = {
    userID,
    promise: openPhone(userID).then((opened) => {
      // Opened before the stops are painted, because the first tap waits for it. A replaced database waits, because the
      // old page has the file.
      openJournal(opened.device).catch(() => undefined)
      return (opening.opened = opened)
    }),
    opened: null,
  }
  open = opening
  return opening.promise
}

async function openPhone(
  userID: string,
  read: (device: Device) => Promise<unknown> = () => Promise.resolve(),
): Promise<DriverDevice> {
  const device = await openDevice(browserPorts, { userID, onBlocked: () => setTrouble('blocked') })
  void askWhetherUnprotected(device)
  try {
    await read(device)
    // On a full disk it can't be written; the stops are shown all the same.
    await mendSignIn(device).catch(() => undefined)
  } catch (error) {
    closeDevice(device)
    throw error
  }
  setTrouble('none')
  return { device, sync: lateSync(device) }
}

/**
 * Opens the database that replaced a deleted one. On a disk that is full again this may fail: the screen keeps what it
 * has, and the watchdog asks again.
 * @param read what the first screen reads
 */
export async function openReplaced(userID: string, read: (device: Device) => Promise<unknown>): Promise<boolean> {
  try {
    const opened = await openPhone(userID, read)
    // The new database may be deleted too, before the new page has read what is unsent.
    for (const event of unsentInMemory(open?.opened?.device ?? opened.device)) hold(opened.device, event, false)
    forgetDriverDevice()
    open = { userID, promise: Promise.resolve(opened), opened }
    return true
  } catch {
    setTrouble('broken')
    return false
  }
}

/** The phone if it is open: even with a resolved promise React would render the loading state first. */
export function openedDevice(userID: string): DriverDevice | null {
  return open?.userID === userID ? open.opened : null
}

/**
 * Writes the copy of the sign-in again when it is missing: the databases were lost, or the disk was full at the
 * sign-in. Until then the journal's records are sent under the session's sign-in.
 */
async function mendSignIn(device: Device): Promise<void> {
  const { token, profile } = session.state()
  if (token === null || profile?.userID !== device.userID) return
  const pause = await readMeta(device.db, 'pause')
  const signIn = signInOf(profile.userID, token, profile)
  // A pause of this very sign-in, or of this version, stays.
  const mayStand = pause === undefined || (pause.kind === 'sign-in' && pause.of !== signIn.signInID)
  if (mayStand && device.memory.signIn === null) takeSignIn(device, signIn)
  if (pause?.kind !== 'sign-in') return
  await mendSignInCopy(profile, token)
  await pauseNow(device)
}

/**
 * `blocked`: an older version of the app holds the database open elsewhere. `replaced`: it was deleted under the open
 * page, and the new one has what was in memory. Otherwise it failed several times in a row.
 */
export type DeviceTrouble = 'none' | 'blocked' | 'replaced' | StorageTrouble

let trouble: DeviceTrouble = 'none'
const listeners = new Set<() => void>()

function setTrouble(next: DeviceTrouble): void {
  trouble = next
  for (const listener of listeners) listener()
}

export function useDeviceTrouble(): DeviceTrouble {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => trouble,
  )
}

export function forgetDriverDevice(): void {
  const last = open
  open = null
  last?.promise.then(({ sync }) => sync.stop()).catch(() => undefined)
}

/** How often the reserve for outcomes is checked, ms. */
const RESERVE_EVERY_MS = 60_000

/**
 * The watchdog, loaded after the stops are painted because sending can wait half a second (budget.mjs counts what is
 * loaded before the first paint).
 */
function lateSync(device: Device): Sync {
  let started: Sync | null = null
  const stopped = new AbortController()
  let stopListening: () => void = () => undefined
  const real = firstScreen().then(async () => {
    // A first start without signal may not have this part; nothing is sent or fetched until it is loaded.
    const load = () => import('#client/offline/sync.ts')
    const { startSync, keepReserve } = await loadWithSignal(load, stopped.signal)
    if (stopped.signal.aborted) throw new Error('This phone was closed before anything was sent')
    let reserveAt = 0
    const onLook = (worked: boolean) => {
      if (!worked || trouble === 'replaced') return
      setTrouble('none')
      if (Date.now() - reserveAt < RESERVE_EVERY_MS) return
      reserveAt = Date.now()
      // Safari has no requestIdleCallback and gets a fixed delay.
      const idly = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 2000))
      idly(() => void keepReserve(device).catch(() => undefined))
    }
    const sync = startSync(device, { onTrouble: setTrouble, onReplaced: () => setTrouble('replaced'), onLook })
    stopListening = listen((reason) => sync.wake(reason))
    return (started = sync)
  })
  real.catch(() => undefined)
  return {
    wake: (reason) => void real.then((sync) => sync.wake(reason)).catch(() => undefined),
    drainNow: () => real.then((sync) => sync.drainNow()),
    pullNow: () => real.then((sync) => sync.pullNow()),
    stop: () => {
      stopped.abort()
      stopListening()
      // The watchdog may not be loaded yet. The journal is closed here then, because its next opening waits only a
      // second for the file.
      return started === null ? closeJournal(device) : started.stop()
    },
  }
}

/** Browser events that suggest a good moment to send (offline.md, "Sending"). */
function listen(wake: (reason: WakeReason) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener('online', () => wake('online'), { signal })
  window.addEventListener('pageshow', () => wake('pageshow'), { signal })
  window.addEventListener('focus', () => wake('focus'), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake('visible'), {
    signal,
  })
  return () => stop.abort()
}
