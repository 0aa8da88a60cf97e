import { recordDone as putDone } from '#contract/v1/done.ts'
import { eventsIn, unsentEvents } from './events-in.ts'
import { holdLane, isHeld } from './lane.ts'
import { readMetas, writeMeta } from './meta.ts'
import type { Phone } from './phone.ts'
import { noteAllowed, noteRevoked } from './revoked.ts'
import { type Pinned, pauseQueue, pin } from './session.ts'
import { settleJudged } from './settle.ts'
import type { StoredEvent } from './stored.ts'
import { judgeBatch } from './verdict.ts'

/** What the office keeps of a phone (offline.md, "Reconciliation"). */
export interface Reconciliation {
  highestSeq: number
  unsent: string[]
  accounted: number[]
  oldestUnsentAt: string | null
  needsAttention: number
  appBuild: string
}

/**
 * What the office needs to find a loss nobody tapped about: how far this phone counted, what of it is still here, and which
 * numbers were given up by a person. Every other number the office must have seen.
 * @param batch what this very request carries
 */
export async function reconciliation({ db, ports }: Phone, batch: readonly StoredEvent[]): Promise<Reconciliation> {
  const inBatch = new Set(batch.map((event) => event.eventID))
  // All of it as it stood at one moment.
  const [pending, given, { givenUp = [], seq = 0 }] = await db.transaction('r', db.events, db.meta, () =>
    Promise.all([unsentEvents(db), eventsIn(db, 'discarded'), readMetas(db, 'givenUp', 'seq')]),
  )
  const unsent = pending.filter((event) => !inBatch.has(event.eventID)).sort((a, b) => a.seq - b.seq)
  const discarded = given.map((event) => event.seq)
  return {
    highestSeq: seq,
    unsent: unsent.slice(0, MOST_NAMED).map((event) => event.eventID),
    accounted: [...unsent.map((event) => event.seq), ...discarded, ...givenUp].slice(0, MOST_NAMED),
    oldestUnsentAt: unsent[0]?.occurredAt ?? null,
    needsAttention: unsent.filter((event) => event.state === 'needs-attention').length,
    appBuild: ports.appBuild,
  }
}

/** The contract's bound on either list. */
const MOST_NAMED = 5000
/** A phone that stands still says so this often; one that changes says it no more than every few minutes. */
const TELL_ANYWAY_MS = 6 * 3_600_000
/** The office may have read in from a file what needs a person here, and only its answer says so. */
const ASK_ANYWAY_MS = 15 * 60_000
const TELL_AGAIN_MS = 3 * 60_000

/**
 * Tells the office how this phone stands, when that is not what it was told last: one with nothing to send, or with only what
 * needs a person, would else be unheard of. What is being sent tells it along the way.
 */
export async function tellOffice(phone: Phone): Promise<void> {
  const { db, ports } = phone
  const now = ports.now()
  const { told, lane } = await readMetas(db, 'told', 'lane')
  if (lane && isHeld(lane, now.getTime())) return
  const age = now.getTime() - Date.parse(told?.at ?? '')
  if (age >= 0 && age < TELL_AGAIN_MS) return
  const pinned = await pin(phone)
  if (!pinned) return
  const count = await reconciliation(phone, [])
  const what = JSON.stringify([
    count.unsent.length,
    count.oldestUnsentAt,
    count.needsAttention,
    count.accounted.length,
    count.appBuild,
  ])
  if (told?.what === what && age >= 0 && age < (count.needsAttention > 0 ? ASK_ANYWAY_MS : TELL_ANYWAY_MS)) return
  const answered = await speak(phone, pinned, count)
  await writeMeta(db, 'told', { at: now.toISOString(), what: answered === null ? (told?.what ?? '') : what })
}

/**
 * One word with the office that carries no record, only the phone's count.
 * @param wiped what it had of the customers is gone
 * @returns whether the office has taken this phone back; null: no answer
 */
export async function speak(
  phone: Phone,
  pinned: Pinned,
  count: Reconciliation,
  wiped = false,
): Promise<'revoked' | 'allowed' | null> {
  const { db, deviceID, ports } = phone
  const sentAt = ports.now()
  const run = await db.runs.toCollection().first()
  const runOrderID = run?.runOrderID ?? NO_RUN
  const reconcile = wiped ? { ...count, wiped } : count
  const answer = await pinned.call(
    putDone,
    { runOrderID, sentAt: sentAt.toISOString(), deviceID, reconcile, events: [] },
    { minimal: true },
  )
  const verdict = judgeBatch(answer, [])
  if (verdict.kind === 'pause') await pauseQueue(phone, pinned, verdict.pause, answer)
  if (verdict.kind === 'none' && verdict.retryAfterMs !== null) await holdLane(phone, 'lane', verdict.retryAfterMs)
  if (verdict.kind !== 'judged') return null
  await settleJudged(
    phone,
    { runOrderID, events: [], photos: new Map(), more: false, last: true },
    { ...verdict.answer, run: null },
    sentAt.getTime(),
  )
  if (verdict.answer.device?.revoked) await noteRevoked(phone)
  else await noteAllowed(phone)
  return verdict.answer.device?.revoked ? 'revoked' : 'allowed'
}

/** What is said there is about no run: the office takes any short text. */
const NO_RUN = 'none'
