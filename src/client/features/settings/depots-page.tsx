import { useMemo } from 'react'
import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Depot, listDepots } from '#contract/v1/depots.ts'
import { pairText } from '#domain/place.ts'
import { ask } from '#client/api/query-client.ts'
import { CreateButton } from '#client/shells/list-screen.tsx'
import { plainColumn } from '#client/shells/plain-column.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { type Column, DataTable, rowLink } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsPaths } from './settings-paths.ts'

/** /settings/depots: the yards of a firm with several. */
export function DepotsPage() {
  const { data, error, refetch } = useQuery(ask(listDepots, {}, { inPlace: true }))
  const columns = useMemo(() => depotsColumns(), [])
  return (
    <SettingsFrame
      part="depots"
      title={t('Depots')}
      actions={<CreateButton label={t('New depot')} to={settingsPaths.newDepot()} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data?.items.length === 0 ? (
        <Card padding="xl">
          <strong>{t('No depots')}</strong>
          <Text c="dimmed">
            {t(
              'A firm with one yard needs none. With several, each depot has its suburbs, drivers and runs, and users who see only these.',
            )}
          </Text>
        </Card>
      ) : data === undefined && error !== null ? null : (
        <DataTable
          label={t('Depots')}
          columns={columns}
          rows={data?.items}
          keyOf={({ depotID }) => depotID}
          words={{ loading: t('Loading'), selectAll: '', selectRow: () => '' }}
        />
      )}
    </SettingsFrame>
  )
}

const depotsColumns = (): readonly Column<Depot>[] => [
  {
    id: 'name',
    title: t('Name'),
    main: true,
    cell: ({ depotID, name }) => (
      <Link className={rowLink} to={settingsPaths.depot(depotID)}>
        {name}
      </Link>
    ),
  },
  { id: 'place', title: t('Place'), cell: ({ place }) => (place === null ? '–' : pairText(place)) },
  plainColumn('suburbs', t('Suburbs'), { end: true }),
  plainColumn('drivers', t('Drivers'), { end: true }),
  plainColumn('admins', t('Users'), { end: true }),
]
