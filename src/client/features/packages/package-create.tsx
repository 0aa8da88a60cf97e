import { createProduct } from '#contract/v1/packages.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PackageFields } from './package-fields.tsx'
import { NEW_SERVICE, packageInput, SERVICE_REQUIRED, usePackageLabels } from './package-values.ts'

export function PackageCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('packages')
  return (
    <FormShell
      title={t('new')}
      endpoint={createProduct}
      fixed={{}}
      initial={NEW_SERVICE}
      required={SERVICE_REQUIRED}
      toInput={packageInput}
      editing={null}
      labels={usePackageLabels()}
      done={t('created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <PackageFields form={form} />}
    </FormShell>
  )
}
