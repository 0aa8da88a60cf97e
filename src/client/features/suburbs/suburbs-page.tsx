import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { listSuburbs } from '#contract/v1/suburbs.ts'
import { STATES_OF_AUSTRALIA } from '#domain/words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { suburbsColumns } from './suburbs-columns.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

/** /suburbs */
export function SuburbsPage() {
  const { t } = useTranslation('suburbs')
  const { profile } = useOffice()
  const navigate = useNavigate()
  const columns = useMemo(() => suburbsColumns(t, profile.config.timeZone), [t, profile])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'weekNumber',
        label: t('weekNumber'),
        options: [1, 2, 3, 4, 5].map((week) => ({ value: String(week), label: t('weekN', { week }) })),
      },
      {
        kind: 'choice',
        name: 'state',
        label: t('state'),
        options: STATES_OF_AUSTRALIA.map((state) => ({ value: state, label: state })),
      },
    ],
    [t],
  )
  const add = (
    <Button component={Link} to={suburbsPaths.new()}>
      {t('new')}
    </Button>
  )
  const fromFile = (
    <Button component={Link} to={suburbsPaths.import()} variant="default">
      {t('import')}
    </Button>
  )
  return (
    <ListScreen
      name="suburbs"
      title={t('title')}
      endpoint={listSuburbs}
      columns={columns}
      keyOf={({ suburbID }) => suburbID}
      nameOf={({ label }) => label}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      actions={
        <>
          {fromFile}
          {add}
        </>
      }
      onNew={() => navigate(suburbsPaths.new())}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
    />
  )
}
