import { Anchor, Skeleton } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { MovedWeek } from '#contract/v1/calendar-move.ts'
import { formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { monthInWords } from './calendar-data.ts'
import type { MovePreviewed } from './use-move-preview.ts'
import styles from './calendar-move.module.css'

/** What a move affects: the weeks, their runs with drivers, the customers, their "no pickups". */
export function MovePreview({ shown, isAsking, error, askAgain, months }: MovePreviewed & { months: number }) {
  const { t } = useTranslation('settings')
  if (error !== null) return <StaleNotice error={error} onRetry={askAgain} />
  if (shown === undefined) return <Skeleton height={120} radius="md" role="status" aria-label={t('loading')} />
  const { refusal, warnings, weeks } = shown
  const runs = weeks.reduce((sum, week) => sum + week.runs.length, 0)
  return (
    <section aria-label={t('calendar.move.preview')} aria-busy={isAsking} className={styles.preview}>
      {refusal === null ? null : (
        <div role="alert">
          <Note tone="bad">{refusal.message}</Note>
        </div>
      )}
      {refusal === null &&
        warnings.map(({ code, message }) => (
          <Note key={`${code} ${message}`} tone="warn">
            {message}
          </Note>
        ))}
      <h3 className={styles.title}>
        {t('calendar.move.weeks', { count: weeks.length })}
        {runs === 0 ? '' : `, ${t('calendar.move.runs', { count: runs })}`}
      </h3>
      {/* A long list scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('calendar.move.all')}>
        <ul className={styles.weeks}>
          {weeks.map((week) => (
            <Concerned
              key={week.calendarSettingID}
              week={week}
              months={Math.max(months, week.monthNumber)}
              withYear={week.yearNumber !== weeks[0]?.yearNumber}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Concerned({ week, months, withYear }: { week: MovedWeek; months: number; withYear: boolean }) {
  const { t } = useTranslation('settings')
  const days = ({ from, to }: MovedWeek['before']) => `${formatDay(from)}–${formatDay(to)}`
  const also = [
    t(week.runs.length > 0 ? 'calendar.move.stops' : 'calendar.move.due', { count: week.customers }),
    ...(week.noPickups > 0 ? [t('calendar.move.noPickups', { count: week.noPickups })] : []),
    ...(week.pickupRequests > 0 ? [t('calendar.move.requests', { count: week.pickupRequests })] : []),
  ]
  return (
    <li className={styles.week}>
      <strong>
        {t('calendar.span', { month: monthInWords(t, week.monthNumber, months), week: week.weekNumber })}
        {withYear ? ` ${week.yearNumber}` : ''}
      </strong>
      <span className={styles.days}>
        {t('calendar.move.fromTo', { before: days(week.before), after: days(week.after) })}
      </span>
      <span>{also.join(', ')}</span>
      {week.runs.map(({ runOrderID, readableID, status, drivers }) => (
        <span key={runOrderID} className={styles.run}>
          <Anchor component={Link} to={officePaths.run(runOrderID)}>
            {readableID}
          </Anchor>
          <RunStatusBadge status={status} />
          {drivers.length === 0 ? t('calendar.move.noDriver') : drivers.join(', ')}
        </span>
      ))}
    </li>
  )
}
