import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import type { BankResult } from '#contract/v1/bank.ts'
import { DropFile } from '#client/shells/drop-file.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showDollars } from '#domain/money.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { bankPaths } from './bank-paths.ts'
import { CheckLines } from './check-lines.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { LastImports } from './last-imports.tsx'
import { useBankImport } from './use-bank-import.ts'
import styles from './bank.module.css'

const BANK_FILES = '.csv,.txt,.ofx,.qfx,text/csv,text/plain'

/** /bank: imports a file and checks the lines that did not pay by themselves. */
export function BankPage() {
  const { stage, wrong, busy, ...acts } = useBankImport()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const elsewhere = [
    { label: t('All bank lines'), path: bankPaths.lines() },
    { label: t('Card payouts'), path: officePaths.payouts() },
    { label: t('Payments'), path: officePaths.transactions() },
  ]
  return (
    <>
      <PageHeader
        title={t('Bank files')}
        right={
          narrow ? (
            <Group justify="flex-end">
              <MoreActs acts={elsewhere.map(({ label, path }) => ({ label, onClick: () => void navigate(path) }))} />
            </Group>
          ) : (
            <Group>
              {elsewhere.map(({ label, path }) => (
                <Button key={path} component={Link} to={path} variant="default">
                  {label}
                </Button>
              ))}
            </Group>
          )
        }
      />
      <PageContent wide>
        {stage.kind === 'choose' ? (
          <ChooseColumns
            key={stage.choice.message}
            choice={stage.choice}
            busy={busy}
            wrong={wrong}
            onChoose={(columns) => void acts.choose(columns)}
            onBack={acts.again}
          />
        ) : stage.kind === 'preview' ? (
          <ImportPreview
            name={stage.file.name}
            result={stage.result}
            accounts={stage.accounts}
            account={stage.account}
            onAccount={(account) => void acts.nameAccount(account)}
            busy={busy}
            wrong={wrong}
            onStart={() => void acts.start()}
            onBack={acts.again}
            onColumns={stage.result.layout === 'chosen' ? () => void acts.columnsAgain() : null}
          />
        ) : (
          <div className={styles.page}>
            <Card className={styles.import}>
              <Title order={2}>{t('Import a bank file')}</Title>
              <DropFile accept={BANK_FILES} busy={busy} wrong={wrong} onFile={(file) => void acts.preview(file)} />
              <Text c="dimmed">{t('CSV or OFX from your bank. Lines you’ve already imported are skipped.')}</Text>
            </Card>
            <Stack className={styles.main}>
              {stage.kind === 'done' ? <Imported result={stage.result} /> : null}
              <CheckLines />
            </Stack>
            {/* On a phone this is below the lines, so that they do not move when it is loaded. */}
            <LastImports />
          </div>
        )}
      </PageContent>
    </>
  )
}

function Imported({ result }: { result: BankResult }) {
  const { read, posted, postedAmount, toCheck, waiting, moneyOut, clearing, known, unreadable } = result
  const what = [
    t('{{posted, number}} matched automatically ({{amount}})', {
      posted,
      amount: showDollars(postedAmount),
    }),
    // As the list below counts them: with a proposal, and without one.
    t('{{count, number}} to check', { count: toCheck + waiting }),
    ...(moneyOut > 0 ? [t('{{count, number}} money out (ignored)', { count: moneyOut })] : []),
    ...(clearing > 0 ? [plural(clearing, '{{count, number}} card payout', '{{count, number}} card payouts')] : []),
  ]
  return (
    <Note tone={unreadable > 0 ? 'warn' : 'good'}>
      {plural(read, '{{count, number}} line: {{what}}.', '{{count, number}} lines: {{what}}.', {
        what: what.join(', '),
      })}
      {known > 0
        ? ` ${plural(known, '{{count, number}} line was here already.', '{{count, number}} lines were here already.')}`
        : ''}
      {unreadable > 0
        ? ` ${plural(unreadable, '{{count, number}} line couldn’t be read.', '{{count, number}} lines couldn’t be read.')}`
        : ''}
    </Note>
  )
}
