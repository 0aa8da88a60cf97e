import { type Day, titleWeekOf } from '#domain/dates.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type ComingWeek, WeekAct } from './week-act.tsx'
import styles from './schedules.module.css'

interface ComingWeeksProps {
  weeks: readonly ComingWeek[]
  now: Date
  today: Day
  isStale: boolean
}

export function ComingWeeks({ weeks, now, today, isStale }: ComingWeeksProps) {
  const { t } = useTranslation('schedules')
  return (
    <section className={styles.section} aria-labelledby="coming-collections">
      <h2 id="coming-collections" className={styles.heading}>
        {t('coming')}
      </h2>
      {weeks.length === 0 ? (
        <p className={styles.soft}>{t('noComing')}</p>
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
  const { t } = useTranslation('schedules')
  if (state === 'upcoming')
    return pickupRequestID === undefined ? null : <div className={styles.soft}>{t('requested')}</div>
  const words = state === 'shifted' ? 'shifted' : late ? 'told' : state === 'cancelled' ? 'cancelled' : 'skipped'
  return <div className={styles.soft}>{t(words)}</div>
}
