import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listCases } from '#contract/v1/cases.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { linkLook } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

interface ReportLinkProps {
  assignmentID: string
  /** The week as the page names it. */
  week: string
}

export function ReportLink({ assignmentID, week }: ReportLinkProps) {
  const { data } = useQuery({
    ...ask(listCases, { kind: 'outcome', perPage: PAGE_MAX }),
    staleTime: 0,
    // Without an answer the link still leads to an open case.
    throwOnError: false,
  })
  const reported = data?.items.find((one) => one.assignmentID === assignmentID && one.state !== 'closed')
  const words =
    reported === undefined
      ? t('Report a problem')
      : reported.state === 'open'
        ? t('Reported: waiting for the office')
        : t('Reported: the office answered')
  return (
    <Link
      className={linkLook}
      to={reported === undefined ? `/cases/about/${assignmentID}` : officePaths.oneCase(reported.caseID)}
      aria-label={`${words}: ${week}`}
    >
      {words}
    </Link>
  )
}
