import { type BankLineShown, dismissBankLine } from '#contract/v1/bank.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DismissReason, dismissReason } from './dismiss-reason.tsx'
import { LineWords } from './line-words.tsx'

interface DismissDialogProps {
  line: BankLineShown
  onDone: () => void
  onClose: () => void
}

/** Asks why nothing is booked for a line; Enter takes the most common reason. */
export function DismissDialog({ line, onDone, onClose }: DismissDialogProps) {
  return (
    <FormShell
      as="dialog"
      title={t('Dismiss this bank line?')}
      endpoint={dismissBankLine}
      fixed={{ bankLineID: line.bankLineID }}
      {...dismissReason()}
      done={t('Bank line dismissed')}
      submit={t('Dismiss')}
      onClose={onClose}
      onSaved={onDone}
    >
      {(form) => (
        <>
          <LineWords line={line} />
          <DismissReason form={form} />
        </>
      )}
    </FormShell>
  )
}
