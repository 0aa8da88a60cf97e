import { useMemo } from 'react'
import { Button, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { noPickupsColumns } from './no-pickups-columns.tsx'
import { noPickupsPaths } from './no-pickups-paths.ts'

/** /no-pickups */
export function NoPickupsPage() {
  const navigate = useNavigate()
  const today = useToday()
  const columns = useMemo(() => noPickupsColumns(today), [today])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'week', name: 'week', label: t('Week') },
      { kind: 'pick', name: 'customerID', label: t('Customer'), source: customerSource },
    ],
    [],
  )
  const add = (
    <Button component={Link} to={noPickupsPaths.new()}>
      {t('New no pickup')}
    </Button>
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
      actions={add}
      tabs={<RunsTabs />}
      top={
        <Text mb="xs">
          {t(
            'Weeks customers want to skip. Before the cut-off there’s no charge, and the stop moves to the next collection.',
          )}
        </Text>
      }
      onNew={() => navigate(noPickupsPaths.new())}
      empty={{ title: t('None yet'), how: t('Add one when a customer calls to skip a week.'), action: add }}
    />
  )
}
