import { Button, Group, Text } from '@mantine/core'
import { type Driver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

const values = ({ employmentEndDate }: Driver) => ({ employmentEndDate: employmentEndDate ?? '' })

/** A driver with recorded work can't be deleted: a last day is set instead. */
export function DriverEnd({ driver, today, onClose }: { driver: Driver; today: string; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const latest = useLatest(getDriver, { driverID: driver.driverID }, values)
  return (
    <FormShell
      as="dialog"
      title={t('endTitle', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={values(driver)}
      required={['employmentEndDate']}
      editing={{ version: driver.version, latest }}
      labels={{ employmentEndDate: t('endDate') }}
      done={t('endDone')}
      submit={t('end')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Text>{t('endWhy')}</Text>
          <Group align="end" wrap="nowrap">
            <DayInput
              label={t('endDate')}
              required
              minDate={driver.employmentStartDate}
              {...form.getInputProps('employmentEndDate')}
            />
            <Button variant="default" flex="none" onClick={() => form.setFieldValue('employmentEndDate', today)}>
              {t('today')}
            </Button>
          </Group>
        </>
      )}
    </FormShell>
  )
}
