import { RunWords } from '#client/shells/run-words.tsx'
import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { type Case, type CaseMessage, closeCase, getCase } from '#contract/v1/cases.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CaseAnswer } from './case-answer.tsx'
import { CaseState } from './case-state.tsx'
import { CaseThread, Photos } from './case-thread.tsx'
import styles from './cases.module.css'
import { lastDayBefore, showWhen } from './when.ts'

interface CasePageProps {
  caseID: string
  fetchPhoto: FetchPhoto
}

/** Refetch interval, ms, because the customer may add to the case while it is read. */
const LIVE_MS = 15_000

/** /cases/:caseID of the office. */
export function CasePage({ caseID, fetchPhoto }: CasePageProps) {
  const { t } = useTranslation('cases')
  const { t: shells } = useTranslation('shells')
  const { data, error, refetch } = useQuery({ ...ask(getCase, { caseID }, { everyMs: LIVE_MS }), staleTime: 0 })
  const { state } = useLocation()
  const list = officePaths.cases() + ((state as { list?: string } | null)?.list ?? '')
  return (
    <RecordPage
      title={data === undefined ? '' : t('caseN', { refId: data.refId })}
      back={{ to: list, label: t('back') }}
      about={data === undefined ? null : <About caseItem={data} />}
      acts={data === undefined || data.state === 'closed' ? null : <Close caseItem={data} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={shells('loading')} />
        ) : null
      ) : (
        <div className={styles.parts}>
          <Stop caseItem={data} fetchPhoto={fetchPhoto} />
          <Thread caseItem={data} fetchPhoto={fetchPhoto} />
          {data.state === 'closed' ? <p>{t('isClosed')}</p> : <CaseAnswer caseItem={data} />}
        </div>
      )}
    </RecordPage>
  )
}

function About({ caseItem }: { caseItem: Case }) {
  const { t } = useTranslation('cases')
  const { timeZone } = useOffice().profile.config
  const { customerID, customer, kind, reason, disagreeUntil } = caseItem
  return (
    <>
      <CaseState caseItem={caseItem} />
      <span>{reason === null ? t(`kind-${kind}`) : t(`reason-${reason}`)}</span>
      <Link to={officePaths.customer(customerID)}>{customer}</Link>
      {disagreeUntil === null ? null : (
        <span>{t('canDisagreeUntil', { day: lastDayBefore(disagreeUntil, timeZone) })}</span>
      )}
    </>
  )
}

function Close({ caseItem: { caseID, version } }: { caseItem: Case }) {
  const { t } = useTranslation('cases')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('closeCase')}
      </Button>
      <ConfirmCommand
        opened={asking}
        question={t('closeQuestion')}
        cancel={t('cancel')}
        confirm={t('closeCase')}
        endpoint={closeCase}
        input={{ caseID }}
        ifMatch={version}
        done={t('caseClosed')}
        onClose={() => setAsking(false)}
        onDone={() => setAsking(false)}
      >
        <p>{t('closeWhy')}</p>
      </ConfirmCommand>
    </>
  )
}

function Stop({ caseItem: { stop }, fetchPhoto }: { caseItem: Case; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('cases')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  if (stop === null) return null
  const { outcome, doneAt, pu, office, photos, assignmentID } = stop
  const facts: readonly Fact[] = [
    { label: t('outcome'), value: outcome === null ? t('notRecorded') : terms(`outcome${outcome}`) },
    { label: t('doneAt'), value: doneAt === null ? null : showWhen(doneAt, timeZone) },
    { label: t('bags'), value: pu },
    { label: t('driver'), value: office?.driver },
    ...(office === undefined
      ? []
      : [
          {
            label: t('run'),
            value: (
              <Link to={officePaths.run(office.runOrderID, assignmentID)}>
                <RunWords run={office} />
              </Link>
            ),
          },
        ]),
    ...(office?.driverNotes ? [{ label: t('driverNotes'), value: office.driverNotes, wide: true }] : []),
    ...(photos.length === 0
      ? []
      : [
          {
            label: t('photos'),
            value: (
              <Photos photos={photos} nameOf={(number) => t('driversPhoto', { number })} fetchPhoto={fetchPhoto} />
            ),
            wide: true,
          },
        ]),
  ]
  return <Facts title={t('stop')} facts={facts} />
}

function Thread({ caseItem: { messages, customer }, fetchPhoto }: { caseItem: Case; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('cases')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const headOf = ({ kind, author, createdAt, fromOffice }: CaseMessage) => (
    <>
      <strong>{kind === 'record' ? t('automatic') : (author ?? (fromOffice ? t('office') : customer))}</strong>
      {kind === 'record' ? null : <span>{t(`said-${kind}`)}</span>}
      <span>{showWhen(createdAt, timeZone)}</span>
    </>
  )
  const statedIn = ({ record }: CaseMessage) =>
    record && t('recorded', { outcome: terms(`outcome${record.outcome}`), time: showWhen(record.doneAt, timeZone) })
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('thread')}</h2>
      <CaseThread
        label={t('thread')}
        messages={messages}
        headOf={headOf}
        statedIn={statedIn}
        creditIn={(dollars) => t('credit', { amount: showMoney(nearestCents(dollars)) })}
        isReply={({ fromOffice }) => fromOffice}
        photoOf={(number, ofDriver) => t(ofDriver ? 'driversPhoto' : 'photo', { number })}
        fetchPhoto={fetchPhoto}
      />
    </section>
  )
}
