import { useMemo } from 'react'
import { listDrivers } from '#contract/v1/drivers.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { useDepotColumn, useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useMayReadMoney } from '#client/shells/role.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { driversColumns } from './drivers-columns.tsx'
import { EMPLOYMENT_TYPE_WORDS } from './employment-types.ts'

export function DriversPage({ today }: { today: string }) {
  const { profile } = useOffice()
  const hasMailServer = useHasMailServer()
  const ofDepot = useDepotColumn()
  const depotFilter = useDepotFilter()
  const showsPay = useMayReadMoney()
  const columns = useMemo(
    () => driversColumns(today, profile.config.timeZone, showsPay, ofDepot),
    [today, profile, showsPay, ofDepot],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'employmentType',
        label: t('Employment type'),
        options: EMPLOYMENT_TYPES.map((type) => ({ value: type, label: t(EMPLOYMENT_TYPE_WORDS[type]) })),
      },
      {
        kind: 'choice',
        name: 'weekNumber',
        label: t('Working weeks'),
        options: [1, 2, 3, 4, 5].map((week) => ({ value: String(week), label: t('Week {{week}}', { week }) })),
      },
      { kind: 'flag', name: 'employed', label: t('Employed') },
      ...depotFilter,
    ],
    [depotFilter],
  )
  return (
    <ListScreen
      name="drivers"
      title={t('Drivers')}
      endpoint={listDrivers}
      columns={columns}
      keyOf={({ driverID }) => driverID}
      nameOf={({ fullName }) => fullName}
      filters={filters}
      counted={(count) => plural(count, '{{count}} driver', '{{count, number}} drivers')}
      search={t('Name, email or phone')}
      links={[{ label: t('Incomes'), to: officePaths.incomes() }]}
      create={{ label: t('New driver'), to: '/drivers/new' }}
      empty={{
        title: t('No drivers yet'),
        how: t(
          hasMailServer
            ? 'Add the first. They’ll get an email to sign in and see their stops on their phone.'
            : 'Add the first. The link to choose a password is kept under Settings, Emails; or choose one for them.',
        ),
      }}
      dimmed={({ employmentEndDate }) => employmentHasEnded(employmentEndDate, today)}
    />
  )
}
