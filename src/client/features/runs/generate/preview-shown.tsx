import { useMemo } from 'react'
import { Button, Skeleton } from '@mantine/core'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { byKey } from '#domain/by-key.ts'
import { whyStale } from '#client/api/query-client.ts'
import { Note } from '#client/ui/core/note.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { LeftOutList } from './left-out-list.tsx'
import { RoundCard } from './round-card.tsx'
import { useDriversOf } from './use-drivers.ts'
import type { ChosenDrivers, PlannedStop, Preview } from './use-preview.ts'
import styles from './generate.module.css'

interface PreviewShownProps {
  /** Undefined while loading. */
  preview: Preview | undefined
  week: CalendarSetting
  isAsking: boolean
  error: Error | null
  onAskAgain: () => void
  drivers: ChosenDrivers
  onDriver: (runNumber: number, driverID: string) => void
}

/** The content of the run: rounds with their drivers and stops, then the customers left out. */
export function PreviewShown({ preview, week, isAsking, error, onAskAgain, drivers, onDriver }: PreviewShownProps) {
  const { t } = useTranslation('runs')
  const known = useDriversOf(week)
  const byRound = useMemo(() => byKey(preview?.stops ?? NO_STOPS, ({ runNumber }) => runNumber), [preview])
  const away = preview?.stops.filter(({ noPickup }) => noPickup !== null).length ?? 0
  if (error !== null) {
    return whyStale(error) === 'no-signal' ? (
      <OfflineNotice title={t('notNow')} why={t('comesBack')} />
    ) : (
      <Note tone="bad">
        <span>{t('generate.failed')}</span>
        <Button variant="default" onClick={onAskAgain}>
          {t('generate.tryAgain')}
        </Button>
      </Note>
    )
  }
  if (preview === undefined)
    return <Skeleton height={280} radius="lg" role="status" aria-label={t('generate.asking')} />
  // The warning about a driver's week is shown at the round, as soon as the driver is chosen.
  const warnings = preview.warnings?.filter(({ code }) => code !== 'driver_week') ?? []
  return (
    <div className={styles.preview} aria-busy={isAsking}>
      {warnings.map(({ code, message }) => (
        <Note key={`${code} ${message}`} tone="warn">
          {message}
        </Note>
      ))}
      {preview.rounds.length === 0 ? null : (
        <section aria-labelledby="rounds" className={styles.rounds}>
          <div className={styles.sum}>
            <h2 id="rounds" className={styles.heading}>
              {t('generate.rounds')}
            </h2>
            <p role="status" className={styles.soft}>
              {t('generate.stops', { count: preview.stops.length })}
              {away === 0 ? null : ` · ${t('generate.noPickups', { count: away })}`}
            </p>
          </div>
          {preview.rounds.map((round) => (
            <RoundCard
              key={round.runNumber}
              round={round}
              week={week}
              stops={byRound.get(round.runNumber) ?? NO_STOPS}
              drivers={known ?? []}
              chosen={drivers[round.runNumber]}
              onDriver={(driverID) => onDriver(round.runNumber, driverID)}
              opened={preview.rounds.length === 1}
            />
          ))}
        </section>
      )}
      <LeftOutList leftOut={preview.leftOut} />
    </div>
  )
}

const NO_STOPS: readonly PlannedStop[] = []
