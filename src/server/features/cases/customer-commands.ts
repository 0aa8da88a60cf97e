import { and, eq, lte } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { addToCase, openCase } from '#contract/v1/cases.ts'
import {
  automaticAnswer,
  canBeReported,
  type CaseReason,
  caseStateAfter,
  caseStateAt,
  disagreeUntil,
  isCaseActPossible,
  recordAnswers,
} from '#domain/cases.ts'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { type AnsweringRecord, cases } from '../../db/tables/cases.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import type { Actor } from '../../http/serve.ts'
import { settingsInForce } from '../settings/public.ts'
import { attachPhotos, type CheckedPhoto } from './case-photos.ts'
import { lockedCaseFor } from './cases-policy.ts'
import { recordAnswersOf, reportedStop, type StopOfCase } from './cases-reads.ts'
import { appendMessage } from './messages-commands.ts'

/** What the customer does: opens a case, adds to it, disagrees. */

type Opened = Omit<InputOf<typeof openCase>, 'photos'> & { readonly photos: readonly CheckedPhoto[] }
type Added = Omit<InputOf<typeof addToCase>, 'photos'> & { readonly photos: readonly CheckedPhoto[] }

export async function openCaseOf(tx: Queryable, author: Author, input: Opened): Promise<string> {
  const { kind, text, photos } = input
  const customerID = author.actor.userID
  const stop = kind === 'outcome' ? await stopReported(tx, author, input) : null
  const reason = stop === null ? null : (input.reason ?? refuseField('reason', 'This field is mandatory'))
  if (stop === null && input.assignmentID !== undefined)
    refuseField('assignmentID', 'Only a case about a collection names one')
  if (stop === null && input.reason !== undefined) refuseField('reason', 'Only a case about a collection has one')
  await closeLapsed(tx, customerID, author.now)
  const caseID = newID(author.now.getTime())
  const row = {
    caseID,
    refNumber: await nextNumber(tx, 'case', 1),
    customerID,
    kind,
    reason,
    assignmentID: stop?.assignmentID ?? null,
    state: 'open',
    waitingSince: author.now,
    createdAt: author.now,
  } as const
  await refusing(() => tx.insert(cases).values(row), {
    unique: { cases_stop_open: 'case_open', cases_request_open: 'case_open' },
  })
  const messageID = await appendMessage(tx, author, { caseID, kind: 'opened', authorID: customerID, text })
  await attachPhotos(tx, author, { caseID, messageID }, photos)
  await recordChange(tx, author, {
    action: 'case.open',
    subjectKind: 'case',
    subjectID: caseID,
    after: { kind, reason, assignmentID: stop?.assignmentID, photos: photos.length },
  })
  if (stop !== null) await answerByRecord(tx, author, caseID, reason, stop)
  return caseID
}

async function stopReported(tx: Queryable, { actor, now }: Author, { assignmentID }: Opened): Promise<StopOfCase> {
  if (assignmentID === undefined) refuseField('assignmentID', 'This field is mandatory')
  const found = await reportedStop(tx, actor.userID, assignmentID)
  if (found === null) throw new Refused('not_found')
  const settings = await settingsInForce(tx)
  const { job, run } = found
  const today = dayOf(now, settings['business.timeZone'])
  if (!canBeReported({ state: job.state, outcome: job.outcome, to: run.toDate }, today))
    throw new Refused('wrong_state')
  return job
}

/** Closes an answered case whose time to disagree is over, so that another can be opened. */
async function closeLapsed(tx: Queryable, customerID: string, now: Date): Promise<void> {
  await tx
    .update(cases)
    .set({ state: 'closed' })
    .where(and(eq(cases.customerID, customerID), eq(cases.state, 'answered'), lte(cases.disagreeUntil, now)))
}

/**
 * If the customer reports "Missed" and the driver recorded that nothing was out, the record with its time and photos is
 * the answer.
 */
async function answerByRecord(
  tx: Queryable,
  author: Author,
  caseID: string,
  reason: CaseReason | null,
  stop: StopOfCase,
): Promise<void> {
  if (!recordAnswers(reason, stop)) return
  const earlier = (await recordAnswersOf(tx, stop.assignmentID)).map(({ record, disagreed }) => ({
    outcomeEventID: (record as AnsweringRecord).outcomeEventID,
    disagreed,
  }))
  const what = automaticAnswer(earlier, stop.outcomeEventID)
  if (what === 'over') throw new Refused('disagree_over')
  if (what === 'office') return
  const settings = await settingsInForce(tx)
  const record: AnsweringRecord = {
    outcome: 'NOT_OUT',
    doneAt: stop.doneAt!.toISOString(),
    outcomeEventID: stop.outcomeEventID,
    photoIDs: stop.photoIDs,
  }
  await appendMessage(tx, author, { caseID, kind: 'record', authorID: null, text: '', record })
  await tx
    .update(cases)
    .set({ state: 'answered', disagreeUntil: disagreeUntil(author.now, settings['business.timeZone']) })
    .where(eq(cases.caseID, caseID))
}

/** Adds words and photos, or disagrees with the answer. Disagreeing in two tabs counts once. */
export async function addTo(tx: Queryable, author: Author & { actor: Actor }, input: Added): Promise<void> {
  const { caseID, photos, disagree = false } = input
  const text = input.text ?? ''
  const row = await lockedCaseFor(tx, author.actor, caseID)
  const state = caseStateAt(row, author.now)
  const hasContent = text !== '' || photos.length > 0
  if (!hasContent && !disagree) refuseField('text', 'This field is mandatory')
  if (disagree && state === 'open' && !hasContent && row.disagreed) return
  const act = disagree && state === 'answered' ? 'disagree' : 'add'
  if (!isCaseActPossible(act, state) || (act === 'add' && !hasContent)) throw new Refused('wrong_state')
  const kind = act === 'disagree' ? 'disagreed' : 'added'
  const messageID = await appendMessage(tx, author, { caseID, kind, authorID: author.actor.userID, text })
  await attachPhotos(tx, author, { caseID, messageID }, photos)
  const reopened = state === 'answered'
  await tx
    .update(cases)
    .set({
      state: caseStateAfter(act),
      disagreed: row.disagreed || act === 'disagree',
      disagreeUntil: null,
      waitingSince: reopened ? author.now : row.waitingSince,
      version: row.version + 1,
    })
    .where(eq(cases.caseID, caseID))
  await recordChange(tx, author, {
    action: act === 'disagree' ? 'case.disagree' : 'case.reply',
    subjectKind: 'case',
    subjectID: caseID,
    after: { texts: ['text'], photos: photos.length },
  })
}
