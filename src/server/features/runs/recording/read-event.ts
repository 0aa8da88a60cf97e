import { createHash } from 'node:crypto'
import { doneEvent, type DoneEvent } from '#contract/v1/done.ts'
import { isDay } from '#domain/dates.ts'
import { isID } from '#domain/identifiers.ts'
import { SEQ_MAX } from '#domain/limits.ts'
import { storableText } from '#domain/texts.ts'

/** An event that can be stored, because its id is readable. `known` is what this build understands of it. */
export interface Readable {
  /** In its original case, so that the sender finds its verdict. */
  eventID: string
  /** Null: this build does not know its envelope; it is stored as received. */
  known: DoneEvent | null
  /** As received, with ids in lower case. */
  raw: Record<string, unknown>
  /** Bytes of its JSON in UTF-8. */
  bytes: number
  assignmentID: string | null
  seq: number
  v: number | null
  type: string
  occurredAt: Date | null
  appBuild: string | null
}

export interface Unreadable {
  eventID: string
  code: 'malformed' | 'actor_wrong'
}

const INTEGER_MAX = 2_147_483_647
/** The range of four-digit years, with room for any clock offset. */
export const EARLIEST = Date.UTC(1900)
const LATEST = Date.UTC(9000)

/** Parses one event of a batch; never throws. */
export function readEvent(given: unknown, actorID: string): Readable | Unreadable {
  const eventID = isObject(given) && typeof given['eventID'] === 'string' ? given['eventID'] : ''
  if (!isObject(given) || !isID(eventID)) return { eventID: eventID.slice(0, 100), code: 'malformed' }
  // Events have no actor on the wire; one that names another user is rejected.
  if (given['actorID'] !== undefined && lowerID(given['actorID']) !== actorID) return { eventID, code: 'actor_wrong' }
  const stored = storable(given)
  if (stored === null) return { eventID, code: 'malformed' }
  const raw = withLowerIDs(stored.event)
  const parsed = doneEvent.safeParse(raw)
  const occurredAt = instantOf(raw['occurredAt'])
  return {
    eventID,
    known: parsed.success && occurredAt !== null ? parsed.data : null,
    raw,
    bytes: stored.bytes,
    assignmentID: textOf(raw['assignmentID'], 100),
    seq: integerOf(raw['seq'], SEQ_MAX) ?? 0,
    v: integerOf(raw['v'], INTEGER_MAX),
    type: textOf(raw['type'], 100) ?? '',
    occurredAt,
    appBuild: textOf(raw['appBuild'], 100),
  }
}

/**
 * Whether two copies of an event have the same content. The envelope may have been upgraded on the way; the content may
 * not change.
 */
export function sameStatement(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  return canonical(statementOf(a)) === canonical(statementOf(b))
}

/** SHA-256 of an event's content, hex; equal for events that are the same by `sameStatement`. */
export function statementSum(event: Record<string, unknown>): string {
  return createHash('sha256')
    .update(canonical(statementOf(event)))
    .digest('hex')
}

const ENVELOPE = ['v', 'baseVersion', 'appBuild']

function statementOf(event: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(withLowerIDs(event)).filter(([name]) => !ENVELOPE.includes(name)))
}

const IDS = ['eventID', 'assignmentID', 'photoID', 'undoes']

/** Writes ids in lower case, because other programs use either case and the same record may be sent again. */
function withLowerIDs(event: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, IDS.includes(name) ? lowerID(value) : value]),
  )
}

function lowerID(value: unknown): unknown {
  return typeof value === 'string' && isID(value) ? value.toLowerCase() : value
}

/** Replaces characters that jsonb can't store (NUL, lone surrogates); null when the value can't be serialised. */
function storable(value: Record<string, unknown>): { event: Record<string, unknown>; bytes: number } | null {
  try {
    const text = JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'string' ? storableText(inner) : inner,
    )
    return { event: JSON.parse(text) as Record<string, unknown>, bytes: Buffer.byteLength(text) }
  } catch {
    return null
  }
}

/** One text per value, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : null
}

function integerOf(value: unknown, max: number): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : null
}

function instantOf(value: unknown): Date | null {
  // Date.parse would turn a date that does not exist into one of the next month.
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !isDay(value.slice(0, 10))) return null
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return time >= EARLIEST && time <= LATEST ? new Date(time) : null
}
