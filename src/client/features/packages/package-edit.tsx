import { useQuery } from '@tanstack/react-query'
import { getProduct, previewPrice, updateProduct } from '#contract/v1/packages.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PackageActions } from './package-actions.tsx'
import { ask } from '#client/api/query-client.ts'
import { PackageFields } from './package-fields.tsx'
import { asksForWhom, PriceQuestion } from './price-question.tsx'
import { packageInput, packageValues, SERVICE_REQUIRED, usePackageLabels } from './package-values.ts'

export function PackageEdit({ productID, onClose }: { productID: string; onClose: () => void }) {
  const { t } = useTranslation('packages')
  const labels = usePackageLabels()
  const { data: packageRow, latest } = useEdited(getProduct, { productID }, packageValues)
  const { data: concerns } = useQuery({ ...ask(previewPrice, { productID }), staleTime: 0 })
  if (packageRow === undefined || concerns === undefined) return null
  return (
    <FormShell
      title={t('edit', { name: packageRow.name })}
      endpoint={updateProduct}
      fixed={{ productID }}
      initial={packageValues(packageRow)}
      required={SERVICE_REQUIRED}
      toInput={packageInput}
      check={(values): Readonly<Record<string, string>> =>
        asksForWhom(values, concerns) && values.alsoCustomers === '' ? { alsoCustomers: t('priceChoose') } : {}
      }
      editing={{ version: packageRow.version, latest }}
      labels={labels}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <PackageFields form={form}>
            <PriceQuestion form={form} concerns={concerns} />
          </PackageFields>
          <PackageActions packageRow={packageRow} onDone={onClose} />
        </>
      )}
    </FormShell>
  )
}
