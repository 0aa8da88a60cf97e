import { createProduct } from '#contract/v1/packages.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { PackageFields } from './package-fields.tsx'
import { NEW_SERVICE, packageInput, SERVICE_REQUIRED, packageLabels } from './package-values.ts'

export function PackageCreate({ onClose }: { onClose: () => void }) {
  return (
    <FormShell
      title={t('New service')}
      endpoint={createProduct}
      initial={NEW_SERVICE}
      required={SERVICE_REQUIRED}
      toInput={packageInput}
      labels={packageLabels()}
      done={t('Service added')}
      onClose={onClose}
    >
      {(form) => <PackageFields form={form} />}
    </FormShell>
  )
}
