import { Alert, Stack } from '@mantine/core'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportCheck } from './import-check.tsx'
import { IMPORT_KINDS, type KindName } from './import-kinds.ts'
import { ImportUnderway } from './import-underway.tsx'
import { MatchColumns } from './match-columns.tsx'
import { useImport } from './use-import.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './import-page.module.css'

const TITLE_WORDS = sentences({
  Suburbs: 'Import suburbs',
  Customers: 'Import customers',
  Invoices: 'Import open invoices',
})

const BACK_WORDS = sentences({
  Suburbs: 'All suburbs',
  Customers: 'All customers',
  Invoices: 'All invoices',
})

const STEP_WORDS = sentences({
  stepFile: 'Choose file',
  stepColumns: 'Match the columns',
  stepCheck: 'Check',
  stepImport: 'Import',
})

const STEPS = ['stepFile', 'stepColumns', 'stepCheck', 'stepImport'] as const

/**
 * /suburbs/import, /customers/import and /invoices/import.
 * @param list the address of the list that the records are added to
 */
export function ImportPage({ kind: name, list }: { kind: KindName; list: string }) {
  const kind = IMPORT_KINDS[name]
  const work = useImport(kind)
  const { importID, prepared } = work
  const step = importID !== null ? 3 : prepared === null ? 0 : prepared.checked === null ? 1 : 2
  return (
    <>
      <PageHeader title={t(TITLE_WORDS[kind.noun])} />
      <PageContent wide>
        <Stack maw="70rem">
          <BackLink to={list}>{t(BACK_WORDS[kind.noun])}</BackLink>
          <ol className={styles.steps} aria-label={t('Steps')}>
            {STEPS.map((words, place) => (
              <li
                key={words}
                className={styles.step}
                data-state={place < step ? 'done' : place === step ? 'now' : 'later'}
                aria-current={place === step ? 'step' : undefined}
              >
                <span className={styles.place} aria-hidden="true">
                  {place + 1}
                </span>
                <span className={styles.stepWords}>{t(STEP_WORDS[words])}</span>
              </li>
            ))}
          </ol>
          {work.failure === null ? null : <Alert role="alert" color="red" title={work.failure} />}
          {importID !== null ? (
            <ImportUnderway
              key={importID}
              importID={importID}
              isSending={work.isSending}
              kind={kind}
              list={list}
              onAgain={work.again}
              onRest={prepared === null ? null : work.takeRest}
            />
          ) : prepared === null ? (
            <ChooseFile kind={kind} wrong={work.wrong} onFile={(file) => void work.choose(file)} />
          ) : prepared.checked === null ? (
            <MatchColumns
              kind={kind}
              file={prepared.file}
              chosen={prepared.chosen}
              sameForAll={prepared.sameForAll}
              checkID={work.checkID}
              onAssign={work.assign}
              onSayForAll={work.sayForAll}
              onCheck={() => void work.check()}
              onAgain={work.again}
            />
          ) : (
            <ImportCheck
              kind={kind}
              result={prepared.checked}
              correcting={{
                cells: prepared.heldBack,
                corrections: prepared.corrections,
                onCorrect: work.correct,
              }}
              isChecking={work.checkID !== null}
              onCheckAgain={() => void work.check()}
              onBack={work.uncheck}
              onStart={(skipErrors) => void work.start(skipErrors)}
              onAgain={work.again}
            />
          )}
        </Stack>
      </PageContent>
    </>
  )
}
