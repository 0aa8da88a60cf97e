import { getPriceChange, updatePriceChange } from '#contract/v1/price-changes.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useEdited } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'
import {
  PRICE_CHANGE_REQUIRED,
  priceChangeCheck,
  PriceChangeFields,
  priceChangeInput,
  priceChangeLabels,
  priceChangeValues,
} from './price-change-fields.tsx'

export function PriceChangeEdit({ priceChangeID, onClose }: { priceChangeID: string; onClose: () => void }) {
  const { data: change, latest } = useEdited(getPriceChange, { priceChangeID }, priceChangeValues)
  if (change === undefined) return null
  return (
    <FormShell
      title={t('Edit price change')}
      endpoint={updatePriceChange}
      fixed={{ priceChangeID }}
      initial={priceChangeValues(change)}
      required={PRICE_CHANGE_REQUIRED}
      toInput={priceChangeInput}
      check={priceChangeCheck}
      editing={{ version: change.version, latest }}
      whole
      labels={priceChangeLabels()}
      done={t('Draft saved')}
      onClose={onClose}
    >
      {(form) => <PriceChangeFields form={form} />}
    </FormShell>
  )
}
