import { createHash } from 'node:crypto'
import { IDBFactory, IDBKeyRange, forceCloseDatabase } from 'fake-indexeddb'
import type { NotCollectedOutcome } from '#domain/words.ts'
import { DeviceDatabase, rememberSignIn, type SignIn } from '#client/offline/store/device-database.ts'
import type { ShownStop, ShownRun } from '#client/offline/overlay.ts'
import { type Device, openDevice } from '#client/offline/store/device.ts'
import type { OfflinePorts, StoredEvent } from '#client/offline/store/schema.ts'
import { currentRun, readWeek, shownWeek, stopOnDevice } from '#client/offline/week.ts'
import {
  saveBagMT,
  saveDone,
  saveNotCollected,
  saveNote,
  saveCapturedPhoto,
  saveUndo,
} from '#client/offline/outbox/record.ts'
import { type Waiting, waitingOf } from '#client/offline/unsent.ts'
import { type SyncStatus, statusOf } from '#client/offline/status.ts'
import { type Sync, type SyncHooks, startSync } from '#client/offline/sync.ts'
import type { Office as WholeOffice } from './office.ts'
import type { Person } from './person.ts'
import { jpeg } from '../fixtures/jpeg.ts'
import { BrowserLocks } from './simulation/browser-locks.ts'
import { CrashInjector } from './simulation/crash-injector.ts'
import { JournalDisk } from './simulation/journal-disk.ts'
import { Network } from './simulation/network.ts'
import './simulation/plain-clone.ts'
import type { Write } from './simulation/invariants.ts'
import { seeded } from '#domain/seeded.ts'
import { VirtualClock } from './simulation/virtual-clock.ts'

/**
 * Phone and server in one process: the real server behind `fetch`, fake-indexeddb for the phone, and a virtual clock.
 */

/** What a phone needs of an office: its fetch and its clock. */
type Office = Pick<WholeOffice, 'fetch' | 'clock'>

export interface DeviceSettings {
  /**
   * A clock shared by several phones of one test; otherwise the phone has its own, which the office's clock follows.
   */
  clock?: VirtualClock
  seed?: number
  appBuild?: string
  /** False: a browser without navigator.locks. */
  locks?: boolean
  /** The app is open at a screen, which follows the week in memory. */
  screen?: boolean
  /** False: a browser that can't write files in place. */
  journal?: boolean
  hooks?: SyncHooks
  /** The initial contents of the disk, and the browser's cookie; by default a new phone. */
  prepared?: { disk: IDBFactory; xsrf: string | null }
  /**
   * Another app on the same phone: a second tab, or another driver's session. Disk, network, locks and clock are
   * shared.
   */
  on?: TestDevice
  /** Called for every committed write to the disk. */
  onCommit?: (database: string, writes: readonly Write[]) => void
  ports?: Partial<OfflinePorts>
}

/** Counts the phones, so that each generates different ids. */
let devicesMade = 0

type Stop = { assignmentID: string }

/** A driver's phone with the app open. */
export class TestDevice {
  readonly clock: VirtualClock
  readonly network: Network
  /** The disk: what persists when the app ends. */
  readonly disk: IDBFactory
  /** The files beside the databases. */
  readonly journals: JournalDisk
  readonly locks: BrowserLocks
  readonly driver: Person
  readonly settings: DeviceSettings
  /** How many times its watchdogs have run. */
  looks = 0
  /** The error of the phone's clock, ms. */
  readonly wrongness: { ms: number }
  #random: () => number
  #app: { device: Device; sync: Sync | null; crashes: CrashInjector } | null = null

  constructor(office: Office, driver: Person, settings: DeviceSettings) {
    this.settings = settings
    this.driver = driver
    const { on } = settings
    this.clock = on?.clock ?? settings.clock ?? officeClock(office)
    this.disk = on?.disk ?? settings.prepared?.disk ?? new IDBFactory()
    this.locks = on?.locks ?? new BrowserLocks()
    this.wrongness = on?.wrongness ?? { ms: 0 }
    this.#random = seeded(settings.seed ?? ++devicesMade)
    this.journals = on?.journals ?? new JournalDisk(seeded(settings.seed ?? devicesMade))
    this.network = on?.network ?? new Network({ clock: this.clock, server: office.fetch, random: this.#random })
    if (settings.prepared) this.network.xsrf = settings.prepared.xsrf
  }

  /** The core's phone, for the queries a screen makes. */
  get device(): Device {
    if (!this.#app) throw new Error('The app is closed')
    return this.#app.device
  }

  get sync(): Sync {
    if (!this.#app?.sync) throw new Error('The app is closed')
    return this.#app.sync
  }

  get crashes(): CrashInjector {
    if (!this.#app) throw new Error('The app is closed')
    return this.#app.crashes
  }

  get isOpen(): boolean {
    return this.#app !== null && !this.#app.crashes.dead
  }

  get skewMs(): number {
    return this.wrongness.ms
  }

  set skewMs(ms: number) {
    this.wrongness.ms = ms
  }

  /** Opens the app. `crashAtStep`: the app is killed at that step of its work. */
  async open({
    crashAtStep = Number.POSITIVE_INFINITY,
    userID = this.driver.userID,
    watch = true,
  } = {}): Promise<void> {
    const crashes = new CrashInjector()
    crashes.crashAtStep = crashAtStep
    if (this.settings.onCommit) crashes.onCommit = this.settings.onCommit
    crashes.isFull = () => this.journals.isFull
    const ports = this.portsOf(crashes)
    const died = new Promise<null>((resolve) => crashes.onDeath(() => resolve(null)))
    crashes.onDeath(() => {
      this.clock.forget(crashes)
      this.locks.release(crashes)
    })
    const device = await Promise.race([openDevice(ports, { userID }), died])
    if (!device || crashes.dead) return
    const { hooks } = this.settings
    const onLook = (worked: boolean) => {
      this.looks += 1
      hooks?.onLook?.(worked)
    }
    this.#app = { device, sync: null, crashes }
    if (this.settings.screen) shownWeek(device).subscribe(() => undefined)
    if (watch) this.#app.sync = startSync(device, { ...hooks, onLook })
  }

  /** The time by the phone's own clock. */
  now(): Date {
    return new Date(this.clock.now().getTime() + this.skewMs)
  }

  /** The browser closes the database while the app is open, as iOS does in the background. */
  loseConnection(): void {
    const connection = this.device.db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0] | null
    if (connection) forceCloseDatabase(connection)
  }

  portsOf(crashes: CrashInjector): OfflinePorts {
    const { network } = this
    return {
      fetch: crashes.port((url: string, init: RequestInit) => network.fetch(url, init, () => !crashes.dead)),
      now: () => this.now(),
      random: this.#random,
      randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(this.#random() * 256)),
      locks: this.settings.locks === false ? null : locksOf(this.locks, crashes),
      timers: timersOf(this.clock, crashes),
      xsrf: crashes.port(async () => network.xsrf),
      digest: crashes.port(async (bytes: ArrayBuffer) => sha256Of(bytes)),
      appBuild: this.settings.appBuild ?? 'test-1',
      indexedDB: crashes.disk(this.disk),
      IDBKeyRange,
      ...(this.settings.journal === false ? {} : { openJournal: this.journals.of(crashes) }),
      ...this.settings.ports,
    }
  }

  /** Kills the app at once, whatever it is doing. */
  kill(): void {
    this.#app?.crashes.kill()
    this.#app = null
  }

  /** Kills the app and opens it again: only the disk's contents persist. */
  async restart(options: { crashAtStep?: number } = {}): Promise<void> {
    this.kill()
    await this.open(options)
  }

  async close(): Promise<void> {
    if (this.isOpen) {
      if (this.#app?.sync) await this.clock.during(this.#app.sync.stop())
    }
    this.kill()
  }

  /** Signs a person in on this phone, as the login page does. */
  async signIn(person: Pick<Person, 'userID' | 'token'>): Promise<void> {
    const deviceDb = new DeviceDatabase(this.portsOf(new CrashInjector()))
    await rememberSignIn(deviceDb, person.userID, person.token, { role: 'DRIVER' } satisfies Partial<SignIn> as {
      role: 'DRIVER'
    })
    deviceDb.close()
    if (this.isOpen) this.#app?.sync?.wake('signed-in')
  }

  goOffline(): void {
    this.network.online = false
  }

  goOnline(): void {
    this.network.online = true
    if (this.isOpen) this.#app?.sync?.wake('online')
  }

  finish(stop: Stop, pu = 1, more: { extraAmount?: number; notes?: string } = {}): Promise<StoredEvent> {
    return saveDone(this.device, stop.assignmentID, { pu, ...more })
  }

  bagMT(stop: Stop, more: { extraAmount?: number; notes?: string } = {}): Promise<StoredEvent> {
    return saveBagMT(this.device, stop.assignmentID, more)
  }

  couldNot(stop: Stop, outcome: NotCollectedOutcome): Promise<StoredEvent> {
    return saveNotCollected(this.device, stop.assignmentID, { outcome })
  }

  note(stop: Stop, notes: string): Promise<StoredEvent> {
    return saveNote(this.device, stop.assignmentID, notes)
  }

  undo(event: { eventID: string }): Promise<StoredEvent> {
    return saveUndo(this.device, event.eventID)
  }

  photograph(stop: Stop, bytes: ArrayBuffer = aPicture(this.#random)): Promise<StoredEvent> {
    return saveCapturedPhoto(this.device, stop.assignmentID, {
      bytes,
      contentType: 'image/jpeg',
      takenAt: this.now().toISOString(),
    })
  }

  /** The run as the screen shows it. */
  async run(): Promise<ShownRun> {
    const run = currentRun(await readWeek(this.device))
    if (!run) throw new Error('There is no run on this phone')
    return run
  }

  async stop(stop: Stop): Promise<ShownStop> {
    const found = stopOnDevice(await readWeek(this.device), stop.assignmentID)
    if (!found) throw new Error('This stop is not on the phone')
    return found.stop
  }

  async status(): Promise<SyncStatus> {
    return statusOf(await readWeek(this.device), this.now())
  }

  /** The records that the office has under review because the plan had changed, newest first. */
  async withOffice(): Promise<StoredEvent[]> {
    const isInReview = ({ state, result }: StoredEvent) => state === 'acknowledged' && result === 'review'
    return (await this.events()).filter(isInReview).reverse()
  }

  /** The unsent records as the driver's list shows them. */
  async waiting(): Promise<Waiting[]> {
    return waitingOf(this.device, await readWeek(this.device))
  }

  event(eventID: string): Promise<StoredEvent | undefined> {
    return this.device.db.events.get(eventID)
  }

  async events(): Promise<StoredEvent[]> {
    return (await this.device.db.events.toArray()).sort((a, b) => a.seq - b.seq)
  }

  /**
   * Advances time until everything is sent and the week is fetched. Throws with the status when that takes over a
   * minute.
   */
  async settles(withinMs = 60_000): Promise<void> {
    const settled = await this.clock.run(
      withinMs,
      this.onceLooked(async () => {
        const { kind, events, photos } = await this.status()
        return events + photos === 0 && (kind === 'all-sent' || kind === 'may-be-lost')
      }),
    )
    if (!settled)
      throw new Error(
        `Not settled: ${JSON.stringify((await this.events()).at(-1))} ${JSON.stringify(await this.status())}`,
      )
    await this.pulls()
  }

  /** Fetches the week as it is now: a fetch that is under way began earlier. */
  async pulls(): Promise<void> {
    for (let tries = 0; (await this.clock.during(this.sync.pullNow())).ended === 'busy'; tries++) {
      if (tries > 120) throw new Error('A fetch that is under way does not end')
      await this.clock.run(500)
    }
  }

  /** Evaluates a condition only after the watchdog has run again, not at every step of the clock. */
  onceLooked(holds: () => Promise<boolean>): () => Promise<boolean> {
    let seen = -1
    return async () => {
      if (seen === this.looks) return false
      seen = this.looks
      return holds()
    }
  }

  /** Advances the time. */
  async passes(ms: number): Promise<void> {
    await this.clock.run(ms)
  }
}

/** A phone with the app open, signed in, its week fetched. */
export async function aDevice(office: Office, driver: Person, settings: DeviceSettings = {}): Promise<TestDevice> {
  const device = new TestDevice(office, driver, settings)
  await device.signIn(driver)
  await device.open()
  await device.clock.run(10_000, async () => (await device.status()).lastPullAt !== null)
  await device.passes(2_000)
  return device
}

/** A killed app acquires no locks and sets no timers. */
function locksOf(locks: BrowserLocks, crashes: CrashInjector): NonNullable<OfflinePorts['locks']> {
  const living = locks.of(crashes)
  return {
    request: (name, options, stop) =>
      crashes.dead ? new Promise(() => undefined) : living.request(name, options, stop),
  }
}

function timersOf(clock: VirtualClock, crashes: CrashInjector): OfflinePorts['timers'] {
  const living = clock.timersOf(crashes)
  return { ...living, set: (ms, run) => (crashes.dead ? null : living.set(ms, run)) }
}

/** A clock that the office's clock follows. */
export function officeClock(office: Office): VirtualClock {
  return new VirtualClock(office.clock.now(), (now) => office.clock.set(now))
}

/** A small JPEG with unique content. */
export function aPicture(random: () => number, size = 120): ArrayBuffer {
  const bytes = Uint8Array.from({ length: size }, () => Math.floor(random() * 256))
  return jpeg({ size, fill: (at) => bytes[at]! }).buffer
}

export function sha256Of(bytes: ArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}
