import { memo, useState } from 'react'
import { Link } from 'react-router-dom'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { PlannedStop, LeftOut } from './use-preview.ts'
import styles from './generate.module.css'

const TONES = { in_turn: 'good', shifted: 'warn', requested: 'warn' } as const

/** The browser renders only the visible stops (`content-visibility`), so that 600 scroll smoothly. */
export const PlannedStops = memo(function PlannedStops({
  stops,
  label,
}: {
  stops: readonly PlannedStop[]
  label: string
}) {
  const { t } = useTranslation('runs')
  return (
    <ol className={styles.stops} aria-label={label}>
      {stops.map(({ customerID, refId, customer, address, suburb, because, noPickup, stopOrder }) => (
        <li key={customerID} className={noPickup === null ? styles.stop : `${styles.stop} ${styles.away}`}>
          <span className={styles.number}>{stopOrder}</span>
          <span className={styles.who}>
            <strong>{customer}</strong> <span className={styles.ref}>{refId}</span>
          </span>
          <span className={styles.where}>
            {address}, {suburb}
          </span>
          <span className={styles.why}>
            {noPickup === null ? (
              <StateBadge tone={TONES[because]}>{t(`generate.${because}`)}</StateBadge>
            ) : (
              <>
                <StateBadge tone="rest">
                  {noPickup.reason === null
                    ? t('generate.noPickupOnly')
                    : t('generate.noPickup', { reason: noPickup.reason })}
                </StateBadge>
                <span className={styles.then}>{t('generate.willShift')}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
})

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
