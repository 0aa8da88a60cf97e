import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { stopActions } from '#domain/stop-actions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Device } from '#client/offline/store/device.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { DriverPaths } from './addresses.ts'
import { NextStop } from './next-stop.tsx'
import type { FetchPhoto } from './photo.tsx'
import { PickupsLoading } from './run-states.tsx'
import { useStop, type StopView } from './pickups-data.ts'
import { StopHistory } from './stop-history.tsx'
import { StopLinks } from './stop-links.tsx'
import { StopPhotos } from './stop-photos.tsx'
import { StopSheets } from './more-sheet.tsx'
import { useStopWork } from './stop-work.ts'
import { isToDo, type Stop, isCancelledByCustomer, isMissed, isOff, isTold } from './stops.ts'
import { UndoBar } from './undo-bar.tsx'
import { outcomeText, cancelledText, deliveryText } from './stop-words.ts'
import styles from './stop-page.module.css'

interface StopPageProps {
  device: Device
  paths: DriverPaths
  chip: ReactNode
  fetchPhoto: FetchPhoto
}

export function StopPage({ device, paths, chip, fetchPhoto }: StopPageProps) {
  const { t } = useTranslation('pickups')
  const { assignmentID = '' } = useParams()
  const view = useStop(device, assignmentID)
  const title = view && view.number !== null ? t('stop', { number: view.number }) : t('pickups')
  return (
    <>
      <PageHeader title={title} right={chip} />
      {view === undefined ? (
        <PickupsLoading />
      ) : (
        <PageContent>
          <div className={styles.page}>
            <Link className={styles.back} to={paths.pickups()}>
              ‹ {t('back')}
            </Link>
            {view === null ? (
              <section className={styles.part}>
                <h2>{t('stopGone')}</h2>
                <p>{t('stopGoneWhy')}</p>
              </section>
            ) : (
              <StopParts key={assignmentID} view={view} device={device} fetchPhoto={fetchPhoto} />
            )}
          </div>
        </PageContent>
      )}
    </>
  )
}

function StopParts({ view, device, fetchPhoto }: { view: StopView; device: Device; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('pickups')
  const [correcting, setCorrecting] = useState(false)
  const work = useStopWork(device, () => setCorrecting(false))
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
          {correcting && isTold(stop) ? <p className={styles.hint}>{t('correctWhy')}</p> : null}
          <NextStop
            stop={stop}
            stopDraft={work.stopDraftOf(stop)}
            settling={work.marking.settling}
            failure={work.marking.failure}
            onFailureRead={work.forgetFailure}
            isBack={work.marking.undoneID === stop.assignmentID}
            label={t('stop', { number: stop.number })}
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
          <StopLinks stop={stop} onPhoto={() => work.takePhoto(stop)} />
          {mayRecord ? (
            <button type="button" className={styles.action} onClick={() => setCorrecting(true)}>
              {t('correct')}
            </button>
          ) : null}
        </section>
      )}
      <section className={styles.part}>
        <dl className={styles.facts}>
          {stop.adminNotes && !atHand ? (
            <div>
              <dt>{t('notesForYou')}</dt>
              <dd className={styles.note}>{stop.adminNotes}</dd>
            </div>
          ) : null}
          {stop.driverNotes ? (
            <div>
              <dt>{t('yourNotes')}</dt>
              <dd>{stop.driverNotes}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t('customer')}</dt>
            <dd>
              {stop.capturedCustomerName}
              {stop.mobilePhone === null ? null : <span> · {showPhone(stop.mobilePhone)}</span>}
            </dd>
          </div>
          <div>
            <dt>{t('address')}</dt>
            <dd>
              {stop.address}, {stop.suburb} {stop.postcode}
            </dd>
          </div>
          <div>
            <dt>{t('priceLabel')}</dt>
            <dd>
              {t(stop.serviceType === 'RUBBISH_REMOVAL' ? 'priceWhole' : 'price', {
                amount: showMoney(nearestCents(stop.amount)),
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
  const { t } = useTranslation('pickups')
  const details = [
    stop.doneAt === null ? '' : formatDayAndTime(stop.doneAt),
    stop.extraAmount === 0 ? '' : t('historyExtra', { amount: showMoney(nearestCents(stop.extraAmount)) }),
    deliveryText(t, stop.delivery),
  ].filter((text) => text !== '')
  return (
    <>
      <p className={outcomeLook(stop)}>
        {stop.outcome === null ? (isOff(stop) ? t('noStop') : t('nothingYet')) : outcomeText(t, stop.outcome, stop.pu)}
      </p>
      {details.length === 0 ? null : <p className={styles.hint}>{details.join(' · ')}</p>}
      {stop.movedByOffice ? <p className={styles.alert}>{t('movedByOfficeWhy')}</p> : null}
      {stop.shownState === 'completed' ? <p className={styles.hint}>{t('completed')}</p> : null}
      {isCancelledByCustomer(stop) ? (
        <p className={styles.alert}>{cancelledText(t, stop)}</p>
      ) : isOff(stop) && !stop.movedByOffice ? (
        <p className={styles.alert}>
          {t(stop.shownState === 'shifted' ? 'shifted' : 'removed')}
          {stop.reason ? `: ${stop.reason}` : ''}
        </p>
      ) : null}
    </>
  )
}
