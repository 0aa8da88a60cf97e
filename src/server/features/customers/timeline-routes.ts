import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { listCases } from '#contract/v1/cases.ts'
import { getTimeline, noteCall } from '#contract/v1/customer-timeline.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { listTransactions } from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import { newestFirst, TIMELINE_PAGE } from '#domain/timeline.ts'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerCalls } from '../../db/tables/customer-calls.ts'
import { jobs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { includes, reaches, type Route, serve } from '../../http/serve.ts'
import { settingsInForce } from '../settings/public.ts'
import { customerByID } from './customers-reads.ts'
import { happened, presentCall } from './timeline-reads.ts'

type TimelineItem = AnswerOf<typeof getTimeline>['items'][number]

/** What lists an item of each kind by itself, which a token has to reach; a role reads all but money. */
const SOURCES = {
  call: getTimeline,
  mail: listMails,
  case: listCases,
  payment: listTransactions,
  invoice: listInvoices,
  accepted: getTimeline,
  collection: listRuns,
  'not-reached': listRuns,
} as const satisfies Record<TimelineItem['kind'], Endpoint>
const MONEY: readonly TimelineItem['kind'][] = ['payment', 'invoice']

/** Excludes emails whose state is waiting, kept or failed, because no mail server has taken them. */
const isContact = (item: TimelineItem): boolean =>
  item.kind === 'call' || item.kind === 'case' || (item.kind === 'mail' && item.state === 'sent')

/** An email that was kept at first reached the customer when it was sent, and not when it was written. */
const contactAt = (item: TimelineItem): Date => (item.kind === 'mail' && item.sentAt ? item.sentAt : item.at)

function lastContactOf(found: readonly TimelineItem[]): TimelineItem | null {
  const contacts = found.filter(isContact)
  return newestFirst(contacts.map((item) => ({ item, id: item.id, at: contactAt(item) }))).at(0)?.item ?? null
}

/** No item has it, so that `before` alone asks for what is older than this instant. */
const SMALLEST_ID = '00000000-0000-0000-0000-000000000000'

export const timelineRoutes = (): Route[] => [
  serve(getTimeline)(async ({ customerID, before, beforeID }, { actor, db }) => {
    await requireCustomer(db, customerID)
    const { 'business.timeZone': timeZone } = await settingsInForce(db)
    const sees = (kind: TimelineItem['kind']) => (MONEY.includes(kind) ? includes : reaches)(actor, SOURCES[kind])
    const at = before === undefined ? null : { at: before, id: beforeID ?? SMALLEST_ID }
    const found = newestFirst(
      (await happened(db, { customerID, before: at, limit: TIMELINE_PAGE + 1, timeZone, sees })).flat(),
    )
    const items = found.slice(0, TIMELINE_PAGE)
    const last = items.at(-1)
    return {
      items,
      next: last && found.length > items.length ? { before: last.at, beforeID: last.id } : null,
      lastContact: at === null ? lastContactOf(found) : null,
    }
  }),

  serve(noteCall)(async ({ customerID, answered, note, assignmentID }, context) => {
    const { db, actor, now } = context
    await requireCustomer(db, customerID)
    if (assignmentID !== undefined) await requireStop(db, customerID, assignmentID)
    const [call] = await db
      .insert(customerCalls)
      .values({
        callID: newID(),
        customerID,
        assignmentID: assignmentID ?? null,
        answered,
        note: note || null,
        createdAt: now,
        createdBy: actor.userID,
      })
      .returning()
    await recordChange(db, context, {
      action: 'customer.call',
      subjectKind: 'customer',
      subjectID: customerID,
      after: { answered },
    })
    const [by] = await db.select({ name: users.fullName }).from(users).where(eq(users.userID, actor.userID))
    return presentCall(call!, by!.name)
  }),
]

async function requireCustomer(db: Queryable, customerID: string): Promise<void> {
  if (!(await customerByID(db, customerID))) throw new Refused('not_found')
}

async function requireStop(db: Queryable, customerID: string, assignmentID: string): Promise<void> {
  const [stop] = await db
    .select({ assignmentID: jobs.assignmentID })
    .from(jobs)
    .where(and(eq(jobs.assignmentID, assignmentID), eq(jobs.customerID, customerID)))
  if (!stop) throw new Refused('not_found')
}
