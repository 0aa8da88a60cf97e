import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listCustomers } from '#contract/v1/customers.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { getHome } from '#contract/v1/home.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { listNotReached } from '#contract/v1/not-reached.ts'
import { listRemindersDue } from '#contract/v1/reminders.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { addDays, dayOf, mondayOf } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { type Context, includes, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'
import { TASK_LISTS } from './home-lists.ts'

type HomeTask = AnswerOf<typeof getHome>['tasks'][number]

interface Lists {
  /** Whether the caller may read it, and it is about the depot that is asked for. */
  may(list: Endpoint): boolean
  ask<E extends Endpoint>(list: E, input: InputOf<E>): Promise<AnswerOf<E>>
}

/** @param lists the routes whose handlers answer what Home shows */
export function homeRoutes(lists: readonly Route[], { mail }: Pick<Dependencies, 'mail'>): Route[] {
  const handlers = new Map(lists.map(({ endpoint, handler }) => [endpoint, handler]))
  const listsOf = (context: Context<Endpoint>, { depotID }: InputOf<typeof getHome>): Lists => ({
    may: (list) => includes({ ...context.actor, depotID: depotID ?? null }, list),
    ask: async (list, input) => {
      const asked = depotID !== undefined && list.depot === 'list' ? { ...(input as object), depotID } : input
      return (await handlers.get(list)!(asked as InputOf<Endpoint>, context)) as AnswerOf<typeof list>
    },
  })
  return [
    serve(getHome)(async (input, context) => {
      const lists = listsOf(context as unknown as Context<Endpoint>, input)
      const { may, ask } = lists
      const { 'business.timeZone': timeZone } = await settingsInForce(context.db)
      const today = dayOf(context.now, timeZone)
      const monday = mondayOf(today)
      const around = { from: monday, to: addDays(monday, 13), perPage: PAGE_MAX }
      const runs = [
        ...(await ask(listRuns, around)).items,
        // Without a status the list leaves archived runs out, and this week's run may be archived already.
        ...(await ask(listRuns, { ...around, status: 'archived' })).items,
      ]
      const soon = { from: addDays(today, 1), to: addDays(today, 7), sort: 'from', perPage: 1 }
      const nextWeek = (await ask(listCalendar, soon)).items[0] ?? null
      return {
        tasks: await tasksOf(lists, timeZone),
        alerts: may(listAlerts) ? (await ask(listAlerts, { status: 'open', perPage: PAGE_MAX })).items : [],
        runs: await withExceptions(lists, runs),
        monday,
        notReached: (await ask(listNotReached, {})).items,
        reminders: may(listRemindersDue) ? (await ask(listRemindersDue, {})).items : [],
        nextWeek,
        calendarUntil: (await ask(listCalendar, { sort: '-from', perPage: 1 })).items[0]?.to ?? null,
        activeCustomers: (await ask(listCustomers, { status: 'ACTIVE', perPage: 1 })).total,
        unpaidInvoices: may(listInvoices)
          ? (await ask(listInvoices, { status: 'waiting_payment', perPage: 1 })).total
          : 0,
        noPickups: nextWeek === null ? 0 : (await ask(listNoPickups, { ...nameOf(nextWeek), perPage: 1 })).total,
        mailServer: mail.kind === 'smtp',
      }
    }),
  ]
}

async function tasksOf({ may, ask }: Lists, timeZone: string): Promise<HomeTask[]> {
  const tasks: HomeTask[] = []
  for (const { kind, list, filters, count, oldest, amount } of TASK_LISTS) {
    if (!may(list)) continue
    const answer = await ask(list, filters)
    const waiting = count(answer)
    if (waiting === 0) continue
    const since = oldest?.(answer) ?? null
    tasks.push({
      kind,
      count: waiting,
      oldest: since instanceof Date ? dayOf(since, timeZone) : since,
      amount: amount?.(answer) ?? null,
    })
  }
  return tasks
}

type RunItem = AnswerOf<typeof listRuns>['items'][number]

async function withExceptions({ ask }: Lists, runs: readonly RunItem[]) {
  const items = []
  for (const run of runs) {
    const { total } = await ask(listExceptions, { status: 'open', runOrderID: run.runOrderID, perPage: 1 })
    items.push({ ...run, exceptions: total })
  }
  return items
}

const nameOf = ({ yearNumber, monthNumber, weekNumber }: AnswerOf<typeof listCalendar>['items'][number]) => ({
  yearNumber,
  monthNumber,
  weekNumber,
})
