import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createCalendarWeek,
  createCalendarYear,
  deleteCalendarWeek,
  listCalendar,
  listHolidays,
  updateCalendarWeek,
  type CalendarSetting,
} from '#contract/v1/settings.ts'
import { calendarWarnings } from '#domain/calendar.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import type { Dependencies } from '../../ports.ts'
import { type Route, serve } from '../../http/serve.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { addCalendarWeek, addCalendarYear, changeCalendarWeek, removeCalendarWeek } from './calendar-commands.ts'
import { publicHolidays } from './public-holidays.ts'
import { settingsInForce } from '../settings/public.ts'
import { calendarRowsWhere, type StoredCalendarRow } from './calendar-reads.ts'

const { yearNumber, monthNumber, weekNumber, from, to } = calendarSettings
const SORTS = { from, to, yearNumber, monthNumber, weekNumber }
const readable = sql`${yearNumber} || '-' || lpad(${monthNumber}::text, 2, '0') || '-W' || ${weekNumber}`
const shownDays = sql`to_char(${from}, 'DD/MM/YYYY') || ' ' || to_char(${to}, 'DD/MM/YYYY') || ' ' || ${from}::text || ' ' || ${to}::text`

export const calendarRoutes = ({ config }: Dependencies): Route[] => [
  serve(listCalendar)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const rows = await calendarRowsWhere(db, calendarFilter(input), orderOf(input.sort, SORTS, 'from'))
    return { items: rows.slice(offset, offset + limit).map(presentCalendarWeek), page, perPage, total: rows.length }
  }),

  serve(listHolidays)(async ({ yearNumber }, { db }) => {
    const items = [...(await publicHolidays((await settingsInForce(db))['business.state'], yearNumber))]
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(createCalendarWeek)(async (input, context) =>
    presentCalendarWeek(await addCalendarWeek(context.db, context, input)),
  ),

  serve(createCalendarYear)(async ({ yearNumber, mode, start }, context) => {
    const items = (await addCalendarYear(context.db, context, yearNumber, mode, start)).map(presentCalendarWeek)
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(updateCalendarWeek)(async ({ calendarSettingID, ...change }, context) =>
    presentCalendarWeek(await changeCalendarWeek(context.db, context, calendarSettingID, change, context.ifMatch)),
  ),

  serve(deleteCalendarWeek)(async ({ calendarSettingID }, context) => {
    await removeCalendarWeek(context.db, context, calendarSettingID, context.ifMatch)
    return undefined
  }),
]

/** `from` and `to` limit a week's first day, as for runs (api.md, "Lists"). */
function calendarFilter(input: InputOf<typeof listCalendar>): SQL | undefined {
  return and(
    input.yearNumber === undefined ? undefined : eq(yearNumber, input.yearNumber),
    input.monthNumber === undefined ? undefined : eq(monthNumber, input.monthNumber),
    input.weekNumber === undefined ? undefined : eq(weekNumber, input.weekNumber),
    input.from === undefined ? undefined : gte(from, input.from),
    input.to === undefined ? undefined : lte(from, input.to),
    keywordIn(input.keyword, [readable, shownDays]),
  )
}

function presentCalendarWeek(row: StoredCalendarRow): CalendarSetting {
  return { ...row, warnings: calendarWarnings(row) }
}
