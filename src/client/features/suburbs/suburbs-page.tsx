import { useMemo } from 'react'
import { listSuburbs } from '#contract/v1/suburbs.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { suburbsColumns } from './suburbs-columns.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

/** /suburbs */
export function SuburbsPage() {
  const { profile } = useOffice()
  const columns = useMemo(() => suburbsColumns(profile.config.timeZone), [profile])
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
    ],
    [],
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
      links={[{ label: t('Import CSV'), to: suburbsPaths.import(), changes: true }]}
      create={{ label: t('New suburb'), to: suburbsPaths.new() }}
      empty={{ title: t('No suburbs yet'), how: t('Add the first, or import them all from a CSV file.') }}
    />
  )
}
