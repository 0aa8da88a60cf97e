import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { listProducts } from '#contract/v1/packages.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { packagesColumns } from './packages-columns.tsx'
import { packagesPaths } from './packages-paths.ts'

/** /service-packages */
export function PackagesPage() {
  const { t } = useTranslation('packages')
  const { t: terms } = useTranslation('terms')
  const { profile } = useOffice()
  const navigate = useNavigate()
  const columns = useMemo(() => packagesColumns(t, terms, profile.config.timeZone), [t, terms, profile])
  const filters = useMemo<readonly Filter[]>(
    () => [
      // 'All' as a filter means every package (domain.md 3).
      {
        kind: 'choice',
        name: 'serviceType',
        label: t('serviceType'),
        any: terms('serviceTypeALL'),
        options: CUSTOMER_SERVICE_TYPES.map((type) => ({ value: type, label: terms(`serviceType${type}`) })),
      },
      { kind: 'flag', name: 'retired', label: t('retired') },
    ],
    [t, terms],
  )
  const add = (
    <Button component={Link} to={packagesPaths.new()}>
      {t('new')}
    </Button>
  )
  return (
    <ListScreen
      name="services"
      title={t('title')}
      endpoint={listProducts}
      columns={columns}
      keyOf={({ productID }) => productID}
      nameOf={({ name }) => name}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      actions={add}
      onNew={() => navigate(packagesPaths.new())}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
      dimmed={({ retired }) => retired}
    />
  )
}
