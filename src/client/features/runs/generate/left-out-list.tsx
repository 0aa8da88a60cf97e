import { useState } from 'react'
import { Link } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { LeftOut } from './use-preview.ts'
import styles from './generate.module.css'

/** Customers who are not in the run: the reasons with their counts, the names on demand. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation('runs')
  return (
    <section aria-labelledby="left-out" className={styles.leftOut}>
      <h2 id="left-out" className={styles.heading}>
        {t('generate.leftOut')}
      </h2>
      <p className={styles.soft}>{leftOut.length === 0 ? t('generate.nobodyLeftOut') : t('generate.leftOutHow')}</p>
      {leftOut.map((group) => (
        <OneReason key={group.reason} group={group} />
      ))}
    </section>
  )
}

function OneReason({ group: { message, count, customers } }: { group: LeftOut }) {
  const { t } = useTranslation('runs')
  const [shown, setShown] = useState(false)
  return (
    <details className={styles.reason} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        <strong className={styles.count}>{count.toLocaleString('en-AU')}</strong> {message}
      </summary>
      {shown ? (
        <ul className={styles.names}>
          {customers.map(({ customerID, refId, customer, address, suburb }) => (
            <li key={customerID}>
              <Link to={officePaths.customer(customerID)}>{customer}</Link>{' '}
              <span className={styles.soft}>
                {refId} · {address}, {suburb}
              </span>
            </li>
          ))}
          {count > customers.length ? (
            <li className={styles.soft}>{t('generate.moreNames', { count: count - customers.length })}</li>
          ) : null}
        </ul>
      ) : null}
    </details>
  )
}
