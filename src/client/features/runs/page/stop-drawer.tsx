import { Button, Drawer } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { Facts } from '#client/shells/facts.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { periodName } from '#client/shells/weeks.ts'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { DriverPick } from './driver-pick.tsx'
import { roundOf } from './order-stops.ts'
import { RecordForm } from './record-form.tsx'
import { stopActs } from './run-acts.ts'
import type { RunJob } from './run-types.ts'
import { StopRecords } from './stop-records.tsx'
import { StopState } from './stop-state.tsx'
import styles from './stop-drawer.module.css'

interface StopDrawerProps {
  run: Run
  job: RunJob
  /** The shown stops in order, for the previous and next buttons. */
  stops: readonly RunJob[]
  allowReAssign: boolean
  fetchPhoto: FetchPhoto
  onOpen: (assignmentID: string) => void
  onClose: () => void
}

/** The details of one stop, over the table; updated while the table below is. */
export function StopDrawer({ run, job, stops, allowReAssign, fetchPhoto, onOpen, onClose }: StopDrawerProps) {
  const { t } = useTranslation('runPage')
  const acts = stopActs(run, job, allowReAssign)
  const mayRecord = acts.has('record')
  const at = stops.findIndex(({ assignmentID }) => assignmentID === job.assignmentID)
  const [previous, next] = [stops[at - 1], at < 0 ? undefined : stops[at + 1]]
  return (
    <Drawer
      opened
      onClose={onClose}
      title={job.customer}
      position="right"
      size="xl"
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ title: styles.title! }}
      attributes={NO_BANNER}
    >
      <div className={styles.drawer}>
        <StopFacts run={run} job={job} mayAssign={acts.has('assign')} />
        <div className={styles.links}>
          <Link to={officePaths.customer(job.customerID)}>{t('stop.toCustomer')}</Link>
        </div>
        <Photos title={t('stop.photos')} job={job} photos={job.photos} fetchPhoto={fetchPhoto} />
        {mayRecord ? <RecordForm key={job.outcomeEventID ?? ''} job={job} /> : null}
        <StopRecords job={job} mayRecord={mayRecord} />
        <Photos title={t('stop.accessPhotos')} job={job} photos={job.accessPhotos} fetchPhoto={fetchPhoto} />
        <div data-acts className={styles.leaf}>
          <Button variant="default" disabled={previous === undefined} onClick={() => onOpen(previous!.assignmentID)}>
            {t('stop.previous')}
          </Button>
          <Button variant="default" disabled={next === undefined} onClick={() => onOpen(next!.assignmentID)}>
            {t('stop.next')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}

function StopFacts({ run, job, mayAssign }: { run: Run; job: RunJob; mayAssign: boolean }) {
  const { t } = useTranslation('runPage')
  const { t: terms } = useTranslation('terms')
  const place = roundOf(run, job.runNumber).findIndex(({ assignmentID }) => assignmentID === job.assignmentID) + 1
  const { shiftedTo, reason, extraAmount, customerCancelledAt } = job
  return (
    <Facts
      facts={[
        { label: t('state'), value: <StopState job={job} draft={run.status === 'draft'} /> },
        { label: t('stop.place'), value: place === 0 ? null : t('stop.placeIs', { round: job.runNumber, place }) },
        {
          label: t('driver'),
          value: mayAssign ? <DriverPick job={job} /> : (job.driver ?? job.capturedDriverName ?? t('undriven')),
        },
        { label: t('address'), value: `${job.address}, ${job.suburb} ${job.postcode}`, wide: true },
        {
          label: t('stop.phone'),
          value: job.mobilePhone === null ? null : <a href={`tel:${job.mobilePhone}`}>{showPhone(job.mobilePhone)}</a>,
        },
        { label: t('stop.service'), value: terms(`serviceType${job.serviceType}`) },
        { label: t('amount'), value: showMoney(nearestCents(job.amount)) },
        { label: t('pu'), value: job.outcome === null ? null : job.pu },
        { label: t('extra'), value: extraAmount === 0 ? null : showMoney(nearestCents(extraAmount)) },
        { label: t('doneAt'), value: job.doneAt === null ? null : formatDayAndTime(job.doneAt) },
        { label: t('adminNotes'), value: job.adminNotes, wide: true },
        { label: t('driverNotes'), value: job.driverNotes, wide: true },
        ...(job.noPickup === null ? [] : [{ label: t('noPickup'), value: job.noPickup.reason }]),
        ...(customerCancelledAt === null
          ? []
          : [{ label: terms('outcomeCUSTOMER_CANCELLED'), value: formatDayAndTime(customerCancelledAt) }]),
        ...(reason === null ? [] : [{ label: t('stop.reason'), value: reason }]),
        ...(shiftedTo === null ? [] : [{ label: t('stop.shiftedTo'), value: periodName(shiftedTo) }]),
      ]}
    />
  )
}

function Photos({
  title,
  job,
  photos,
  fetchPhoto,
}: {
  title: string
  job: RunJob
  photos: RunJob['photos']
  fetchPhoto: FetchPhoto
}) {
  const { t } = useTranslation('runPage')
  if (photos.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ul className={styles.photos}>
        {photos.map(({ photoID, takenAt }) => (
          <li key={photoID}>
            <PhotoView photoID={photoID} alt={t('stop.photoOf', { name: job.customer })} fetchPhoto={fetchPhoto} />
            {takenAt === null ? null : <small>{formatDayAndTime(takenAt)}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
