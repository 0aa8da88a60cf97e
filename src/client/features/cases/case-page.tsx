import { RunWords } from '#client/shells/run-words.tsx'
import { useState } from 'react'
import { Button, Flex, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { answerCase, type Case, type CaseMessage, closeCase, getCase } from '#contract/v1/cases.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RecordPage } from '#client/shells/record-page.tsx'
import { May } from '#client/shells/role.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { OUTCOME_WORDS, outcomeWords } from '#client/shells/outcomes.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { CaseAnswer } from './case-answer.tsx'
import { CaseState } from './case-state.tsx'
import { CaseThread, Photos } from './case-thread.tsx'
import { lastDayBefore, showWhen } from './when.ts'
import { CASE_KIND_WORDS, CASE_REASON_WORDS } from './case-kinds.ts'

const SAID_WORDS = sentences({
  opened: 'asked',
  reported: 'reported this',
  added: 'added',
  disagreed: 'doesn’t agree',
  answered: 'answered',
  closed: 'closed the case',
})

interface CasePageProps {
  caseID: string
  fetchPhoto: FetchPhoto
}

/** Refetch interval, ms, because the customer may add to the case while it is read. */
const LIVE_MS = 15_000

/** /cases/:caseID of the office. */
export function CasePage({ caseID, fetchPhoto }: CasePageProps) {
  const { data, error, refetch } = useQuery({ ...ask(getCase, { caseID }, { everyMs: LIVE_MS }), staleTime: 0 })
  const { state } = useLocation()
  const list = officePaths.cases() + ((state as { list?: string } | null)?.list ?? '')
  return (
    <RecordPage
      title={data === undefined ? '' : t('Case {{refId}}', { refId: data.refId })}
      back={{ to: list, label: t('Cases') }}
      about={data === undefined ? null : <About caseItem={data} />}
      acts={data === undefined || data.state === 'closed' ? null : <Close caseItem={data} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="md">
          <Stop caseItem={data} fetchPhoto={fetchPhoto} />
          <Thread caseItem={data} fetchPhoto={fetchPhoto} />
          {data.state === 'closed' ? (
            <p>{t('This case is closed.')}</p>
          ) : (
            <May call={answerCase}>
              <CaseAnswer caseItem={data} />
            </May>
          )}
        </Stack>
      )}
    </RecordPage>
  )
}

function About({ caseItem }: { caseItem: Case }) {
  const { timeZone } = useOffice().profile.config
  const { customerID, customer, kind, reason, disagreeUntil } = caseItem
  return (
    <>
      <CaseState caseItem={caseItem} />
      <span>{reason === null ? t(CASE_KIND_WORDS[kind]) : t(CASE_REASON_WORDS[reason])}</span>
      <Link to={officePaths.customer(customerID)}>{customer}</Link>
      {disagreeUntil === null ? null : (
        <span>{t('The customer can reply until {{day}}.', { day: lastDayBefore(disagreeUntil, timeZone) })}</span>
      )}
    </>
  )
}

function Close({ caseItem: { caseID, version } }: { caseItem: Case }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('Close case')}
      </Button>
      <ConfirmCommand
        opened={asking}
        question={t('Close this case without an answer?')}
        confirm={t('Close case')}
        endpoint={closeCase}
        input={{ caseID }}
        ifMatch={version}
        done={t('Case closed')}
        onClose={() => setAsking(false)}
      >
        <p>{t('The customer isn’t told, and can’t add to it.')}</p>
      </ConfirmCommand>
    </>
  )
}

function Stop({ caseItem: { stop }, fetchPhoto }: { caseItem: Case; fetchPhoto: FetchPhoto }) {
  const { timeZone } = useOffice().profile.config
  if (stop === null) return null
  const { serviceType, outcome, doneAt, pu, office, photos, assignmentID } = stop
  const facts: readonly Fact[] = [
    { label: t('Outcome'), value: outcome === null ? t('Not recorded') : outcomeWords(outcome, serviceType) },
    { label: t('Recorded'), value: doneAt === null ? null : showWhen(doneAt, timeZone) },
    { label: t('Bags'), value: outcome === 'COLLECTED' && pu === 0 ? null : pu },
    { label: t('Driver'), value: office?.driver },
    ...(office === undefined
      ? []
      : [
          {
            label: t('Run'),
            value: (
              <Link to={officePaths.run(office.runOrderID, assignmentID)}>
                <RunWords run={office} />
              </Link>
            ),
          },
        ]),
    ...(office?.driverNotes ? [{ label: t('Driver’s notes'), value: office.driverNotes, wide: true }] : []),
    ...(photos.length === 0
      ? []
      : [
          {
            label: t('Photos'),
            value: (
              <Photos
                photos={photos}
                nameOf={(number) => t('Driver’s photo {{number}}', { number })}
                fetchPhoto={fetchPhoto}
              />
            ),
            wide: true,
          },
        ]),
  ]
  return <Facts title={t('The collection')} facts={facts} />
}

function Thread({
  caseItem: { kind: about, messages, customer },
  fetchPhoto,
}: {
  caseItem: Case
  fetchPhoto: FetchPhoto
}) {
  const { timeZone } = useOffice().profile.config
  const headOf = ({ kind, author, createdAt, fromOffice }: CaseMessage) => (
    <>
      <strong>{kind === 'record' ? t('Automatic answer') : (author ?? (fromOffice ? t('Office') : customer))}</strong>
      {kind === 'record' ? null : (
        <span>{t(SAID_WORDS[kind === 'opened' && about === 'outcome' ? 'reported' : kind])}</span>
      )}
      <span>{showWhen(createdAt, timeZone)}</span>
    </>
  )
  const statedIn = ({ record }: CaseMessage) =>
    record &&
    t('The driver was there and recorded: {{outcome}}. {{time}}', {
      outcome: t(OUTCOME_WORDS[record.outcome]),
      time: showWhen(record.doneAt, timeZone),
    })
  return (
    <Flex component="section" direction="column" gap="xs">
      <Title order={2} size="h4">
        {t('Messages')}
      </Title>
      <CaseThread
        label={t('Messages')}
        messages={messages}
        headOf={headOf}
        statedIn={statedIn}
        creditIn={(dollars) => t('Credit given: {{amount}}', { amount: showDollars(dollars) })}
        isReply={({ fromOffice }) => fromOffice}
        photoOf={(number, ofDriver) => t(ofDriver ? 'Driver’s photo {{number}}' : 'Photo {{number}}', { number })}
        fetchPhoto={fetchPhoto}
      />
    </Flex>
  )
}
