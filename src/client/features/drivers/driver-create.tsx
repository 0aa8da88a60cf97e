import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { createDriver } from '#contract/v1/drivers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { t } from '#client/ui/core/texts.ts'
import { DriverFields } from './driver-fields.tsx'
import { DRIVER_REQUIRED, driverInput, newDriver, useDriverCheck, driverLabels } from './driver-values.ts'

export function DriverCreate({ today, onClose }: { today: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [initial] = useState(() => newDriver(today))
  return (
    <FormShell
      title={t('New driver')}
      endpoint={createDriver}
      initial={initial}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      labels={driverLabels()}
      done={t('Driver added')}
      onClose={onClose}
      onSaved={({ driverID }) => navigate(officePaths.driver(driverID))}
    >
      {(form) => <DriverFields form={form} driver={null} />}
    </FormShell>
  )
}
