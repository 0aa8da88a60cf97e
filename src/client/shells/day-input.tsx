import { useState } from 'react'
import { DateInput, type DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import '@mantine/dates/styles.css'
import { isDay } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'
import styles from './day-input.module.css'

dayjs.extend(customParseFormat)

interface DayInputProps extends Omit<DateInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** `YYYY-MM-DD`, or the typed text if it is no day; empty: none. */
  value?: string
  /** Called also with text that is no day, so that a form refuses it instead of sending the previous day. */
  onChange?: (day: string) => void
}

const TYPED = ['DD/MM/YYYY', 'D/M/YYYY', 'DD/MM/YY', 'D/M/YY', 'DDMMYYYY', 'YYYY-MM-DD']

function dayIn(text: string): string | null {
  const day = TYPED.map((format) => dayjs(text.trim(), format, true)).find((parsed) => parsed.isValid())
  return day?.format('YYYY-MM-DD') ?? null
}

/**
 * A day, typed as dd/MM/yyyy or picked; a string throughout, never an instant (domain.md 1). Typed text is not
 * reformatted.
 */
export function DayInput({ value = '', onChange, withAsterisk = false, error, onBlur, ...rest }: DayInputProps) {
  const [left, setLeft] = useState(true)
  const isTaken = value === '' || isDay(value)
  const problem = !isTaken && left ? (error ?? t('This field must be Date')) : error
  return (
    <DateInput
      {...rest}
      value={isDay(value) ? value : null}
      onChange={(day) => onChange?.(day ?? '')}
      onInput={({ currentTarget: { value: text } }) => {
        setLeft(false)
        onChange?.(text.trim() === '' ? '' : (dayIn(text) ?? text))
      }}
      fixOnBlur={isTaken}
      valueFormat="DD/MM/YYYY"
      placeholder={t('dd/mm/yyyy')}
      dateParser={dayIn}
      error={problem}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
      clearable={!withAsterisk}
      ariaLabels={{
        previousMonth: t('Previous month'),
        nextMonth: t('Next month'),
        previousYear: t('Previous year'),
        nextYear: t('Next year'),
        previousDecade: t('Previous 10 years'),
        nextDecade: t('Next 10 years'),
      }}
      clearButtonProps={{ 'aria-label': t('Clear date') }}
      withAsterisk={withAsterisk}
      firstDayOfWeek={1}
      // The calendar opens above the box when there is an error message below it.
      popoverProps={{ withinPortal: true, position: problem ? 'top-start' : 'bottom-start' }}
      classNames={{ day: styles.day }}
    />
  )
}
