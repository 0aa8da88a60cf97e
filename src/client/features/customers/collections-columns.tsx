import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { weekInWords, weekName } from '#client/shells/weeks.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import styles from './collections.module.css'

const TONES = {
  upcoming: 'rest',
  skipped: 'warn',
  shifted: 'warn',
  cancelled: 'warn',
  done: 'good',
  'bag-mt': 'good',
  missed: 'bad',
} as const satisfies Record<ScheduledWeek['state'], string>

interface Needs {
  t: Translate<'customers'>
  terms: Translate<'terms'>
  /** The calendar's weeks, for the dates of the week a stop was shifted to. */
  weeks: readonly CalendarRow[]
  name: string
  fetchPhoto: FetchPhoto
  actionOf: (week: ScheduledWeek) => ReactNode
}

export const collectionsColumns = ({
  t,
  terms,
  weeks,
  name,
  fetchPhoto,
  actionOf,
}: Needs): readonly Column<ScheduledWeek>[] => [
  { id: 'week', title: t('collectionWeek'), main: true, cell: weekName },
  {
    id: 'state',
    title: t('status'),
    cell: ({ state, outcome, pu, shiftedTo }) => (
      <div className={styles.state}>
        <StateBadge tone={TONES[state]}>{t(`schedule-${state}`)}</StateBadge>
        {state === 'missed' && outcome !== undefined ? <span>{terms(`outcome${outcome}`)}</span> : null}
        {pu === undefined || pu === 0 ? null : <span>{terms('recordBags', { count: pu })}</span>}
        {shiftedTo === undefined ? null : <span>{t('shiftedTo', { week: weekInWords(shiftedTo, weeks) })}</span>}
      </div>
    ),
  },
  { id: 'reason', title: t('reason'), cell: ({ reason }) => reason ?? '–' },
  {
    id: 'photos',
    title: t('photos'),
    cell: ({ photos }) =>
      photos === undefined || photos.length === 0 ? (
        '–'
      ) : (
        <ul className={styles.photos}>
          {photos.map(({ photoID }, at) => (
            <li key={photoID}>
              <PhotoView photoID={photoID} alt={t('photoOf', { number: at + 1, name })} fetchPhoto={fetchPhoto} />
            </li>
          ))}
        </ul>
      ),
  },
  {
    id: 'run',
    title: t('collectionRun'),
    cell: ({ runOrderID }) =>
      runOrderID === undefined ? '–' : <Link to={officePaths.run(runOrderID)}>{t('seeRun')}</Link>,
  },
  { id: 'act', title: t('collectionAct'), cell: actionOf },
]
