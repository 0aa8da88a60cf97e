import type { AnswerOf } from '#contract/endpoint.ts'
import type { getCase, listCases } from '#contract/v1/cases.ts'
import { bagsOf } from '#domain/bags.ts'
import { caseStateAt } from '#domain/cases.ts'
import { readableRunID } from '#domain/identifiers.ts'
import { weekOfRun } from '#domain/run-name.ts'
import type { Queryable } from '../../db/database.ts'
import { namesOf } from '../../db/names-of.ts'
import type { AnsweringRecord } from '../../db/tables/cases.ts'
import type { Actor } from '../../http/serve.ts'
import { type CaseShown, messagesOf, photosByID, photosOfMessages } from './cases-reads.ts'

type Case = AnswerOf<typeof getCase>
type CaseMessage = AnswerOf<typeof getCase>['messages'][number]
type ListedCase = AnswerOf<typeof listCases>['items'][number]

const SUMMARY_LENGTH = 200

function summaryOf(row: CaseShown, now: Date) {
  const state = caseStateAt(row, now)
  return {
    ...row,
    refId: String(row.refNumber),
    state,
    disagreeUntil: state === 'answered' ? row.disagreeUntil : null,
    text: row.text.split('\n', 1)[0]!.slice(0, SUMMARY_LENGTH),
  }
}

export function presentListed(row: CaseShown, now: Date): ListedCase {
  const run = row.stop?.run
  const week = run && {
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
  }
  return { ...summaryOf(row, now), assignmentID: row.assignmentID, week: week ?? null }
}

/**
 * The case with its messages. A customer reads neither the names of the office's people nor anything about the round.
 */
export async function presentCase(db: Queryable, row: CaseShown, actor: Actor, now: Date): Promise<Case> {
  const isOffice = actor.role === 'ADMIN'
  const thread = await messagesOf(db, row.caseID)
  const records = thread.map(({ record }) => record as AnsweringRecord | null)
  const stop = row.stop?.job ?? null
  const takenAt = await photosByID(db, [
    ...(stop?.photoIDs ?? []),
    ...records.flatMap((record) => record?.photoIDs ?? []),
  ])
  const linked = (photoIDs: readonly string[]) =>
    photoIDs
      .filter((photoID) => takenAt.has(photoID))
      .map((photoID) => linkTo({ photoID, takenAt: takenAt.get(photoID) ?? null }))
  const sent = await photosOfMessages(db, row.caseID)
  const people = thread.flatMap(({ authorID }) => authorID ?? [])
  const names = isOffice ? await namesOf(db, [...people, ...(stop?.driverID ? [stop.driverID] : [])]) : new Map()
  const messages = thread.map((line, at): CaseMessage => {
    const record = records[at] ?? null
    return {
      ...line,
      author: names.get(line.authorID ?? '') ?? null,
      fromOffice: line.authorID !== row.customerID,
      photos: (sent.get(line.messageID) ?? []).map(linkTo),
      record: record && {
        outcome: record.outcome,
        doneAt: new Date(record.doneAt),
        photos: linked(record.photoIDs),
      },
      credit:
        line.transactionID === null ? null : { transactionID: line.transactionID, amount: line.creditAmount ?? 0 },
    }
  })
  return { ...summaryOf(row, now), stop: presentStop(row, linked, isOffice ? names : null), messages }
}

function presentStop(
  { stop }: CaseShown,
  linked: (photoIDs: readonly string[]) => Case['messages'][number]['photos'],
  names: ReadonlyMap<string, string> | null,
): Case['stop'] {
  if (stop === null) return null
  const { job, run } = stop
  return {
    assignmentID: job.assignmentID,
    yearNumber: run.yearNumber,
    monthNumber: run.monthNumber,
    weekNumber: run.weekNumber,
    from: run.fromDate,
    to: run.toDate,
    serviceType: job.serviceType,
    outcome: job.outcome,
    doneAt: job.doneAt,
    pu: bagsOf(job),
    photos: linked(job.photoIDs),
    ...(names && {
      office: {
        runOrderID: run.runOrderID,
        runOrder: readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
        runWeek: weekOfRun(run),
        driver: (job.driverID === null ? null : names.get(job.driverID)) ?? job.capturedDriverName,
        driverNotes: job.driverNotes,
      },
    }),
  }
}

const linkTo = ({ photoID, takenAt }: { photoID: string; takenAt: Date | null }) => ({
  photoID,
  url: `/v1/photos/${photoID}`,
  takenAt,
})
