import { useQuery } from '@tanstack/react-query'
import { type BankLineShown, previewUndoBankLine, undoBankLine } from '#contract/v1/bank.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { reversalWords } from '#client/shells/reversal-words.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import { LineWords } from './line-words.tsx'

/** Puts a line back. It names each payment that is reversed, the invoices owed again and the credit cancelled. */
export function UndoDialog({ line, onClose }: { line: BankLineShown; onClose: () => void }) {
  const { bankLineID, payments } = line
  const books = payments.length > 0
  const { data, error, refetch } = useQuery({
    ...ask(previewUndoBankLine, { bankLineID }, { inPlace: true }),
    enabled: books,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  const effectOf = (id: string) => data?.payments.find(({ transactionID }) => transactionID === id)
  return (
    <ReasonDialog
      title={t('Undo this decision?')}
      endpoint={undoBankLine}
      fixed={{ bankLineID }}
      label={t('Reason')}
      done={t('Bank line is to check again')}
      submit={t('Undo')}
      disabled={books && data === undefined}
      danger
      onClose={onClose}
    >
      <LineWords line={line} />
      {books ? (
        <>
          <p>{t('The bank line is to check again, and these payments are reversed:')}</p>
          <ul>
            {payments.map(({ transactionID, refNumber, name, amount }) => {
              const effect = effectOf(transactionID)
              return (
                <li key={transactionID}>
                  {t('{{number}}, {{amount}} of {{name}}', { number: refNumber, name, amount: showDollars(amount) })}
                  {effect === undefined ? null : <div>{reversalWords(effect)}</div>}
                </li>
              )
            })}
          </ul>
          {data === undefined ? <StaleNotice inline error={error} onRetry={refetch} /> : null}
        </>
      ) : (
        <p>{t('The bank line is to check again.')}</p>
      )}
    </ReasonDialog>
  )
}
