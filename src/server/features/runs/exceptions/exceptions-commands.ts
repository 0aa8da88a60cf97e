import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../db/database.ts'
import { touchStops } from '../core/touch-stops-commands.ts'
import { events } from '../../../db/tables/events.ts'
import { runs } from '../../../db/tables/runs.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { refusing } from '../../../http/refusing.ts'
import { countingEvents, type EventRow, recordedEvent } from '../core/events-reads.ts'
import { noteFieldWork } from '../core/field-work-commands.ts'
import { stopByID, type StopRow } from '../core/stops-reads.ts'
import { correctBilling } from '../../invoices/public.ts'
import { CONTRADICTS, countNoMore, noteContradictions, outcomesOf } from '../recording/contradiction-commands.ts'
import { followRecords } from '../recording/follow-commands.ts'
import { movePointers } from '../shifting/pointers-commands.ts'
import { rejoinDrafts } from '../shifting/rejoin-drafts-commands.ts'
import { unshift } from '../shifting/unshift-commands.ts'
import { fieldWorkDone, lockRun, type RunRow } from '../core/runs-reads.ts'

/**
 * The office's decisions on records that no longer fitted the plan (domain.md 5). Repeating a decision has no effect; a
 * different one is refused.
 */

type Decision = 'accept' | 'dismiss'

/**
 * Makes the record count: the stop is folded again with it, and income and totals follow. A completed or archived run
 * keeps its status.
 */
export async function accept(tx: Queryable, author: Author, eventID: string, reason: string | null): Promise<void> {
  const event = await undecided(tx, eventID, 'accept')
  if (!event) return
  const stop = event.jobID === null ? null : await stopByID(tx, event.jobID)
  if (!stop || !recordedEvent(event))
    throw new Refused('wrong_state', { message: 'This record can’t be accepted: the stop or its type is unknown.' })
  const run = await lockRun(tx, stop.runOrderID)
  if (run.status === 'draft')
    throw new Refused('wrong_state', { message: 'This record can be accepted once its run is active.' })
  await decide(tx, author, event, 'accept', reason, true)
  const others = event.code === CONTRADICTS ? outcomesOf(await countingOf(tx, stop), event, 'others') : []
  await countNoMore(tx, author, others, reason)
  if (!event.counts || others.length > 0) await refold(tx, author, run, stop)
}

/** Makes the record not count; it stays stored with the reason. */
export async function dismiss(tx: Queryable, author: Author, eventID: string, reason: string | null): Promise<void> {
  const event = await undecided(tx, eventID, 'dismiss')
  if (!event) return
  if (!reason) refuseField('reason', 'Enter a reason')
  const stop = event.counts && event.jobID !== null ? await stopByID(tx, event.jobID) : null
  const run = stop && (await lockRun(tx, stop.runOrderID))
  // What the phone recorded there before the dismissed record does not come back.
  const own = event.code === CONTRADICTS && stop ? outcomesOf(await countingOf(tx, stop), event, 'own') : []
  await decide(tx, author, event, 'dismiss', reason, false)
  await countNoMore(tx, author, own, reason)
  if (stop && run) await refold(tx, author, run, stop)
}

const countingOf = async (tx: Queryable, { assignmentID }: StopRow) =>
  (await countingEvents(tx, [assignmentID])).get(assignmentID) ?? []

/** Null when the same decision was made before. */
async function undecided(tx: Queryable, eventID: string, decision: Decision): Promise<EventRow | null> {
  const [event] = await tx.select().from(events).where(eq(events.eventID, eventID)).for('update')
  if (!event || event.decision === null) throw new Refused('not_found')
  if (event.decision === 'open') return event
  if (event.decision !== decision) throw new Refused('already_decided')
  return null
}

async function decide(
  tx: Queryable,
  author: Author,
  event: EventRow,
  decision: Decision,
  reason: string | null,
  counts: boolean,
): Promise<void> {
  await tx
    .update(events)
    .set({ decision, counts, decidedBy: author.actor.userID, decidedAt: author.now, decisionReason: reason })
    .where(eq(events.eventID, event.eventID))
  await touchStops(tx, event.jobID === null ? [] : [event.jobID])
  await recordChange(tx, author, {
    action: `exception.${decision}`,
    subjectKind: 'event',
    subjectID: event.eventID,
    after: { code: event.code, reason },
  })
}

async function refold(tx: Queryable, author: Author, run: RunRow, before: StopRow): Promise<void> {
  const wasDone = await fieldWorkDone(tx, run.runOrderID)
  const [after] = await followed(tx, run, before, author.now)
  if (!after) return
  if (run.status === 'active') await noteContradictions(tx, await countingEvents(tx, [before.assignmentID]))
  if (run.status !== 'active' && before.outcome !== null && after.outcome === null) {
    throw new Refused('wrong_state', { message: 'This run is completed, so the stop needs an outcome.' })
  }
  const isBack = before.state !== 'done' && before.state !== 'completed' && after.outcome !== null
  if (isBack) await unshift(tx, run, before)
  if (run.status !== 'active') {
    await movePointers(tx, run, [after])
    await correctBilling(tx, { userID: author.actor.userID, now: author.now }, run.runOrderID, [after])
  }
  if (isBack && before.state === 'shifted') await rejoinDrafts(tx, run, after, author.now)
  await tx
    .update(runs)
    .set({ version: run.version + 1 })
    .where(eq(runs.runOrderID, run.runOrderID))
  await noteFieldWork(tx, run, wasDone, author.now)
}

function followed(tx: Queryable, run: RunRow, stop: StopRow, now: Date): Promise<StopRow[]> {
  return refusing(() => followRecords(tx, run, [stop.assignmentID], now), {
    unique: {
      any: () => {
        throw new Refused('wrong_state', {
          message: 'The customer has another stop in this run. Dismiss this record, or remove that stop first.',
        })
      },
    },
  })
}
