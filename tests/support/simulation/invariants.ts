import type { QueueState } from '#client/offline/store/meta.ts'
import type { StoredEvent, StoredStop, StoredPhoto, StoredRun } from '#client/offline/store/schema.ts'

/** One write to the phone's disk, as the database received it. */
export interface Write {
  table: string
  kind: 'put' | 'delete' | 'clear'
  keys: readonly unknown[]
  rows: readonly unknown[]
}

/** What the invariant checker reads from the simulation state. */
interface ObservedState {
  /** Whether the server stores this event now. */
  isKept(eventID: string): boolean
  /** Whether the server has refused it as often as is needed to ask a person, since the last time one was asked. */
  wasRefused(event: StoredEvent): boolean
  /** All verdicts of the server on this event: result and version. */
  verdictsOn(eventID: string): ReadonlySet<string>
  /** A person is at the phone and decides about events that need attention. */
  somebodyDecides(): boolean
  /** The driver is signing out, or the office has revoked the phone: the week is deleted. */
  letsGo(): boolean
  /** The office has revoked the phone: its records are deleted once the server has them. */
  isRevoked(): boolean
  /** The server lost data it had acknowledged: acknowledged events may be queued again. */
  officeLost(): boolean
  /** A row exactly as the server sent it. */
  sentRow(kind: 'stop' | 'run', row: object): boolean
  /** The office never changed this stop: it stays the driver's all day. */
  staysHis(assignmentID: string): boolean
  /** A call that met a stale XSRF cookie was repeated with a fresh one. */
  cookieRenewed(): boolean
  /** Acknowledged bytes are in a backup, or the phone has no room. */
  mayLetGo(event: StoredEvent): boolean
  /** The phone's clock, epoch ms. */
  now(): number
  wrong(what: string): void
}

const IMMUTABLE = [
  'eventID',
  'v',
  'seq',
  'runOrderID',
  'assignmentID',
  'type',
  'baseVersion',
  'actorID',
  'deviceID',
  'appBuild',
  'occurredAt',
  'payload',
] as const
const RECEIPTS_KEPT_MS = 14 * 24 * 3_600_000

/**
 * Invariant checker for one disk: every committed write is checked at once against offline.md, "The three rules",
 * before a later write can repair it.
 */
export class InvariantChecker {
  readonly #observed: ObservedState
  readonly #events = new Map<unknown, StoredEvent>()
  readonly #jobs = new Map<unknown, StoredStop>()
  readonly #photoOf = new Map<unknown, string>()
  readonly #runs = new Map<unknown, StoredRun>()
  readonly #queues: { lane?: QueueState; photoLane?: QueueState } = {}
  /** photoID -> where its bytes are stored at the server. */
  readonly #keys = new Map<unknown, string | null>()
  #seq = 0
  #deviceID: unknown = null

  constructor(observed: ObservedState) {
    this.#observed = observed
  }

  committed(writes: readonly Write[]): void {
    const before = { ...this.#queues }
    const events = writes.flatMap(({ table, kind, rows }) =>
      table === 'events' && kind === 'put' ? (rows as StoredEvent[]) : [],
    )
    const fresh = events.filter(
      (event) => event.state === 'acknowledged' && this.#events.get(event.eventID)?.state !== 'acknowledged',
    )
    const photos = writes.flatMap(({ table, kind, rows }) =>
      table === 'photos' && kind === 'put' ? (rows as StoredPhoto[]) : [],
    )
    const arrived = photos.filter(({ photoID, key }) => key !== null && this.#keys.get(photoID) === null)
    for (const { table, kind, keys, rows } of writes) {
      if (kind === 'put') rows.forEach((row) => this.#put(table, row))
      else (kind === 'clear' ? this.#allOf(table) : keys).forEach((key) => this.#gone(table, key))
    }
    for (const { photoID, key } of photos) this.#keys.set(photoID, key)
    this.#patience(before, {
      acknowledged: fresh.length > 0,
      arrived: arrived.length > 0,
      uploadsOnly:
        events.length > 0 &&
        events.every((event) => event.type === 'photo' && (this.#keys.get(event.payload.photoID) ?? null) === null),
    })
  }

  /** A success ends the retry delay of its own queue, and a failure delays no other queue. */
  #patience(
    { lane: queue }: { lane?: QueueState },
    { acknowledged, arrived, uploadsOnly }: { acknowledged: boolean; arrived: boolean; uploadsOnly: boolean },
  ): void {
    const { wrong } = this.#observed
    const now = this.#queues
    if (acknowledged && now.lane && (now.lane.failures > 0 || now.lane.nextAttemptAt > 0))
      wrong('something got through, and the next failure is waited for as if it had not')
    // Of one batch some may arrive and the last one not.
    if (arrived && now.photoLane && now.photoLane.failures > 1)
      wrong('a photo got through, and the next failure is waited for as if it had not')
    if (uploadsOnly && (now.lane?.failures ?? 0) > (queue?.failures ?? 0))
      wrong('an upload failed, and the outcomes wait for it')
  }

  #put(table: string, row: unknown): void {
    if (table === 'events') return this.#event(row as StoredEvent)
    if (table === 'jobs') return this.#stop(row as StoredStop)
    if (table === 'runs') return this.#run(row as StoredRun)
    const { key, value } = row as { key?: string; value?: unknown }
    if (table === 'meta' && key === 'deviceID') {
      if (this.#deviceID !== null && this.#deviceID !== value) this.#observed.wrong('the phone changed its deviceID')
      this.#deviceID = value
    }
    if (table === 'meta' && (key === 'lane' || key === 'photoLane')) this.#queues[key] = value as QueueState
    // Versions of another database are not comparable with this one's.
    if (table === 'meta' && key === 'dataEpoch') this.#runs.clear()
  }

  #run(now: StoredRun): void {
    const { wrong, sentRow } = this.#observed
    const before = this.#runs.get(now.runOrderID)
    this.#runs.set(now.runOrderID, now)
    if (!sentRow('run', now)) wrong(`a run on the phone is none the office sent: ${JSON.stringify(now)}`)
    if (before && before.version > now.version)
      wrong(`the run went back from version ${before.version} to ${now.version}`)
  }

  #event(now: StoredEvent): void {
    const { wrong, isKept, wasRefused, verdictsOn, somebodyDecides, officeLost, cookieRenewed } = this.#observed
    const before = this.#events.get(now.eventID)
    const called = `${now.type} ${now.seq}`
    this.#events.set(now.eventID, structuredClone(now))
    if (now.type === 'photo') this.#photoOf.set(now.payload.photoID, now.eventID)
    if (!before) {
      // What is put back after a loss of the database has the numbers of the lost one.
      const isOwn = this.#deviceID === null || now.deviceID === this.#deviceID
      if (isOwn && now.seq !== this.#seq + 1) wrong(`${called} was counted after ${this.#seq}`)
      // Its bytes are lost, or the office refused it before the database was lost.
      const needsDriver = now.lastAnswer?.code === 'photo_bytes_gone' || wasRefused(now)
      const isInNeed = !isOwn && now.state === 'needs-attention' && needsDriver
      // A record of a full disk may have been sent from memory before the database takes it.
      const isSent = now.state === 'acknowledged' && isKept(now.eventID)
      if (now.state !== 'queued' && !isInNeed && !isSent) wrong(`${called} was born ${now.state}`)
      this.#seq = now.seq
      return
    }
    for (const name of IMMUTABLE)
      if (JSON.stringify(before[name]) !== JSON.stringify(now[name]) && !(name === 'payload' && somebodyDecides()))
        wrong(`${called}: ${name} was changed on the phone`)
    if (
      now.type !== 'photo' &&
      now.state === 'queued' &&
      now.lastAnswer?.code === 'xsrf_mismatch' &&
      now.lastAnswer.at !== before.lastAnswer?.at &&
      !cookieRenewed()
    )
      wrong(`${called} waits for no more than a stale XSRF cookie`)
    if (before.state === now.state) return
    if (now.state === 'acknowledged' && !isKept(now.eventID))
      wrong(`${called} counts as acknowledged and the office does not have it`)
    if (now.state === 'acknowledged' && !verdictsOn(now.eventID).has(`${now.result} ${now.jobVersion}`))
      wrong(
        `${called} is noted as ${now.result} in version ${now.jobVersion}, and the office said ${[...verdictsOn(now.eventID)].join()}`,
      )
    if (now.state === 'needs-attention' && !wasRefused(now))
      wrong(`${called} needs attention, and the office has not refused it so often`)
    if (now.state === 'discarded' && !somebodyDecides()) wrong(`${called} was discarded by nobody`)
    // An event the server has already, from a file or after a lost answer, is sent again and gets the verdict
    // duplicate.
    if (
      before.state === 'needs-attention' &&
      now.state !== 'acknowledged' &&
      !somebodyDecides() &&
      !isKept(now.eventID)
    )
      wrong(`${called} left needs-attention by itself: ${now.state}`)
    if (before.state === 'acknowledged' && !officeLost()) wrong(`${called} was acknowledged and is ${now.state} again`)
    if (before.state === 'discarded') wrong(`${called} was discarded and is ${now.state} again`)
  }

  #stop(now: StoredStop): void {
    const { wrong } = this.#observed
    const before = this.#jobs.get(now.assignmentID)
    this.#jobs.set(now.assignmentID, now)
    const { place: _p, epoch, absent: _a, ...row } = now
    if (!this.#observed.sentRow('stop', row))
      wrong(`stop ${now.stopOrder} on the phone is none the office sent: ${JSON.stringify(row)}`)
    if (before && before.epoch === epoch && before.version > now.version)
      wrong(`stop ${now.stopOrder} went back from version ${before.version} to ${now.version}`)
  }

  #gone(table: string, key: unknown): void {
    const { wrong, now } = this.#observed
    if (table === 'runs') this.#runs.delete(key)
    if (table === 'jobs') {
      // The week is deleted at the sign-out; the driver's records are not.
      if (this.#observed.letsGo()) return void this.#jobs.delete(key)
      const unsent = [...this.#events.values()].find(
        (event) => event.assignmentID === key && event.state !== 'acknowledged' && event.state !== 'discarded',
      )
      if (unsent) wrong(`a stop left the phone while its ${unsent.type} ${unsent.seq} was ${unsent.state}`)
      if (this.#jobs.delete(key) && this.#observed.staysHis(String(key)))
        wrong('a stop the office never touched left the phone')
    }
    if (table === 'events') {
      const event = this.#events.get(key)
      this.#events.delete(key)
      if (event?.state === 'acknowledged' && this.#observed.isRevoked()) return
      if (event && event.state !== 'acknowledged') wrong(`${event.type} ${event.seq} was deleted while ${event.state}`)
      else if (event && now() - Date.parse(event.acknowledgedAt ?? '') <= RECEIPTS_KEPT_MS)
        wrong(`the receipt of ${event.type} ${event.seq} was thrown away before its 14 days`)
    }
    if (table === 'photoBytes') {
      const event = this.#events.get(this.#photoOf.get(key))
      const isOld = event !== undefined && now() - Date.parse(event.acknowledgedAt ?? '') > RECEIPTS_KEPT_MS
      if (event && event.state !== 'acknowledged' && event.state !== 'discarded')
        wrong(`the bytes of photo ${event.seq} were deleted while ${event.state}`)
      else if (event && !isOld && !this.#observed.mayLetGo(event))
        wrong(`the bytes of photo ${event.seq} were let go before a backup had them`)
    }
    if (table === 'meta' && (key === 'seq' || key === 'deviceID')) wrong(`the phone forgot its ${String(key)}`)
  }

  #allOf(table: string): unknown[] {
    if (table === 'events') return [...this.#events.keys()]
    if (table === 'jobs') return [...this.#jobs.keys()]
    if (table === 'runs') return [...this.#runs.keys()]
    return table === 'photoBytes' ? [...this.#photoOf.keys()] : []
  }
}
