import { createSuburb } from '#contract/v1/suburbs.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { NEW_SUBURB, SUBURB_REQUIRED, SuburbFields, suburbInput, useSuburbLabels } from './suburb-fields.tsx'

export function SuburbCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('suburbs')
  return (
    <FormShell
      title={t('new')}
      endpoint={createSuburb}
      fixed={{}}
      initial={NEW_SUBURB}
      required={SUBURB_REQUIRED}
      toInput={suburbInput}
      editing={null}
      labels={useSuburbLabels()}
      done={t('created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <SuburbFields form={form} />}
    </FormShell>
  )
}
