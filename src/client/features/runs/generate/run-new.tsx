import { Button, Card, Skeleton, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import type { WeekRef } from '#domain/calendar.ts'
import { listSettings } from '#contract/v1/settings.ts'
import { useDepots } from '#client/shells/depots.tsx'
import { isOfDepot } from '#domain/depots.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { May } from '#client/shells/role.tsx'
import { useToday } from '#client/shells/today.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { RunListed } from '../runs-columns.tsx'
import { GenerateForm } from './generate-form.tsx'
import { proposedWeek, useRunWeeks, weekNamed } from './week-pick.tsx'

/** /run-orders/new?yearNumber=&monthNumber=&weekNumber=: the calendar and Home link to a week. */
export function RunNew() {
  const today = useToday()
  const [params, setParams] = useSearchParams()
  const { data, error, askAgain } = useRunWeeks(today)
  const wish = {
    yearNumber: Number(params.get('yearNumber')),
    monthNumber: Number(params.get('monthNumber')),
    weekNumber: Number(params.get('weekNumber')),
  }
  const named = params.get('depotID')
  const depotID = useDepots().find((depot) => depot.depotID === named)?.depotID ?? null
  const runsOf = (week: WeekRef) => (data?.runsOf(week) ?? []).filter((run) => collectsAlike(run, depotID))
  const week = data === undefined ? null : (weekNamed(data, wish) ?? proposedWeek({ ...data, runsOf }, today))
  if (data !== undefined && week !== null) {
    return (
      <GenerateForm
        weeks={data.weeks}
        week={week}
        there={runsOf(week)}
        today={today}
        depotID={depotID}
        onChoose={({ yearNumber, monthNumber, weekNumber }, chosen) =>
          setParams(
            {
              yearNumber: String(yearNumber),
              monthNumber: String(monthNumber),
              weekNumber: String(weekNumber),
              ...(chosen !== null && { depotID: chosen }),
            },
            { replace: true },
          )
        }
      />
    )
  }
  return (
    <>
      <PageHeader title={t('Generate run')} />
      <PageContent wide>
        <StaleNotice error={error} onRetry={askAgain} />
        {data === undefined ? (
          error === null ? (
            <Skeleton height={320} radius="lg" role="status" aria-label={t('Loading')} />
          ) : null
        ) : (
          <Card padding="xl">
            <strong>{t('The calendar has no weeks yet')}</strong>
            <Text c="dimmed">{t('Runs take their dates from the calendar. Create the year there first.')}</Text>
            <May call={listSettings}>
              <Button component={Link} to={officePaths.calendar()}>
                {t('Open calendar')}
              </Button>
            </May>
          </Card>
        )}
      </PageContent>
    </>
  )
}

/** Whether a run collects customers whom a run of this depot, or of every depot (null), would collect too. */
const collectsAlike = (run: RunListed, depotID: string | null): boolean =>
  depotID === null || isOfDepot(run.depotID ?? null, depotID)
