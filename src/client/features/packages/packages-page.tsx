import { useMemo } from 'react'
import { listProducts } from '#contract/v1/packages.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { packagesColumns } from './packages-columns.tsx'
import { packagesPaths } from './packages-paths.ts'

export function PackagesPage() {
  const { profile } = useOffice()
  const columns = useMemo(() => packagesColumns(profile.config.timeZone), [profile])
  const filters = useMemo<readonly Filter[]>(
    () => [
      // 'All' as a filter means every package (domain.md 3).
      {
        kind: 'choice',
        name: 'serviceType',
        label: t('Service type'),
        any: t('All'),
        options: CUSTOMER_SERVICE_TYPES.map((type) => ({ value: type, label: t(SERVICE_TYPE_WORDS[type]) })),
      },
      { kind: 'flag', name: 'retired', label: t('Retired') },
    ],
    [],
  )
  return (
    <ListScreen
      name="services"
      title={t('Services')}
      endpoint={listProducts}
      columns={columns}
      keyOf={({ productID }) => productID}
      nameOf={({ name }) => name}
      filters={filters}
      counted={(count) => plural(count, '{{count}} service', '{{count, number}} services')}
      search={t('Name or feature')}
      create={{ label: t('New service'), to: packagesPaths.new() }}
      empty={{
        title: t('No services yet'),
        how: t('Add the first: what is collected, how often, and the price.'),
      }}
      dimmed={({ retired }) => retired}
    />
  )
}
