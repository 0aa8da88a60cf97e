import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from 'react-router-dom'
import { listCases } from '#contract/v1/cases.ts'
import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { CASE_KINDS, type CaseKind } from '#domain/cases.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CollectionLine } from './collection-line.tsx'
import { OwnCaseForm } from './own-case-form.tsx'
import { OWN_CASE_TITLES } from './own-case-titles.ts'

/** /cases/about/:assignmentID: the open case about this collection, else the form for one. */
export function OwnCaseAbout({ assignmentID }: { assignmentID: string }) {
  const { data, error, refetch } = useQuery({ ...ask(listCases, { assignmentID }), staleTime: 0, gcTime: 0 })
  const weeks = useQuery(ask(customerSchedules, {}))
  const collection = weeks.data?.find((week) => week.assignmentID === assignmentID)
  const opened = useOpened()
  const current = data?.items.find(({ state }) => state !== 'closed')
  if (current !== undefined) return <Navigate to={officePaths.oneCase(current.caseID)} replace />
  return (
    <RecordPage
      title={t('Report a problem')}
      back={{ to: officePaths.cases(), label: t('Questions and problems') }}
      about={null}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined || weeks.isPending ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="large">
          {collection === undefined ? null : <CollectionLine collection={collection} />}
          <OwnCaseForm kind="outcome" assignmentID={assignmentID} onOpened={opened} onRefused={() => void refetch()} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** /cases/new/:kind: a request to the office. */
export function OwnNewCase({ kind, notFound }: { kind: string; notFound: ReactNode }) {
  const opened = useOpened()
  if (!isRequest(kind)) return notFound
  return (
    <RecordPage
      title={t(OWN_CASE_TITLES[kind])}
      back={{ to: officePaths.cases(), label: t('Questions and problems') }}
      about={null}
      acts={null}
    >
      <OwnCaseForm kind={kind} onOpened={opened} />
    </RecordPage>
  )
}

const isRequest = (kind: string): kind is Exclude<CaseKind, 'outcome'> =>
  kind !== 'outcome' && CASE_KINDS.some((one) => one === kind)

function useOpened() {
  const navigate = useNavigate()
  return ({ caseID }: { caseID: string }) => void navigate(officePaths.oneCase(caseID), { replace: true })
}
