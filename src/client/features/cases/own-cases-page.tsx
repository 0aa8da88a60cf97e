import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type ListedCase, listCases } from '#contract/v1/cases.ts'
import { customerSchedules, type ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { canBeReported } from '#domain/cases.ts'
import { type Day, showWeekOf, titleWeekOf } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { wasMoved } from '#domain/schedules.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Columns } from '#client/ui/core/columns.tsx'
import { Card, Line, Lines, linkLook, Row, Section, Soft, Stack } from '#client/ui/core/parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { OwnCaseState } from './own-case-state.tsx'
import { ReportLink } from './report-link.tsx'
import { OWN_CASE_TITLES, OWN_REASON_WORDS } from './own-case-titles.ts'
import { ownOutcomeWords } from '#client/shells/own-outcomes.ts'

const BUTTON_WORDS = sentences({
  other: 'Ask a question',
  address_change: 'Change my address',
  close_account: 'Close my account',
})

const REQUESTS = ['other', 'address_change', 'close_account'] as const

export function OwnCasesPage() {
  const cases = useQuery({ ...ask(listCases, { perPage: PAGE_MAX }), staleTime: 0 })
  const weeks = useQuery(ask(customerSchedules, {}))
  // Both answers are shown together, so that nothing moves when the second one arrives.
  const items = weeks.isPending ? undefined : cases.data?.items
  return (
    <>
      <PageHeader title={t('Questions and problems')} />
      <PageContent wide>
        <Stack gap="large">
          <StaleNotice error={cases.error} onRetry={cases.refetch} />
          {items === undefined ? (
            cases.error === null ? (
              <Skeleton height={120} radius="lg" aria-label={t('Loading')} />
            ) : null
          ) : (
            <Columns
              first={
                <>
                  {items.length === 0 ? (
                    <p>
                      <strong>{t('You haven’t asked us anything yet')}.</strong>{' '}
                      {t('If something was wrong with a collection, tell us here.')}
                    </p>
                  ) : (
                    <Card>
                      <Lines aria-label={t('Questions and problems')}>
                        {items.map((one) => (
                          <OneCase key={one.caseID} caseItem={one} />
                        ))}
                      </Lines>
                    </Card>
                  )}
                  <Requests />
                </>
              }
              second={<PastCollections weeks={weeks.data ?? []} />}
            />
          )}
        </Stack>
      </PageContent>
    </>
  )
}

function OneCase({ caseItem }: { caseItem: ListedCase }) {
  const { caseID, kind, reason, week, text, state } = caseItem
  return (
    <Line>
      <div>
        <Link to={officePaths.oneCase(caseID)} className={linkLook}>
          {kind === 'outcome' ? t(OWN_REASON_WORDS[reason ?? 'other']) : t(OWN_CASE_TITLES[kind])}
        </Link>
        <Soft as="div">
          {week === null ? null : `${titleWeekOf(week.from)} · `}
          {text}
        </Soft>
      </div>
      <OwnCaseState state={state} />
    </Line>
  )
}

/** Collections that have an outcome, or whose week is over; the latest first. */
function PastCollections({ weeks }: { weeks: readonly ScheduledWeek[] }) {
  const today = useToday()
  const past = weeks.flatMap((week) => (canReport(week, today) ? week : [])).toReversed()
  return (
    <Section
      title={t('Past collections')}
      how={t(past.length === 0 ? 'No past collections yet' : 'A problem with a collection? Choose it.')}
    >
      <Lines aria-label={t('Past collections')}>
        {past.map(({ assignmentID, from, serviceType, outcome }) => (
          <Line key={assignmentID}>
            <div>
              {titleWeekOf(from)}
              <Soft as="div">
                {outcome === undefined ? t('No record of a collection') : ownOutcomeWords(outcome, serviceType)}
              </Soft>
            </div>
            <ReportLink assignmentID={assignmentID} week={showWeekOf(from)} />
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

type Reportable = ScheduledWeek & { readonly assignmentID: string }

/** Whether the server would open a case about this week's stop. */
function canReport(week: ScheduledWeek, today: Day): week is Reportable {
  const { state, outcome = null, to, assignmentID } = week
  return (
    assignmentID !== undefined && canBeReported({ state: wasMoved(state) ? 'shifted' : 'planned', outcome, to }, today)
  )
}

function Requests() {
  return (
    <Section title={t('Ask the office')}>
      <Row>
        {REQUESTS.map((kind) => (
          <Button key={kind} component={Link} to={officePaths.newCase(kind)} variant="default">
            {t(BUTTON_WORDS[kind])}
          </Button>
        ))}
      </Row>
    </Section>
  )
}
