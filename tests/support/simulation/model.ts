/**
 * The rules of domain.md 5 and 8. They are written a second time in the simplest form, so that a mistake in the
 * product's rules is not checked against itself.
 */

type RunStatus = 'active' | 'completed' | 'archived'

interface ModelStop {
  driverID: string
  /** Set by what the office does; an outcome alone leaves it `planned`. */
  state: 'planned' | 'shifted' | 'cancelled' | 'completed'
}

/** The state of the run as the office has set it. */
export interface Plan {
  status: RunStatus
  jobs: Map<string, ModelStop>
}

export interface ReceivedEvent {
  eventID: string
  actorID: string
  deviceID: string
  assignmentID: string
  seq: number
  type: string
  said: Record<string, unknown>
  /** Epoch ms by the office's clock. */
  receivedAt: number
  /** receivedAt - sentAt of the request that brought it first, ms. */
  offset: number
  code: string | null
  counts: boolean
  /** Epoch ms at which the office counts it as made, where that is known. */
  countedAt?: number
}

/** The conflict table: null when the event counts, else why it waits for the office. */
export function conflictOf(plan: Plan, assignmentID: string, actorID: string): string | null {
  const stop = plan.jobs.get(assignmentID)
  if (!stop) return 'job_unknown'
  if (stop.driverID !== actorID) return 'job_foreign'
  if (plan.status === 'archived') return 'run_archived'
  if (stop.state === 'cancelled') return 'job_removed'
  if (stop.state === 'shifted') return 'job_shifted'
  return stop.state === 'completed' || plan.status === 'completed' ? 'job_completed' : null
}

export interface Sums {
  outcome: string | null
  pu: number
  extraCents: number
  notes: string[]
  photos: string[]
  recordedBy: string | null
  outcomeEventID: string | null
  /** Epoch ms of the deciding outcome, by the office's clock. */
  doneAt: number | null
}

/**
 * The sum of events: the last outcome that was not undone decides, notes and photos accumulate, a duplicate line counts
 * once.
 */
export function sumOf(events: readonly ReceivedEvent[]): Sums {
  const undone = new Set(events.filter(({ type }) => type === 'undo').map(({ said }) => said['undoes']))
  const sums: Sums = {
    outcome: null,
    pu: 0,
    extraCents: 0,
    notes: [],
    photos: [],
    recordedBy: null,
    outcomeEventID: null,
    doneAt: null,
  }
  for (const event of inOrder(events)) {
    if (event.type === 'undo' || undone.has(event.eventID)) continue
    const { said } = event
    const outcome =
      event.type === 'done'
        ? 'COLLECTED'
        : event.type === 'bag-mt'
          ? 'EMPTY'
          : event.type === 'not-collected'
            ? String(said['outcome'])
            : null
    if (outcome !== null)
      Object.assign(sums, {
        outcome,
        pu: event.type === 'done' ? Number(said['pu']) : 0,
        extraCents: Math.round(Number(said['extraAmount'] ?? 0) * 100),
        recordedBy: event.actorID,
        outcomeEventID: event.eventID,
        doneAt: timeOf(event),
      })
    if (event.type === 'photo' && !sums.photos.includes(String(said['photoID'])))
      sums.photos.push(String(said['photoID']))
    if (typeof said['notes'] === 'string' && !sums.notes.includes(said['notes'])) sums.notes.push(said['notes'])
  }
  return sums
}

/** Events of one device by its own count; events of different devices by corrected time, then id. */
function inOrder(events: readonly ReceivedEvent[]): ReceivedEvent[] {
  const lines = [...new Set(events.map(({ deviceID }) => deviceID))].map((deviceDb) =>
    events.filter(({ deviceID }) => deviceID === deviceDb).sort((a, b) => a.seq - b.seq),
  )
  const order: ReceivedEvent[] = []
  for (;;) {
    const heads = lines
      .filter((line) => line.length > 0)
      .sort(([a], [b]) => timeOf(a!) - timeOf(b!) || (a!.eventID < b!.eventID ? -1 : 1))
    if (!heads[0]) return order
    order.push(heads[0].shift()!)
  }
}

/** A time in the future is not trusted: an event can't have happened after it was received. */
const timeOf = (event: ReceivedEvent) => {
  if (event.countedAt !== undefined) return event.countedAt
  const said = Date.parse(String(event.said['occurredAt'])) + event.offset
  // When the reported time is more than ten minutes after the receipt, the time of receipt is used.
  return said - event.receivedAt > 10 * 60_000 ? event.receivedAt : said
}

/** The rate per bag plus half of the extra, to the cent. */
export function payOf({ pu, extraCents }: Pick<Sums, 'pu' | 'extraCents'>, rate: number): number {
  return rate * pu + Math.round(extraCents / 2)
}

/** A rubbish removal pays half of its price, if there was anything to remove, and half of the extra. */
export function payOfRemoval(
  { outcome, extraCents }: Pick<Sums, 'outcome' | 'extraCents'>,
  priceCents: number,
): number {
  return Math.round(((outcome === 'COLLECTED' ? priceCents : 0) + extraCents) / 2)
}

/** The text as the server stores it: its database accepts no NUL. */
export const asReceived = <T>(said: T): T =>
  typeof said === 'string' ? (said.replaceAll('\u0000', '\uFFFD') as T) : said
