import { Select } from '@mantine/core'
import { foldedFilter } from '#client/ui/office/folded-filter.ts'
import { t } from '#client/ui/core/texts.ts'
import { useComingWeeks } from './due-pick.tsx'
import { weekInWords, weekName, weekOfText, weekText } from './weeks.ts'

interface WeekPickProps {
  label: string
  /** `2026-11-2`; empty: none. */
  value: string
  onChange: (value: string) => void
  error?: unknown
  required?: boolean
  description?: string | undefined
  placeholder?: string
}

/** One of the calendar's weeks that are not over. */
export function WeekPick({ label, value, onChange, error, required = false, description, placeholder }: WeekPickProps) {
  const weeks = useComingWeeks()
  const options = new Map((weeks ?? []).map((row) => [weekText(row), weekName(row)]))
  // The current value is offered even when it is over or no longer in the calendar.
  const chosen = weekOfText(value)
  if (chosen !== null && !options.has(value)) options.set(value, weekInWords(chosen, weeks))
  return (
    <Select
      label={label}
      description={weeks?.length === 0 ? t('The calendar has no upcoming weeks.') : description}
      data={[...options].map(([option, words]) => ({ value: option, label: words }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      placeholder={placeholder}
      searchable
      filter={foldedFilter}
      clearable={!required}
      allowDeselect={!required}
      withAsterisk={required}
      nothingFoundMessage={t('No matches')}
      error={error === undefined || error === null ? undefined : String(error)}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
