import { getProduct, updateProduct } from '#contract/v1/products.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { ServiceActions } from './service-actions.tsx'
import { ServiceFields } from './service-fields.tsx'
import { SERVICE_REQUIRED, serviceValues, useServiceLabels } from './service-values.ts'

export function ServiceEdit({ productID, onClose }: { productID: string; onClose: () => void }) {
  const { t } = useTranslation('services')
  const labels = useServiceLabels()
  const { data: service, latest } = useEdited(getProduct, { productID }, serviceValues)
  if (service === undefined) return null
  return (
    <FormShell
      title={t('edit', { name: service.name })}
      endpoint={updateProduct}
      fixed={{ productID }}
      initial={serviceValues(service)}
      required={SERVICE_REQUIRED}
      editing={{ version: service.version, latest }}
      labels={labels}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <ServiceFields form={form} />
          <ServiceActions service={service} onDone={onClose} />
        </>
      )}
    </FormShell>
  )
}
