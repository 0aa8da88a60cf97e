import { type Driver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DriverFields } from './driver-fields.tsx'
import { DRIVER_REQUIRED, driverInput, driverValues, useDriverCheck, useDriverLabels } from './driver-values.ts'

export function DriverEdit({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const latest = useLatest(getDriver, { driverID: driver.driverID }, driverValues)
  return (
    <FormShell
      title={t('editTitle', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={driverValues(driver)}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      editing={{ version: driver.version, latest }}
      labels={useDriverLabels()}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <DriverFields form={form} driver={driver} />}
    </FormShell>
  )
}
