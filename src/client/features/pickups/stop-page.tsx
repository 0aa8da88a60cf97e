import { hasBags } from '#domain/bags.ts'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { stopActions } from '#domain/stop-actions.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Device } from '#client/offline/store/device.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
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
          <div className={styles.page}>
            <BackLink to={paths.pickups()}>{t('Back to the stops')}</BackLink>
            {view === null ? (
              <section className={styles.part}>
                <h2>{t('This stop isn’t on this phone')}</h2>
                <p>{t('The office may have moved it, or its run ended more than 7 days ago.')}</p>
              </section>
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
          </div>
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
          {correcting && isTold(stop) ? <p className={styles.hint}>{t('What you record now replaces it.')}</p> : null}
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
        <section className={styles.part}>
          <div>
            <h2 className={styles.street}>{stop.address}</h2>
            <p className={styles.hint}>
              {stop.suburb} · {stop.capturedCustomerName}
            </p>
          </div>
          <StopOutcome stop={stop} />
          <StopLinks stop={stop} stops={view.ofRun} paths={paths} onPhoto={() => work.takePhoto(stop)} />
          {mayRecord ? (
            <button type="button" className={styles.action} onClick={() => setCorrecting(true)}>
              {t('Change')}
            </button>
          ) : null}
        </section>
      )}
      <section className={styles.part}>
        <dl className={styles.facts}>
          {stop.adminNotes && !atHand ? (
            <div>
              <dt>{t('Notes for you')}</dt>
              <dd className={styles.note}>{stop.adminNotes}</dd>
            </div>
          ) : null}
          {stop.driverNotes ? (
            <div>
              <dt>{t('Your notes')}</dt>
              <dd>{stop.driverNotes}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t('Customer')}</dt>
            <dd>
              {stop.capturedCustomerName}
              {stop.mobilePhone === null ? null : <span> · {showPhone(stop.mobilePhone)}</span>}
            </dd>
          </div>
          <div>
            <dt>{t('Address')}</dt>
            <dd>
              {stop.address}, {stop.suburb} {stop.postcode}
            </dd>
          </div>
          <div>
            <dt>{t('Price')}</dt>
            <dd>
              {t(hasBags(stop.serviceType) ? '{{amount}} a bag' : '{{amount}} for everything', {
                amount: showDollars(stop.amount),
              })}
            </dd>
          </div>
        </dl>
      </section>
      <StopPhotos stop={stop} device={device} fetchPhoto={fetchPhoto} onPhoto={work.takePhoto} />
      <StopHistory
        stop={stop}
        mayUndo={mayRecord}
        onUndo={(eventID) => void work.marking.undo(eventID, stop.assignmentID)}
      />
      <StopSheets work={work} stops={[stop]} />
      <UndoBar marking={work.marking} photos={work.photos} stops={[stop]} next={null} toldOnCard={atHand} />
    </>
  )
}

function outcomeLook(stop: Stop): string | undefined {
  if (stop.outcome === null) return styles.notDone
  if (isMissed(stop)) return styles.missed
  return stop.outcome === 'EMPTY' ? styles.empty : styles.outcome
}

export function StopOutcome({ stop }: { stop: Stop }) {
  const details = [
    stop.doneAt === null ? '' : formatDayAndTime(stop.doneAt),
    stop.extraAmount === 0 ? '' : t('extra {{amount}}', { amount: showDollars(stop.extraAmount) }),
    deliveryText(stop.delivery),
  ].filter((text) => text !== '')
  return (
    <>
      <p className={outcomeLook(stop)}>
        {stop.outcome === null
          ? isOff(stop)
            ? t('Skip')
            : t('Nothing recorded yet.')
          : outcomeText(stop.outcome, stop)}
      </p>
      {details.length === 0 ? null : <p className={styles.hint}>{details.join(' · ')}</p>}
      {stop.movedByOffice ? (
        <p className={styles.alert}>
          {t('The office took this stop off your run. What you record is kept, and the office decides if it counts.')}
        </p>
      ) : null}
      {stop.shownState === 'completed' ? (
        <p className={styles.hint}>{t('The office has closed this run. It can’t be changed here any more.')}</p>
      ) : null}
      {isCancelledByCustomer(stop) ? (
        <p className={styles.alert}>{cancelledText(stop)}</p>
      ) : isOff(stop) && !stop.movedByOffice ? (
        <p className={styles.alert}>
          {t(stop.shownState === 'shifted' ? 'Moved to another week' : 'Removed by the office')}
          {stop.reason ? `: ${stop.reason}` : ''}
        </p>
      ) : null}
    </>
  )
}
