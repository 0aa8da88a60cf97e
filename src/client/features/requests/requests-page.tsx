import { useMemo } from 'react'
import { listSuburbRequests } from '#contract/v1/registration.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { requestsColumns } from './requests-columns.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'

export function RequestsPage() {
  const { timeZone } = useOffice().profile.config
  const seesSuburbs = useMayCall(listSuburbRequests)
  const depotFilter = useDepotFilter()
  const columns = useMemo(() => requestsColumns(timeZone), [timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'flag', name: 'quoted', label: t('Quoted') },
      { kind: 'flag', name: 'accepted', label: t('Accepted') },
      { kind: 'pick', name: 'suburbID', label: t('Suburb'), source: suburbSource },
      ...depotFilter,
      { kind: 'pick', name: 'productID', label: t('Service package'), source: packageSource },
      { kind: 'day', name: 'from', label: t('Requested from'), more: true },
      { kind: 'day', name: 'to', label: t('Requested to'), more: true },
    ],
    [depotFilter],
  )
  return (
    <ListScreen
      name="customer-requests"
      title={t('Customer requests')}
      endpoint={listRequests}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ fullName }) => fullName}
      filters={filters}
      counted={(count) => plural(count, '{{count}} request', '{{count, number}} requests')}
      search={t('Name, Ref ID, address, phone')}
      defaultSort="-createdAt"
      links={seesSuburbs ? [{ label: t('Other suburbs'), to: officePaths.suburbRequests() }] : []}
      create={{ label: t('New request'), to: '/customer-requests/new' }}
      empty={{
        title: t('No requests to answer'),
        how: t('People who ask for a quotation or register appear here. Add those who call yourself.'),
      }}
    />
  )
}
