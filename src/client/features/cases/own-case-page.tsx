import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Case, type CaseMessage, getCase } from '#contract/v1/cases.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CaseThread } from './case-thread.tsx'
import { CollectionLine } from './collection-line.tsx'
import { OwnCaseState } from './own-case-state.tsx'
import { OwnReply } from './own-reply.tsx'
import { showWhen } from './when.ts'
import { OWN_CASE_TITLES, OWN_REASON_WORDS } from './own-case-titles.ts'

interface OwnCasePageProps {
  caseID: string
  fetchPhoto: FetchPhoto
}

/** The customer's /cases/:caseID. */
export function OwnCasePage({ caseID, fetchPhoto }: OwnCasePageProps) {
  const { data, error, refetch } = useQuery({ ...ask(getCase, { caseID }), staleTime: 0 })
  return (
    <RecordPage
      title={data === undefined ? '' : titleOf(data)}
      back={{ to: officePaths.cases(), label: t('Questions and problems') }}
      about={data === undefined ? null : <OwnCaseState state={data.state} />}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="large">
          {data.stop === null ? null : <CollectionLine collection={data.stop} />}
          <Thread caseItem={data} fetchPhoto={fetchPhoto} />
          {data.state === 'closed' ? (
            <p>
              {t('This is closed. If you need something else, ask the office.')}{' '}
              <Link to={officePaths.newCase('other')}>{t('Ask the office')}</Link>
            </p>
          ) : (
            <OwnReply caseItem={data} />
          )}
        </Stack>
      )}
    </RecordPage>
  )
}

const titleOf = ({ kind, reason }: Case): string =>
  kind === 'outcome' ? t(OWN_REASON_WORDS[reason ?? 'other']) : t(OWN_CASE_TITLES[kind])

function Thread({ caseItem: { messages }, fetchPhoto }: { caseItem: Case; fetchPhoto: FetchPhoto }) {
  const { timeZone } = useOffice().profile.config
  const headOf = ({ kind, createdAt, fromOffice }: CaseMessage) => (
    <>
      <strong>{t(kind === 'record' ? 'Answer from the driver’s record' : fromOffice ? 'The office' : 'You')}</strong>
      <span>{showWhen(createdAt, timeZone)}</span>
    </>
  )
  const statedIn = ({ kind, record }: CaseMessage) => {
    if (record !== null)
      return t('Our driver was there on {{time}} and recorded that nothing was out.', {
        time: showWhen(record.doneAt, timeZone),
      })
    return kind === 'disagreed' ? t('I don’t agree.') : kind === 'closed' ? t('The office closed this.') : null
  }
  return (
    <CaseThread
      label={t('Messages')}
      messages={messages}
      headOf={headOf}
      statedIn={statedIn}
      creditIn={(dollars) => t('We’ve given you a credit of {{amount}}.', { amount: showDollars(dollars) })}
      isReply={({ fromOffice }) => fromOffice}
      photoOf={(number, ofDriver) => t(ofDriver ? 'Driver’s photo {{number}}' : 'Photo {{number}}', { number })}
      fetchPhoto={fetchPhoto}
    />
  )
}
