import { useMemo } from 'react'
import { Card, Flex, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { byKey } from '#domain/by-key.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { WeekRef } from '#domain/calendar.ts'
import { driverWarnings } from '#domain/runs.ts'
import { Fold } from '#client/ui/office/fold.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { LeftOutList, PlannedStops } from './planned-lists.tsx'
import { useDrivers } from '../drivers.ts'
import type { DriverOption } from '../page/run-types.ts'
import type { ChosenDrivers, PlannedStop, Preview, Round } from './use-preview.ts'

interface PreviewShownProps {
  /** Undefined while loading. */
  preview: Preview | undefined
  week: CalendarSetting
  /** Only its drivers can be chosen; null: every driver. */
  depotID: string | null
  isAsking: boolean
  error: Error | null
  onAskAgain: () => void
  drivers: ChosenDrivers
  onDriver: (runNumber: number, driverID: string) => void
}

export function PreviewShown({
  preview,
  week,
  depotID,
  isAsking,
  error,
  onAskAgain,
  drivers,
  onDriver,
}: PreviewShownProps) {
  const { choice } = useDrivers(week, depotID)
  const byRound = useMemo(() => byKey(preview?.stops ?? NO_STOPS, ({ runNumber }) => runNumber), [preview])
  const away = preview?.stops.filter(({ noPickup }) => noPickup !== null).length ?? 0
  if (error !== null) return <StaleNotice error={error} onRetry={onAskAgain} />
  if (preview === undefined)
    return <Skeleton height={280} radius="lg" role="status" aria-label={t('Checking who’s due…')} />
  // The round shows the warning about a driver's week as soon as the driver is chosen.
  const warnings = preview.warnings?.filter(({ code }) => code !== 'driver_week') ?? []
  return (
    <Stack gap="xl" aria-busy={isAsking}>
      {warnings.map(({ code, message }) => (
        <Note key={`${code} ${message}`} tone="warn">
          {message}
        </Note>
      ))}
      {preview.rounds.length === 0 ? null : (
        <Flex aria-labelledby="rounds" component="section" direction="column" gap="md">
          <Group gap="4px 14px" align="baseline">
            <Title id="rounds" order={2}>
              {t('Run numbers and drivers')}
            </Title>
            <Text role="status" c="dimmed">
              {plural(preview.stops.length, '{{count}} stop', '{{count, number}} stops')}
              {away === 0 ? null : ` · ${plural(away, '{{count}} no pickup', '{{count}} no pickups')}`}
            </Text>
          </Group>
          {preview.rounds.map((round) => (
            <RoundCard
              key={round.runNumber}
              round={round}
              week={week}
              stops={byRound.get(round.runNumber) ?? NO_STOPS}
              drivers={choice}
              chosen={drivers[round.runNumber]}
              onDriver={(driverID) => onDriver(round.runNumber, driverID)}
              opened={preview.rounds.length === 1}
            />
          ))}
        </Flex>
      )}
      <LeftOutList leftOut={preview.leftOut} />
    </Stack>
  )
}

const NO_STOPS: readonly PlannedStop[] = []

interface RoundCardProps {
  round: Round
  week: WeekRef
  stops: readonly PlannedStop[]
  drivers: readonly DriverOption[]
  /** The driver the office chose instead of the proposed one. */
  chosen: string | undefined
  onDriver: (driverID: string) => void
  opened: boolean
}

/** One truck's part of the week. */
function RoundCard({
  round: { runNumber, stops: count, driverID, driver: proposed },
  week,
  stops,
  drivers,
  chosen,
  onDriver,
  opened,
}: RoundCardProps) {
  const drives = chosen ?? driverID
  const person = drivers.find((driver) => driver.driverID === drives)
  const warnings =
    person === undefined ? [] : driverWarnings({ name: person.fullName, weekNumbers: person.weekNumbers }, week)
  const options = drivers.map(({ driverID: value, fullName, weekNumbers }) => ({
    value,
    label: weekNumbers.includes(week.weekNumber)
      ? fullName
      : t('{{name}} (not in week {{week}})', { name: fullName, week: week.weekNumber }),
  }))
  // The proposed driver is shown by name while the other options are loading.
  const known =
    drives === null || options.some(({ value }) => value === drives)
      ? options
      : [{ value: drives, label: proposed ?? '…' }, ...options]
  const away = stops.filter(({ noPickup }) => noPickup !== null).length
  return (
    <Card component="section" aria-label={t('Run {{round}}', { round: runNumber })}>
      <Group justify="space-between" gap="10px 20px">
        <div>
          <Title order={3} size="h4">
            {t('Run {{round}}', { round: runNumber })}
          </Title>
          <Text c="dimmed">
            {plural(count, '{{count}} stop', '{{count, number}} stops')}
            {away === 0 ? null : ` · ${plural(away, '{{count}} no pickup', '{{count}} no pickups')}`}
          </Text>
        </div>
        <NativeSelect
          flex="0 1 20rem"
          label={t('Driver for run {{round}}', { round: runNumber })}
          data={[...(drives === null ? [{ value: '', label: t('Unassigned') }] : []), ...known]}
          value={drives ?? ''}
          onChange={({ currentTarget }) => onDriver(currentTarget.value)}
        />
      </Group>
      <Stack role="status" gap="xs">
        {drives === null ? (
          <Note tone="warn">{t('No driver suggested. You can assign one later, before marking the run active.')}</Note>
        ) : null}
        {warnings.map(({ code, message }) => (
          <Note key={code} tone="warn">
            {message}
          </Note>
        ))}
      </Stack>
      <Fold summary={t('Stops in run {{round}}', { round: runNumber })} opened={opened}>
        {() => <PlannedStops stops={stops} label={t('Stops in run {{round}}', { round: runNumber })} />}
      </Fold>
    </Card>
  )
}
