import { useState } from 'react'
import { Card, NativeSelect } from '@mantine/core'
import type { Driver } from '#contract/v1/drivers.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { driverWarnings } from '#domain/runs.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PlannedStops } from './planned-stops.tsx'
import type { PlannedStop, Round } from './use-preview.ts'
import styles from './generate.module.css'

interface RoundCardProps {
  round: Round
  week: WeekRef
  stops: readonly PlannedStop[]
  drivers: readonly Driver[]
  /** The driver the office chose instead of the proposed one. */
  chosen: string | undefined
  onDriver: (driverID: string) => void
  opened: boolean
}

/** One truck's part of the week: its driver, and its stops on demand. */
export function RoundCard({
  round: { runNumber, stops: count, driverID, driver: proposed },
  week,
  stops,
  drivers,
  chosen,
  onDriver,
  opened,
}: RoundCardProps) {
  const { t } = useTranslation('runs')
  const [shown, setShown] = useState(opened)
  const drives = chosen ?? driverID
  const person = drivers.find((driver) => driver.driverID === drives)
  const warnings =
    person === undefined ? [] : driverWarnings({ name: person.fullName, weekNumbers: person.weekNumbers }, week)
  const options = drivers.map(({ driverID: value, fullName, weekNumbers }) => ({
    value,
    label: weekNumbers.includes(week.weekNumber)
      ? fullName
      : t('generate.notInWeek', { name: fullName, week: week.weekNumber }),
  }))
  // The proposed driver is shown by name while the other options are loading.
  const known =
    drives === null || options.some(({ value }) => value === drives)
      ? options
      : [{ value: drives, label: proposed ?? '…' }, ...options]
  const away = stops.filter(({ noPickup }) => noPickup !== null).length
  return (
    <Card
      component="section"
      withBorder
      radius="lg"
      padding="lg"
      className={styles.round}
      aria-label={t('generate.round', { round: runNumber })}
    >
      <div className={styles.roundHead}>
        <div>
          <h3 className={styles.roundName}>{t('generate.round', { round: runNumber })}</h3>
          <p className={styles.soft}>
            {t('generate.stops', { count })}
            {away === 0 ? null : ` · ${t('generate.noPickups', { count: away })}`}
          </p>
        </div>
        <NativeSelect
          label={t('generate.driverOf', { round: runNumber })}
          data={[...(drives === null ? [{ value: '', label: t('generate.nobody') }] : []), ...known]}
          value={drives ?? ''}
          onChange={({ currentTarget }) => onDriver(currentTarget.value)}
        />
      </div>
      <div role="status">
        {drives === null ? <p className={styles.warn}>{t('generate.undriven')}</p> : null}
        {warnings.map(({ code, message }) => (
          <p key={code} className={styles.warn}>
            {message}
          </p>
        ))}
      </div>
      <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)} className={styles.details}>
        <summary>{t('generate.stopsOf', { round: runNumber })}</summary>
        {shown ? <PlannedStops stops={stops} label={t('generate.stopsOf', { round: runNumber })} /> : null}
      </details>
    </Card>
  )
}
