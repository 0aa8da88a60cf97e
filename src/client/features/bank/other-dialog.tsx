import { useState } from 'react'
import type { BankLineShown, PaymentEffectShown } from '#contract/v1/bank.ts'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import { BankDialog } from './bank-dialog.tsx'
import { LineWords } from './line-words.tsx'
import { PartEffect } from './part-effect.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'

interface OtherDialogProps {
  line: BankLineShown
  busy: boolean
  onBook: (customerID: string, booked: { name: string; effect: PaymentEffectShown }) => void
  onClose: () => void
}

/** Books a line for a customer who was not proposed. */
export function OtherDialog({ line, busy, onBook, onClose }: OtherDialogProps) {
  const [customerID, setCustomerID] = useState('')
  const { shown, error, askAgain } = usePaymentPreview(
    line,
    customerID === '' ? [] : [{ customerID, amount: line.amount }],
  )
  const part = shown?.[0]
  return (
    <BankDialog
      title={t('Whose payment is this?')}
      submit={t('Book payment')}
      busy={busy}
      blocked={part === undefined}
      onSubmit={() => part !== undefined && onBook(customerID, part)}
      onClose={onClose}
    >
      <LineWords line={line} />
      <RemotePick
        label={t('Customer')}
        description={t('At least 3 letters of the name, address or Ref ID.')}
        source={anyCustomerSource}
        withAsterisk
        data-autofocus
        openOnFocus={false}
        value={customerID}
        onChange={setCustomerID}
      />
      <PartEffect part={part} />
      <StaleNotice inline error={error} onRetry={askAgain} />
    </BankDialog>
  )
}
