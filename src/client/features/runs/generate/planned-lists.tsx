import { memo } from 'react'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { FoldedCustomers } from '#client/shells/folded-customers.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { PlannedStop, LeftOut } from './use-preview.ts'
import styles from './generate.module.css'

const BECAUSE_WORDS = sentences({
  in_turn: 'regular',
  shifted: 'shifted here',
  requested: 'requested',
})

const TONES = { in_turn: 'good', shifted: 'warn', requested: 'warn' } as const

/** The browser renders only the visible stops (`content-visibility`), so that 600 scroll smoothly. */
export const PlannedStops = memo(function PlannedStops({
  stops,
  label,
}: {
  stops: readonly PlannedStop[]
  label: string
}) {
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
              <StateBadge tone={TONES[because]}>{t(BECAUSE_WORDS[because])}</StateBadge>
            ) : (
              <>
                <StateBadge tone="rest">
                  {noPickup.reason === null ? t('No pickup') : t('No pickup: {{reason}}', { reason: noPickup.reason })}
                </StateBadge>
                <span className={styles.then}>{t('Shifted when the run is marked active.')}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
})

export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <section aria-labelledby="left-out" className={styles.leftOut}>
      <h2 id="left-out" className={styles.heading}>
        {t('Left out')}
      </h2>
      <p className={styles.soft}>
        {leftOut.length === 0 ? t('No customers left out.') : t('Customers not in this run, by reason.')}
      </p>
      {leftOut.map(({ reason, message, count, customers }) => (
        <FoldedCustomers
          key={reason}
          summary={
            <>
              <strong className={styles.count}>{count.toLocaleString('en-AU')}</strong> {message}
            </>
          }
          count={count}
          customers={customers}
        />
      ))}
    </section>
  )
}
