import { hasBags } from '#domain/bags.ts'
import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { Facts } from '#client/shells/facts.tsx'
import { OfficeDrawer } from '#client/shells/office-dialog.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { photosRecorded, photoWords } from '#client/shells/photo-words.ts'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DriverPick, StopState, useWeekNames } from './stop-parts.tsx'
import { roundOf } from './order-stops.ts'
import { RecordForm } from './record-form.tsx'
import { type Rights, stopActs, type RunStop } from './run-types.ts'
import { StopRecords } from './stop-records.tsx'

interface StopDrawerProps {
  run: Run
  stop: RunStop
  /** When the driver will probably be there, epoch ms; null: not known. */
  arrival: number | null
  /** The shown stops in order, for the previous and next buttons. */
  stops: readonly RunStop[]
  rights: Rights
  fetchPhoto: FetchPhoto
  onOpen: (assignmentID: string) => void
  onClose: () => void
}

export function StopDrawer({ run, stop, arrival, stops, rights, fetchPhoto, onOpen, onClose }: StopDrawerProps) {
  const acts = stopActs(run, stop, rights)
  const mayRecord = acts.has('record')
  const at = stops.findIndex(({ assignmentID }) => assignmentID === stop.assignmentID)
  const [previous, next] = [stops[at - 1], at < 0 ? undefined : stops[at + 1]]
  return (
    <OfficeDrawer onClose={onClose} title={stop.customer}>
      <Stack>
        <StopFacts run={run} stop={stop} arrival={arrival} mayAssign={acts.has('assign')} />
        <Group>
          <Link to={officePaths.customer(stop.customerID)}>{t('View customer')}</Link>
        </Group>
        <Photos title={t('Photos')} stop={stop} photos={stop.photos} fetchPhoto={fetchPhoto} />
        {mayRecord ? <RecordForm key={stop.outcomeEventID ?? ''} stop={stop} /> : null}
        <StopRecords stop={stop} mayRecord={mayRecord} />
        <Photos title={t('Access photos')} stop={stop} photos={stop.accessPhotos} fetchPhoto={fetchPhoto} />
        <Group data-acts justify="space-between">
          <Button variant="default" disabled={previous === undefined} onClick={() => onOpen(previous!.assignmentID)}>
            {t('Previous stop')}
          </Button>
          <Button variant="default" disabled={next === undefined} onClick={() => onOpen(next!.assignmentID)}>
            {t('Next stop')}
          </Button>
        </Group>
      </Stack>
    </OfficeDrawer>
  )
}

interface StopFactsProps {
  run: Run
  stop: RunStop
  arrival: number | null
  mayAssign: boolean
}

function StopFacts({ run, stop, arrival, mayAssign }: StopFactsProps) {
  const weekOf = useWeekNames()
  const place = roundOf(run, stop.runNumber).findIndex(({ assignmentID }) => assignmentID === stop.assignmentID) + 1
  const { shiftedTo, reason, extraAmount, customerCancelledAt } = stop
  return (
    <Facts
      facts={[
        { label: t('State'), value: <StopState stop={stop} draft={run.status === 'draft'} /> },
        {
          label: t('Position'),
          value: place === 0 ? null : t('Run {{round}}, stop {{place}}', { round: stop.runNumber, place }),
        },
        {
          label: t('Driver'),
          value: mayAssign ? <DriverPick stop={stop} /> : (stop.driver ?? stop.capturedDriverName ?? t('No driver')),
        },
        ...(arrival === null
          ? []
          : [{ label: t('Expected'), value: t('about {{time}}', { time: formatTime(new Date(arrival)) }) }]),
        { label: t('Address'), value: `${stop.address}, ${stop.suburb} ${stop.postcode}`, wide: true },
        {
          label: t('Phone'),
          value:
            stop.mobilePhone === null ? null : <a href={`tel:${stop.mobilePhone}`}>{showPhone(stop.mobilePhone)}</a>,
        },
        { label: t('Service'), value: t(SERVICE_TYPE_WORDS[stop.serviceType]) },
        { label: t('Amount'), value: showDollars(stop.amount) },
        { label: t('PU'), value: stop.outcome === null || !hasBags(stop.serviceType) ? null : stop.pu },
        { label: t('Extra'), value: extraAmount === 0 ? null : showDollars(extraAmount) },
        { label: t('Done at'), value: stop.doneAt === null ? null : formatDayAndTime(stop.doneAt) },
        { label: t('Notes to driver'), value: stop.adminNotes, wide: true },
        { label: t('Driver notes'), value: stop.driverNotes, wide: true },
        ...(stop.noPickup === null ? [] : [{ label: t('No pickup'), value: stop.noPickup.reason }]),
        ...(customerCancelledAt === null
          ? []
          : [{ label: t('Customer cancelled'), value: formatDayAndTime(customerCancelledAt) }]),
        ...(reason === null ? [] : [{ label: t('Reason'), value: reason }]),
        ...(shiftedTo === null ? [] : [{ label: t('Shifted to'), value: weekOf(shiftedTo) }]),
      ]}
    />
  )
}

function Photos({
  title,
  stop,
  photos,
  fetchPhoto,
}: {
  title: string
  stop: RunStop
  photos: RunStop['photos']
  fetchPhoto: FetchPhoto
}) {
  if (photos.length === 0) return null
  const recorded = photosRecorded(stop.events)
  const captionOf = (photoID: string, takenAt: string | null) =>
    [
      ...(recorded.includes(photoID) ? [photoWords(photoID, recorded)] : []),
      ...(takenAt === null ? [] : [formatDayAndTime(takenAt)]),
    ].join(' · ')
  return (
    <Card component="section">
      <Title order={3} size="h4">
        {title}
      </Title>
      <Tiles component="ul" min="9rem" gap="xs">
        {photos.map(({ photoID, takenAt }) => (
          <li key={photoID}>
            <PhotoView
              photoID={photoID}
              alt={t('Photo of {{name}}', { name: stop.customer })}
              fetchPhoto={fetchPhoto}
            />
            <small>{captionOf(photoID, takenAt)}</small>
          </li>
        ))}
      </Tiles>
    </Card>
  )
}
