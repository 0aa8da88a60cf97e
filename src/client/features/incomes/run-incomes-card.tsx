import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { formatDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { type RunIncomes, sumOf } from './incomes-by-run.ts'
import styles from './incomes-page.module.css'

export function RunIncomesCard({ run }: { run: RunIncomes }) {
  const { t } = useTranslation('incomes')
  const [first] = run.incomes
  // A payment's own amount, because some of its lines may have left the phone, and it may have GST.
  const sum = run.paidOn && first?.payment ? nearestCents(first.payment.amount) : sumOf(run.incomes)
  const name = run.paidOn ? t('paidOn', { day: formatDay(run.paidOn) }) : weekName(t, run)
  const stops = run.incomes.filter(({ kind }) => kind === 'stop').length
  const day = run.fromDate === null ? null : formatDay(run.fromDate)
  const parts = [
    run.isThisWeek ? name : null,
    run.paidOn ? null : run.description,
    day,
    run.figures === null ? (stops === 0 ? null : t('stops', { count: stops })) : figuresInWords(t, run.figures),
    stops === 0 ? null : t('bags', { count: run.bags }),
  ]
  return (
    <details className={styles.part} open={run.isThisWeek}>
      <summary className={styles.head}>
        <span className={styles.run}>
          <span className={styles.name}>{run.isThisWeek ? t('thisWeek') : name}</span>
          <span className={styles.hint}>{parts.filter((part) => part !== null).join(' · ')}</span>
        </span>
        <span className={styles.amount}>{showMoney(sum)}</span>
      </summary>
      <ul className={styles.stops}>
        {run.incomes.map((income) => (
          <li key={income.incomeID} className={styles.stop}>
            <span className={styles.run}>
              <span className={styles.customer}>
                {income.kind === 'stop'
                  ? income.customer
                  : [t(income.kind), income.customer].filter(Boolean).join(': ')}
              </span>
              <span className={styles.hint}>
                {income.outcome === null || income.outcome === 'COLLECTED'
                  ? income.formula
                  : `${t(income.outcome)} · ${income.formula}`}
              </span>
            </span>
            <span className={styles.right}>
              <span className={styles.amount}>{showMoney(nearestCents(income.amount))}</span>
              <span className={`${styles.status} ${styles[income.status]}`}>{t(income.status)}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** "Week 3, November", with the run's number from the week's second one on, and the year if it is not this one. */
function weekName(t: Translate<'incomes'>, { name, week }: RunIncomes): string {
  if (week === null) return name || t('other')
  const { sequence, ...parts } = week
  return sequence === '1' ? t('weekName', { ...parts }) : t('weekRun', { name: t('weekName', { ...parts }), sequence })
}
