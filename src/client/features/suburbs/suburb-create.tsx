import { createSuburb } from '#contract/v1/suburbs.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { NEW_SUBURB, SUBURB_REQUIRED, SuburbFields, suburbCheck, suburbInput, suburbLabels } from './suburb-fields.tsx'

export function SuburbCreate({ onClose }: { onClose: () => void }) {
  return (
    <FormShell
      title={t('New suburb')}
      endpoint={createSuburb}
      initial={NEW_SUBURB}
      required={SUBURB_REQUIRED}
      toInput={suburbInput}
      check={suburbCheck}
      labels={suburbLabels()}
      done={t('Suburb added')}
      onClose={onClose}
    >
      {(form) => <SuburbFields form={form} />}
    </FormShell>
  )
}
