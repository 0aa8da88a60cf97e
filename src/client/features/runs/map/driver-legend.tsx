import { plural, t } from '#client/ui/core/texts.ts'
import type { DotLook } from './driver-colours.ts'
import type { DriverCount } from './stop-dots.ts'
import styles from './run-map.module.css'

interface DriverLegendProps {
  counts: readonly DriverCount[]
  lookOf: (driverID: string | null) => DotLook
  isDraft: boolean
}

/** Which dots are whose, and what paler and marked ones are. */
export function DriverLegend({ counts, lookOf, isDraft }: DriverLegendProps) {
  return (
    <ul className={styles.legend} aria-label={t('Drivers on the map')}>
      {counts.map(({ driverID, driver, stops }) => (
        <li key={driverID ?? ''}>
          <Swatch look={lookOf(driverID)} />
          {driverID === null ? t('No driver') : driver}
          <span className={styles.soft}>{plural(stops, '{{count}} stop', '{{count}} stops')}</span>
        </li>
      ))}
      {isDraft ? null : (
        <>
          <li className={styles.soft}>{t('Paler: done')}</li>
          <li className={styles.soft}>{t('×: not done')}</li>
        </>
      )}
    </ul>
  )
}

/** The colour of a driver's dots. */
export function Swatch({ look: { fill, hollow } }: { look: DotLook }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6" fill={fill} stroke="currentColor" strokeWidth="1" />
      {hollow ? <circle cx="7" cy="7" r="3" fill="var(--br-card)" /> : null}
    </svg>
  )
}
