import type { TFunction } from 'i18next'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { formatDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { RunIncomes } from './incomes-by-run.ts'
import styles from './incomes-page.module.css'

/** One run's stops; this week's are expanded. */
export function RunIncomesCard({ run }: { run: RunIncomes }) {
  const { t } = useTranslation('incomes')
  const status = { pending: t('pending'), payable: t('payable'), paid: t('paidStatus') }
  const sum = run.incomes.reduce((cents, income) => cents + nearestCents(income.amount), 0)
  const name = run.description ?? weekName(t, run)
  const day = run.fromDate === null ? null : formatDay(run.fromDate)
  const parts = [
    run.isThisWeek ? name : null,
    day,
    t('jobs', { count: run.incomes.length }),
    t('bags', { count: run.bags }),
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
      <ul className={styles.jobs}>
        {run.incomes.map((income) => (
          <li key={income.incomeID} className={styles.job}>
            <span className={styles.run}>
              <span className={styles.customer}>{income.customer}</span>
              <span className={styles.hint}>
                {income.outcome === null || income.outcome === 'COLLECTED'
                  ? income.formula
                  : `${t(income.outcome)} · ${income.formula}`}
              </span>
            </span>
            <span className={styles.right}>
              <span className={styles.amount}>{showMoney(nearestCents(income.amount))}</span>
              <span className={`${styles.status} ${styles[income.status]}`}>{status[income.status]}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * "Week 3, November", with the run's number from the week's second one on, and with the year if it is not this year.
 */
function weekName(t: TFunction<'incomes'>, { name, week }: RunIncomes): string {
  if (week === null) return name
  const { sequence, ...parts } = week
  return sequence === '1' ? t('weekName', { ...parts }) : t('weekRun', { name: t('weekName', { ...parts }), sequence })
}
