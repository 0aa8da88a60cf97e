import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { day, instant, json, key, version } from './columns.ts'

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: json('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
  version: version(),
})

/** The installation's own data: data epoch, secret fingerprint, counters, last backup. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})

/**
 * The last numbers given, gapless or running (such as run refId and customer refId), by `update ... returning` inside
 * the issuing transaction.
 */
export const counters = pgTable('counters', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
})

export const calendarSettings = pgTable(
  'calendar_settings',
  {
    calendarSettingID: key('calendar_setting_id').primaryKey(),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    from: day('from_day').notNull(),
    to: day('to_day').notNull(),
    version: version(),
  },
  (table) => [
    unique('calendar_settings_week').on(table.yearNumber, table.monthNumber, table.weekNumber),
    check('calendar_settings_order', sql`${table.from} <= ${table.to}`),
    check('calendar_settings_week_number', sql`${table.weekNumber} between 1 and 5`),
  ],
)
