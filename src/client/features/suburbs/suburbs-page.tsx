import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
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
  const navigate = useNavigate()
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
  const add = (
    <Button component={Link} to={suburbsPaths.new()}>
      {t('New suburb')}
    </Button>
  )
  const fromFile = (
    <Button component={Link} to={suburbsPaths.import()} variant="default">
      {t('Import CSV')}
    </Button>
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
      actions={
        <>
          {fromFile}
          {add}
        </>
      }
      onNew={() => navigate(suburbsPaths.new())}
      empty={{ title: t('No suburbs yet'), how: t('Add the first, or import them all from a CSV file.'), action: add }}
    />
  )
}
