import { getProduct, updateProduct } from '#contract/v1/packages.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PackageActions } from './package-actions.tsx'
import { PackageFields } from './package-fields.tsx'
import { SERVICE_REQUIRED, packageValues, usePackageLabels } from './package-values.ts'

export function PackageEdit({ productID, onClose }: { productID: string; onClose: () => void }) {
  const { t } = useTranslation('packages')
  const labels = usePackageLabels()
  const { data: packageRow, latest } = useEdited(getProduct, { productID }, packageValues)
  if (packageRow === undefined) return null
  return (
    <FormShell
      title={t('edit', { name: packageRow.name })}
      endpoint={updateProduct}
      fixed={{ productID }}
      initial={packageValues(packageRow)}
      required={SERVICE_REQUIRED}
      editing={{ version: packageRow.version, latest }}
      labels={labels}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <PackageFields form={form} />
          <PackageActions packageRow={packageRow} onDone={onClose} />
        </>
      )}
    </FormShell>
  )
}
