import { Anchor, Box, Card, Flex, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { generateRun } from '#contract/v1/runs-office.ts'
import { useOwnDepotName } from '#client/shells/depots.tsx'
import { May } from '#client/shells/role.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatTime } from '#client/ui/core/time-text.ts'
import { HomeAlerts } from './home-alerts.tsx'
import { addDays } from '#domain/dates.ts'
import { useHome } from '#client/shells/use-home.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'
import { type HomeRun, LIVE_MS } from './home-data.ts'
import { HomeFacts } from './home-facts.tsx'
import { HomeTasks } from './home-tasks.tsx'
import { RunCards } from './run-cards.tsx'

/** The office's home: what is wrong, the week's progress, then the tasks, the worst first. */
export function HomePage() {
  const { data: home, isPending, error, dataUpdatedAt, refetch } = useHome(LIVE_MS)
  const depot = useOwnDepotName()
  const isNarrow = useNarrow()
  const ofDepot = depot === null ? undefined : <Text c="dimmed">{t('{{depot}} depot', { depot })}</Text>
  const asOf = dataUpdatedAt === 0 ? null : formatTime(new Date(dataUpdatedAt).toISOString())
  const why =
    asOf === null
      ? undefined
      : {
          noSignal: t('Shown as of {{time}}. It will reload when you’re back online.', { time: asOf }),
          server: t('Shown as of {{time}}. Trying again shortly.', { time: asOf }),
        }
  return (
    <>
      <PageHeader
        title={t('Home')}
        tabs={isNarrow ? undefined : ofDepot}
        right={
          asOf === null || error !== null ? undefined : (
            <Text c="dimmed" fz="sm">
              {t('Live · as of {{time}}', { time: asOf })}
            </Text>
          )
        }
      >
        {isNarrow ? ofDepot : null}
      </PageHeader>
      <PageContent wide>
        <div>
          <StaleNotice error={error} onRetry={refetch} why={why} />
          {isPending ? (
            <Loading label={t('Loading')} />
          ) : home === undefined ? null : (
            <>
              <HomeAlerts alerts={home.alerts} />
              <Box aria-labelledby="this-week" component="section" mb="xl">
                <Title order={2} id="this-week" mb="xs">
                  {t('This week’s runs')}
                </Title>
                <RunsOf week={home.runs.filter(({ fromDate }) => fromDate < addDays(home.monday, 7))} />
              </Box>
              <Flex direction={{ base: 'column', lg: 'row' }} gap="xl">
                <HomeTasks home={home} />
                <HomeFacts home={home} />
              </Flex>
            </>
          )}
        </div>
      </PageContent>
    </>
  )
}

const RunsOf = ({ week }: { week: readonly HomeRun[] }) => (week.length === 0 ? <NoRuns /> : <RunCards runs={week} />)

function NoRuns() {
  // A run of every depot is not among those that a user of one depot sees.
  const depot = useOwnDepotName()
  return (
    <Card>
      <strong>{depot === null ? t('No run this week yet') : t('{{depot}} has no run this week yet', { depot })}</strong>
      <May call={generateRun}>
        <Text c="dimmed">{t('Generate one from the customers due this week.')}</Text>
        <Anchor component={Link} to={officePaths.newRun()} fw={600} py="xs">
          {t('Generate run')}
        </Anchor>
      </May>
    </Card>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <Tiles min="26rem" fit gap="md" role="status" aria-label={label}>
      <Skeleton height={110} />
      <Skeleton height={110} />
    </Tiles>
  )
}
