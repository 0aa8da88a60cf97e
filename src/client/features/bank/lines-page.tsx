import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { type BankLineShown, listBankLines } from '#contract/v1/bank.ts'
import { BANK_LINE_STATES } from '#domain/bank-lines.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { DismissMany } from './dismiss-many.tsx'
import { linesColumns } from './lines-columns.tsx'
import { LINE_STATE_WORDS } from './line-states.ts'
import { UndoDialog } from './undo-dialog.tsx'

const selectedOf = (rows: readonly BankLineShown[], clear: () => void) => <DismissMany rows={rows} onDone={clear} />

/** /bank/lines: every line of every file, with what became of it. */
export function LinesPage() {
  const [undoing, setUndoing] = useState<BankLineShown | null>(null)
  const columns = useMemo(() => linesColumns(setUndoing), [])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('State'),
        options: BANK_LINE_STATES.map((value) => ({ value, label: t(LINE_STATE_WORDS[value]) })),
      },
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
    ],
    [],
  )
  const toBank = (
    <Button component={Link} to={officePaths.bank()}>
      {t('Bank files')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="bank-lines"
        title={t('Bank lines')}
        endpoint={listBankLines}
        columns={columns}
        keyOf={({ bankLineID }) => bankLineID}
        nameOf={({ text }) => text}
        filters={filters}
        search={t('Description or amount')}
        counted={(count) => plural(count, '{{count, number}} bank line', '{{count, number}} bank lines')}
        select={{ acts: selectedOf }}
        actions={toBank}
        empty={{ title: t('No bank lines yet'), how: t('Import a file from your bank first.'), action: toBank }}
      />
      {undoing === null ? null : <UndoDialog line={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
