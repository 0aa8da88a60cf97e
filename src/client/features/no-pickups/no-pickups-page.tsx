import { useMemo } from 'react'
import { Button, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { noPickupsColumns } from './no-pickups-columns.tsx'
import { noPickupsPaths } from './no-pickups-paths.ts'

/** /no-pickups */
export function NoPickupsPage() {
  const { t } = useTranslation('noPickups')
  const navigate = useNavigate()
  const today = useToday()
  const columns = useMemo(() => noPickupsColumns(t, today), [t, today])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'week', name: 'week', label: t('week') },
      { kind: 'pick', name: 'customerID', label: t('customer'), source: customerSource },
    ],
    [t],
  )
  const add = (
    <Button component={Link} to={noPickupsPaths.new()}>
      {t('new')}
    </Button>
  )
  return (
    <ListScreen
      name="no-pickups"
      title={t('title')}
      endpoint={listNoPickups}
      columns={columns}
      keyOf={({ noPickupID }) => noPickupID}
      nameOf={({ customer }) => customer}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      actions={add}
      tabs={<RunsTabs />}
      top={<Text mb="xs">{t('how')}</Text>}
      onNew={() => navigate(noPickupsPaths.new())}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
    />
  )
}
