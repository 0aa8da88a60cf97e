import { Alert, Center, Flex, Stack } from '@mantine/core'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportCheck } from './import-check.tsx'
import { IMPORT_KINDS, type KindName } from './import-kinds.ts'
import { ImportUnderway } from './import-underway.tsx'
import { MatchColumns } from './match-columns.tsx'
import { useImport } from './use-import.ts'
import { NotYours, useMayCall } from '#client/shells/role.tsx'
import { BackLink } from '#client/shells/back-link.tsx'

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

const LOOKS = {
  done: { bg: 'var(--br-good)', c: 'var(--br-good-ink)' },
  now: { bg: 'var(--br-go)', c: 'var(--br-go-ink)' },
  later: { bd: '1.5px solid var(--br-edge)' },
}

/**
 * /suburbs/import, /customers/import and /invoices/import.
 * @param list the address of the list that the records are added to
 */
export function ImportPage({ kind: name, list }: { kind: KindName; list: string }) {
  const kind = IMPORT_KINDS[name]
  const work = useImport(kind)
  const { importID, prepared } = work
  const isNarrow = useNarrow()
  if (!useMayCall(kind.endpoint)) return <NotYours />
  const step = importID !== null ? 3 : prepared === null ? 0 : prepared.checked === null ? 1 : 2
  return (
    <>
      <PageHeader title={t(TITLE_WORDS[kind.noun])} />
      <PageContent wide>
        <Stack maw="70rem">
          <BackLink to={list}>{t(BACK_WORDS[kind.noun])}</BackLink>
          <Flex component="ol" wrap="wrap" gap="6px 22px" aria-label={t('Steps')}>
            {STEPS.map((words, place) => {
              const state = place < step ? 'done' : place === step ? 'now' : 'later'
              return (
                <Flex
                  key={words}
                  component="li"
                  align="center"
                  gap="xs"
                  {...(state === 'now' ? { fw: 600 } : { c: 'dimmed' })}
                  aria-current={state === 'now' ? 'step' : undefined}
                >
                  <Center
                    component="span"
                    h="1.75rem"
                    miw="1.75rem"
                    fz="sm"
                    fw={600}
                    bdrs={99}
                    {...LOOKS[state]}
                    aria-hidden="true"
                  >
                    {place + 1}
                  </Center>
                  {/* On a phone only the current step shows its text. */}
                  <span className={isNarrow && state !== 'now' ? 'visually-hidden' : undefined}>
                    {t(STEP_WORDS[words])}
                  </span>
                </Flex>
              )
            })}
          </Flex>
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
