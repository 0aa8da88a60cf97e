import { useState } from 'react'
import type { BankLineShown } from '#contract/v1/bank.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { t } from '#client/ui/core/texts.ts'
import { BankDialog } from './bank-dialog.tsx'
import { LineWords } from './line-words.tsx'

interface OtherDialogProps {
  line: BankLineShown
  busy: boolean
  onBook: (customerID: string, name: string) => void
  onClose: () => void
}

/** Books a line for a customer who was not proposed. */
export function OtherDialog({ line, busy, onBook, onClose }: OtherDialogProps) {
  const [chosen, setChosen] = useState({ customerID: '', name: '' })
  return (
    <BankDialog
      title={t('Whose payment is this?')}
      submit={t('Book payment')}
      busy={busy}
      blocked={chosen.customerID === ''}
      onSubmit={() => onBook(chosen.customerID, chosen.name)}
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
        value={chosen.customerID}
        onChange={(customerID, row) => setChosen({ customerID, name: (row as Customer | undefined)?.fullName ?? '' })}
      />
    </BankDialog>
  )
}
