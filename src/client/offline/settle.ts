import type { EventVerdict } from '#contract/v1/done.ts'
import { backoffMs } from './backoff.ts'
import type { Batch } from './claim.ts'
import { laneFailed, laneWorked } from './lane.ts'
import { type Link, readMetas, writeMeta, writeMetas } from './meta.ts'
import type { Phone } from './phone.ts'
import { rowsOf } from './rows-of.ts'
import { mergeRun, noteEpoch, sendAgain, sweepAbsent } from './server-copies.ts'
import type { EventState, LastAnswer, StoredEvent } from './stored.ts'
import type { BatchVerdict, JudgedAnswer } from './verdict.ts'

/** Writes down what a batch's answer meant. Each in one transaction: stopped anywhere, the events are sent again, which is harmless. */

/** Uploads of one photo that may be found bad in a row before a person is asked. */
const BAD_UPLOADS = 3
const PHOTO_AGAIN = new Set(['photo_not_uploaded', 'photo_damaged'])

/** @param sentAt when the request left, epoch ms; @returns how many were acknowledged */
export async function settleJudged(phone: Phone, batch: Batch, answer: JudgedAnswer, sentAt: number): Promise<number> {
  const { db, ports } = phone
  const byID = new Map(answer.results.map((result) => [result.eventID, result]))
  return db.transaction('rw', [db.events, db.photos, db.jobs, db.runs, db.meta], async () => {
    const now = ports.now()
    const { dataEpoch, pause } = await readMetas(db, 'dataEpoch', 'pause')
    const epoch = answer.dataEpoch ?? dataEpoch ?? null
    const receipts: StoredEvent[] = []
    for (const event of await currentOf(phone, batch, ['sending', 'queued', 'needs-attention'])) {
      const verdict = byID.get(event.eventID)
      if (!verdict) continue
      if (verdict.result === 'rejected') await reject(phone, event, verdict, now)
      else
        receipts.push({
          ...released(event, said(now, 'ok', 200, verdict)),
          ...receipt(verdict, answer, epoch, now),
        } as StoredEvent)
    }
    if (receipts.length > 0) await db.events.bulkPut(receipts)
    if (answer.dataEpoch !== undefined) await noteEpoch(db, answer.dataEpoch)
    if (answer.run && epoch !== null && pause?.kind !== 'sign-in') await mergeRun(db, answer.run, epoch)
    if (answer.reconcile) await reconcile(phone, answer.reconcile, now)
    if (batch.last) await sweepAbsent(db, now)
    await writeMetas(db, {
      ...(answer.receivedAt ? { clockOffsetMs: Date.parse(answer.receivedAt) - sentAt } : {}),
      ...(answer.backedUpThrough ? { backedUpThrough: answer.backedUpThrough } : {}),
      ...(receipts.length > 0 ? { lastSentAt: now.toISOString() } : {}),
      link: linkNow(phone, 'ok'),
    })
    await laneWorked(phone, 'lane')
    return receipts.length
  })
}

/** Refused as a whole. A batch is taken apart; one that is refused again, alone, needs a person. */
export async function settleRefused(
  phone: Phone,
  batch: Batch,
  lastAnswer: Extract<BatchVerdict, { kind: 'refused' }>['lastAnswer'],
): Promise<void> {
  const { db } = phone
  const at = phone.ports.now().toISOString()
  const alone = batch.events.length === 1
  await db.transaction('rw', db.events, db.meta, async () => {
    for (const event of await currentOf(phone, batch)) {
      const again = released(event, { at, ...lastAnswer })
      const final = alone && event.refusals > 0
      await db.events.put({
        ...again,
        refusals: event.refusals + 1,
        ...(final ? { state: 'needs-attention' as const } : {}),
      } as StoredEvent)
    }
    await heard(phone, 'ok')
    await laneWorked(phone, 'lane')
  })
}

/** Too much at once: half of it next time, at once. */
export async function settleSmaller(phone: Phone, batch: Batch): Promise<void> {
  const { db } = phone
  await db.transaction('rw', db.events, db.meta, async () => {
    await db.events.bulkPut((await currentOf(phone, batch)).map((event) => released(event, event.lastAnswer)))
    await laneWorked(phone, 'lane', half(batch))
  })
}

/** No verdict: everything stays as it was and is tried again later. A suspect is sent in ever smaller company until it is alone. */
export async function settleNone(
  phone: Phone,
  batch: Batch,
  verdict: Extract<BatchVerdict, { kind: 'none' }>,
): Promise<void> {
  const { db, ports } = phone
  const now = ports.now()
  await db.transaction('rw', db.events, db.meta, async () => {
    const lane = await laneFailed(phone, 'lane', { ...verdict, batchLimit: verdict.suspect ? half(batch) : undefined })
    const lonely = verdict.suspect && batch.events.length === 1
    const events = (await currentOf(phone, batch)).map((event) => ({
      ...released(event, { at: now.toISOString(), ...verdict.lastAnswer }),
      // Alone and still answered with a crash: its own patience, so that the other jobs go on.
      nextAttemptAt: lonely
        ? now.getTime() + Math.max(2_000, backoffMs(event.attempts, ports.random))
        : lane.nextAttemptAt,
    }))
    await db.events.bulkPut(events as StoredEvent[])
    await heard(phone, verdict.link)
  })
}

/** Paused or stopped: nothing was said about the events, and nothing counts against them. */
export async function settleUntouched(phone: Phone, batch: Batch): Promise<void> {
  const { db } = phone
  await db.transaction('rw', db.events, async () => {
    await db.events.bulkPut((await currentOf(phone, batch)).map((event) => released(event, event.lastAnswer)))
  })
}

/** How the line to the office is; call inside a transaction on meta. */
export async function heard(phone: Phone, state: Link['state']): Promise<void> {
  await writeMeta(phone.db, 'link', linkNow(phone, state))
}

export function linkNow({ ports }: Phone, state: Link['state']): Link {
  return { state, at: ports.now().toISOString() }
}

/** The batch as the database has it now: a tab without locks may have settled some of it meanwhile. */
async function currentOf(
  { db }: Phone,
  batch: Batch,
  states: readonly EventState[] = ['sending', 'queued'],
): Promise<StoredEvent[]> {
  const rows = await rowsOf(
    db.events,
    batch.events.map((event) => event.eventID),
  )
  return rows.filter((event) => event !== undefined && states.includes(event.state)) as StoredEvent[]
}

function released(event: StoredEvent, lastAnswer: LastAnswer | null): StoredEvent {
  return { ...event, state: 'queued', leaseUntil: 0, leaseBoot: '', nextAttemptAt: 0, lastAnswer }
}

function receipt(verdict: EventVerdict, answer: JudgedAnswer, epoch: string | null, now: Date) {
  return {
    state: 'acknowledged' as const,
    // Kept before and its answer lost on the way: what waits for the office then waits for it now.
    result:
      verdict.result === 'duplicate' && verdict.code !== undefined && verdict.jobVersion === undefined
        ? ('review' as const)
        : verdict.result,
    jobVersion: verdict.jobVersion ?? null,
    acknowledgedAt: now.toISOString(),
    receivedAt: answer.receivedAt ?? now.toISOString(),
    ackEpoch: epoch,
    refusals: 0,
    badUploads: 0,
  }
}

async function reject(phone: Phone, event: StoredEvent, verdict: EventVerdict, now: Date): Promise<void> {
  const { db } = phone
  const again = { ...released(event, said(now, 'rejected', 200, verdict)), badUploads: event.badUploads + 1 }
  const uploadAgain = event.type === 'photo' && PHOTO_AGAIN.has(verdict.code ?? '')
  if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })
  await db.events.put({
    ...again,
    ...(uploadAgain && again.badUploads < BAD_UPLOADS ? {} : { state: 'needs-attention' as const }),
  } as StoredEvent)
}

/** The office says which of this phone's numbers it never saw: what we hold a receipt for, it lost, and gets again. */
async function reconcile(phone: Phone, said: NonNullable<JudgedAnswer['reconcile']>, now: Date): Promise<void> {
  const { db } = phone
  const holes = new Set(said.holes)
  const lost =
    holes.size === 0
      ? []
      : (await db.events.where('state').equals('acknowledged').toArray()).filter((event) => holes.has(event.seq))
  await sendAgain(
    db,
    lost.map((event) => event.eventID),
  )
  // Read in from a file meanwhile: sent again it is told what became of it, and nobody has to see to it here.
  await sendAgain(db, said.known ?? [], 'needs-attention')
  await writeMeta(db, 'reconcile', {
    at: now.toISOString(),
    events: said.events,
    photos: said.photos,
    holes: said.holes,
    equal: said.equal,
  })
}

function said(now: Date, kind: LastAnswer['kind'], status: number, verdict: EventVerdict): LastAnswer {
  return { at: now.toISOString(), kind, status, code: verdict.code ?? null, message: verdict.message ?? null }
}

function half(batch: Batch): number {
  return Math.max(1, Math.ceil(batch.events.length / 2))
}
