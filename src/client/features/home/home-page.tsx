import { Button, Card, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listRuns } from '#contract/v1/runs.ts'
import { showWeekOf } from '#domain/dates.ts'
import { compareWeeks } from '#domain/calendar.ts'
import { whyStale } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PageContent, PageHeader } from '#client/ui/app-shell.tsx'
import { OfflineNotice } from '#client/ui/offline-notice.tsx'
import { formatTime } from '#client/ui/time-text.ts'
import { LinkedFigure } from './figure.tsx'
import { HomeAlerts } from './home-alerts.tsx'
import { useKeptMails, useNextWeek, useOpenExceptions, useRunsAround } from './home-data.ts'
import { OfficeFigures } from './office-figures.tsx'
import { PlanFigures } from './plan-figures.tsx'
import { RunCards } from './run-cards.tsx'
import styles from './home-page.module.css'

interface HomePageProps {
  /** The business's. */
  timeZone: string
  mailsPath: string
  importPath: string
}

type RunRow = OutputOf<typeof listRuns>['items'][number]

/** / of the office: how the week goes and what waits for somebody. */
export function HomePage({ timeZone, mailsPath, importPath }: HomePageProps) {
  const { t } = useTranslation('home')
  const { query: runs, thisWeek: items, all } = useRunsAround(timeZone)
  const nextWeek = useNextWeek()
  const exceptions = useOpenExceptions()
  const mails = useKeptMails()
  const asOf = runs.dataUpdatedAt === 0 ? null : formatTime(new Date(runs.dataUpdatedAt).toISOString())
  const unplanned = nextWeek && all?.every((run) => compareWeeks(run, nextWeek) !== 0) ? nextWeek : null
  const stale = whyStale(runs.error)
  return (
    <>
      <PageHeader title={t('title')} right={asOf === null || runs.error !== null ? undefined : <Text c="dimmed">{t('asOf', { time: asOf })}</Text>} />
      <PageContent wide>
        {stale === 'no-signal' ? <OfflineNotice title={t('notNow')} why={asOf === null ? t('comesBack') : t('comesBackShown', { time: asOf })} /> : null}
        {stale === 'server' ? <OfflineNotice title={t('serverFailed')} why={t('serverFailedShown', { time: asOf ?? '' })} /> : null}
        <HomeAlerts mailsPath={mailsPath} />
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
          <LinkedFigure to={officePaths.runs()} label={t('stopsDone')} value={items && sum(items, 'done')} note={items && t('total', { stops: sum(items, 'stops') })} action={t('openRuns')} />
          <LinkedFigure to={officePaths.exceptions()} label={t('exceptions')} value={exceptions.data?.total} pressing={(exceptions.data?.total ?? 0) > 0} action={t('openExceptions')} />
          <PlanFigures nextWeek={nextWeek} />
          <OfficeFigures />
          <LinkedFigure to={mailsPath} label={t('mailsKept')} value={mails.data?.total} action={t('openMails')} />
        </SimpleGrid>
        <Title order={2} size="h3" className={styles.heading}>
          {t('thisWeek')}
        </Title>
        {items === undefined ? <RunsLoading shown={runs.error === null} label={t('loading')} /> : items.length === 0 ? <NoRuns /> : <RunCards runs={items} />}
        {unplanned === null ? null : (
          <Card withBorder radius="lg" padding="lg" className={styles.unplanned}>
            <div>
              <strong>{t('nextWeek')}</strong>
              <Text>{t('nextWeekHow', { week: showWeekOf(unplanned.from) })}</Text>
            </div>
            <Button component={Link} to={officePaths.newRun(unplanned)}>
              {t('generate')}
            </Button>
          </Card>
        )}
        {/* Once it is known what stands above it: nothing jumps. */}
        {nextWeek === undefined ? null : (
          <Link to={importPath} className={styles.action}>
            {t('importUnsent')}
          </Link>
        )}
      </PageContent>
    </>
  )
}

function sum(runs: readonly RunRow[], what: 'done' | 'stops'): number {
  return runs.reduce((total, run) => total + run[what], 0)
}

function NoRuns() {
  const { t } = useTranslation('home')
  return (
    <Card withBorder radius="lg" padding="lg">
      <strong>{t('noRuns')}</strong>
      <Text c="dimmed">{t('noRunsHow')}</Text>
      <Link to={officePaths.newRun()} className={styles.action}>
        {t('generate')}
      </Link>
    </Card>
  )
}

function RunsLoading({ shown, label }: { shown: boolean; label: string }) {
  if (!shown) return null
  return (
    <div className={styles.runs} role="status" aria-label={label}>
      <Skeleton height={150} radius="lg" />
      <Skeleton height={150} radius="lg" />
    </div>
  )
}
