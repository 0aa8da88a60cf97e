import { useState } from 'react'
import { acceptBankLine, type BankLineShown } from '#contract/v1/bank.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import { doneWords } from './effect-words.ts'
import { LineWords } from './line-words.tsx'
import { PartEffect } from './part-effect.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'

interface OtherDialogProps {
  line: BankLineShown
  /** The payment is dated today where the books of the line's day are closed. */
  dated: { datePaid?: string }
  onDone: () => void
  onClose: () => void
}

/** Books a line for a customer who was not proposed. */
export function OtherDialog({ line, dated, onDone, onClose }: OtherDialogProps) {
  const [customerID, setCustomerID] = useState('')
  const { shown, error, askAgain } = usePaymentPreview(
    line,
    customerID === '' ? [] : [{ customerID, amount: line.amount }],
  )
  const part = shown?.[0]
  return (
    <FormShell
      as="dialog"
      title={t('Whose payment is this?')}
      endpoint={acceptBankLine}
      fixed={{ bankLineID: line.bankLineID, customerID, ...dated }}
      done={part === undefined ? '' : doneWords(t('Booked for {{name}}', { name: part.name }), [part.effect])}
      submit={t('Book payment')}
      disabled={part === undefined}
      onClose={onClose}
      onSaved={onDone}
    >
      {() => (
        <>
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
        </>
      )}
    </FormShell>
  )
}
