import { createCalendarWeek, createCalendarYear, deleteCalendarWeek, listCalendar, updateCalendarWeek } from '#contract/v1/settings.ts'
import type { Dependencies } from '../../ports.ts'
import { type Route, serve } from '../../http/serve.ts'
import { paging } from '../../http/paging.ts'
import { addCalendarWeek, addCalendarYear, changeCalendarWeek, removeCalendarWeek } from './calendar-commands.ts'
import { presentCalendarWeek } from './calendar-present.ts'
import { calendarRows } from './settings-reads.ts'

export const calendarRoutes = ({ config }: Dependencies): Route[] => [
  serve(listCalendar)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const rows = await calendarRows(db, { yearNumber: input.yearNumber, monthNumber: input.monthNumber, weekNumber: input.weekNumber })
    return { items: rows.slice(offset, offset + limit).map(presentCalendarWeek), page, perPage, total: rows.length }
  }),

  serve(createCalendarWeek)(async (input, context) => presentCalendarWeek(await addCalendarWeek(context.db, context, input))),

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
