import { NativeSelect } from '@mantine/core'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { comparePeriods } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' })

interface WeekPickProps {
  weeks: readonly CalendarSetting[]
  value: CalendarSetting
  onChange: (week: CalendarSetting) => void
}

/** Year, month and week, each with only the calendar's values; a change of year keeps month and week where possible. */
export function WeekPick({ weeks, value, onChange }: WeekPickProps) {
  const { t } = useTranslation('runs')
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
        label={t('year')}
        data={years.map(String)}
        value={String(value.yearNumber)}
        onChange={({ currentTarget }) =>
          choose(weeks.filter(({ yearNumber }) => yearNumber === Number(currentTarget.value)))
        }
      />
      <NativeSelect
        label={t('month')}
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
        label={t('week')}
        data={ofMonth.map(({ weekNumber, from, to }) => ({
          value: String(weekNumber),
          label: t('generate.weekIs', {
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
