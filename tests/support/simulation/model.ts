/**
 * What domain.md 5 and 8 say, written down a second time and as plainly as can be, so that a mistake in the product's own rules
 * is not judged by itself.
 */

type RunStatus = 'active' | 'completed' | 'archived'

interface ModelJob {
  driverID: string
  /** What the office did to it; an outcome alone leaves it `planned`. */
  state: 'planned' | 'shifted' | 'cancelled' | 'completed'
}

/** The office as its own acts made it. */
export interface Plan {
  status: RunStatus
  jobs: Map<string, ModelJob>
}

export interface KeptEvent {
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
}

/** The conflict table: null when it counts, else why it waits for the office. */
export function conflictOf(plan: Plan, assignmentID: string, actorID: string): string | null {
  const job = plan.jobs.get(assignmentID)
  if (!job) return 'job_unknown'
  if (job.driverID !== actorID) return 'job_foreign'
  if (plan.status === 'archived') return 'run_archived'
  if (job.state === 'cancelled') return 'job_removed'
  if (job.state === 'shifted') return 'job_shifted'
  return job.state === 'completed' || plan.status === 'completed' ? 'job_completed' : null
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

/** What events add up to: the last outcome not undone decides, notes and photos add up, a doubled line counts once. */
export function sumOf(events: readonly KeptEvent[]): Sums {
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

/** A device by its own count; devices among each other by corrected time, then id. */
function inOrder(events: readonly KeptEvent[]): KeptEvent[] {
  const lines = [...new Set(events.map(({ deviceID }) => deviceID))].map((device) =>
    events.filter(({ deviceID }) => deviceID === device).sort((a, b) => a.seq - b.seq),
  )
  const order: KeptEvent[] = []
  for (;;) {
    const heads = lines
      .filter((line) => line.length > 0)
      .sort(([a], [b]) => timeOf(a!) - timeOf(b!) || (a!.eventID < b!.eventID ? -1 : 1))
    if (!heads[0]) return order
    order.push(heads[0].shift()!)
  }
}

/** A time in the future is not trusted: nothing happened after it was told. */
const timeOf = (event: KeptEvent) => {
  const said = Date.parse(String(event.said['occurredAt'])) + event.offset
  // Told more than ten minutes before it happened: it happened when it was told.
  return said - event.receivedAt > 10 * 60_000 ? event.receivedAt : said
}

/** So much a bag and half of the extra, to the cent. */
export function payOf({ pu, extraCents }: Pick<Sums, 'pu' | 'extraCents'>, rate: number): number {
  return rate * pu + Math.round(extraCents / 2)
}

/** A rubbish removal pays half of its price, when there was anything to take away, and of the extra. */
export function payOfRemoval(
  { outcome, extraCents }: Pick<Sums, 'outcome' | 'extraCents'>,
  priceCents: number,
): number {
  return Math.round(((outcome === 'COLLECTED' ? priceCents : 0) + extraCents) / 2)
}

/** As the office keeps it: its database has no NUL. */
export const asKept = <T>(said: T): T => (typeof said === 'string' ? (said.replaceAll('\u0000', '\uFFFD') as T) : said)
