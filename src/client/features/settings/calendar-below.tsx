import { useQuery } from '@tanstack/react-query'
import { getSetting } from '#contract/v1/settings.ts'
import { type CalendarRow, highestMonths } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { gapsOf, type Holiday, monthInWords, within } from './calendar-data.ts'
import styles from './calendar.module.css'

export function CalendarBelow({
  rows,
  holidays,
}: {
  rows: readonly CalendarRow[]
  holidays: readonly Holiday[] | null
}) {
  const { data: state } = useQuery(ask(getSetting, { key: 'business.state' }))
  const gaps = [...gapsOf(rows).values()]
  const weekOf = (day: string) => {
    const week = rows.find((row) => within(row, day))
    return week === undefined
      ? ''
      : t('{{month}}, week {{week}}', {
          month: monthInWords(week.monthNumber, highestMonths(rows)(week.yearNumber)),
          week: week.weekNumber,
        })
  }
  return (
    <div className={styles.below}>
      {gaps.length === 0 ? null : (
        <section aria-labelledby="gaps">
          <h2 id="gaps" className={styles.belowTitle}>
            {t('Gaps')}
          </h2>
          <p className={styles.legend}>{t('No collections on these days.')}</p>
          <ul className={styles.list}>
            {gaps.map(({ from, to, days }) => (
              <li key={from}>
                {t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })} (
                {plural(days, '{{count}} day', '{{count}} days')})
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="holidays">
        <h2 id="holidays" className={styles.belowTitle}>
          {t('Public holidays in {{state}}', { state: String(state?.value ?? '') })}
        </h2>
        {holidays?.length === 0 ? <p>{t('No public holidays in these weeks.')}</p> : null}
        <ul className={styles.list}>
          {holidays?.map(({ day, name }) => (
            <li key={`${day} ${name}`}>
              <span className={styles.dot} aria-hidden="true" /> {formatDay(day)} {name}{' '}
              <span className={styles.legend}>{weekOf(day)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
