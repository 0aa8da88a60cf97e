import { Chip, Group, Input } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'

const WEEKS = ['1', '2', '3', '4', '5'] as const

interface WeekTogglesProps {
  value: readonly number[]
  onChange: (weeks: number[]) => void
  error?: string | null | undefined
}

/** The weeks of the month in which a driver works. */
export function WeekToggles({ value, onChange, error }: WeekTogglesProps) {
  const { t } = useTranslation('drivers')
  return (
    <Input.Wrapper
      size="md"
      label={t('weekNumbers')}
      description={t('weekNumbersHow')}
      error={error ?? undefined}
      labelElement="div"
    >
      <Chip.Group
        multiple
        value={value.map(String)}
        onChange={(weeks) => onChange(weeks.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap={8} mt={6} role="group" aria-label={t('weekNumbers')}>
          {WEEKS.map((week) => (
            <Chip key={week} value={week} size="md" variant="outline">
              {t('week', { week })}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
