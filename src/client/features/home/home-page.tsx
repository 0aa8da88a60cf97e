import { Badge, Card, Progress, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listRuns } from '#contract/v1/runs.ts'
import { formatDay } from '#domain/dates.ts'
import { whyStale } from '#client/api/query-client.ts'
import { PageContent, PageHeader } from '#client/ui/app-shell.tsx'
import { OfflineNotice } from '#client/ui/offline-notice.tsx'
import { formatTime } from '#client/ui/time-text.ts'
import { Figure, LinkedFigure } from './figure.tsx'
import { HomeAlerts } from './home-alerts.tsx'
import { useKeptMails, useOpenExceptions, useRunsOfThisWeek } from './home-data.ts'
import { OfficeFigures } from './office-figures.tsx'
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
  const runs = useRunsOfThisWeek(timeZone)
  const exceptions = useOpenExceptions()
  const mails = useKeptMails()
  const asOf = runs.dataUpdatedAt === 0 ? null : formatTime(new Date(runs.dataUpdatedAt).toISOString())
  const items = runs.data?.items
  const stale = whyStale(runs.error)
  return (
    <>
      <PageHeader title={t('title')} right={asOf === null || runs.error !== null ? undefined : <Text c="dimmed">{t('asOf', { time: asOf })}</Text>} />
      <PageContent wide>
        {stale === 'no-signal' ? <OfflineNotice title={t('notNow')} why={asOf === null ? t('comesBack') : t('comesBackShown', { time: asOf })} /> : null}
        {stale === 'server' ? <OfflineNotice title={t('serverFailed')} why={t('serverFailedShown', { time: asOf ?? '' })} /> : null}
        <HomeAlerts mailsPath={mailsPath} />
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={{ base: 'xs', sm: 'md' }}>
          <Figure label={t('stopsDone')} value={items && sum(items, 'done')} note={items && t('total', { stops: sum(items, 'stops') })} />
          <Figure label={t('exceptions')} value={exceptions.data?.total} pressing={(exceptions.data?.total ?? 0) > 0} />
          <OfficeFigures />
          <LinkedFigure to={mailsPath} label={t('mailsKept')} value={mails.data?.total} action={t('openMails')} />
        </SimpleGrid>
        <Title order={2} size="h3" className={styles.heading}>
          {t('thisWeek')}
        </Title>
        {items === undefined ? <RunsLoading shown={runs.error === null} label={t('loading')} /> : items.length === 0 ? <NoRuns /> : <Runs runs={items} />}
        <Link to={importPath} className={styles.action}>
          {t('importUnsent')}
        </Link>
      </PageContent>
    </>
  )
}

function sum(runs: readonly RunRow[], what: 'done' | 'stops'): number {
  return runs.reduce((total, run) => total + run[what], 0)
}

function Runs({ runs }: { runs: readonly RunRow[] }) {
  const { t } = useTranslation('home')
  return (
    <ul className={styles.runs}>
      {runs.map((run) => (
        <Card key={run.runOrderID} component="li" withBorder radius="lg" padding="lg">
          <div className={styles.runHead}>
            <strong className={styles.runName}>{run.readableID}</strong>
            <Badge tt="none" size="lg" className={styles[run.status]}>
              {t(run.status)}
            </Badge>
          </div>
          <Text c="dimmed">{t('weekOf', { from: formatDay(run.fromDate), to: formatDay(run.toDate) })}</Text>
          <Progress
            value={run.stops === 0 ? 0 : (run.done / run.stops) * 100}
            size="lg"
            radius="xl"
            color="var(--br-go)"
            className={styles.bar}
            aria-label={`${run.readableID}: ${t('doneOf', { done: run.done, stops: run.stops })}`}
          />
          <div className={styles.runFoot}>
            <span>{t('doneOf', { done: run.done, stops: run.stops })}</span>
            <span>{t('bags', { count: run.totalBags })}</span>
          </div>
        </Card>
      ))}
    </ul>
  )
}

function NoRuns() {
  const { t } = useTranslation('home')
  return (
    <Card withBorder radius="lg" padding="lg">
      <strong>{t('noRuns')}</strong>
      <Text c="dimmed">{t('noRunsHow')}</Text>
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
