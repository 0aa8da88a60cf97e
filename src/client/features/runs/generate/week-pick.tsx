import { NativeSelect } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import { comparePeriods, compareWeeks, type WeekRef } from '#domain/calendar.ts'
import { formatDay, addDays, type Day } from '#domain/dates.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'
import type { RunListed } from '../runs-columns.tsx'

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' })

interface WeekPickProps {
  weeks: readonly CalendarSetting[]
  value: CalendarSetting
  onChange: (week: CalendarSetting) => void
}

/** Year, month and week, each with only the calendar's values. A change of year keeps month and week where possible. */
export function WeekPick({ weeks, value, onChange }: WeekPickProps) {
  const years = [...new Set(weeks.map(({ yearNumber }) => yearNumber))]
  const ofYear = weeks.filter(({ yearNumber }) => yearNumber === value.yearNumber)
  const months = [...new Set(ofYear.map(({ monthNumber }) => monthNumber))]
  // A period of a four-weekly year has no name.
  const isMonths = !months.includes(13)
  const ofMonth = weeks.filter((week) => comparePeriods(week, value) === 0)
  const choose = (among: readonly CalendarSetting[]) => {
    const like = among.filter(({ monthNumber }) => monthNumber === value.monthNumber)
    const rows = like.length > 0 ? like : among
    const next = rows.find(({ weekNumber }) => weekNumber === value.weekNumber) ?? rows[0]
    if (next !== undefined) onChange(next)
  }
  return (
    <>
      <NativeSelect
        label={t('Year')}
        data={years.map(String)}
        value={String(value.yearNumber)}
        onChange={({ currentTarget }) =>
          choose(weeks.filter(({ yearNumber }) => yearNumber === Number(currentTarget.value)))
        }
      />
      <NativeSelect
        label={t('Month')}
        data={months.map((month) => ({
          value: String(month),
          label: isMonths ? `${month} · ${monthName.format(Date.UTC(2000, month - 1))}` : String(month),
        }))}
        value={String(value.monthNumber)}
        onChange={({ currentTarget }) =>
          choose(ofYear.filter(({ monthNumber }) => monthNumber === Number(currentTarget.value)))
        }
      />
      <NativeSelect
        label={t('Week')}
        data={ofMonth.map(({ weekNumber, from, to }) => ({
          value: String(weekNumber),
          label: t('Week {{week}} · {{from}} – {{to}}', {
            week: weekNumber,
            from: formatDay(from).slice(0, 5),
            to: formatDay(to).slice(0, 5),
          }),
        }))}
        value={String(value.weekNumber)}
        onChange={({ currentTarget }) =>
          choose(ofMonth.filter(({ weekNumber }) => weekNumber === Number(currentTarget.value)))
        }
      />
    </>
  )
}

/** A run of a past week can still be generated for this many days. */
const DAYS_BACK = 28

interface RunWeeks {
  /** The calendar's weeks for which a run can be generated, earliest first. */
  readonly weeks: readonly CalendarSetting[]
  readonly runsOf: (week: WeekRef) => readonly RunListed[]
}

/** The selectable weeks, with their existing runs; undefined while loading. */
export function useRunWeeks(today: Day): { data: RunWeeks | undefined; error: Error | null; askAgain: () => void } {
  const earliest = addDays(today, -DAYS_BACK)
  const year = Number(earliest.slice(0, 4))
  const years = useQueries({
    queries: [year, year + 1, year + 2].map((yearNumber) =>
      ask(listCalendar, { yearNumber, sort: 'from', perPage: PAGE_MAX }),
    ),
  })
  const runs = useQuery(ask(listRuns, { from: addDays(earliest, -6), perPage: PAGE_MAX }))
  const error = [runs, ...years].find((query) => query.data === undefined && query.error !== null)?.error ?? null
  const askAgain = () =>
    [runs, ...years].filter((query) => query.error !== null).forEach((query) => void query.refetch())
  if (runs.data === undefined || years.some(({ data }) => data === undefined))
    return { data: undefined, error, askAgain }
  const { items } = runs.data
  const weeks = years
    .flatMap(({ data }) => data!.items)
    .filter(({ to }) => to >= earliest)
    .sort(compareWeeks)
  return { data: { weeks, runsOf: (week) => items.filter((run) => compareWeeks(run, week) === 0) }, error, askAgain }
}

/** The next week without a run; when all have one, the next week. */
export function proposedWeek({ weeks, runsOf }: RunWeeks, today: Day): CalendarSetting | null {
  const coming = weeks.filter(({ from }) => from > today)
  return coming.find((week) => runsOf(week).length === 0) ?? coming[0] ?? weeks.at(-1) ?? null
}

/** The week of an address or a choice; undefined where the calendar has no such week. */
export function weekNamed({ weeks }: RunWeeks, week: WeekRef): CalendarSetting | undefined {
  return weeks.find((row) => compareWeeks(row, week) === 0)
}
