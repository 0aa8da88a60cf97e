import { Button, Card, Skeleton, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { GenerateForm } from './generate-form.tsx'
import { proposedWeek, useRunWeeks, weekNamed } from './week-pick.tsx'
import styles from './generate.module.css'

/** /run-orders/new?yearNumber=&monthNumber=&weekNumber=: the calendar and Home link to a week. */
export function RunNew() {
  const { t } = useTranslation('runs')
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
      <PageHeader title={t('generate.title')} />
      <PageContent wide>
        <StaleNotice error={error} onRetry={askAgain} />
        {data === undefined ? (
          error === null ? (
            <Skeleton height={320} radius="lg" role="status" aria-label={t('loading')} />
          ) : null
        ) : (
          <Card withBorder radius="lg" padding="xl" className={styles.nothing}>
            <strong>{t('generate.noCalendar')}</strong>
            <Text c="dimmed">{t('generate.noCalendarHow')}</Text>
            <Button component={Link} to={officePaths.calendar()}>
              {t('generate.openCalendar')}
            </Button>
          </Card>
        )}
      </PageContent>
    </>
  )
}
