import { useRef } from 'react'
import { Button, Card, FileButton, Progress, Text, Title } from '@mantine/core'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link } from 'react-router-dom'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { recordedWords, recordWords, whyWords } from './record-words.ts'
import { type ImportStep, type ReadIn, type SendPart, useUnsentImport } from './use-unsent-import.ts'
import styles from './unsent-import-page.module.css'

type Result = ReadIn['verdict']['result']

interface UnsentImportPageProps {
  send: SendPart
  homePath: string
  timeZone: string
}

/** Results that need action first, successful ones last. */
const GROUPS = ['rejected', 'review', 'applied', 'duplicate'] as const satisfies readonly Result[]

/** /run-orders/unsent: imports what a driver's phone could not send, and shows the result of each event. */
export function UnsentImportPage({ send, homePath, timeZone }: UnsentImportPageProps) {
  const { t } = useTranslation('unsentImport')
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
      <PageHeader title={t('title')} />
      <PageContent wide>
        <div className={styles.page}>
          <Link className={styles.back} to={homePath}>
            ‹ {t('back')}
          </Link>
          <Card withBorder radius="lg" padding="lg" className={styles.card}>
            <Text>{t('how')}</Text>
            {'content' in step ? <Text fw={700}>{holds(t, step.content)}</Text> : null}
            <div className={styles.choices}>
              {step.kind === 'chosen' ? (
                <Button size="md" onClick={() => void readIn(step.content)}>
                  {t('readIn')}
                </Button>
              ) : null}
              {step.kind === 'broken' ? (
                <Button size="md" onClick={() => void readIn(step.content, step.part)}>
                  {t('goOn')}
                </Button>
              ) : null}
              {reading ? null : (
                <FileButton onChange={onFile} resetRef={forgetChoice} accept=".json,.txt,application/json,text/plain">
                  {(props) => (
                    <Button size="md" variant={step.kind === 'choose' ? 'filled' : 'default'} {...props}>
                      {t(step.kind === 'choose' ? 'choose' : 'chooseAnother')}
                    </Button>
                  )}
                </FileButton>
              )}
            </div>
            {reading ? (
              <Progress
                value={(step.done / step.content.events.length) * 100}
                size="lg"
                radius="xl"
                color="var(--br-go)"
                aria-label={t('title')}
              />
            ) : null}
            <div>
              <p role="status">
                {reading ? t('progress', { done: step.done, total: step.content.events.length }) : ''}
              </p>
              <p role="alert" className={styles.wrong}>
                {wrongWords(t, step)}
              </p>
            </div>
          </Card>
          {step.kind === 'done' ? (
            <Title order={2} size="h3">
              {t('doneOf', { name: step.fullName })}
            </Title>
          ) : null}
          {GROUPS.map((result) => (
            <Group
              key={result}
              result={result}
              timeZone={timeZone}
              events={events}
              records={results.filter(({ verdict }) => verdict.result === result)}
            />
          ))}
        </div>
      </PageContent>
    </>
  )
}

interface GroupProps {
  result: Result
  records: readonly ReadIn[]
  events: readonly unknown[]
  timeZone: string
}

function Group({ result, records, events, timeZone }: GroupProps) {
  const { t } = useTranslation('unsentImport')
  const words = { t, timeZone, events }
  if (records.length === 0) return null
  return (
    <section aria-labelledby={result}>
      <h3 id={result} className={styles.groupHead}>
        {t(result)}
        <span className={`${styles.count} ${styles[result]}`}>{records.length}</span>
      </h3>
      {result === 'rejected' || result === 'review' ? <p className={styles.hint}>{t(`${result}Why`)}</p> : null}
      <ul className={styles.records}>
        {records.map((record, at) => (
          <li key={at} className={styles.record}>
            <strong>{recordWords(words, record.event)}</strong>
            <span className={styles.where}>
              {record.verdict.stop === null
                ? t('noStop')
                : `${record.verdict.stop.customer} · ${record.verdict.stop.address}, ${record.verdict.stop.suburb}`}
            </span>
            <span className={styles.when}>{recordedWords(words, record.event)}</span>
            <Why record={record} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Why({ record }: { record: ReadIn }) {
  const { t } = useTranslation('unsentImport')
  const why = whyWords(t, record.verdict)
  return why === null ? null : <span className={styles.why}>{why}</span>
}

type T = Translate<'unsentImport'>

/** The records are counted as on the phone: a photo is not an additional record. */
function holds(t: T, { events, exportedAt }: Extract<ImportStep, { content: unknown }>['content']): string {
  const taken = events.filter((event) => Reflect.get(Object(event), 'type') === 'photo').length
  const recordCount = events.length - taken
  const [records, photos] = [t('records', { count: recordCount }), t('photos', { count: taken })]
  const what = taken === 0 ? records : recordCount === 0 ? photos : t('both', { records, photos })
  return t('holds', { what, time: formatDayAndTime(exportedAt) })
}

function wrongWords(t: T, step: ImportStep): string {
  if (step.kind === 'broken') {
    const { why, done, content } = step
    const sentence =
      why.kind === 'refused' ? why.problem.message : why.kind === 'offline' ? t('noSignal') : t('strangeAnswer')
    return t('brokeOff', { why: sentence, done, total: content.events.length })
  }
  if (step.kind !== 'choose' || step.wrong === null) return ''
  if (typeof step.wrong === 'object') return step.wrong.sentence
  return t(step.wrong === 'empty' ? 'emptyFile' : step.wrong === 'incomplete' ? 'incompleteFile' : 'notSuchAFile')
}
