import { createProduct } from '#contract/v1/products.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { ServiceFields } from './service-fields.tsx'
import { NEW_SERVICE, SERVICE_REQUIRED, useServiceLabels } from './service-values.ts'

export function ServiceCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('services')
  return (
    <FormShell
      title={t('new')}
      endpoint={createProduct}
      fixed={{}}
      initial={NEW_SERVICE}
      required={SERVICE_REQUIRED}
      editing={null}
      labels={useServiceLabels()}
      done={t('created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <ServiceFields form={form} />}
    </FormShell>
  )
}
