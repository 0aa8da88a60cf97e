import { and, eq, sql } from 'drizzle-orm'
import {
  createReminder as creating,
  deleteReminder as deleting,
  getCallList,
  getReminder,
  getReminderContent,
  listReminderCustomers,
  listReminders,
  listRemindersDue,
  previewCallList,
  previewNewReminder,
  previewReminder,
  sendReminder as sending,
  updateReminder,
} from '#contract/v1/reminders.ts'
import type { WeekRef } from '#domain/calendar.ts'
import type { Queryable } from '../../db/database.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { RawAnswer, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { placesOf, placesPage } from './places-reads.ts'
import type { Part } from './recipients-reads.ts'
import { planReminder } from './reminder-plan.ts'
import { changeReminder, createReminder, deleteReminder } from './reminders-commands.ts'
import { remindersDue } from './reminders-due-reads.ts'
import { presentCallList, presentListedReminder, presentPreview, presentReminder } from './reminders-present.ts'
import { reminderByID, type ReminderShown, remindersPage } from './reminders-reads.ts'
import { sendReminder } from './sending-commands.ts'

const SORTS = {
  runAt: reminders.runAt,
  createdAt: reminders.createdAt,
  sentAt: reminders.sentAt,
  status: reminders.status,
  week: sql`(${reminders.yearNumber}, ${reminders.monthNumber}, ${reminders.weekNumber}, ${reminders.sequenceNumber})`,
}

const NAME = sql`'M-' || ${reminders.yearNumber} || '-' || lpad(${reminders.monthNumber}::text, 2, '0') || '-W' || ${reminders.weekNumber}`

export const remindersRoutes = (deps: Pick<Dependencies, 'config' | 'secrets' | 'clock' | 'mail'>): Route[] => [
  serve(listReminders)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, deps.config)
    const where = and(
      input.status && eq(reminders.status, input.status),
      input.yearNumber === undefined ? undefined : eq(reminders.yearNumber, input.yearNumber),
      input.monthNumber === undefined ? undefined : eq(reminders.monthNumber, input.monthNumber),
      input.weekNumber === undefined ? undefined : eq(reminders.weekNumber, input.weekNumber),
      keywordIn(input.keyword, [NAME, sql`coalesce(${reminders.description}, '')`, reminders.emailSubject]),
      await createdBetween(db, reminders.runAt, input),
    )
    const { rows, total } = await remindersPage(db, {
      where,
      orderBy: orderOf(input.sort, SORTS, '-runAt'),
      limit,
      offset,
    })
    return { items: rows.map((row) => presentListedReminder(row, deps)), page, perPage, total }
  }),

  serve(listRemindersDue)(async (_input, { db, now }) => remindersDue(db, now)),

  serve(creating)(async (input, context) => {
    const reminderID = await createReminder(context.db, context, input)
    context.setHeader('location', `/v1/reminders/${reminderID}`)
    return presentReminder(await one(context.db, reminderID), deps)
  }),

  serve(getReminder)(async ({ reminderID }, { db }) => presentReminder(await one(db, reminderID), deps)),

  serve(updateReminder)(async ({ reminderID, ...change }, context) => {
    await changeReminder(context.db, context, reminderID, change, context.ifMatch)
    return presentReminder(await one(context.db, reminderID), deps)
  }),

  serve(deleting)(async ({ reminderID }, context) => {
    await deleteReminder(context.db, context, reminderID, context.ifMatch)
    return undefined
  }),

  serve(sending)(async ({ reminderID }, context) => {
    await sendReminder(context.db, context, deps, reminderID)
    return presentReminder(await one(context.db, reminderID), deps)
  }),

  serve(previewNewReminder, { transaction: false })(async (input, { database, now }) => {
    const plan = await planReminder(database, wholeOf(input), null, now)
    return presentPreview(database, deps, input, plan, new Set())
  }),

  serve(previewReminder, { transaction: false })(async ({ reminderID }, { database, now }) => {
    const { row } = await one(database, reminderID)
    const plan = await planReminder(database, row, reminderID, now)
    return presentPreview(database, deps, row, plan, await placesOf(database, reminderID))
  }),

  serve(listReminderCustomers)(async ({ reminderID, keyword, state, ...pageQuery }, { db }) => {
    await one(db, reminderID)
    const { limit, offset, page, perPage } = paging(pageQuery, deps.config)
    return { ...(await placesPage(db, { reminderID, keyword, state, limit, offset })), page, perPage }
  }),

  serve(getCallList)(async ({ reminderID }, { db, now }) => {
    const { row } = await one(db, reminderID)
    return presentCallList(await planReminder(db, row, reminderID, now))
  }),

  serve(previewCallList, { transaction: false })(async (input, { database, now }) =>
    presentCallList(await planReminder(database, wholeOf(input), null, now)),
  ),

  serve(getReminderContent)(async ({ reminderID }, { db }) => {
    const { row } = await one(db, reminderID)
    return new RawAnswer(Buffer.from(row.emailContent, 'utf8'), 'text/plain; charset=utf-8')
  }),
]

const wholeOf = (wish: WeekRef & Partial<Part>) => ({
  ...wish,
  collectionScheme: wish.collectionScheme ?? null,
  runNumber: wish.runNumber ?? null,
})

async function one(db: Queryable, reminderID: string): Promise<ReminderShown> {
  const found = await reminderByID(db, reminderID)
  if (!found) throw new Refused('not_found')
  return found
}
