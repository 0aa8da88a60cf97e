import type { Home } from '#contract/v1/home.ts'
import { calendarEnding } from '#domain/alerts.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { isOfDepot } from '#domain/depots.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { dayRange, shortDay, weekTitle } from '#domain/day-words.ts'
import { runInWords } from '#domain/run-name.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { TaskRow, TaskWording } from './task-row.ts'

/** The tasks that concern one week each: its run, its customers, its reminder, and the calendar's end. */

export const notReachedTasks = ({ notReached }: Home, { today, hasMailServer }: TaskWording): TaskRow[] =>
  notReached.map(({ kept = 0, ...run }) => ({
    key: `not-reached ${run.runOrderID}`,
    pressing: 'now',
    title: plural(
      run.toMail + kept + run.toCall,
      '{{count}} customer not reached hasn’t been told',
      '{{count, number}} customers not reached haven’t been told',
    ),
    why: [
      ...(run.toMail > 0 ? [toMailWords(run.toMail, hasMailServer)] : []),
      ...(kept > 0 ? [plural(kept, '{{count}} email not sent', '{{count, number}} emails not sent')] : []),
      ...(run.toCall > 0 ? [plural(run.toCall, '{{count}} to call', '{{count, number}} to call')] : []),
      runInWords(run, today),
    ].join(' · '),
    to: officePaths.notReached(run.runOrderID),
    action: t('Review'),
  }))

const toMailWords = (count: number, hasMailServer: boolean | undefined) =>
  hasMailServer
    ? plural(count, '{{count}} to email', '{{count, number}} to email')
    : plural(count, '{{count}} with an email address', '{{count, number}} with email addresses')

export function runTasks(home: Home, wording: TaskWording): TaskRow[] {
  const { today, nameOfRun } = wording
  const drafts = home.runs
    .filter(({ status }) => status === 'draft')
    .map((run): TaskRow => {
      const started = run.fromDate <= today
      return {
        key: run.runOrderID,
        pressing: started ? 'now' : 'later',
        title: t('{{run}} is still a draft', { run: nameOfRun(run) }),
        why: started
          ? t('The week has started. Mark it active so drivers can see it')
          : plural(run.stops, 'Starts {{day}} · {{count}} stop', 'Starts {{day}} · {{count}} stops', {
              day: shortDay(run.fromDate, today),
            }),
        to: officePaths.run(run.runOrderID),
        action: t('Open'),
      }
    })
  return [...drafts, ...unplannedTasks(home, wording)]
}

/** The next week without a run; in a firm of depots each that has suburbs and no run, and the suburbs of none. */
function unplannedTasks(
  { runs, nextWeek }: Home,
  { today, depots, customersOfNone, ownDepot }: TaskWording,
): TaskRow[] {
  if (nextWeek === null) return []
  const there = runs.filter((run) => compareWeeks(run, nextWeek) === 0)
  const row = (title: string, depotID?: string): TaskRow => ({
    key: `unplanned ${depotID ?? ''}`,
    pressing: 'soon',
    title,
    why: `${weekTitle(nextWeek, nextWeek.from, nextWeek.to)} · ${dayRange(nextWeek.from, nextWeek.to, today)}`,
    to: officePaths.newRun(nextWeek, depotID),
    action: t('Generate run'),
  })
  const titleOf = (depot: string) => t('{{depot}} has no run next week yet', { depot })
  const divided = depots.filter(({ suburbs }) => suburbs > 0)
  if (divided.length === 0)
    return there.length > 0 ? [] : [row(ownDepot === null ? t('Next week has no run yet') : titleOf(ownDepot))]
  const lacks = (depotID: string | null) => !there.some((run) => isOfDepot(run.depotID ?? null, depotID))
  return [
    ...divided.filter(({ depotID }) => lacks(depotID)).map(({ depotID, name }) => row(titleOf(name), depotID)),
    ...(customersOfNone > 0 && lacks(null) ? [row(t('The suburbs of no depot have no run next week yet'))] : []),
  ]
}

export const reminderTasks = ({ reminders }: Home, { today, timeZone }: TaskWording): TaskRow[] =>
  reminders.map((reminder) => {
    const { reminderID, readableID, runAt, fromDate, toDate } = reminder
    return {
      key: `reminder ${reminderID ?? fromDate}`,
      pressing: dayOf(new Date(runAt), timeZone) <= today ? 'now' : 'soon',
      title: readableID === null ? t('Next collection week has no reminder yet') : t('A reminder isn’t scheduled'),
      why: `${weekTitle(reminder, fromDate, toDate)} · ${dayRange(fromDate, toDate, today)}`,
      to: reminderID === null ? officePaths.newReminder(reminder) : officePaths.reminder(reminderID),
      action: reminderID === null ? t('Make reminder') : t('Open'),
    }
  })

export function calendarTasks({ calendarUntil }: Home, { today, seesCalendar }: TaskWording): TaskRow[] {
  if (!seesCalendar || calendarEnding(calendarUntil, today) === null) return []
  return [
    {
      key: 'calendar',
      pressing: 'soon',
      title:
        calendarUntil === null
          ? t('The calendar is empty')
          : t('The calendar ends on {{day}}', { day: formatDay(calendarUntil) }),
      to: officePaths.calendar(),
      action: t('Open calendar'),
    },
  ]
}
