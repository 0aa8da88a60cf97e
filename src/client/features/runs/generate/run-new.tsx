import { Button, Card, Skeleton, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
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
  const week = data === undefined ? null : (weekNamed(data, wish) ?? proposedWeek(data, today))
  if (data !== undefined && week !== null) {
    return (
      <GenerateForm
        weeks={data.weeks}
        week={week}
        there={data.runsOf(week)}
        today={today}
        onWeek={({ yearNumber, monthNumber, weekNumber }) =>
          setParams(
            { yearNumber: String(yearNumber), monthNumber: String(monthNumber), weekNumber: String(weekNumber) },
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
            <Button component={Link} to={officePaths.calendar()}>
              {t('Open calendar')}
            </Button>
          </Card>
        )}
      </PageContent>
    </>
  )
}
