import { useNavigate, useSearchParams } from 'react-router-dom'
import { createPriceChange } from '#contract/v1/price-changes.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { t } from '#client/ui/core/texts.ts'
import {
  NEW_PRICE_CHANGE,
  PRICE_CHANGE_REQUIRED,
  priceChangeCheck,
  PriceChangeFields,
  priceChangeInput,
  priceChangeLabels,
} from './price-change-fields.tsx'

/** /price-changes/new?productID=...&to=27.5: the form of a package leads here with its new price. */
export function PriceChangeCreate({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const to = Number(params.get('to') ?? '')
  return (
    <FormShell
      title={t('New price change')}
      endpoint={createPriceChange}
      initial={{ ...NEW_PRICE_CHANGE, productID: params.get('productID') ?? '', to: to > 0 ? to : '' }}
      required={PRICE_CHANGE_REQUIRED}
      toInput={priceChangeInput}
      check={priceChangeCheck}
      labels={priceChangeLabels()}
      done={t('Draft saved')}
      submit={t('Show who pays what')}
      onClose={onClose}
      onSaved={({ priceChangeID }) => void navigate(officePaths.priceChange(priceChangeID), { replace: true })}
    >
      {(form) => <PriceChangeFields form={form} />}
    </FormShell>
  )
}
