import { type Day, titleWeekOf } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'
import { type ComingWeek, WeekAct } from './week-act.tsx'
import styles from './schedules.module.css'

interface ComingWeeksProps {
  weeks: readonly ComingWeek[]
  now: Date
  today: Day
  isStale: boolean
}

export function ComingWeeks({ weeks, now, today, isStale }: ComingWeeksProps) {
  return (
    <section className={styles.section} aria-labelledby="coming-collections">
      <h2 id="coming-collections" className={styles.heading}>
        {t('The next 12 months')}
      </h2>
      {weeks.length === 0 ? (
        <p className={styles.soft}>{t('No other collections are planned.')}</p>
      ) : (
        <ul className={styles.list}>
          {weeks.map((week) => (
            <li key={`${week.yearNumber}-${week.monthNumber}-${week.weekNumber}`} className={styles.row}>
              <div>
                {titleWeekOf(week.from)}
                <State week={week} />
              </div>
              {isStale ? null : <WeekAct week={week} now={now} today={today} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shows nothing beside a week that is simply planned. */
function State({ week: { state, late = false, pickupRequestID } }: { week: ComingWeek }) {
  if (state === 'upcoming')
    return pickupRequestID === undefined ? null : <div className={styles.soft}>{t('You asked for this one')}</div>
  const words =
    state === 'shifted'
      ? t('Moved to another week')
      : late
        ? t('You cancelled; the driver can see it')
        : state === 'cancelled'
          ? t('Cancelled')
          : t('No pickup')
  return <div className={styles.soft}>{words}</div>
}
