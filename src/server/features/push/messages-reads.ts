import { and, eq, isNull } from 'drizzle-orm'
import { bagsOf } from '#domain/bags.ts'
import { byKey } from '#domain/by-key.ts'
import { dayOf } from '#domain/dates.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import {
  collectedMessage,
  collectedPushAt,
  invoiceMessage,
  keepUntil,
  type PushMessage,
  weekMessage,
  weekOfSubject,
} from '#domain/pushes.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { events } from '../../db/tables/events.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { jobs } from '../../db/tables/runs.ts'
import { users } from '../../db/tables/users.ts'
import { calendarWeek } from '../calendar/public.ts'
import { customersOfWeek } from '../runs/public.ts'
import { settingsInForce } from '../settings/public.ts'
import type { ClaimedPush } from './claim-push.ts'

/** `leave_out`: no longer true, or not for this customer. `take_back`: not true now, but it may be again. */
export type Judged = { readonly message: PushMessage; readonly keepUntil: Date } | 'leave_out' | 'take_back'

interface Sayer {
  readonly db: Queryable
  readonly now: Date
  readonly timeZone: string
}

/** The message of each push, in the order of the list. Its facts are read at the moment of sending. */
export async function messagesOf(sayer: Sayer, claimed: readonly ClaimedPush[]): Promise<Judged[]> {
  const reachable = await reachableOf(sayer.db, claimed)
  const of = async (kind: ClaimedPush['push']['kind'], say: (those: readonly ClaimedPush[]) => Promise<MessageOf>) => {
    const those = claimed.filter(({ push, device }) => push.kind === kind && reachable.has(device.customerID))
    return those.length === 0 ? null : say(those)
  }
  const messages = {
    week: await of('week', (those) => weeks(sayer, those)),
    collected: await of('collected', (those) => collected(sayer, those)),
    invoice: await of('invoice', (those) => owed(sayer, those)),
  }
  return claimed.map((one) => messages[one.push.kind]?.(one) ?? 'leave_out')
}

/** Undefined: left out. */
type MessageOf = (one: ClaimedPush) => Judged | undefined

/** Customers who may still sign in. */
async function reachableOf(db: Queryable, claimed: readonly ClaimedPush[]): Promise<Set<string>> {
  const ids = [...new Set(claimed.map(({ device }) => device.customerID))]
  const rows = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(
      and(among(customers.customerID, ids), isNull(customers.hiddenAt), isNull(users.disabledAt), eq(users.signsIn, 1)),
    )
  return new Set(rows.map(({ customerID }) => customerID))
}

/**
 * The message is for customers whom the week's runs collect, by the rule that generates runs. Those with a no pickup
 * are left out.
 */
async function weeks({ db, now, timeZone }: Sayer, those: readonly ClaimedPush[]): Promise<MessageOf> {
  const judgements = new Map<string, Judged>()
  const putOut = (await settingsInForce(db))['collection.putOut']
  for (const [subject, of] of byKey(those, ({ push }) => push.subject)) {
    const { yearNumber, monthNumber, weekNumber } = weekOfSubject(subject)
    const week = await calendarWeek(db, yearNumber, monthNumber, weekNumber)
    if (!week) continue
    const customerIDs = [...new Set(of.map(({ device }) => device.customerID))]
    const judged = { message: weekMessage(week, putOut), keepUntil: keepUntil('week', now, timeZone, week.from) }
    for (const { customer, notDue, hasNoPickup } of await customersOfWeek(db, week, customerIDs))
      if (notDue === null && !hasNoPickup) judgements.set(`${customer.customerID} ${subject}`, judged)
  }
  return ({ push, device }) => judgements.get(`${device.customerID} ${push.subject}`)
}

/**
 * A stop that was undone or corrected since is taken back, and placed again when the new record has stood for a while.
 */
async function collected({ db, now, timeZone }: Sayer, those: readonly ClaimedPush[]): Promise<MessageOf> {
  const rows = await db
    .select({ job: jobs, receivedAt: events.receivedAt })
    .from(jobs)
    .leftJoin(events, eq(events.eventID, jobs.outcomeEventID))
    .where(
      among(
        jobs.assignmentID,
        those.map(({ push }) => push.subject),
      ),
    )
  const found = new Map(rows.map((row) => [row.job.assignmentID, row]))
  return ({ push, device }) => {
    const row = found.get(push.subject)
    if (row?.job.customerID !== device.customerID) return undefined
    const { job, receivedAt } = row
    const at = collectedPushAt({ ...job, receivedAt })
    if (at === null || at > now) return 'take_back'
    const message = collectedMessage(job.assignmentID, bagsOf(job), dayOf(job.doneAt ?? now, timeZone))
    return { message, keepUntil: keepUntil('collected', now, timeZone, null) }
  }
}

/**
 * The message is true while something is owed on the invoice. An invoice addressed to another payer is not the
 * customer's to pay.
 */
async function owed({ db, now, timeZone }: Sayer, those: readonly ClaimedPush[]): Promise<MessageOf> {
  const rows = await db
    .select()
    .from(invoices)
    .where(
      among(
        invoices.invoiceID,
        those.map(({ push }) => push.subject),
      ),
    )
  const found = new Map(rows.map((row) => [row.invoiceID, row]))
  const today = dayOf(now, timeZone)
  return ({ push, device }) => {
    const row = found.get(push.subject)
    if (!row || row.customerID !== device.customerID || row.billToEmail !== null) return undefined
    const owing = row.amount - row.allocated
    if (owing <= 0) return undefined
    const { invoiceID, dueDate } = row
    const message = invoiceMessage({ invoiceID, number: invoiceNumber(row.kind, row.number), dueDate, owing }, today)
    return { message, keepUntil: keepUntil('invoice', now, timeZone, null) }
  }
}
