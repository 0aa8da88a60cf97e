import { Select } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { listCalendar } from '#contract/v1/settings.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import type { ListAddress } from './list-address.ts'
import { useToday } from './today.ts'
import { weekName, weekOfText, weekText } from './weeks.ts'

/** One week of last year, this one or the next, latest first; the address names its year, month and week. */
export function WeekFilter({ label, address: { filters, change } }: { label: string; address: ListAddress }) {
  const { t } = useTranslation('shells')
  const year = Number(useToday().slice(0, 4))
  const years = useQueries({ queries: [year - 1, year, year + 1].map((yearNumber) => ask(listCalendar, { yearNumber, perPage: PAGE_MAX })) })
  const rows = years.flatMap(({ data }) => data?.items ?? []).sort((a, b) => compareWeeks(b, a))
  const { yearNumber, monthNumber, weekNumber } = filters
  const value = [yearNumber, monthNumber, weekNumber].filter(Boolean).join('-')
  const options = new Map(rows.map((row) => [weekText(row), weekName(row)]))
  // A year or a month alone may stand in the address too.
  if (value !== '' && !options.has(value)) options.set(value, value)
  const onChange = (text: string | null) => {
    const week = weekOfText(text ?? '')
    change({ yearNumber: week?.yearNumber.toString(), monthNumber: week?.monthNumber.toString(), weekNumber: week?.weekNumber.toString() })
  }
  return (
    <Select
      label={label}
      data={[...options].map(([option, words]) => ({ value: option, label: words }))}
      value={value === '' ? null : value}
      onChange={onChange}
      placeholder={t('any')}
      searchable
      clearable
      nothingFoundMessage={t('pickNothing')}
      comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
    />
  )
}
