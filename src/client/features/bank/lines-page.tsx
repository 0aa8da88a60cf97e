import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { nearestCents, showMoney } from '#domain/money.ts'
import { type BankLineShown, listBankLines, undoBankLine } from '#contract/v1/bank.ts'
import { BANK_LINE_STATES } from '#domain/bank-lines.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DismissMany } from './dismiss-many.tsx'
import { linesColumns } from './lines-columns.tsx'
import { LineWords } from './line-words.tsx'

const selectedOf = (rows: readonly BankLineShown[], clear: () => void) => <DismissMany rows={rows} onDone={clear} />

/** /bank/lines: every line of every file, with what became of it. */
export function LinesPage() {
  const { t } = useTranslation('bank')
  const [undoing, setUndoing] = useState<BankLineShown | null>(null)
  const columns = useMemo(() => linesColumns(t, setUndoing), [t])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('state'),
        options: BANK_LINE_STATES.map((value) => ({ value, label: t(`state-${value}`) })),
      },
      { kind: 'day', name: 'from', label: t('from') },
      { kind: 'day', name: 'to', label: t('to') },
    ],
    [t],
  )
  const toBank = (
    <Button component={Link} to={officePaths.bank()}>
      {t('title')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="bank-lines"
        title={t('linesTitle')}
        endpoint={listBankLines}
        columns={columns}
        keyOf={({ bankLineID }) => bankLineID}
        nameOf={({ text }) => text}
        filters={filters}
        search={t('searchHow')}
        counted={(count) => t('counted', { count })}
        bulk={selectedOf}
        actions={toBank}
        empty={{ title: t('linesEmpty'), how: t('linesEmptyHow'), action: toBank }}
      />
      {undoing === null ? null : (
        <ReasonDialog
          title={t('undoOf')}
          endpoint={undoBankLine}
          fixed={{ bankLineID: undoing.bankLineID }}
          label={t('reason')}
          done={t('undone')}
          submit={t('undo')}
          danger
          onClose={() => setUndoing(null)}
        >
          <LineWords line={undoing} />
          {undoing.payments.length === 0 ? (
            <p>{t('undoWhyNothing')}</p>
          ) : (
            <>
              <p>{t('undoWhy')}</p>
              <ul>
                {undoing.payments.map(({ transactionID, refNumber, name, amount }) => (
                  <li key={transactionID}>
                    {t('undoPayment', { number: refNumber, name, amount: showMoney(nearestCents(amount)) })}
                  </li>
                ))}
              </ul>
            </>
          )}
        </ReasonDialog>
      )}
    </>
  )
}
