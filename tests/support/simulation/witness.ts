import type { StoredEvent, StoredJob } from '#client/offline/stored.ts'

/** One write to the phone's disk, as the database got it. */
export interface Write {
  table: string
  kind: 'put' | 'delete' | 'clear'
  keys: readonly unknown[]
  rows: readonly unknown[]
}

/** What a witness asks of the world he looks into. */
interface Scene {
  /** Whether the office keeps this event now. */
  isKept(eventID: string): boolean
  /** Whether the office ever answered a refusal to this event, or to a request that carried it. */
  wasRefused(event: StoredEvent): boolean
  /** A person is at the phone and decides about what needs attention. */
  somebodyDecides(): boolean
  /** The office lost data it had acknowledged: what is acknowledged may be queued again. */
  officeLost(): boolean
  /** A row exactly as the office sent it. */
  sentRow(kind: 'job' | 'run', row: object): boolean
  /** The office never touched this stop: it is his all day. */
  staysHis(assignmentID: string): boolean
  /** Acknowledged bytes are in a backup, or the phone has no room. */
  mayLetGo(event: StoredEvent): boolean
  /** The phone's clock, epoch ms. */
  now(): number
  wrong(what: string): void
}

const IMMUTABLE = ['eventID', 'v', 'seq', 'runOrderID', 'assignmentID', 'type', 'baseVersion', 'actorID', 'deviceID', 'appBuild', 'occurredAt', 'payload'] as const
const RECEIPTS_KEPT_MS = 14 * 24 * 3_600_000

/** Watches one disk: every committed write is held against offline.md's rules at once, before anything can heal it. */
export class Witness {
  readonly #scene: Scene
  readonly #events = new Map<unknown, StoredEvent>()
  readonly #jobs = new Map<unknown, StoredJob>()
  readonly #photoOf = new Map<unknown, string>()
  #seq = 0
  #deviceID: unknown = null

  constructor(scene: Scene) {
    this.#scene = scene
  }

  committed(writes: readonly Write[]): void {
    for (const { table, kind, keys, rows } of writes) {
      if (kind === 'put') rows.forEach((row) => this.#put(table, row))
      else (kind === 'clear' ? this.#allOf(table) : keys).forEach((key) => this.#gone(table, key))
    }
  }

  #put(table: string, row: unknown): void {
    if (table === 'events') return this.#event(row as StoredEvent)
    if (table === 'jobs') return this.#job(row as StoredJob)
    if (table === 'runs' && !this.#scene.sentRow('run', row as object)) this.#scene.wrong(`a run on the phone is none the office sent: ${JSON.stringify(row)}`)
    const { key, value } = row as { key?: string; value?: unknown }
    if (table === 'meta' && key === 'deviceID') {
      if (this.#deviceID !== null && this.#deviceID !== value) this.#scene.wrong('the phone changed its deviceID')
      this.#deviceID = value
    }
  }

  #event(now: StoredEvent): void {
    const { wrong, isKept, wasRefused, somebodyDecides, officeLost } = this.#scene
    const before = this.#events.get(now.eventID)
    const called = `${now.type} ${now.seq}`
    this.#events.set(now.eventID, structuredClone(now))
    if (now.type === 'photo') this.#photoOf.set(now.payload.photoID, now.eventID)
    if (!before) {
      if (now.seq !== this.#seq + 1) wrong(`${called} was counted after ${this.#seq}`)
      if (now.state !== 'queued') wrong(`${called} was born ${now.state}`)
      this.#seq = now.seq
      return
    }
    for (const name of IMMUTABLE) if (JSON.stringify(before[name]) !== JSON.stringify(now[name]) && !(name === 'payload' && somebodyDecides())) wrong(`${called}: ${name} was changed on the phone`)
    if (before.state === now.state) return
    if (now.state === 'acknowledged' && !isKept(now.eventID)) wrong(`${called} counts as acknowledged and the office does not have it`)
    if (now.state === 'needs-attention' && !wasRefused(now)) wrong(`${called} needs attention and nobody refused it`)
    if (now.state === 'discarded' && !somebodyDecides()) wrong(`${called} was discarded by nobody`)
    if (before.state === 'needs-attention' && now.state !== 'acknowledged' && !somebodyDecides() && !isKept(now.eventID)) wrong(`${called} left needs-attention by itself: ${now.state}`)
    if (before.state === 'acknowledged' && !officeLost()) wrong(`${called} was acknowledged and is ${now.state} again`)
    if (before.state === 'discarded') wrong(`${called} was discarded and is ${now.state} again`)
  }

  #job(now: StoredJob): void {
    const { wrong } = this.#scene
    const before = this.#jobs.get(now.assignmentID)
    this.#jobs.set(now.assignmentID, now)
    const { place: _p, epoch, absent: _a, ...row } = now
    if (!this.#scene.sentRow('job', row)) wrong(`stop ${now.stopOrder} on the phone is none the office sent: ${JSON.stringify(row)}`)
    if (before && before.epoch === epoch && before.version > now.version) wrong(`stop ${now.stopOrder} went back from version ${before.version} to ${now.version}`)
  }

  #gone(table: string, key: unknown): void {
    const { wrong, now } = this.#scene
    if (table === 'jobs') {
      const unsent = [...this.#events.values()].find((event) => event.assignmentID === key && event.state !== 'acknowledged' && event.state !== 'discarded')
      if (unsent) wrong(`a stop left the phone while its ${unsent.type} ${unsent.seq} was ${unsent.state}`)
      if (this.#jobs.delete(key) && this.#scene.staysHis(String(key))) wrong('a stop the office never touched left the phone')
    }
    if (table === 'events') {
      const event = this.#events.get(key)
      this.#events.delete(key)
      if (event && event.state !== 'acknowledged') wrong(`${event.type} ${event.seq} was deleted while ${event.state}`)
      else if (event && now() - Date.parse(event.acknowledgedAt ?? '') <= RECEIPTS_KEPT_MS) wrong(`the receipt of ${event.type} ${event.seq} was thrown away before its 14 days`)
    }
    if (table === 'photoBytes') {
      const event = this.#events.get(this.#photoOf.get(key))
      const isOld = event !== undefined && now() - Date.parse(event.acknowledgedAt ?? '') > RECEIPTS_KEPT_MS
      if (event && event.state !== 'acknowledged' && event.state !== 'discarded') wrong(`the bytes of photo ${event.seq} were deleted while ${event.state}`)
      else if (event && !isOld && !this.#scene.mayLetGo(event)) wrong(`the bytes of photo ${event.seq} were let go before a backup had them`)
    }
    if (table === 'meta' && (key === 'seq' || key === 'deviceID')) wrong(`the phone forgot its ${String(key)}`)
  }

  #allOf(table: string): unknown[] {
    if (table === 'events') return [...this.#events.keys()]
    if (table === 'jobs') return [...this.#jobs.keys()]
    return table === 'photoBytes' ? [...this.#photoOf.keys()] : []
  }
}
