import { useMemo } from 'react'
import { importSuburbs } from '#contract/v1/imports.ts'
import { listSuburbs } from '#contract/v1/suburbs.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { useDepotColumn, useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { suburbsColumns } from './suburbs-columns.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

export function SuburbsPage() {
  const { profile } = useOffice()
  const ofDepot = useDepotColumn()
  const depotFilter = useDepotFilter()
  const mayImport = useMayCall(importSuburbs)
  const columns = useMemo(() => suburbsColumns(profile.config.timeZone, ofDepot), [profile, ofDepot])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'weekNumber',
        label: t('Week'),
        options: [1, 2, 3, 4, 5].map((week) => ({ value: String(week), label: t('Week {{week}}', { week }) })),
      },
      {
        kind: 'choice',
        name: 'state',
        label: t('State'),
        options: STATES_OF_AUSTRALIA.map((state) => ({ value: state, label: state })),
      },
      ...depotFilter,
    ],
    [depotFilter],
  )
  return (
    <ListScreen
      name="suburbs"
      title={t('Suburbs')}
      endpoint={listSuburbs}
      columns={columns}
      keyOf={({ suburbID }) => suburbID}
      nameOf={({ label }) => label}
      filters={filters}
      counted={(count) => plural(count, '{{count}} suburb', '{{count, number}} suburbs')}
      search={t('Suburb or postcode')}
      links={mayImport ? [{ label: t('Import CSV'), to: suburbsPaths.import() }] : []}
      create={{ label: t('New suburb'), to: suburbsPaths.new() }}
      empty={{
        title: t('No suburbs yet'),
        how: t(mayImport ? 'Add the first, or import them all from a CSV file.' : 'Add the first.'),
      }}
    />
  )
}
