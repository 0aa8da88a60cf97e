import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getNotReached, listNotReached } from '#contract/v1/not-reached.ts'
import { addDays, dayOf } from '#domain/dates.ts'
import { byKey } from '#domain/by-key.ts'
import { stillToTell, type Telling } from '#domain/not-reached.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { customerCalls } from '../../../db/tables/customer-calls.ts'
import { customers } from '../../../db/tables/customers.ts'
import { mails } from '../../../db/tables/mails.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { settingsInForce } from '../../settings/public.ts'
import { runName } from '../core/runs-reads.ts'
import { nextCollections } from '../schedules/next-collections-reads.ts'

type NotReachedCustomer = AnswerOf<typeof getNotReached>['items'][number]

/** Identifies the mail about one stop. */
export const mailKey = ({ customerID, assignmentID }: { customerID: string; assignmentID: string }) =>
  `not-reached ${customerID} ${assignmentID}`
const mailKeyText = sql`'not-reached ' || ${jobs.customerID} || ' ' || ${jobs.assignmentID}`

const isNotReached = and(eq(jobs.state, 'shifted'), eq(jobs.reason, NOT_REACHED))

export type NotReachedRow = NotReachedCustomer & { readonly firstName: string; readonly signsIn: number }

/** The customers whom a run did not reach, in driving order. */
export async function notReachedOf(db: Queryable, runOrderID: string, now: Date): Promise<NotReachedRow[]> {
  const rows = await db
    .select({
      stop: jobs,
      refNumber: customers.refNumber,
      status: customers.status,
      homePhone: customers.homePhone,
      fullName: users.fullName,
      firstName: users.firstName,
      email: users.email,
      signsIn: users.signsIn,
    })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .innerJoin(users, eq(users.userID, jobs.customerID))
    .where(and(eq(jobs.runOrderID, runOrderID), isNotReached))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder), asc(jobs.assignmentID))
  const sent = await db
    .select({ key: mails.dedupeKey, state: mails.state, sentAt: mails.sentAt, createdAt: mails.createdAt })
    .from(mails)
    .where(
      among(
        mails.dedupeKey,
        rows.map(({ stop }) => mailKey(stop)),
      ),
    )
  const called = await db
    .selectDistinctOn([customerCalls.assignmentID], {
      assignmentID: customerCalls.assignmentID,
      answered: customerCalls.answered,
      at: customerCalls.createdAt,
    })
    .from(customerCalls)
    .where(
      among(
        customerCalls.assignmentID,
        rows.map(({ stop }) => stop.assignmentID),
      ),
    )
    // One that told the customer counts, also before one that nobody answered.
    .orderBy(
      asc(customerCalls.assignmentID),
      sql`${customerCalls.answered} = 'no_answer'`,
      desc(customerCalls.createdAt),
      desc(customerCalls.callID),
    )
  const callOf = new Map(called.map((call) => [call.assignmentID, call]))
  const mailOf = new Map(sent.map((mail) => [mail.key, mail]))
  const nextOf = await nextCollections(
    db,
    rows.map(({ stop }) => stop.customerID),
    now,
  )
  return rows.map(({ stop, refNumber, status, homePhone, fullName, firstName, email, signsIn }) => {
    const mail = mailOf.get(mailKey(stop))
    const call = callOf.get(stop.assignmentID)
    const tell = stillToTell({
      isActive: status === 'ACTIVE',
      email,
      mail: mail?.state ?? null,
      call: call?.answered ?? null,
    })
    return {
      ...stop,
      refId: String(refNumber),
      customer: fullName,
      firstName,
      signsIn,
      homePhone,
      email,
      driver: stop.capturedDriverName,
      next: nextOf.get(stop.customerID) ?? null,
      mail: mail ? { state: mail.state, at: mail.sentAt ?? mail.createdAt } : null,
      call: call ?? null,
      mailable: tell === 'mail',
      tell,
    }
  })
}

/** Days after completion for which Home reminds the office. */
const SHOWN_DAYS = 7
/** A run is completed at the latest so many days after its week began, to be found by the index. */
const SINCE_WEEK_DAYS = 60

/** Runs with customers who are still to be told. */
export async function runsWithNotReached(
  db: Queryable,
  now: Date,
  depotID: string | undefined,
): Promise<AnswerOf<typeof listNotReached>['items']> {
  const { 'business.timeZone': timeZone } = await settingsInForce(db)
  const since = new Date(now.getTime() - SHOWN_DAYS * 86_400_000)
  const recent = await db
    .select()
    .from(runs)
    .where(
      and(
        depotID === undefined ? undefined : eq(runs.depotID, depotID),
        eq(runs.status, 'completed'),
        gte(runs.fromDate, addDays(dayOf(now, timeZone), -SINCE_WEEK_DAYS)),
        gte(runs.completedAt, since),
      ),
    )
    .orderBy(asc(runs.fromDate), asc(runs.sequenceNumber))
  if (recent.length === 0) return []
  const missed = await db
    .select({
      runOrderID: jobs.runOrderID,
      status: customers.status,
      email: users.email,
      mail: mails.state,
      isTold: sql<boolean>`exists (select from ${customerCalls} where ${customerCalls.assignmentID} = ${jobs.assignmentID} and ${customerCalls.answered} <> 'no_answer')`,
    })
    .from(jobs)
    .innerJoin(customers, eq(customers.customerID, jobs.customerID))
    .innerJoin(users, eq(users.userID, jobs.customerID))
    .leftJoin(mails, eq(mails.dedupeKey, mailKeyText))
    .where(
      and(
        among(
          jobs.runOrderID,
          recent.map(({ runOrderID }) => runOrderID),
        ),
        isNotReached,
      ),
    )
  const told = missed.map(({ runOrderID, status, email, mail, isTold }) => ({
    runOrderID,
    tell: stillToTell({ isActive: status === 'ACTIVE', email, mail, call: isTold ? 'spoke' : null }),
  }))
  const ofRuns = byKey(
    told.filter(({ tell }) => tell !== null),
    ({ runOrderID }) => runOrderID,
  )
  return recent.flatMap((run) => {
    const untold = ofRuns.get(run.runOrderID)
    if (untold === undefined) return []
    const counted = (how: Telling) => untold.filter(({ tell }) => tell === how).length
    const { runOrderID, monthNumber, weekNumber, sequenceNumber, fromDate, toDate } = run
    return [
      {
        runOrderID,
        readableID: runName(run),
        monthNumber,
        weekNumber,
        sequenceNumber,
        fromDate,
        toDate,
        toMail: counted('mail'),
        kept: counted('kept'),
        toCall: counted('call'),
      },
    ]
  })
}
