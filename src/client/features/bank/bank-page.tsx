import { Button, Card, Group } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import type { BankResult } from '#contract/v1/bank.ts'
import { DropFile } from '#client/shells/drop-file.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { nearestCents, showMoney } from '#domain/money.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
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
  const { t } = useTranslation('bank')
  const { stage, wrong, busy, ...acts } = useBankImport()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const elsewhere = [
    { label: t('allLines'), path: bankPaths.lines() },
    { label: t('payouts'), path: officePaths.payouts() },
    { label: t('transactions'), path: officePaths.transactions() },
  ]
  return (
    <>
      <PageHeader
        title={t('title')}
        right={
          narrow ? (
            <Group justify="flex-end">
              <MoreActs acts={elsewhere.map(({ label, path }) => ({ label, onClick: () => void navigate(path) }))} />
            </Group>
          ) : (
            <div className={styles.choices}>
              {elsewhere.map(({ label, path }) => (
                <Button key={path} component={Link} to={path} variant="default">
                  {label}
                </Button>
              ))}
            </div>
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
            <Card withBorder radius="lg" padding="md" className={`${styles.card} ${styles.import}`}>
              <h2 className={styles.heading}>{t('importTitle')}</h2>
              <DropFile accept={BANK_FILES} busy={busy} wrong={wrong} onFile={(file) => void acts.preview(file)} />
              <p className={styles.soft}>{t('importHow')}</p>
            </Card>
            <div className={styles.main}>
              {stage.kind === 'done' ? <Imported result={stage.result} /> : null}
              <CheckLines />
            </div>
            {/* On a phone this is below the lines, so that they do not move when it is loaded. */}
            <LastImports />
          </div>
        )}
      </PageContent>
    </>
  )
}

function Imported({ result }: { result: BankResult }) {
  const { t } = useTranslation('bank')
  const { read, posted, postedAmount, toCheck, waiting, moneyOut, clearing, known, unreadable } = result
  const what = [
    t('importedPosted', { posted, amount: showMoney(nearestCents(postedAmount)) }),
    // As the list below counts them: with a proposal, and without one.
    t('importedToCheck', { count: toCheck + waiting }),
    ...(moneyOut > 0 ? [t('importedMoneyOut', { count: moneyOut })] : []),
    ...(clearing > 0 ? [t('importedClearing', { count: clearing })] : []),
  ]
  return (
    <Note tone={unreadable > 0 ? 'warn' : 'good'}>
      {t('imported', { count: read, what: what.join(', ') })}
      {known > 0 ? ` ${t('importedKnown', { count: known })}` : ''}
      {unreadable > 0 ? ` ${t('importedUnreadable', { count: unreadable })}` : ''}
    </Note>
  )
}
