import { useState } from 'react'
import { DateInput, type DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import '@mantine/dates/styles.css'
import { useTranslation } from '#client/ui/use-translation.ts'
import styles from './day-input.module.css'

dayjs.extend(customParseFormat)

interface DayInputProps extends Omit<DateInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** `YYYY-MM-DD`; empty: none. */
  value?: string
  onChange?: (day: string) => void
}

const TYPED = ['DD/MM/YYYY', 'D/M/YYYY', 'DD/MM/YY', 'D/M/YY', 'DDMMYYYY', 'YYYY-MM-DD']

function dayIn(text: string): string | null {
  const day = TYPED.map((format) => dayjs(text.trim(), format, true)).find((parsed) => parsed.isValid())
  return day?.format('YYYY-MM-DD') ?? null
}

/** A day, typed as dd/MM/yyyy or picked; a text all the way, never an instant (domain.md 1). What is no day is not taken, and said. */
export function DayInput({ value = '', onChange, required = false, error, onBlur, ...rest }: DayInputProps) {
  const { t } = useTranslation('shells')
  const [wrong, setWrong] = useState(false)
  const problem = wrong ? t('mustBeDate') : error
  return (
    <DateInput
      {...rest}
      value={value === '' ? null : value}
      onChange={(day) => {
        setWrong(false)
        onChange?.(day ?? '')
      }}
      valueFormat="DD/MM/YYYY"
      placeholder={t('dateHow')}
      dateParser={dayIn}
      error={problem}
      onBlur={(event) => {
        const { value: typed } = event.currentTarget
        setWrong(typed.trim() !== '' && dayIn(typed) === null)
        onBlur?.(event)
      }}
      clearable={!required}
      ariaLabels={{ previousMonth: t('previousMonth'), nextMonth: t('nextMonth'), previousYear: t('previousYear'), nextYear: t('nextYear'), previousDecade: t('previousDecade'), nextDecade: t('nextDecade') }}
      clearButtonProps={{ 'aria-label': t('clearDay') }}
      withAsterisk={required}
      firstDayOfWeek={1}
      // What is wrong stays in sight under the box.
      popoverProps={{ withinPortal: true, position: problem ? 'top-start' : 'bottom-start' }}
      classNames={{ day: styles.day }}
    />
  )
}
