import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Case, type CaseMessage, getCase } from '#contract/v1/cases.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CaseThread } from './case-thread.tsx'
import styles from './cases.module.css'
import { CollectionLine } from './collection-line.tsx'
import { OwnCaseState } from './own-case-state.tsx'
import { OwnReply } from './own-reply.tsx'
import { showWhen } from './when.ts'

interface OwnCasePageProps {
  caseID: string
  fetchPhoto: FetchPhoto
}

/** The customer's /cases/:caseID. */
export function OwnCasePage({ caseID, fetchPhoto }: OwnCasePageProps) {
  const { t } = useTranslation('ownCases')
  const { t: shells } = useTranslation('shells')
  const { data, error, refetch } = useQuery({ ...ask(getCase, { caseID }), staleTime: 0 })
  return (
    <RecordPage
      title={data === undefined ? '' : titleOf(data, t)}
      back={{ to: officePaths.cases(), label: t('back') }}
      about={data === undefined ? null : <OwnCaseState state={data.state} />}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={shells('loading')} />
        ) : null
      ) : (
        <div className={styles.parts}>
          {data.stop === null ? null : <CollectionLine collection={data.stop} />}
          <Thread caseItem={data} fetchPhoto={fetchPhoto} />
          {data.state === 'closed' ? (
            <p>
              {t('isClosed')} <Link to={officePaths.newCase('other')}>{t('ask')}</Link>
            </p>
          ) : (
            <OwnReply caseItem={data} />
          )}
        </div>
      )}
    </RecordPage>
  )
}

const titleOf = ({ kind, reason }: Case, t: Translate<'ownCases'>): string =>
  kind === 'outcome' ? t(`reason-${reason ?? 'other'}`) : t(`title-${kind}`)

function Thread({ caseItem: { messages }, fetchPhoto }: { caseItem: Case; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('ownCases')
  const { timeZone } = useOffice().profile.config
  const headOf = ({ kind, createdAt, fromOffice }: CaseMessage) => (
    <>
      <strong>{t(kind === 'record' ? 'automatic' : fromOffice ? 'office' : 'you')}</strong>
      <span>{showWhen(createdAt, timeZone)}</span>
    </>
  )
  const statedIn = ({ kind, record }: CaseMessage) => {
    if (record !== null) return t('recorded', { time: showWhen(record.doneAt, timeZone) })
    return kind === 'disagreed' ? t('saidDisagree') : kind === 'closed' ? t('saidClosed') : null
  }
  return (
    <CaseThread
      label={t('thread')}
      messages={messages}
      headOf={headOf}
      statedIn={statedIn}
      creditIn={(dollars) => t('credit', { amount: showMoney(nearestCents(dollars)) })}
      isReply={({ fromOffice }) => fromOffice}
      photoOf={(number, ofDriver) => t(ofDriver ? 'driversPhoto' : 'photoN', { number })}
      fetchPhoto={fetchPhoto}
    />
  )
}
