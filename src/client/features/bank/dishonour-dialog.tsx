import { useQuery } from '@tanstack/react-query'
import { type BankLineShown, dishonourBankLine } from '#contract/v1/bank.ts'
import { previewReversal } from '#contract/v1/transactions.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { reversalWords } from '#client/shells/reversal-words.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { LineWords } from './line-words.tsx'

interface DishonourDialogProps {
  line: BankLineShown
  /** The payment, one of the line's reversals. */
  transactionID: string
  onDone: () => void
  onClose: () => void
}

/** A reversal is final, so it is asked before, with what it takes back and what will be owed. */
export function DishonourDialog({ line, transactionID, onDone, onClose }: DishonourDialogProps) {
  const payment = line.reversals.find((one) => one.transactionID === transactionID)
  const { data, error, refetch } = useQuery({
    ...ask(previewReversal, { transactionID }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  // It was reversed elsewhere meanwhile, and the list has been fetched again.
  if (payment === undefined) return null
  const { name, refId, datePaid } = payment
  return (
    <FormShell
      as="dialog"
      title={t('Reverse the payment of {{name}} ({{refId}})?', { name, refId })}
      endpoint={dishonourBankLine}
      fixed={{ bankLineID: line.bankLineID, transactionID }}
      done={t('Payment reversed')}
      submit={t('Reverse payment')}
      disabled={data === undefined}
      danger
      onClose={onClose}
      onSaved={onDone}
    >
      {() => (
        <>
          <LineWords line={line} />
          {data === undefined ? (
            <StaleNotice inline error={error} onRetry={refetch} />
          ) : (
            <Note tone="warn">
              {t('Reverses {{amount}} of {{day}}.', { amount: showDollars(-line.amount), day: formatDay(datePaid) })}{' '}
              {reversalWords(data)} {t('This can’t be undone.')}
            </Note>
          )}
        </>
      )}
    </FormShell>
  )
}
