import * as z from 'zod/mini'
import { HOME_TASKS } from '#domain/home-tasks.ts'
import { endpoint } from '../endpoint.ts'
import { count, day, signedMoney, ofDepot } from '../shapes.ts'
import { alert } from './alerts.ts'
import { listNotReached } from './not-reached.ts'
import { listRemindersDue } from './reminders.ts'
import { runRow } from './runs.ts'
import { calendarSetting } from './settings.ts'

/** How many records of one kind wait for the office. The count is the total of the list that the kind opens. */
const homeTask = z.object({
  kind: z.enum(HOME_TASKS),
  count,
  /** The business's day since which the longest of them waits; null: this kind has none. */
  oldest: z.nullable(day),
  /** AUD they owe, or are worth; null: this kind has no money. */
  amount: z.nullable(signedMoney),
})
export type HomeTask = z.input<typeof homeTask>

const home = z.object({
  /** Only kinds of which at least one waits. */
  tasks: z.array(homeTask),
  alerts: z.array(alert),
  /** The runs that begin in the business's current or next week, archived ones too, each with its open exceptions. */
  runs: z.array(z.extend(runRow, { exceptions: count })),
  /** The Monday of the business's current week. */
  monday: day,
  notReached: listNotReached.output.shape.items,
  reminders: listRemindersDue.output.shape.items,
  /** The calendar's week that begins within seven days; null: the calendar has none. */
  nextWeek: z.nullable(calendarSetting),
  /** The calendar's last day; null: the calendar is empty. */
  calendarUntil: z.nullable(day),
  activeCustomers: count,
  unpaidInvoices: count,
  /** How many no pickups the next week has. */
  noPickups: count,
  /** Whether emails are sent, or only kept. Earlier servers omit it. */
  mailServer: z.optional(z.boolean()),
})
export type Home = z.input<typeof home>

export const getHome = endpoint({
  method: 'GET',
  path: '/v1/home',
  summary: 'What waits for the office, this week’s and next week’s runs, and what is wrong, in one answer',
  roles: { ADMIN: 'any' },
  area: 'shared',
  depot: 'list',
  reads: 'any',
  input: z.strictObject(ofDepot),
  output: home,
  refusals: [],
})
