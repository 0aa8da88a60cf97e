import { useQuery } from '@tanstack/react-query'
import { getProduct, previewPrice, updateProduct } from '#contract/v1/packages.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { PackageActions } from './package-actions.tsx'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'
import { PackageFields } from './package-fields.tsx'
import { asksForWhom, PriceQuestion } from './price-question.tsx'
import { packageInput, packageValues, SERVICE_REQUIRED, packageLabels } from './package-values.ts'

export function PackageEdit({ productID, onClose }: { productID: string; onClose: () => void }) {
  const labels = packageLabels()
  const { data: packageRow, latest } = useEdited(getProduct, { productID }, packageValues)
  const { data: concerns } = useQuery({ ...ask(previewPrice, { productID }), staleTime: 0 })
  if (packageRow === undefined || concerns === undefined) return null
  return (
    <FormShell
      title={t('Edit {{name}}', { name: packageRow.name })}
      endpoint={updateProduct}
      fixed={{ productID }}
      initial={packageValues(packageRow)}
      required={SERVICE_REQUIRED}
      toInput={packageInput}
      check={(values): Readonly<Record<string, string>> =>
        asksForWhom(values, concerns) && values.alsoCustomers === ''
          ? { alsoCustomers: t('Choose who pays the new price') }
          : {}
      }
      editing={{ version: packageRow.version, latest }}
      labels={labels}
      done={t('Service saved')}
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
