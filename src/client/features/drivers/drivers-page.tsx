import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { listDrivers } from '#contract/v1/drivers.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { driversColumns } from './drivers-columns.tsx'
import { driversPaths } from './drivers-paths.ts'

/** /drivers */
export function DriversPage({ today }: { today: string }) {
  const { t } = useTranslation('drivers')
  const { profile } = useOffice()
  const navigate = useNavigate()
  const columns = useMemo(() => driversColumns(t, today, profile.config.timeZone), [t, today, profile])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'employmentType',
        label: t('employmentType'),
        options: EMPLOYMENT_TYPES.map((type) => ({ value: type, label: t(type) })),
      },
      {
        kind: 'choice',
        name: 'weekNumber',
        label: t('weekNumbers'),
        options: [1, 2, 3, 4, 5].map((week) => ({ value: String(week), label: t('week', { week }) })),
      },
      { kind: 'flag', name: 'employed', label: t('employed') },
    ],
    [t],
  )
  const add = (
    <Button component={Link} to={driversPaths.new()}>
      {t('new')}
    </Button>
  )
  return (
    <ListScreen
      name="drivers"
      title={t('title')}
      endpoint={listDrivers}
      columns={columns}
      keyOf={({ driverID }) => driverID}
      nameOf={({ fullName }) => fullName}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      actions={
        <>
          <Button component={Link} to={officePaths.incomes()} variant="default">
            {t('incomes')}
          </Button>
          {add}
        </>
      }
      onNew={() => navigate(driversPaths.new())}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
      dimmed={({ employmentEndDate }) => employmentHasEnded(employmentEndDate, today)}
    />
  )
}
