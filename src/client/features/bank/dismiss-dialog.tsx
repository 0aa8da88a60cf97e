import { useState } from 'react'
import { type BankLineShown, dismissBankLine } from '#contract/v1/bank.ts'
import { t } from '#client/ui/core/texts.ts'
import { BankDialog } from './bank-dialog.tsx'
import { DismissReason } from './dismiss-reason.tsx'
import { LineWords } from './line-words.tsx'
import type { Decide } from './use-decide.ts'

interface DismissDialogProps {
  line: BankLineShown
  decide: Decide
  busy: boolean
  onDone: () => void
  onClose: () => void
}

/** Asks why nothing is booked for a line; Enter takes the most common reason. */
export function DismissDialog({ line, decide, busy, onDone, onClose }: DismissDialogProps) {
  const [reason, setReason] = useState<string>(t('Not from a customer'))
  const dismiss = async () => {
    if (await decide(dismissBankLine, line, { reason: reason.trim() }, t('Bank line dismissed'))) onDone()
  }
  return (
    <BankDialog
      title={t('Dismiss this bank line?')}
      submit={t('Dismiss')}
      busy={busy}
      blocked={reason.trim() === ''}
      onSubmit={() => void dismiss()}
      onClose={onClose}
    >
      <LineWords line={line} />
      <DismissReason reason={reason} onChange={setReason} />
    </BankDialog>
  )
}
