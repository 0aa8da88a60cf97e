import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createDriver } from '#contract/v1/drivers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DriverFields } from './driver-fields.tsx'
import { DRIVER_REQUIRED, driverInput, newDriver, useDriverCheck, useDriverLabels } from './driver-values.ts'

export function DriverCreate({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const navigate = useNavigate()
  const [initial] = useState(() => newDriver(today))
  return (
    <FormShell
      title={t('new')}
      endpoint={createDriver}
      fixed={{}}
      initial={initial}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      editing={null}
      labels={useDriverLabels()}
      done={t('createdInvited')}
      onClose={onClose}
      onSaved={({ driverID }) => navigate(officePaths.driver(driverID))}
    >
      {(form) => <DriverFields form={form} driver={null} />}
    </FormShell>
  )
}
