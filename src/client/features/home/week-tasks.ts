import type { Home } from '#contract/v1/home.ts'
import { calendarEnding } from '#domain/alerts.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { dayRange, shortDay, weekTitle } from '#domain/day-words.ts'
import { runInWords } from '#domain/run-name.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { TaskRow, TaskWording } from './task-row.ts'

/** The tasks that concern one week each: its run, its customers, its reminder, and the calendar's end. */

export const notReachedTasks = ({ notReached }: Home, { t, today }: TaskWording): TaskRow[] =>
  notReached.map((run) => ({
    key: `not-reached ${run.runOrderID}`,
    pressing: 'now',
    title: t('notReached', { count: run.toMail + run.toCall }),
    why: [
      ...(run.toMail > 0 ? [t('notReachedMail', { count: run.toMail })] : []),
      ...(run.toCall > 0 ? [t('notReachedCall', { count: run.toCall })] : []),
      runInWords(run, today),
    ].join(' · '),
    to: officePaths.notReached(run.runOrderID),
    action: t('review'),
  }))

export function runTasks({ runs, nextWeek }: Home, { t, today }: TaskWording): TaskRow[] {
  const drafts = runs
    .filter(({ status }) => status === 'draft')
    .map((run): TaskRow => {
      const started = run.fromDate <= today
      return {
        key: run.runOrderID,
        pressing: started ? 'now' : 'later',
        title: t('draft', { run: runInWords(run, today) }),
        why: started ? t('draftStarted') : t('draftStarts', { day: shortDay(run.fromDate, today), count: run.stops }),
        to: officePaths.run(run.runOrderID),
        action: t('open'),
      }
    })
  if (nextWeek === null || runs.some((run) => compareWeeks(run, nextWeek) === 0)) return drafts
  return [
    ...drafts,
    {
      key: 'unplanned',
      pressing: 'soon',
      title: t('nextWeek'),
      why: `${weekTitle(nextWeek, nextWeek.from, nextWeek.to)} · ${dayRange(nextWeek.from, nextWeek.to, today)}`,
      to: officePaths.newRun(nextWeek),
      action: t('generate'),
    },
  ]
}

export const reminderTasks = ({ reminders }: Home, { t, today, timeZone }: TaskWording): TaskRow[] =>
  reminders.map((reminder) => {
    const { reminderID, readableID, runAt, fromDate, toDate } = reminder
    return {
      key: `reminder ${reminderID ?? fromDate}`,
      pressing: dayOf(new Date(runAt), timeZone) <= today ? 'now' : 'soon',
      title: readableID === null ? t('reminderMissing') : t('reminderIdle'),
      why: `${weekTitle(reminder, fromDate, toDate)} · ${dayRange(fromDate, toDate, today)}`,
      to: reminderID === null ? officePaths.newReminder(reminder) : officePaths.reminder(reminderID),
      action: reminderID === null ? t('makeReminder') : t('open'),
    }
  })

export function calendarTasks({ calendarUntil }: Home, { t, today }: TaskWording): TaskRow[] {
  if (calendarEnding(calendarUntil, today) === null) return []
  return [
    {
      key: 'calendar',
      pressing: 'soon',
      title: calendarUntil === null ? t('noCalendar') : t('calendarEnds', { day: formatDay(calendarUntil) }),
      to: officePaths.calendar(),
      action: t('openCalendar'),
    },
  ]
}
