import { useMemo, useState, type ReactNode } from 'react'
import { Box, Card, Flex, Group, Skeleton, Stack } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { placeOf } from '#domain/known-place.ts'
import { runInWords } from '#domain/run-name.ts'
import { figuresOfStops } from '#domain/run-figures.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { BackLink } from '#client/shells/back-link.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { OFFICE_FIGURES } from '#client/shells/terms.ts'
import { useToday } from '#client/shells/today.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useDrivers } from '../drivers.ts'
import { FilterBar, useFilterAddress, useStopFilter } from '../page/filter-bar.tsx'
import { layOut } from '../page/lay-out.ts'
import { LiveNote } from '../page/live-cards.tsx'
import { RowProvider } from '../page/row-context.ts'
import { useRun, useRunProgress } from '../page/run-data.ts'
import { StuckChanges, useRunEdits } from '../page/run-edits.tsx'
import { Bulk } from '../page/run-foot.tsx'
import { isOnTheRun } from '../page/run-types.ts'
import { useMayDo } from '../page/use-rights.ts'
import { useRunActs } from '../page/use-run-acts.tsx'
import { Fold } from '#client/ui/office/fold.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DriverLegend } from './driver-legend.tsx'
import { driverLooks, NOBODY } from './driver-colours.ts'
import { StopMap } from './stop-map.tsx'
import { StopsBeside } from './stops-beside.tsx'
import { driverCounts } from './stop-dots.ts'

export function RunMapPage({ runOrderID }: { runOrderID: string }) {
  const { data: run, error, refetch } = useRun(runOrderID)
  const notice = <StaleNotice error={error} onRetry={refetch} />
  if (run !== undefined) return <LoadedMap run={run} notice={notice} />
  return (
    <>
      <PageHeader title="" />
      <PageContent wide>
        {notice}
        <Skeleton height={520} radius="lg" role="status" aria-label={t('Loading')} />
      </PageContent>
    </>
  )
}

/** A run's stops on a map, with the acts of the run's page on those that are selected there or in the list beside it. */
function LoadedMap({ run: kept, notice }: { run: Run; notice: ReactNode }) {
  const today = useToday()
  const isNarrow = useNarrow()
  const drivers = useDrivers({ from: kept.fromDate, to: kept.toDate })
  const edits = useRunEdits(kept, drivers.nameOf)
  const run = edits.shown
  const { jobs: stops, attemptFee } = run
  const { at, lost, awaited } = useRunProgress(run)
  const address = useStopFilter()
  const filter = useFilterAddress()
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const laidOut = useMemo(
    () => layOut({ jobs: stops, attemptFee }, address.filter, false),
    [stops, attemptFee, address.filter],
  )
  const onTheRun = useMemo(() => stops.filter(isOnTheRun), [stops])
  const counts = useMemo(() => driverCounts(onTheRun), [onTheRun])
  const lookOf = useMemo(() => {
    const looks = driverLooks(counts.flatMap(({ driverID }) => driverID ?? []))
    return (driverID: string | null) => looks.get(driverID ?? '') ?? NOBODY
  }, [counts])
  const { acts, selection, dialogs } = useRunActs({ run, edits, drivers, laidOut })
  const isChanging = useMayDo(run)('order')
  const ticked = laidOut.shown.filter(({ assignmentID }) => selection.ids.has(assignmentID))
  const movable = ticked.filter(({ outcome }) => outcome === null)
  const placed = laidOut.shown.filter((stop) => placeOf(stop) !== null)
  return (
    <RowProvider value={acts.row}>
      <PageHeader title={runInWords(run, today)}>
        <Group gap="2px 14px" c="dimmed">
          <RunStatusBadge status={run.status} />
          {run.status === 'draft' || isNarrow ? null : (
            <span>{figuresInWords(figuresOfStops(run.jobs), OFFICE_FIGURES)}</span>
          )}
          {run.status === 'active' ? <LiveNote at={awaited ? 0 : at} lost={lost} /> : null}
          {/* On a phone it has a row of its own, so that it does not move when the note beside it says more. */}
          <Box w={isNarrow ? '100%' : 'auto'}>
            <BackLink to={officePaths.run(run.runOrderID) + filter}>{t('List of the stops')}</BackLink>
          </Box>
        </Group>
      </PageHeader>
      <PageContent wide>
        <Stack>
          {notice}
          {isNarrow ? (
            <Fold summary={t('Filter stops')} opened={address.narrowed}>
              {() => <FilterBar jobs={run.jobs} address={address} />}
            </Fold>
          ) : (
            <FilterBar jobs={run.jobs} address={address} />
          )}
          <DriverLegend counts={counts} lookOf={lookOf} isDraft={run.status === 'draft'} />
          <Flex direction={{ base: 'column', md: 'row' }} align={{ md: 'start' }}>
            {placed.length === 0 ? (
              <Card p="xl">
                <strong>{address.narrowed ? t('No matches with a place') : t('No stop has a place yet')}</strong>
                <p>{t('Set the places of the customers, or import them. The list has all stops.')}</p>
              </Card>
            ) : (
              <StopMap
                run={run}
                stops={placed}
                laidOut={laidOut}
                lookOf={lookOf}
                selection={selection}
                isChanging={isChanging}
                openedKey={openedKey}
                onOpen={setOpenedKey}
              />
            )}
            <StopsBeside
              laidOut={laidOut}
              isDraft={run.status === 'draft'}
              isChanging={isChanging}
              lookOf={lookOf}
              selection={selection}
              openedKey={openedKey}
              onOpen={setOpenedKey}
            />
          </Flex>
          {ticked.length === 0 && edits.stuck.length === 0 ? null : (
            <ActsBar on="page">
              <StuckChanges edits={edits} />
              {ticked.length === 0 ? null : (
                <Bulk ticked={movable} staying={ticked.length - movable.length} onClear={selection.clear} />
              )}
            </ActsBar>
          )}
          <div role="status" className="visually-hidden">
            {acts.message}
          </div>
        </Stack>
      </PageContent>
      {dialogs}
    </RowProvider>
  )
}
