import { useQueryClient } from '@tanstack/react-query'
import { type Driver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { ask } from '#client/api/query-client.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { DriverFields } from './driver-fields.tsx'
import { DRIVER_REQUIRED, driverInput, driverValues, useDriverCheck, useDriverLabels } from './driver-values.ts'

export function DriverEdit({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const latest = useLatest(driver.driverID)
  return (
    <FormShell
      title={t('editTitle', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={driverValues(driver)}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      editing={{
        version: driver.version,
        latest: async () => {
          const now = await latest()
          return { version: now.version, values: driverValues(now) }
        },
      }}
      labels={useDriverLabels()}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <DriverFields form={form} driver={driver} />}
    </FormShell>
  )
}

export function useLatest(driverID: string): () => Promise<Driver> {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...ask(getDriver, { driverID }), staleTime: 0 })
}
