import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useRow } from './row-context.ts'
import type { RunStop } from './run-types.ts'
import styles from './stop-parts.module.css'

/** The driver of one stop, changed in the table. */
export function DriverPick({ stop: { assignmentID, customer, driverID, driver } }: { stop: RunStop }) {
  const { t } = useTranslation('runPage')
  const { drivers, weekNumber, status, assign } = useRow()
  const known = driverID === null || drivers.some((one) => one.driverID === driverID)
  return (
    <select
      className={driverID === null ? `${styles.pick} ${styles.bad}` : styles.pick}
      aria-label={t('driverOf', { name: customer })}
      value={driverID ?? ''}
      onChange={({ currentTarget: { value } }) => assign([assignmentID], value === '' ? null : value)}
    >
      {status === 'draft' || driverID === null ? <option value="">{t('undriven')}</option> : null}
      {known ? null : <option value={driverID!}>{driver}</option>}
      {drivers.map((one) => (
        <option key={one.driverID} value={one.driverID}>
          {one.weekNumbers.includes(weekNumber)
            ? one.fullName
            : t('outOfWeek', { name: one.fullName, week: weekNumber })}
        </option>
      ))}
    </select>
  )
}
