import { DateInput, type DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import '@mantine/dates/styles.css'
import { useTranslation } from '#client/ui/use-translation.ts'

dayjs.extend(customParseFormat)

interface DayInputProps extends Omit<DateInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** `YYYY-MM-DD`; empty: none. */
  value?: string
  onChange?: (day: string) => void
}

const TYPED = ['DD/MM/YYYY', 'D/M/YYYY', 'DD/MM/YY', 'D/M/YY', 'DDMMYYYY', 'YYYY-MM-DD']

/** A day, typed as dd/MM/yyyy or picked; a text all the way, never an instant (domain.md 1). */
export function DayInput({ value = '', onChange, required = false, ...rest }: DayInputProps) {
  const { t } = useTranslation('shells')
  return (
    <DateInput
      {...rest}
      value={value === '' ? null : value}
      onChange={(day) => onChange?.(day ?? '')}
      valueFormat="DD/MM/YYYY"
      placeholder={t('dateHow')}
      dateParser={(text) => {
        const day = TYPED.map((format) => dayjs(text.trim(), format, true)).find((parsed) => parsed.isValid())
        return day?.format('YYYY-MM-DD') ?? null
      }}
      clearable={!required}
      clearButtonProps={{ 'aria-label': t('clearDay') }}
      withAsterisk={required}
      firstDayOfWeek={1}
      popoverProps={{ withinPortal: true }}
    />
  )
}
