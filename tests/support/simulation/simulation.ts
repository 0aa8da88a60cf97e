import type { StoredEvent } from '#client/offline/store/schema.ts'
import { MAX_FILES } from '#domain/limits.ts'
import { TestDevice, officeClock, sha256Of, type DeviceSettings } from '../device.ts'
import { copyOfDisk } from './disk-copy.ts'
import { type ReceivedEvent, type Plan, asReceived, conflictOf, sumOf } from './model.ts'
import type { Morning, OnCommit } from './morning.ts'
import type { Fault, Heard, Network, Worked } from './network.ts'
import { seeded } from '#domain/seeded.ts'
import type { Hand, Story } from './steps.ts'
import { type Round, type SimulatedBusiness, storedRows } from './business.ts'
import type { VirtualClock } from './virtual-clock.ts'
import { InvariantChecker, type Write } from './invariants.ts'

/** Faults that let the server's answer through unchanged. */
const PLAIN: readonly Fault[] = ['none', 'slow-answer', 'file-gone', 'store-away', 'damaged-on-its-way']
/** First in a batch with other records, then alone. */
const REFUSALS_UNTIL_ASKED = 2

type Event = Record<string, unknown> & { eventID: string; assignmentID: string; seq: number; type: string }
interface Done {
  results: { eventID: string; result: string; code?: string; jobVersion?: number; reviewVersion?: number }[]
  receivedAt: string
  dataEpoch: string
  reconcile?: { holes: number[]; equal: boolean; events: number }
  run: SentRun | null
}
interface SentRun {
  runOrderID: string
  version: number
  status: string
  description: string | null
  jobs: { assignmentID: string; stopOrder: number; version: number }[]
}
/** The state when a request reached the server. */
interface Began {
  codes: Map<string, string | null>
  over: ReadonlySet<string>
  storeSilent: number
  /** How many versions had been sent. */
  versions: number
  /** The office had revoked the phone. */
  revoked: boolean
}

/** The simulation state of one seed: its people, its phones, and everything an omniscient observer knows about them. */
export class Simulation {
  readonly business: SimulatedBusiness
  readonly round: Round
  readonly story: Story
  readonly clock: VirtualClock
  readonly dice: () => number
  readonly hands = new Map<Hand, TestDevice>()
  /** What each browser stores outside its databases. */
  readonly localStorages = new Map<Hand, Map<string, string>>()
  readonly plan: Plan
  /** What the server must store, by eventID, and when it was received. */
  readonly kept = new Map<string, ReceivedEvent>()
  /** What it stored before it was restored from a backup. */
  readonly restored = new Set<string>()
  /** What it stored and lost. */
  readonly lost = new Set<string>()
  /** The numbers of records that were lost with a phone's disk: the office may miss them. */
  readonly gone = new Set<number>()
  /** The driver saw these as saved, and the phone lost them: while the office lacks one, not all is sent. */
  readonly forgotten = new Set<string>()
  /** Events that a driver saw as "saved". */
  readonly saved: StoredEvent[] = []
  /** photoID -> SHA-256 of the camera's bytes. */
  readonly taken = new Map<string, string>()
  /** Stops the office moved, at any time, and all of them once the run was completed. */
  readonly moved = new Set<string>()
  readonly wrongs: string[] = []
  /** Every request and its result, in words without ids: the same seed gives the same diary. */
  readonly diary: string[] = []
  /** Transactions written to any phone's disk. */
  commits = 0
  /** A person decides about events that need attention, at this moment. */
  deciding = false
  /** What a person gave up before the server had it, by eventID. */
  readonly discarded = new Set<string>()
  /** The driver is signing out; has signed out on this day. */
  signingOut = false
  signedOut = false
  /** The browser deleted what was stored on the phone. */
  emptied = false
  /** How many records had been shown as saved when the office revoked the phone; null: not revoked. */
  revokedAt: number | null = null
  /** What was recorded at a stop that was stored on the phone. */
  readonly atStop = new Set<string>()
  /** Each error of a phone's clock that was reported, ms. */
  readonly offsets: Set<number>
  /** Changes by the office that are under way. */
  acting = 0
  /** The user who should be signed in on a phone. */
  readonly signedIn = new Map<Network, string>()
  readonly #morning: Morning | null
  readonly #tokens = new Map<string, string>()
  /** Tokens of sessions that the server ended. */
  readonly #over = new Set<string>()
  /** The content of each version of a stop, and of the run, when it was first sent. */
  readonly versions: Map<string, { said: string; at: number }>
  /** How often the store did not answer. */
  storeSilent = 0
  /** Every row the server sent, in canonical form. */
  readonly sent: Set<string>
  readonly #refused = new Map<string, number>()
  readonly #verdicts = new Map<string, Set<string>>()
  readonly #witnesses = new Map<Hand, Map<string, InvariantChecker>>()
  #photoRefused = false
  readonly #order = new Map<string, number>()
  readonly #names = new Map<string, string>()
  /**
   * eventID of a photo whose bytes the server missed -> where they should be stored, and whether the phone has been
   * informed.
   */
  readonly #unstored = new Map<string, { key: string; heard: boolean }>()
  /** Of the last call that met a stale XSRF cookie: when it was sent, and how often it met one. */
  #stale = { sentAt: '', times: 0 }
  readonly #holds = new Map<Network, { until: number; skewMs: number }>()

  /** @param morning the prepared state of the phones; by default they are new */
  constructor(business: SimulatedBusiness, round: Round, story: Story, seed: number, morning: Morning | null = null) {
    this.business = business
    this.round = round
    this.#morning = morning
    this.sent = new Set(morning?.sent)
    this.versions = new Map(morning?.versions)
    this.offsets = new Set(morning?.offsets)
    this.story = story
    this.clock = officeClock(business.office)
    this.dice = seeded(seed)
    this.plan = {
      status: 'active',
      jobs: new Map(
        round.stops.map(({ assignmentID, driverID }) => [assignmentID, { driverID, state: 'planned' as const }]),
      ),
    }
    this.knowToken(round.driver.token, round.driver.userID)
    if (round.mate) this.knowToken(round.mate.token, round.mate.userID)
  }

  wrong = (what: string): void => {
    if (!this.wrongs.includes(what)) this.wrongs.push(what)
  }

  knowToken(token: string, userID: string): void {
    this.#tokens.set(token, userID)
  }

  /** The server ends the user's sessions. */
  async endSessions(userID: string): Promise<void> {
    const own = [...this.#tokens].flatMap(([token, owner]) => (owner === userID ? [token] : []))
    await this.business.endSessions(userID)
    for (const token of own) this.#over.add(token)
  }

  /** A phone, or another app on the first, whose disk an invariant checker watches. */
  device(hand: Hand, seed: number, alsoTell: OnCommit = () => undefined): TestDevice {
    const { round, story, clock, business } = this
    const on = hand === 'tab' || hand === 'mate' ? this.hands.get('device') : undefined
    const driver = hand === 'mate' && round.mate ? round.mate : round.driver
    const checkers = new Map<string, InvariantChecker>()
    this.#witnesses.set(hand, checkers)
    const onCommit = (database: string, writes: readonly Write[]) => {
      if (database === 'rr-device') return
      const checker = checkers.get(database) ?? new InvariantChecker(this.#observed(device, hand))
      checkers.set(database, checker)
      checker.committed(writes)
      this.commits += 1
      alsoTell(database, writes)
    }
    const lay = hand === 'device' || hand === 'second' ? this.#morning?.[hand] : undefined
    const prepared = lay && { disk: copyOfDisk(lay.disk), xsrf: lay.xsrf }
    const kept = new Map(lay?.kept)
    const memoryStorage = on?.settings.ports?.localStorage ?? {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    this.localStorages.set(hand, kept)
    const settings: DeviceSettings = {
      clock,
      seed,
      locks: story.locks,
      journal: story.journal,
      screen: seed % 3 === 0,
      onCommit: on?.settings.onCommit ?? onCommit,
      ...(on && { on }),
      ...(prepared && { prepared }),
      ports: { localStorage: memoryStorage, estimate: async () => ({ usage: 0, quota: this.room }) },
    }
    const device: TestDevice = new TestDevice(business.office, driver, settings)
    // On some days the phone begins with a build whose journal is not yet in a bucket.
    if (!on && (seed >> 3) % 4 === 1) device.journals.openingsWithoutBuckets = 1
    this.hands.set(hand, device)
    if (!on) this.#listen(device)
    for (const [database, writes] of lay?.written ?? []) onCommit(database, writes)
    return device
  }

  /** Clears all that was known of a disk that was emptied. */
  forgetDisk(hand: Hand): void {
    this.#witnesses.get(hand)?.clear()
  }

  /** Some disk had no room at some time. */
  wasFull = false
  /** Epoch ms of the last backup. */
  backedUpAt = Number.NEGATIVE_INFINITY

  /** Makes the photo store answer again. */
  storeBack: () => void = () => undefined

  /** Bytes the browsers would still grant. */
  room = 1e9

  #observed(device: TestDevice, hand: Hand) {
    return {
      isKept: (eventID: string) => this.kept.has(eventID) || this.lost.has(eventID),
      wasRefused: (event: StoredEvent) =>
        (this.#refused.get(event.eventID) ?? 0) >= (event.type === 'photo' ? 1 : REFUSALS_UNTIL_ASKED) ||
        (event.type === 'photo' && this.#photoRefused),
      verdictsOn: (eventID: string) => this.#verdicts.get(eventID) ?? new Set<string>(),
      somebodyDecides: () => this.deciding,
      letsGo: () => this.signingOut || this.revokedAt !== null,
      isRevoked: () => this.revokedAt !== null,
      officeLost: () => this.lost.size > 0,
      sentRow: (_kind: 'stop' | 'run', row: object) => this.sent.has(canonical(row)),
      staysHis: (assignmentID: string) => !this.moved.has(assignmentID) && this.acting === 0,
      cookieRenewed: () => this.hands.size > 1 || this.#stale.times > 1,
      mayLetGo: (event: StoredEvent) =>
        this.wasFull ||
        this.revokedAt !== null ||
        (this.kept.get(event.eventID)?.receivedAt ?? Infinity) <= this.backedUpAt,
      now: () => device.now().getTime(),
      wrong: (what: string) => this.wrong(`${hand}: ${what}`),
    }
  }

  #listen(device: TestDevice): void {
    const { network } = device
    network.beforeWork = () => ({
      codes: this.#codes(),
      over: new Set(this.#over),
      storeSilent: this.storeSilent,
      versions: this.versions.size,
      revoked: this.revokedAt !== null,
    })
    network.onWorked = (worked) => this.#worked(worked)
    network.phoneTime = () => device.now().getTime()
    network.onHeard = (heard) => this.#heard(device, heard)
    network.onAsked = ({ method, path, authorization, body }) => this.#asked(device, method, path, authorization, body)
  }

  /** The verdict that the next record of each driver at each stop would get now. */
  #codes(): Map<string, string | null> {
    const people = [this.round.driver.userID, ...(this.round.mate ? [this.round.mate.userID] : [])]
    return new Map(
      [...this.plan.jobs.keys()].flatMap((stop) =>
        people.map((person) => [`${stop} ${person}`, conflictOf(this.plan, stop, person)] as const),
      ),
    )
  }

  #asked(device: TestDevice, method: string, path: string, token: string | null, body: unknown): void {
    const owner = token === null ? null : (this.#tokens.get(token) ?? null)
    const expected = this.signedIn.get(device.network)
    if (owner !== null && expected !== undefined && owner !== expected)
      this.wrong(`somebody else’s token was used: ${method} ${path}`)
    for (const [eventID, { key }] of this.#unstored)
      if (method === 'PUT' && path.includes(encodeURIComponent(key))) this.#unstored.delete(eventID)
    if (!path.endsWith('/done')) return
    if (this.hands.size === 1 && !this.wasFull)
      for (const { eventID, seq } of (body as { events: Event[] }).events)
        if (this.#unstored.get(eventID)?.heard)
          this.wrong(`the office does not have the bytes of photo ${seq}, and is told of it again without them`)
    const hold = this.#holds.get(device.network)
    if (
      hold &&
      !this.wasFull &&
      this.hands.size === 1 &&
      hold.skewMs === device.skewMs &&
      this.clock.now().getTime() < hold.until
    )
      this.wrong(`asked again before the office’s Retry-After was over`)
    const last = new Map<string, number>()
    for (const event of (body as { events: Event[] }).events) {
      if (event.type === 'photo') continue
      if (event.seq < (last.get(event.assignmentID) ?? 0))
        this.wrong(`out of order in a batch: ${event.type} ${event.seq}`)
      last.set(event.assignmentID, event.seq)
    }
  }

  #heard(device: TestDevice, { path, body, status, fault, retryAfterMs, offset, alive }: Heard): void {
    this.diary.push(
      `${Math.round(this.clock.now().getTime() / 10) % 1e7} heard ${fault} ${status} ${this.#named(path)}`,
    )
    if (offset !== null && /\/v1\/runs(\?|$)/.test(path)) this.offsets.add(offset)
    if (!path.endsWith('/done')) {
      // A photo's own requests do not name its event: any photo may be meant.
      this.#photoRefused ||= status >= 400 && status < 500
      return
    }
    if (alive && status === 200 && PLAIN.includes(fault))
      for (const { eventID } of (body as { events: Event[] }).events)
        if (this.#unstored.has(eventID)) this.#unstored.get(eventID)!.heard = true
    // Two apps on one phone may have sent at the same time, and one of them may not have received the answer yet.
    if (retryAfterMs !== null && alive && this.hands.size === 1 && fault.startsWith('ours-'))
      this.#holds.set(device.network, { until: this.clock.now().getTime() + retryAfterMs - 5, skewMs: device.skewMs })
    const { sentAt } = body as { sentAt: string }
    if (alive && status === 400 && fault === 'xsrf-rotates-under-way')
      this.#stale = { sentAt, times: sentAt === this.#stale.sentAt ? this.#stale.times + 1 : 1 }
    if (fault.startsWith('ours-') && [400, 404, 409, 413, 422].includes(status))
      for (const { eventID } of (body as { events: Event[] }).events) this.#refuse(eventID)
  }

  /** A killed app never received the answer. */
  forgetHolds(device: TestDevice): void {
    this.#holds.delete(device.network)
    for (const photo of this.#unstored.values()) photo.heard = false
  }

  #refuse(eventID: string): void {
    this.#refused.set(eventID, (this.#refused.get(eventID) ?? 0) + 1)
  }

  /** After a person's decision the event is sent as if it were new. */
  decided(eventID: string): void {
    this.#refused.delete(eventID)
  }

  async #worked({ method, path, body, status, ours, answer, began, token }: Worked): Promise<void> {
    this.diary.push(
      `worked ${method} ${this.#named(path)} ${status} ${path.endsWith('/done') ? this.#summary(answer) : ''}`,
    )
    const before = began as Began
    const asked = `${method} ${this.#named(path)}`
    if (!ours) this.wrong(`the office’s answer to ${asked} does not say whose it is`)
    // No day of one driver may exceed what the server can handle.
    if (status === 500 || status === 429) this.wrong(`the office answered ${status} to ${asked}`)
    // The server gives its name and its colours to any caller.
    if (status !== 401 && status < 500 && token !== null && before.over.has(token) && !path.endsWith('/v1/config'))
      this.wrong(`a session that was ended gets ${status} from ${asked}`)
    if (
      status === 503 &&
      this.storeSilent > before.storeSilent &&
      path.endsWith('/done') &&
      (body as { events: Event[] }).events.some(({ type }) => type !== 'photo')
    )
      this.wrong('what the driver recorded had to wait for the photo store')
    if (status >= 500 && path.endsWith('/done')) return this.#afterFailure((body as { events: Event[] }).events)
    if (method === 'PUT' && status < 300 && path.includes('/files/')) await this.#isAsAnnounced(path)
    if (status !== 200 || answer === null) return
    const actorID = this.#tokens.get(token ?? '') ?? ''
    if (method === 'GET' && /\/v1\/runs(\?|$)/.test(path))
      for (const run of (answer as { items: SentRun[] }).items)
        this.#noteSent(run, (answer as { dataEpoch: string }).dataEpoch)
    if (!path.endsWith('/done')) return
    const done = answer as Done
    if (done.run && before.revoked) this.wrong('a revoked phone was sent the driver’s week')
    if (done.run) this.#noteSent(done.run, done.dataEpoch)
    const request = body as { sentAt: string; deviceID: string; events: Event[] }
    this.offsets.add(Date.parse(done.receivedAt) - Date.parse(request.sentAt))
    const verdicts = new Map(done.results.map((result) => [result.eventID, result]))
    for (const { eventID, result, code, jobVersion, reviewVersion } of done.results)
      this.#verdicts.set(
        eventID,
        new Set([
          ...(this.#verdicts.get(eventID) ?? []),
          `${result === 'duplicate' && code !== undefined && jobVersion === undefined ? 'review' : result} ${jobVersion ?? reviewVersion ?? null}`,
        ]),
      )
    for (const event of request.events)
      if (verdicts.get(event.eventID)?.result === 'rejected') await this.#isReallyMissing(event)
    for (const event of request.events) {
      const verdict = verdicts.get(event.eventID)
      const row = done.run?.jobs.find(({ assignmentID }) => assignmentID === event.assignmentID)
      if (verdict && row && row.version < (verdict.jobVersion ?? 0))
        this.wrong(
          `${event.type} ${event.seq} is in version ${verdict.jobVersion}, and the stop beside it is ${row.version}`,
        )
      if (verdict) this.#judgeVerdict(event, verdict, actorID, request, done, before)
      else if (event.type !== 'photo') this.wrong(`the office said nothing about ${event.type} ${event.seq}`)
    }
    const missing = new Set(
      [...this.lost].filter((eventID) => !this.kept.has(eventID)).map((eventID) => this.#seqOf.get(eventID)),
    )
    for (const hole of done.reconcile?.holes ?? [])
      if (!missing.has(hole) && !this.gone.has(hole))
        this.wrong(`the office misses ${hole}, which it has or the phone holds`)
  }

  /** The connection to the database broke: only the database shows whether before or after the commit. */
  async #afterFailure(events: readonly Event[]): Promise<void> {
    const fresh = events.filter(({ eventID }) => !this.kept.has(eventID))
    const rows = await storedRows(
      this.business,
      fresh.map(({ eventID }) => eventID),
    )
    for (const { eventID, assignmentID, seq, type, ...fields } of fresh) {
      const row = rows.find((one) => one.eventID === eventID)
      if (!row) continue
      const said = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asReceived(value)]))
      this.#seqOf.set(eventID, seq)
      this.kept.set(eventID, { ...row, assignmentID, seq, type, said, receivedAt: this.clock.now().getTime() })
      if (type !== 'photo') this.#order.set(`${row.deviceID} ${assignmentID}`, seq)
    }
  }

  readonly #seqOf = new Map<string, number>()

  #judgeVerdict(
    event: Event,
    verdict: Done['results'][number],
    actorID: string,
    request: { sentAt: string; deviceID: string },
    done: Done,
    began: Began,
  ): void {
    const called = `${event.type} ${event.seq}`
    if (verdict.result === 'rejected') {
      this.#refuse(event.eventID)
      if (event.type === 'photo') this.#unstored.set(event.eventID, { key: String(event['key']), heard: false })
      if (event.type !== 'photo' || !['photo_not_uploaded', 'photo_damaged'].includes(verdict.code ?? ''))
        this.wrong(`the office refused a fact: ${called} ${verdict.code}`)
      return
    }
    const before = this.kept.get(event.eventID)
    if (before) {
      if (verdict.result !== 'duplicate') this.wrong(`${called} came again and was ${verdict.result}, not a duplicate`)
      if (before.counts && verdict.jobVersion === undefined)
        this.wrong(`${called} came again and no version holds it any more`)
      if ((verdict.code ?? null) !== before.code)
        this.wrong(`${called} was ${before.code} and is ${verdict.code ?? null} when it comes again`)
      return
    }
    if (verdict.result === 'duplicate') this.wrong(`${called} came for the first time and was called a duplicate`)
    const expected = [
      began.codes.get(`${event.assignmentID} ${actorID}`) ?? null,
      conflictOf(this.plan, event.assignmentID, actorID),
    ]
    const code = verdict.code ?? null
    const photos = event.type === 'photo' && code === 'too_many_files'
    if (photos && this.#photosAt(event.assignmentID) < MAX_FILES)
      this.wrong(`${called} was one too many of ${this.#photosAt(event.assignmentID)}`)
    if (!photos && !expected.includes(code) && this.acting === 0)
      this.wrong(`${called} was judged ${code ?? 'good'}, the plan says ${expected.join(' or ')}`)
    const counts = verdict.result === 'applied'
    if (counts === (code !== null)) this.wrong(`${called} is ${verdict.result} with the code ${code}`)
    if (counts && verdict.jobVersion === undefined) this.wrong(`${called} counts and no version holds it`)
    const sentBefore = this.versions.get(`${done.dataEpoch} ${event.assignmentID} ${verdict.jobVersion}`)
    if (sentBefore && sentBefore.at < began.versions)
      this.wrong(`${called} is said to be in version ${verdict.jobVersion}, which was sent before it came`)
    const { eventID, assignmentID, seq, type, ...fields } = event
    const said = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asReceived(value)]))
    this.#seqOf.set(eventID, seq)
    this.kept.set(eventID, {
      eventID,
      actorID,
      deviceID: request.deviceID,
      assignmentID,
      seq,
      type,
      said,
      code,
      counts,
      receivedAt: Date.parse(done.receivedAt),
      offset: Date.parse(done.receivedAt) - Date.parse(request.sentAt),
    })
    if (type === 'photo') return
    const line = `${request.deviceID} ${assignmentID}`
    if (seq < (this.#order.get(line) ?? 0) && !this.lost.has(eventID))
      this.wrong(`out of order: ${called} came after a later one of its stop`)
    this.#order.set(line, Math.max(seq, this.#order.get(line) ?? 0))
  }

  #noteSent(run: SentRun, epoch: string): void {
    const { jobs: stops, ...row } = run
    this.sent.add(canonical(row))
    this.#noteVersion('the run', `${epoch} ${row.runOrderID} ${row.version}`, `${row.status} ${row.description}`)
    for (const stop of stops) {
      const said = canonical(stop)
      this.sent.add(said)
      this.#noteVersion(`stop ${stop.stopOrder}`, `${epoch} ${stop.assignmentID} ${stop.version}`, said)
    }
  }

  #noteVersion(called: string, version: string, said: string): void {
    const before = this.versions.get(version)
    if (before === undefined) this.versions.set(version, { said, at: this.versions.size })
    else if (before.said !== said) this.wrong(`${called} changed and its version did not: ${before.said} ${said}`)
  }

  /** A file that the server has taken has the hash that its address was signed for. */
  async #isAsAnnounced(path: string): Promise<void> {
    const [, key, sha256] = /\/files\/([^?]+)\?.*\bsha256=([0-9a-f]+)/.exec(path) ?? []
    if (sha256 === undefined || (await this.#hashStored(decodeURIComponent(key ?? ''))) !== sha256)
      this.wrong('the office took a file that is not the one that was announced')
  }

  async #isReallyMissing({ type, seq, key, sha256 }: Event): Promise<void> {
    if (type === 'photo' && (await this.#hashStored(String(key))) === sha256)
      this.wrong(`the office refused photo ${seq}, which lies in its store`)
  }

  /** Null: no file has this key. */
  async #hashStored(key: string): Promise<string | null> {
    const file = await this.business.office.deps.storage.read(key)
    return file && sha256Of(Uint8Array.from(file.bytes).buffer)
  }

  #photosAt(assignmentID: string): number {
    return sumOf([...this.kept.values()].filter((event) => event.assignmentID === assignmentID && event.counts)).photos
      .length
  }

  #summary(answer: unknown): string {
    const results = (answer as Done | null)?.results ?? []
    return results.map(({ result, code }) => `${result} ${code ?? ''}`).join(' ')
  }

  /** The path with each id replaced by a number in order of appearance, so that equal ids stay recognisable. */
  #named(path: string): string {
    return path
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
        if (!this.#names.has(id)) this.#names.set(id, `#${this.#names.size}`)
        return this.#names.get(id)!
      })
      .replace(/[?].*$/, '')
  }
}

/** The same text for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
