import { useRef } from 'react'
import { Button, Card, FileButton, Flex, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { countUnsent, unsentInWords } from '#domain/unsent-count.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { Wrong } from '#client/shells/wrong.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { recordedWords, recordWords, whyWords } from './record-words.ts'
import { type ImportStep, type ReadIn, type SendPart, useUnsentImport } from './use-unsent-import.ts'
import { BackLink } from '#client/shells/back-link.tsx'

const WHY_WORDS = sentences({
  rejected: 'Not saved. If the phone still has them, ask the driver to sign in and send.',
  review: 'Saved under Exceptions. Each counts once accepted.',
})

const RESULT_WORDS = sentences({
  rejected: 'Not imported',
  review: 'To decide',
  applied: 'Counted',
  duplicate: 'Already here',
})

type Result = ReadIn['verdict']['result']

interface UnsentImportPageProps {
  send: SendPart
  homePath: string
  timeZone: string
}

/** Results that need action first, successful ones last. */
const TONES = { rejected: 'bad', review: 'warn', applied: 'good', duplicate: 'rest' } as const satisfies Record<
  Result,
  string
>
const GROUPS = Object.keys(TONES) as Result[]

/** /run-orders/unsent: imports what a driver's phone could not send, and shows the result of each event. */
export function UnsentImportPage({ send, homePath, timeZone }: UnsentImportPageProps) {
  const { step, results, choose, readIn } = useUnsentImport(send)
  const events = results.map(({ event }) => event)
  const reading = step.kind === 'reading'
  const forgetChoice = useRef<() => void>(null)
  const onFile = (file: File | null) => {
    void choose(file)
    // Lets the same file be chosen again, for example after a new export.
    forgetChoice.current?.()
  }
  return (
    <>
      <PageHeader title={t('Load a file from a driver’s phone')} />
      <PageContent wide>
        <Stack gap="md" maw="60rem">
          <BackLink to={homePath}>{t('Home')}</BackLink>
          <Card>
            <Text>
              {t('For work a phone can’t send. It counts as if the phone had sent it. Nothing is counted twice.')}
            </Text>
            {'content' in step ? <Text fw={700}>{holds(step.content)}</Text> : null}
            <Group>
              {step.kind === 'chosen' ? (
                <Button size="md" onClick={() => void readIn(step.content)}>
                  {t('Import')}
                </Button>
              ) : null}
              {step.kind === 'broken' ? (
                <Button size="md" onClick={() => void readIn(step.content, step.part)}>
                  {t('Continue')}
                </Button>
              ) : null}
              {reading ? null : (
                <FileButton onChange={onFile} resetRef={forgetChoice} accept=".json,.txt,application/json,text/plain">
                  {(props) => (
                    <Button size="md" variant={step.kind === 'choose' ? 'filled' : 'default'} {...props}>
                      {t(step.kind === 'choose' ? 'Choose file' : 'Choose another file')}
                    </Button>
                  )}
                </FileButton>
              )}
            </Group>
            {reading ? (
              <Progress
                value={(step.done / step.content.events.length) * 100}
                size="lg"
                radius="xl"
                color="var(--br-go)"
                aria-label={t('Load a file from a driver’s phone')}
              />
            ) : null}
            <div>
              <p role="status">
                {reading
                  ? t('{{done}} of {{total}} records imported', { done: step.done, total: step.content.events.length })
                  : ''}
              </p>
              <Wrong>{wrongWords(step)}</Wrong>
            </div>
          </Card>
          {step.kind === 'done' ? (
            <Title order={2} size="h3">
              {t('{{name}}’s work', { name: step.fullName })}
            </Title>
          ) : null}
          {GROUPS.map((result) => (
            <Records
              key={result}
              result={result}
              timeZone={timeZone}
              events={events}
              records={results.filter(({ verdict }) => verdict.result === result)}
            />
          ))}
        </Stack>
      </PageContent>
    </>
  )
}

interface RecordsProps {
  result: Result
  records: readonly ReadIn[]
  events: readonly unknown[]
  timeZone: string
}

function Records({ result, records, events, timeZone }: RecordsProps) {
  const words = { timeZone, events }
  if (records.length === 0) return null
  return (
    <section aria-labelledby={result}>
      <Title id={result} order={3} size="h4">
        {t(RESULT_WORDS[result])} <StateBadge tone={TONES[result]}>{records.length}</StateBadge>
      </Title>
      {result === 'rejected' || result === 'review' ? (
        <Text c="dimmed" mb="xs">
          {t(WHY_WORDS[result])}
        </Text>
      ) : null}
      <LinedList>
        {records.map((record, at) => (
          <Flex key={at} component="li" direction="column" gap={2}>
            <strong>{recordWords(words, record.event, record.verdict.stop?.serviceType ?? null)}</strong>
            <span>
              {record.verdict.stop === null
                ? t('Unknown stop')
                : `${record.verdict.stop.customer} · ${record.verdict.stop.address}, ${record.verdict.stop.suburb}`}
            </span>
            <Text span c="dimmed">
              {recordedWords(words, record.event)}
            </Text>
            <Why record={record} />
          </Flex>
        ))}
      </LinedList>
    </section>
  )
}

function Why({ record }: { record: ReadIn }) {
  const why = whyWords(record.verdict)
  return why === null ? null : (
    <Text span c="dimmed">
      {why}
    </Text>
  )
}

function holds({ events, exportedAt }: Extract<ImportStep, { content: unknown }>['content']): string {
  const what = unsentInWords(countUnsent(events.map((event) => Object(event) as object)))
  return t('{{what}}, exported {{time}}.', { what, time: formatDayAndTime(exportedAt) })
}

function wrongWords(step: ImportStep): string {
  if (step.kind === 'broken') {
    const { why, done, content } = step
    const sentence =
      why.kind === 'refused'
        ? why.problem.message
        : why.kind === 'offline'
          ? t('No connection to the server.')
          : t('Couldn’t reach the server on this network.')
    return t(
      '{{why}} {{done}} of {{total}} records imported. Continue, or import the file again: nothing is counted twice.',
      { why: sentence, done, total: content.events.length },
    )
  }
  if (step.kind !== 'choose' || step.wrong === null) return ''
  if (typeof step.wrong === 'object') return step.wrong.sentence
  return t(
    step.wrong === 'empty'
      ? 'This file has no records.'
      : step.wrong === 'incomplete'
        ? 'This file is incomplete: ask the driver for it again.'
        : 'This isn’t a driver’s file. Its name starts with bagrun-unsent and ends in .json or .txt.',
  )
}
