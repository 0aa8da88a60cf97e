import { hasBags } from '#domain/bags.ts'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { stopActions } from '#domain/stop-actions.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Device } from '#client/offline/store/device.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Card, FactList, Soft, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from './addresses.ts'
import { NextStop } from './next-stop.tsx'
import type { FetchPhoto } from './photo.tsx'
import { PickupsLoading } from './run-states.tsx'
import { useStop, type StopView } from './pickups-data.ts'
import { StopHistory } from './stop-history.tsx'
import { StopLinks } from './stop-links.tsx'
import { StopPhotos } from './stop-photos.tsx'
import { StopSheets } from './more-sheet.tsx'
import { type OnOutcome, useStopWork } from './stop-work.ts'
import { isToDo, type Stop, isCancelledByCustomer, isMissed, isOff, isTold } from './stops.ts'
import { UndoBar } from './undo-bar.tsx'
import { outcomeText, cancelledText, deliveryText } from './stop-words.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './stop-page.module.css'

interface StopPageProps {
  device: Device
  paths: DriverPaths
  chip: ReactNode
  fetchPhoto: FetchPhoto
  onOutcome?: OnOutcome | undefined
}

export function StopPage({ device, paths, chip, fetchPhoto, onOutcome }: StopPageProps) {
  const { assignmentID = '' } = useParams()
  const view = useStop(device, assignmentID)
  const title = view && view.number !== null ? t('Stop {{number}}', { number: view.number }) : t('Pickups')
  return (
    <>
      <PageHeader title={title} right={chip} />
      {view === undefined ? (
        <PickupsLoading />
      ) : (
        <PageContent>
          <Stack className={styles.page}>
            <BackLink to={paths.pickups()}>{t('Back to the stops')}</BackLink>
            {view === null ? (
              <Card>
                <h2>{t('This stop isn’t on this phone')}</h2>
                <p>{t('The office may have moved it, or its run ended more than 7 days ago.')}</p>
              </Card>
            ) : (
              <StopParts
                key={assignmentID}
                view={view}
                device={device}
                paths={paths}
                fetchPhoto={fetchPhoto}
                onOutcome={onOutcome}
              />
            )}
          </Stack>
        </PageContent>
      )}
    </>
  )
}

interface StopPartsProps extends Pick<StopPageProps, 'device' | 'paths' | 'fetchPhoto' | 'onOutcome'> {
  view: StopView
}

function StopParts({ view, device, paths, fetchPhoto, onOutcome }: StopPartsProps) {
  const [correcting, setCorrecting] = useState(false)
  const work = useStopWork(device, (assignmentID) => {
    // A correction is made later, elsewhere.
    if (!correcting) onOutcome?.(assignmentID)
    setCorrecting(false)
  })
  const stop: Stop = { ...view.stop, number: view.number ?? 0 }
  // The driver may have collected a stop that its customer cancelled, which the office then decides.
  const state = isOff(stop) && isCancelledByCustomer(stop) ? 'planned' : stop.shownState
  const mayRecord =
    stop.movedByOffice ||
    (view.run !== null && stopActions(state, stop.outcome !== null, view.run.status).includes('record'))
  const atHand = mayRecord && (isToDo(stop) || correcting)
  return (
    <>
      {atHand ? (
        <>
          {correcting && isTold(stop) ? <Soft>{t('What you record now replaces it.')}</Soft> : null}
          <NextStop
            stop={stop}
            stops={view.ofRun}
            paths={paths}
            stopDraft={work.stopDraftOf(stop)}
            settling={work.marking.settling}
            failure={work.marking.failure}
            onFailureRead={work.forgetFailure}
            isBack={work.marking.undoneID === stop.assignmentID}
            label={t('Stop {{number}}', { number: stop.number })}
            onMark={work.mark}
            onStopDraft={work.setStopDraft}
            onPhoto={work.takePhoto}
            onMore={work.openMore}
          />
        </>
      ) : (
        <Card>
          <div>
            <h2 className={styles.street}>{stop.address}</h2>
            <Soft>
              {stop.suburb} · {stop.capturedCustomerName}
            </Soft>
          </div>
          <StopOutcome stop={stop} />
          <StopLinks stop={stop} stops={view.ofRun} paths={paths} onPhoto={() => work.takePhoto(stop)} />
          {mayRecord ? (
            <Button variant="plain" onClick={() => setCorrecting(true)}>
              {t('Change')}
            </Button>
          ) : null}
        </Card>
      )}
      <Card>
        <FactList
          facts={[
            stop.adminNotes && !atHand
              ? [
                  t('Notes for you'),
                  <Note key="notes" tone="warn" role="none">
                    {stop.adminNotes}
                  </Note>,
                ]
              : null,
            stop.driverNotes ? [t('Your notes'), stop.driverNotes] : null,
            [
              t('Customer'),
              [stop.capturedCustomerName, stop.mobilePhone && showPhone(stop.mobilePhone)].filter(Boolean).join(' · '),
            ],
            [t('Address'), `${stop.address}, ${stop.suburb} ${stop.postcode}`],
            [
              t('Price'),
              t(hasBags(stop.serviceType) ? '{{amount}} a bag' : '{{amount}} for everything', {
                amount: showDollars(stop.amount),
              }),
            ],
          ]}
        />
      </Card>
      <StopPhotos stop={stop} device={device} fetchPhoto={fetchPhoto} onPhoto={work.takePhoto} />
      <StopHistory stop={stop} mayUndo={mayRecord} onUndo={(eventID) => void work.marking.undo(eventID)} />
      <StopSheets work={work} stops={[stop]} />
      <UndoBar marking={work.marking} photos={work.photos} stops={[stop]} toldOnCard={atHand} />
    </>
  )
}

/** Bag MT is no tick: nothing was collected. */
function toneOf(stop: Stop): 'good' | 'warn' | 'rest' {
  if (stop.outcome === null || stop.outcome === 'EMPTY') return 'rest'
  return isMissed(stop) ? 'warn' : 'good'
}

export function StopOutcome({ stop }: { stop: Stop }) {
  const details = [
    stop.doneAt === null ? '' : formatDayAndTime(stop.doneAt),
    stop.extraAmount === 0 ? '' : t('extra {{amount}}', { amount: showDollars(stop.extraAmount) }),
    deliveryText(stop.delivery),
  ].filter((text) => text !== '')
  return (
    <>
      <Note tone={toneOf(stop)} role="none">
        <span className={styles.outcome}>
          {stop.outcome === null ? t(isOff(stop) ? 'Skip' : 'Nothing recorded yet.') : outcomeText(stop.outcome, stop)}
        </span>
      </Note>
      {details.length === 0 ? null : <Soft>{details.join(' · ')}</Soft>}
      {stop.movedByOffice ? (
        <Note tone="bad" role="none">
          {t('The office took this stop off your run. What you record is kept, and the office decides if it counts.')}
        </Note>
      ) : null}
      {stop.shownState === 'completed' ? (
        <Soft>{t('The office has closed this run. It can’t be changed here any more.')}</Soft>
      ) : null}
      {isCancelledByCustomer(stop) ? (
        <Note tone="bad" role="none">
          {cancelledText(stop)}
        </Note>
      ) : isOff(stop) && !stop.movedByOffice ? (
        <Note tone="bad" role="none">
          {t(stop.shownState === 'shifted' ? 'Moved to another week' : 'Removed by the office')}
          {stop.reason ? `: ${stop.reason}` : ''}
        </Note>
      ) : null}
    </>
  )
}
