import * as z from 'zod/mini'
import { MAIL_TEMPLATES } from '#domain/mail-templates.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import {
  day,
  id,
  monthNumber,
  noContent,
  notes,
  optionalLine,
  queryNumber,
  warnings,
  weekNumber,
  yearNumber,
} from '../shapes.ts'

const ADMIN = { ADMIN: 'any' } as const

export const setting = z.object({
  key: z.string(),
  value: z.unknown(),
  isDefault: z.boolean(),
  default: z.unknown(),
  /** The type of value and its limits (domain/settings.ts): of a number, or of a text's length. */
  kind: z.string(),
  about: z.string(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  version: z.int(),
})
export type StoredSetting = z.input<typeof setting>

export const listSettings = endpoint({
  method: 'GET',
  path: '/v1/settings',
  summary: 'Every setting with the value in force',
  roles: ADMIN,
  area: 'settings',
  input: z.strictObject(pageQuery),
  output: pageOf(setting),
  refusals: ['keyword_too_short'],
})

export const getSetting = endpoint({
  method: 'GET',
  path: '/v1/settings/{key}',
  summary: 'One setting',
  roles: ADMIN,
  area: 'settings',
  input: z.strictObject({ key: z.string().check(z.maxLength(100)) }),
  output: setting,
  versioned: true,
  refusals: [],
})

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/v1/settings/{key}',
  summary: 'Change a setting within its bounds; null goes back to the default',
  roles: ADMIN,
  area: 'settings',
  changes: 'any',
  /** `lockAhead`: closes the books beyond today, which is refused without it (`lock_ahead`). */
  input: z.strictObject({
    key: z.string().check(z.maxLength(100)),
    value: z.unknown(),
    lockAhead: z.optional(z.boolean()),
  }),
  output: setting,
  versioned: true,
  refusals: ['version_conflict', 'lock_ahead'],
})

/** More than there are settings. */
export const SETTINGS_MAX = 200

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/v1/settings',
  summary: 'Change several settings: all or none; null goes back to the default. An invalid field is named by its key',
  roles: ADMIN,
  area: 'settings',
  changes: 'any',
  maxBytes: 1_048_576,
  input: z.strictObject({
    settings: z
      .array(
        z.strictObject({
          key: z.string().check(z.maxLength(100)),
          value: z.unknown(),
          /** The version the form was opened with; if any of them is another one now, `version_conflict`. */
          version: z.optional(z.int()),
        }),
      )
      .check(z.minLength(1), z.maxLength(SETTINGS_MAX)),
    /** It means the same as when one setting is changed. */
    lockAhead: z.optional(z.boolean()),
  }),
  output: z.object({ items: z.array(setting) }),
  refusals: ['version_conflict', 'lock_ahead'],
})

/** One working week; only the calendar turns year, month and week into dates (domain.md 2). */
export const calendarSetting = z.object({
  calendarSettingID: id,
  yearNumber,
  monthNumber,
  weekNumber,
  from: day,
  to: day,
  version: z.int(),
  warnings,
})
export type CalendarSetting = z.input<typeof calendarSetting>
const week = { yearNumber, monthNumber, weekNumber, from: day, to: day }

export const listCalendar = endpoint({
  method: 'GET',
  path: '/v1/settings/calendars',
  summary: 'The calendar’s weeks; without a year, of every year',
  roles: ADMIN,
  area: 'shared',
  depot: 'any',
  reads: ['runs'],
  input: z.strictObject({
    ...pageQuery,
    yearNumber: z.optional(queryNumber(yearNumber)),
    monthNumber: z.optional(queryNumber(monthNumber)),
    weekNumber: z.optional(queryNumber(weekNumber)),
  }),
  output: pageOf(calendarSetting),
  refusals: ['keyword_too_short'],
})

export const createCalendarWeek = endpoint({
  method: 'POST',
  path: '/v1/settings/calendars',
  summary: 'Add one working week',
  roles: ADMIN,
  area: 'settings',
  changes: ['settings', 'runs', 'customers'],
  input: z.strictObject(week),
  output: calendarSetting,
  status: 201,
  refusals: ['calendar_taken', 'calendar_overlap'],
})

export const updateCalendarWeek = endpoint({
  method: 'PUT',
  path: '/v1/settings/calendars/{calendarSettingID}',
  summary: 'Change a working week no active or later run uses',
  roles: ADMIN,
  area: 'settings',
  changes: ['settings', 'runs', 'customers'],
  input: z.strictObject({ calendarSettingID: id, ...z.partial(z.object(week)).shape }),
  output: calendarSetting,
  versioned: true,
  refusals: ['calendar_taken', 'calendar_overlap', 'calendar_in_use', 'version_conflict'],
})

export const deleteCalendarWeek = endpoint({
  method: 'DELETE',
  path: '/v1/settings/calendars/{calendarSettingID}',
  summary: 'Delete a working week no active or later run uses',
  roles: ADMIN,
  area: 'settings',
  changes: ['settings', 'runs', 'customers'],
  input: z.strictObject({ calendarSettingID: id }),
  output: noContent,
  status: 204,
  versioned: true,
  refusals: ['calendar_in_use', 'version_conflict'],
})

export const createCalendarYear = endpoint({
  method: 'POST',
  path: '/v1/settings/calendars/year',
  summary: 'Make a whole year’s weeks in one step',
  roles: ADMIN,
  area: 'settings',
  changes: ['settings', 'runs', 'customers'],
  input: z.strictObject({ yearNumber, mode: z.enum(['MONTHS', 'FOUR_WEEKLY']), start: z.optional(day) }),
  output: pageOf(calendarSetting),
  status: 201,
  refusals: ['calendar_taken', 'calendar_overlap'],
})

export const listHolidays = endpoint({
  method: 'GET',
  path: '/v1/settings/calendars/holidays',
  summary: 'Public holidays of the business’s state in a year',
  roles: ADMIN,
  area: 'shared',
  depot: 'any',
  input: z.strictObject({ yearNumber: queryNumber(yearNumber) }),
  output: pageOf(z.object({ day, name: z.string() })),
  refusals: [],
})

/** Returns a mail of this template filled with sample values; sends and stores nothing. */
export const previewMail = endpoint({
  method: 'POST',
  path: '/v1/settings/mails/preview',
  summary: 'An email template filled in, as its reader would see it',
  roles: ADMIN,
  area: 'settings',
  changes: [],
  input: z.strictObject({ template: z.enum(MAIL_TEMPLATES), subject: optionalLine, text: notes }),
  output: z.object({ subject: z.string(), text: z.string(), html: z.string(), unknown: z.array(z.string()) }),
  status: 200,
  idempotencyKey: false,
  refusals: [],
})
