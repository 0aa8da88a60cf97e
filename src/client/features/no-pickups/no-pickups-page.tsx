import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { noPickupsColumns } from './no-pickups-columns.tsx'
import { noPickupsPaths } from './no-pickups-paths.ts'

export function NoPickupsPage() {
  const today = useToday()
  const columns = useMemo(() => noPickupsColumns(today), [today])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'week', name: 'week', label: t('Week') },
      { kind: 'pick', name: 'customerID', label: t('Customer'), source: customerSource },
    ],
    [],
  )
  return (
    <ListScreen
      name="no-pickups"
      title={t('No pickups')}
      endpoint={listNoPickups}
      columns={columns}
      keyOf={({ noPickupID }) => noPickupID}
      nameOf={({ customer }) => customer}
      filters={filters}
      counted={(count) => plural(count, '{{count}} no pickup', '{{count, number}} no pickups')}
      search={t('Customer, reason, Ref ID')}
      create={{ label: t('New no pickup'), to: noPickupsPaths.new() }}
      tabs={<RunsTabs />}
      top={
        <Text mb="xs">
          {t(
            'Weeks customers want to skip. Before the cut-off there’s no charge, and the stop moves to the next collection.',
          )}
        </Text>
      }
      empty={{ title: t('None yet'), how: t('Add one when a customer calls to skip a week.') }}
    />
  )
}
