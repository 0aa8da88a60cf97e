import { Select } from '@mantine/core'
import { foldedFilter } from '#client/ui/office/folded-filter.ts'
import { t } from '#client/ui/core/texts.ts'
import type { ListAddress } from './list-address.ts'
import { useWeeksAround } from './use-weeks-around.ts'
import { weekName, weekOfText, weekText } from './weeks.ts'

/**
 * A filter for one week of last year, this one or the next, latest first; the address contains its year, month and
 * week.
 */
export function WeekFilter({ label, address: { filters, change } }: { label: string; address: ListAddress }) {
  const rows = useWeeksAround()
  const { yearNumber, monthNumber, weekNumber } = filters
  const value = [yearNumber, monthNumber, weekNumber].filter(Boolean).join('-')
  const options = new Map(rows.map((row) => [weekText(row), weekName(row)]))
  // The address may contain a year or a month alone.
  if (value !== '' && !options.has(value)) options.set(value, value)
  const onChange = (text: string | null) => {
    const week = weekOfText(text ?? '')
    change({
      yearNumber: week?.yearNumber.toString(),
      monthNumber: week?.monthNumber.toString(),
      weekNumber: week?.weekNumber.toString(),
    })
  }
  return (
    <Select
      label={label}
      data={[...options].map(([option, words]) => ({ value: option, label: words }))}
      value={value === '' ? null : value}
      onChange={onChange}
      placeholder={t('Any')}
      searchable
      filter={foldedFilter}
      clearable
      nothingFoundMessage={t('No matches')}
      comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
    />
  )
}
