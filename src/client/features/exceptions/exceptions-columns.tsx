import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { TFunction } from 'i18next'
import type { Exception } from '#contract/v1/exceptions.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { recordText } from '#client/shells/record-text.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { Note } from '#client/ui/note.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import type { Deciding } from './use-decide.ts'
import { officeTime, WhenCell } from './when-cell.tsx'
import styles from './exceptions.module.css'

interface Needs {
  t: TFunction<'exceptions'>
  terms: TFunction<'terms'>
  fetchPhoto: FetchPhoto
  deciding: Deciding
  onDismiss: (event: Exception) => void
  /** On a run's own page nobody needs telling which. */
  inRun: boolean
}

export function exceptionsColumns({ t, terms, fetchPhoto, deciding, onDismiss, inRun }: Needs): readonly Column<Exception>[] {
  const record = (event: Exception) => recordText(terms, event)
  const nameOf = (event: Exception) => event.customer ?? t('unknownStop')
  const columns: (Column<Exception> | false)[] = [
    {
      id: 'customer',
      title: t('customer'),
      main: true,
      cell: (event) => (
        <div className={styles.who}>
          {event.customerID === null ? nameOf(event) : <Link to={officePaths.customer(event.customerID)}>{nameOf(event)}</Link>}
          {event.address === null ? null : <div className={styles.soft}>{`${event.address}, ${event.suburb}`}</div>}
        </div>
      ),
      csv: nameOf,
    },
    {
      id: 'record',
      title: t('record'),
      cell: (event) => (
        <div>
          <strong>{record(event)}</strong>
          <Photo event={event} alt={t('photoOf', { name: nameOf(event) })} fetchPhoto={fetchPhoto} />
        </div>
      ),
      csv: record,
    },
    { id: 'driver', title: t('driver'), cell: ({ actor }) => actor, csv: ({ actor }) => actor },
    { id: 'when', title: t('when'), sort: 'receivedAt', cell: (event) => <WhenCell event={event} />, csv: (event) => officeTime(event) ?? event.receivedAt },
    {
      id: 'why',
      title: t('why'),
      sort: 'code',
      cell: ({ message, eventID }) => (
        <div className={styles.why}>
          {message}
          {deciding.refused.has(eventID) ? <Note tone="bad">{deciding.refused.get(eventID)}</Note> : null}
        </div>
      ),
      csv: ({ message }) => message,
    },
    !inRun && {
      id: 'run',
      title: t('run'),
      cell: ({ runOrderID, runOrder }) => (runOrderID === null || runOrder === null ? '–' : <Link className={styles.whole} to={officePaths.run(runOrderID)}>{runOrder}</Link>),
      csv: ({ runOrder }) => runOrder,
    },
    {
      id: 'decision',
      title: t('decision'),
      cell: (event) =>
        event.decision === 'open' ? (
          <div className={styles.choices}>
            <Button loading={deciding.busy.has(event.eventID)} aria-label={t('acceptOne', { record: record(event), name: nameOf(event) })} onClick={() => void deciding.decide([event], 'accept')}>
              {t('accept')}
            </Button>
            <Button variant="default" disabled={deciding.busy.has(event.eventID)} aria-label={t('dismissOne', { record: record(event), name: nameOf(event) })} onClick={() => onDismiss(event)}>
              {t('dismiss')}
            </Button>
          </div>
        ) : (
          <div>
            <StateBadge tone={event.decision === 'accept' ? 'good' : 'rest'}>{t(event.decision === 'accept' ? 'accepted' : 'dismissed')}</StateBadge>
            {event.reason === null ? null : <div>{event.reason}</div>}
            {event.decidedBy === null || event.decidedAt === null ? null : <div className={styles.soft}>{t('by', { name: event.decidedBy, time: formatDayAndTime(event.decidedAt) })}</div>}
          </div>
        ),
      csv: ({ decision, reason }) => [decision ?? '', reason ?? ''].filter(Boolean).join(': '),
    },
  ]
  return columns.filter((column) => column !== false)
}

function Photo({ event: { type, payload }, alt, fetchPhoto }: { event: Exception; alt: string; fetchPhoto: FetchPhoto }) {
  const photoID = payload?.['photoID']
  if (type !== 'photo' || typeof photoID !== 'string') return null
  return (
    <div className={styles.photo}>
      <PhotoView photoID={photoID} alt={alt} fetchPhoto={fetchPhoto} />
    </div>
  )
}
