import { useMemo, useState, type ReactNode } from 'react'
import { Card, Skeleton, Stack } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { runInWords } from '#domain/run-name.ts'
import { unsentForRun } from '#domain/device-state.ts'
import { useToday } from '#client/shells/today.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { DueSince } from '../acts/add-due.tsx'
import { FilterBar, useStopFilter } from './filter-bar.tsx'
import { layOut } from './lay-out.ts'
import { CardsLoading, LiveCards, LiveNote } from './live-cards.tsx'
import { RowProvider } from './row-context.ts'
import { RunFoot } from './run-foot.tsx'
import { RunHead, RunTexts } from './run-head.tsx'
import { isOnTheRun } from './run-types.ts'
import { isGone } from './stop-filter.ts'
import { useArrivals } from './run-arrivals.ts'
import { StopDrawer } from './stop-drawer.tsx'
import { isUndecided } from './stop-parts.tsx'
import { StopsTable } from './stops-table.tsx'
import { StuckChanges, useRunEdits } from './run-edits.tsx'
import { ToSend, useToSend } from './to-send.tsx'
import { useDrivers } from '../drivers.ts'
import { useRun, useRunProgress } from './run-data.ts'
import { useRights } from './use-rights.ts'
import { useRunActs } from './use-run-acts.tsx'

interface RunPageProps {
  runOrderID: string
  fetchPhoto?: FetchPhoto
  exceptions?: ReactNode
  devices?: ReactNode
}

const NO_PHOTO: FetchPhoto = async () => null

export function RunPage({ runOrderID, fetchPhoto = NO_PHOTO, exceptions, devices }: RunPageProps) {
  const { data: run, error, refetch } = useRun(runOrderID)
  const notice = <StaleNotice error={error} onRetry={refetch} />
  if (run !== undefined)
    return <LoadedRun run={run} notice={notice} fetchPhoto={fetchPhoto} exceptions={exceptions} devices={devices} />
  return (
    <>
      <PageHeader title="" />
      <PageContent wide>
        {notice}
        <Loading label={t('Loading')} />
      </PageContent>
    </>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <Stack role="status" aria-label={label}>
      <Skeleton height={90} radius="lg" />
      <Skeleton height={520} radius="lg" />
    </Stack>
  )
}

function LoadedRun({
  run: kept,
  notice,
  fetchPhoto,
  exceptions,
  devices,
}: {
  run: Run
  notice: ReactNode
  fetchPhoto: FetchPhoto
  exceptions: ReactNode
  devices: ReactNode
}) {
  const today = useToday()
  const rights = useRights()
  const drivers = useDrivers(kept && { from: kept.fromDate, to: kept.toDate })
  const edits = useRunEdits(kept, drivers.nameOf)
  const run = edits.shown
  const { jobs: stops, attemptFee } = run
  const watching = run.status === 'active'
  const { progress, awaited, at, lost, fresh } = useRunProgress(run)
  const { arrivals, isAwaited: arrivalsAwaited } = useArrivals(run, at)
  const toSend = useToSend(run.status === 'completed' ? run.runOrderID : null)
  // The page of a completed run is drawn once, with what is to be sent; a run completed on this page stays in view.
  const [openedCompleted] = useState(kept.status === 'completed')
  // So is that of one under way, with its drivers' arrivals; the first record on this page takes nothing out of view.
  const [openedDriven] = useState(kept.jobs.some(({ doneAt }) => doneAt !== null))
  const isAwaited = awaited || (openedDriven && arrivalsAwaited) || (openedCompleted && toSend.isAwaited)
  const address = useStopFilter()
  const [goneOpened, setGoneOpened] = useState(false)
  const [deciding, setDeciding] = useState(false)
  const [devicesOpened, setDevicesOpened] = useState(false)
  const [params, setParams] = useSearchParams()
  const laidOut = useMemo(
    () => layOut({ jobs: stops, attemptFee }, address.filter, goneOpened || isGone(address.filter.state)),
    [stops, attemptFee, address.filter, goneOpened],
  )
  const { acts, selection, ask, dialogs } = useRunActs({ run, edits, drivers, laidOut })
  const opened = run.jobs.find(({ assignmentID }) => assignmentID === params.get('stop'))
  const openStop = (assignmentID: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (assignmentID === null) next.delete('stop')
        else next.set('stop', assignmentID)
        return next
      },
      { replace: true },
    )
  const onTheRun = run.jobs.filter(isOnTheRun).length
  // A finished run does not depend on the phones' present state.
  const silentDevices = !watching
    ? 0
    : (progress?.drivers
        .flatMap(({ phones: devices }) => devices)
        .filter((device) => unsentForRun(device, run.activatedAt) !== 'none').length ?? 0)
  return (
    <RowProvider value={acts.row}>
      <RunHead
        run={run}
        live={watching || awaited ? <LiveNote at={awaited ? 0 : at} lost={lost} /> : null}
        onAsk={(kind) => ask({ kind })}
      />
      <PageContent wide>
        {isAwaited ? (
          <Loading label={t('Loading')} />
        ) : (
          <Stack>
            {notice}
            {run.status === 'draft' && rights.change ? <DueSince run={run} /> : null}
            {run.status === 'completed' ? <ToSend runOrderID={run.runOrderID} data={toSend.data} /> : null}
            {watching && run.doneAt !== null ? (
              run.jobs.some(isUndecided) ? (
                <Note tone="warn">
                  {t('Every stop has an outcome. Decide where two phones disagree, then mark the run completed.')}
                </Note>
              ) : (
                <Note tone="good">{t('Every stop has an outcome. Check the run, then mark it completed.')}</Note>
              )
            ) : null}
            {run.status !== 'draft' && progress === null && !lost ? <CardsLoading jobs={run.jobs} /> : null}
            {run.status !== 'draft' && progress !== null ? (
              <LiveCards
                progress={progress}
                run={run}
                arrivals={arrivals}
                at={at}
                exceptionsOpened={deciding}
                onExceptions={() => setDeciding(!deciding)}
                devicesOpened={devicesOpened}
                onDevices={() => setDevicesOpened(!devicesOpened)}
              />
            ) : null}
            {deciding && progress?.exceptions !== 0 ? exceptions : null}
            {watching && devicesOpened ? devices : null}
            <RunTexts run={run} edit={edits.edit} />
            <FilterBar jobs={run.jobs} address={address} />
            {laidOut.items.length === 0 ? (
              <Card p="xl">
                <strong>{address.narrowed ? t('No matches') : t('No stops on this run yet')}</strong>
                {address.narrowed ? null : <p>{t('Add a customer, or delete the draft and generate it again.')}</p>}
              </Card>
            ) : (
              <StopsTable
                label={t('Stops of {{run}}', { run: runInWords(run, today) })}
                laidOut={laidOut}
                ticked={selection.ids}
                fresh={fresh}
                goneOpened={goneOpened || isGone(address.filter.state)}
                onGone={setGoneOpened}
                onDrop={acts.drop}
                seek={acts.seek}
              />
            )}
            <RunFoot
              status={run.status}
              totals={laidOut.totals}
              all={onTheRun}
              gone={run.jobs.length - onTheRun}
              ticked={laidOut.shown.filter(({ assignmentID }) => selection.ids.has(assignmentID))}
              saving={edits.saving}
              onClear={selection.clear}
              stuck={<StuckChanges edits={edits} />}
            >
              {silentDevices === 0 ? null : (
                <StateBadge tone="warn">
                  {plural(silentDevices, '{{count}} phone with unsent work', '{{count}} phones with unsent work')}
                </StateBadge>
              )}
            </RunFoot>
            <div role="status" className="visually-hidden">
              {acts.message}
            </div>
          </Stack>
        )}
      </PageContent>
      {dialogs}
      {opened === undefined ? null : (
        <StopDrawer
          key={opened.assignmentID}
          run={run}
          stop={opened}
          arrival={arrivals.get(opened.assignmentID) ?? null}
          stops={laidOut.shown}
          rights={rights}
          fetchPhoto={fetchPhoto}
          onOpen={openStop}
          onClose={() => openStop(null)}
        />
      )}
    </RowProvider>
  )
}
