import { and, eq, gte, inArray, lt, lte, max, ne, sql } from 'drizzle-orm'
import {
  datesProblem,
  firstMonday,
  fourWeeklyStart,
  makeYear,
  type CalendarMode,
  type CalendarRow,
  type WeekRef,
} from '#domain/calendar.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { giveFirstDue } from './first-due-commands.ts'
import { runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { sameWeek } from '../../db/same-week.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { calendarRowByID, type StoredCalendarRow } from './calendar-reads.ts'

const TAKEN = { unique: { calendar_settings_week: 'calendar_taken' } } as const

export async function addCalendarWeek(tx: Queryable, author: Author, week: CalendarRow): Promise<StoredCalendarRow> {
  refuseDates(week)
  const row = { ...week, calendarSettingID: newID(), version: 1 }
  await refusing(() => tx.insert(calendarSettings).values(row), TAKEN)
  await refuseOverlap(tx, row)
  await giveFirstDue(tx)
  await recordChange(tx, author, {
    action: 'calendar.create',
    subjectKind: 'calendar',
    subjectID: row.calendarSettingID,
    after: { ...week },
  })
  return row
}

export async function addCalendarYear(
  tx: Queryable,
  author: Author,
  yearNumber: number,
  mode: CalendarMode,
  start: Day | undefined,
): Promise<StoredCalendarRow[]> {
  if (start !== undefined && !startsYear(yearNumber, mode, start))
    refuseField('start', `The year ${yearNumber} can’t start on this day`)
  const begin = start ?? (mode === 'FOUR_WEEKLY' ? await usualStart(tx, yearNumber) : undefined)
  const rows = makeYear(yearNumber, mode, begin).map((week) => ({ ...week, calendarSettingID: newID(), version: 1 }))
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) refuseField('start', `No weeks left in ${yearNumber} from this day`)
  const before = await tx
    .select({ from: calendarSettings.from, to: calendarSettings.to })
    .from(calendarSettings)
    .where(and(lte(calendarSettings.from, last.to), gte(calendarSettings.to, first.from)))
  // The unique index is checked first, because its message is the clearer one when the year is made twice.
  await refusing(() => tx.insert(calendarSettings).values(rows), TAKEN)
  const clash = before.find((kept) => rows.some((row) => row.from <= kept.to && kept.from <= row.to))
  if (clash) refuseOverlapping(clash)
  await giveFirstDue(tx)
  await recordChange(tx, author, {
    action: 'calendar.create_year',
    subjectKind: 'calendar',
    subjectID: String(yearNumber),
    after: { mode, weeks: rows.length, from: first.from, to: last.to },
  })
  return rows
}

export async function changeCalendarWeek(
  tx: Queryable,
  author: Author,
  calendarSettingID: string,
  change: Partial<CalendarRow>,
  ifMatch: number | null,
): Promise<StoredCalendarRow> {
  const before = await existingRow(tx, calendarSettingID)
  requireVersion(ifMatch, before.version)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  if (weekOf(before) === weekOf(after)) return before
  await refuseInUse(tx, before)
  refuseDates(after)
  after.version = before.version + 1
  const write = () =>
    tx.update(calendarSettings).set(after).where(eq(calendarSettings.calendarSettingID, calendarSettingID))
  await refusing(write, TAKEN)
  await refuseOverlap(tx, after)
  // A draft's dates follow its week; the dates of runs that drivers have seen do not change.
  await tx
    .update(runs)
    .set({ fromDate: after.from, toDate: after.to, version: sql`${runs.version} + 1` })
    .where(and(sameWeek(runs, after), eq(runs.status, 'draft')))
  await recordChange(tx, author, {
    action: 'calendar.update',
    subjectKind: 'calendar',
    subjectID: calendarSettingID,
    before: { ...before },
    after: { ...after },
  })
  return after
}

export async function removeCalendarWeek(
  tx: Queryable,
  author: Author,
  calendarSettingID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingRow(tx, calendarSettingID)
  requireVersion(ifMatch, before.version)
  await refuseInUse(tx, before)
  await tx.delete(calendarSettings).where(eq(calendarSettings.calendarSettingID, calendarSettingID))
  await recordChange(tx, author, {
    action: 'calendar.delete',
    subjectKind: 'calendar',
    subjectID: calendarSettingID,
    before: { ...before },
  })
}

async function existingRow(tx: Queryable, calendarSettingID: string): Promise<StoredCalendarRow> {
  const row = await calendarRowByID(tx, calendarSettingID)
  if (!row) throw new Refused('not_found')
  return row
}

const weekOf = ({ yearNumber, monthNumber, weekNumber, from, to }: CalendarRow) =>
  [yearNumber, monthNumber, weekNumber, from, to].join()

function refuseDates(week: CalendarRow): void {
  const problem = datesProblem(week)
  if (problem !== null) refuseField('to', problem)
}

/** Serialisable transactions make this check safe against a concurrent change. */
async function refuseOverlap(tx: Queryable, row: StoredCalendarRow): Promise<void> {
  const [clash] = await tx
    .select({ from: calendarSettings.from, to: calendarSettings.to })
    .from(calendarSettings)
    .where(
      and(
        lte(calendarSettings.from, row.to),
        gte(calendarSettings.to, row.from),
        ne(calendarSettings.calendarSettingID, row.calendarSettingID),
      ),
    )
    .limit(1)
  if (clash) refuseOverlapping(clash)
}

function refuseOverlapping(clash: { from: Day; to: Day }): never {
  throw new Refused('calendar_overlap', {
    message: `These dates overlap the week from ${formatDay(clash.from)} to ${formatDay(clash.to)}.`,
  })
}

async function refuseInUse(tx: Queryable, week: WeekRef): Promise<void> {
  const [run] = await tx
    .select({ runOrderID: runs.runOrderID })
    .from(runs)
    .where(and(sameWeek(runs, week), inArray(runs.status, ['active', 'completed', 'archived'])))
    .limit(1)
  if (run) throw new Refused('calendar_in_use')
}

async function usualStart(tx: Queryable, yearNumber: number): Promise<Day> {
  const [before] = await tx
    .select({ lastDay: max(calendarSettings.to) })
    .from(calendarSettings)
    .where(lt(calendarSettings.to, firstMonday(yearNumber)))
  return fourWeeklyStart(yearNumber, before?.lastDay ?? null)
}

/** A four-weekly year may start in the last days of the previous year. */
function startsYear(yearNumber: number, mode: CalendarMode, start: Day): boolean {
  const year = Number(start.slice(0, 4))
  return year === yearNumber || (mode === 'FOUR_WEEKLY' && year === yearNumber - 1)
}
