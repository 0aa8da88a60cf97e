import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ShownRun } from '#client/offline/overlay.ts'
import type { Device } from '#client/offline/store/device.ts'
import { moveNext, placeBefore } from '#client/offline/week.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { Card, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { AccessPhotos, type FetchPhoto } from './photo.tsx'
import { type DriverPaths, useListAddress } from './addresses.ts'
import { NextStop } from './next-stop.tsx'
import { OrderList } from './order/order-list.tsx'
import { PickupsLoading, AllDone, NoRun } from './run-states.tsx'
import { type RunView, useRun } from './pickups-data.ts'
import { runName, RunSum, RunSwitch } from './run-head.tsx'
import { useSlashKey, StopFilters, TakenOffLine } from './stop-filters.tsx'
import { type OnOutcome, useStopWork } from './stop-work.ts'
import { StopList } from './stop-list.tsx'
import { StopSheets } from './more-sheet.tsx'
import { countStops, filterStops, isToDo, nextStop, numbered, suburbsOf, takenOff, type Stop } from './stops.ts'
import { UndoBar } from './undo-bar.tsx'
import styles from './pickups-page.module.css'

interface PickupsPageProps {
  device: Device
  paths: DriverPaths
  /** The business time zone, which decides the current week. */
  timeZone: string
  chip: ReactNode
  /** A notice that can wait, below the card: it must not move the buttons. */
  offer?: ReactNode
  onLook: () => Promise<unknown>
  fetchPhoto: FetchPhoto
  onOutcome?: OnOutcome | undefined
}

export function PickupsPage({ device, paths, timeZone, chip, offer, onLook, fetchPhoto, onOutcome }: PickupsPageProps) {
  const { runOrderID, setRun } = useListAddress()
  const view = useRun(device, runOrderID, timeZone)
  if (view === undefined) {
    return (
      <>
        <PageHeader title={t('Pickups')} right={chip} />
        <PickupsLoading />
      </>
    )
  }
  const { shown, active, unsent, lastPullAt, first, gone } = view
  return (
    <>
      <PageHeader title={shown ? runName(shown.run) : t('Pickups')} right={chip}>
        {shown ? <RunSum shown={shown} /> : null}
      </PageHeader>
      <PageContent wide>
        {shown ? (
          <>
            {active.length > 1 ? <RunSwitch runs={active} runOrderID={shown.run.runOrderID} onChoose={setRun} /> : null}
            <RunWork
              key={shown.run.runOrderID}
              shown={shown}
              unsent={unsent}
              gone={gone}
              offer={offer}
              device={device}
              paths={paths}
              fetchPhoto={fetchPhoto}
              onOutcome={onOutcome}
            />
          </>
        ) : (
          <Stack>
            <NoRun lastPullAt={lastPullAt} first={first} onLook={onLook} paths={paths} />
            <div className={styles.offer}>{offer}</div>
          </Stack>
        )}
      </PageContent>
    </>
  )
}

interface RunWorkProps {
  shown: ShownRun
  unsent: RunView['unsent']
  gone: number
  offer: ReactNode
  device: Device
  paths: DriverPaths
  fetchPhoto: FetchPhoto
  onOutcome?: OnOutcome | undefined
}

function RunWork({ shown, unsent, gone, offer, device, paths, fetchPhoto, onOutcome }: RunWorkProps) {
  const navigate = useNavigate()
  const { filter, setFilter } = useListAddress()
  const [finding, setFinding] = useState(filter.words !== '')
  const [ordering, setOrdering] = useState(false)
  const [chosenID, setChosenID] = useState<string | null>(null)
  const [access, setAccess] = useState<Stop | null>(null)
  const [moved, setMoved] = useState('')
  const card = useRef<HTMLDivElement>(null)
  const work = useStopWork(device, onOutcome)

  const stops = useMemo(() => numbered(shown.jobs), [shown.jobs])
  const next = nextStop(stops)
  const chosen = stops.find((stop) => stop.assignmentID === chosenID && isToDo(stop)) ?? null
  const atHand = chosen ?? next
  const isActive = shown.run.status === 'active'
  const off = takenOff(stops, gone)
  // Where every stop was skipped or moved, the driver sees at once which ones.
  const show = shown.total === 0 ? 'off' : filter.show
  const listed = useMemo(
    () =>
      filterStops(stops, { ...filter, show }).filter(
        (stop) => stop !== atHand || show !== 'to-do' || filter.words !== '',
      ),
    [stops, filter, show, atHand],
  )
  const toDo = useMemo(() => stops.filter(isToDo), [stops])

  const open = useCallback((assignmentID: string) => void navigate(paths.pickup(assignmentID)), [navigate, paths])
  const openStop = useCallback((stop: Stop) => open(stop.assignmentID), [open])
  const choose = useCallback((assignmentID: string) => {
    setChosenID(assignmentID)
    window.scrollTo({ top: 0 })
    // The tapped row leaves the list, so the focus moves to the card for screen reader and keyboard users.
    card.current?.querySelector<HTMLElement>('[data-stop]')?.focus({ preventScroll: true })
  }, [])
  const find = useCallback(
    (wanted: boolean) => {
      setFinding(wanted)
      setFilter({ words: '' })
    },
    [setFilter],
  )
  useSlashKey(() => setFinding(true))

  function place(stop: Stop, before: Stop | null): void {
    const number = before === null ? stops.length : before.number > stop.number ? before.number - 1 : before.number
    void placeBefore(device, stop.assignmentID, before?.assignmentID ?? null).then(() =>
      setMoved(t('{{street}} is now stop {{number}}', { street: stop.address, number })),
    )
  }

  return (
    <div className={styles.page}>
      <Stack ref={card} className={styles.lead}>
        {atHand !== null && isActive ? (
          <>
            {chosen !== null && next !== null && chosen !== next ? (
              <Button variant="plain" onClick={() => setChosenID(null)}>
                {t('Back to stop {{number}}', { number: next.number })}
              </Button>
            ) : null}
            <NextStop
              stop={atHand}
              stops={stops}
              paths={paths}
              stopDraft={work.stopDraftOf(atHand)}
              settling={work.marking.settling}
              failure={work.marking.failure}
              onFailureRead={work.forgetFailure}
              isBack={work.marking.undoneID === atHand.assignmentID}
              label={
                chosen === null || chosen === next
                  ? t('Next stop')
                  : t('Stop {{number}}, out of order', { number: atHand.number })
              }
              onMark={work.mark}
              onStopDraft={work.setStopDraft}
              onPhoto={work.takePhoto}
              onMore={work.openMore}
              onAccess={setAccess}
              onOpen={openStop}
            />
          </>
        ) : (
          <AllDone figures={shown.figures} isOver={!isActive} unsent={unsent} paths={paths} />
        )}
        <div className={styles.offer}>{offer}</div>
        {shown.recorded === 0 && shown.total > 0 && isActive ? (
          <Link className={buttonLook('plain')} to={paths.ready()}>
            {t('Ready to leave?')}
          </Link>
        ) : null}
      </Stack>
      <Stack>
        {/* Of a run that is over the figures say it, and the phone may have only some of those stops. */}
        {isActive || off.recorded > 0 ? (
          <TakenOffLine
            off={off}
            shown={show === 'off'}
            onShow={(shownOff) => setFilter({ show: shownOff ? 'off' : 'to-do', words: '' })}
          />
        ) : null}
        {shown.total === 0 ? null : (
          <StopFilters
            filter={filter}
            counted={countStops(stops)}
            suburbs={suburbsOf(stops)}
            finding={finding}
            ordering={ordering}
            mapPath={`${paths.map()}?run=${shown.run.runOrderID}`}
            onFilter={(change) => {
              if (change.show !== undefined) setFinding(false)
              setFilter(change.show === undefined ? change : { ...change, words: '' })
            }}
            onFinding={find}
            onOrdering={setOrdering}
          />
        )}
        {ordering ? (
          <OrderList
            shortestPath={`${paths.order()}?run=${shown.run.runOrderID}`}
            stops={toDo}
            onMoveNext={(stop) =>
              void moveNext(device, stop.assignmentID).then(() =>
                setMoved(t('{{street}} is now stop {{number}}', { street: stop.address, number: next?.number ?? 1 })),
              )
            }
            onPlace={place}
          />
        ) : listed.length > 0 ? (
          <StopList
            stops={listed}
            currentID={atHand?.assignmentID ?? null}
            pathOf={paths.pickup}
            onChoose={choose}
            onOpen={open}
          />
        ) : (
          <Card>
            <p>
              {filter.words === '' ? t('No stops here.') : t('No matches for “{{words}}”', { words: filter.words })}
            </p>
            <Button
              variant="plain"
              onClick={() => {
                setFinding(false)
                setFilter({ show: 'all', suburb: '', words: '' })
              }}
            >
              {t('Show all stops')}
            </Button>
          </Card>
        )}
        <p role="status" className="visually-hidden">
          {moved}
        </p>
      </Stack>
      <AccessPhotos stop={access} device={device} fetchPhoto={fetchPhoto} onClose={() => setAccess(null)} />
      <StopSheets work={work} stops={stops} onOpen={openStop} />
      <UndoBar
        marking={work.marking}
        photos={work.photos}
        stops={stops}
        next={next}
        toldOnCard={atHand !== null && isActive}
      />
    </div>
  )
}
