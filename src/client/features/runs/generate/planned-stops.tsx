import { memo } from 'react'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { PlannedStop } from './use-preview.ts'
import styles from './generate.module.css'

const TONES = { in_turn: 'good', shifted: 'warn', requested: 'warn' } as const

/**
 * The stops in their order. The browser renders only the visible ones (`content-visibility`), so 600 scroll as smoothly
 * as 6.
 */
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
