import { Card, Skeleton, Text, Title } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatTime } from '#client/ui/core/time-text.ts'
import { HomeAlerts } from './home-alerts.tsx'
import { useNextWeek, useRunsAround, useTasksPending } from './home-data.ts'
import { HomeFacts } from './home-facts.tsx'
import { HomeTasks } from './home-tasks.tsx'
import { RunCards } from './run-cards.tsx'
import styles from './home-page.module.css'

interface HomePageProps {
  /** The business's. */
  timeZone: string
  mailsPath: string
  importPath: string
}

/** The office's home: what is wrong, the week's progress, then the tasks, the worst first. */
export function HomePage({ timeZone, mailsPath, importPath }: HomePageProps) {
  const { t } = useTranslation('home')
  const { query: runs, isPending, thisWeek: items, all } = useRunsAround(timeZone)
  const nextWeek = useNextWeek()
  const tasksPending = useTasksPending()
  const asOf = runs.dataUpdatedAt === 0 ? null : formatTime(new Date(runs.dataUpdatedAt).toISOString())
  const why =
    asOf === null
      ? undefined
      : { noSignal: t('comesBackShown', { time: asOf }), server: t('serverFailedShown', { time: asOf }) }
  return (
    <>
      <PageHeader
        title={t('title')}
        right={
          asOf === null || runs.error !== null ? undefined : (
            <Text c="dimmed" size="sm">
              {t('asOf', { time: asOf })}
            </Text>
          )
        }
      />
      <PageContent wide>
        <div className={styles.page}>
          <StaleNotice error={runs.error} onRetry={runs.refetch} why={why} />
          {isPending || tasksPending ? (
            <Loading label={t('loading')} />
          ) : (
            <>
              <HomeAlerts mailsPath={mailsPath} />
              <section aria-labelledby="this-week" className={styles.section}>
                <Title order={2} id="this-week" className={styles.heading}>
                  {t('thisWeek')}
                </Title>
                {items === undefined ? null : items.length === 0 ? <NoRuns /> : <RunCards runs={items} />}
              </section>
              <div className={styles.columns}>
                <HomeTasks runs={all} nextWeek={nextWeek} mailsPath={mailsPath} />
                <HomeFacts nextWeek={nextWeek} importPath={importPath} />
              </div>
            </>
          )}
        </div>
      </PageContent>
    </>
  )
}

function NoRuns() {
  const { t } = useTranslation('home')
  return (
    <Card withBorder padding="md">
      <strong>{t('noRuns')}</strong>
      <Text c="dimmed">{t('noRunsHow')}</Text>
      <Link to={officePaths.newRun()} className={styles.action}>
        {t('generate')}
      </Link>
    </Card>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className={styles.runs} role="status" aria-label={label}>
      <Skeleton height={110} />
      <Skeleton height={110} />
    </div>
  )
}
