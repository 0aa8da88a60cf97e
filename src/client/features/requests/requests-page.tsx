import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { listRequests } from '#contract/v1/requests.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { requestsColumns } from './requests-columns.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { requestsPaths } from './requests-paths.ts'

/** /customer-requests */
export function RequestsPage() {
  const { t } = useTranslation('requests')
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const columns = useMemo(() => requestsColumns(t, timeZone), [t, timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'flag', name: 'quoted', label: t('quoted') },
      { kind: 'flag', name: 'accepted', label: t('accepted') },
      { kind: 'pick', name: 'suburbID', label: t('suburb'), source: suburbSource },
      { kind: 'pick', name: 'productID', label: t('servicePackage'), source: packageSource },
      { kind: 'day', name: 'from', label: t('askedFrom'), more: true },
      { kind: 'day', name: 'to', label: t('askedTo'), more: true },
    ],
    [t],
  )
  // The list behind the form of a new request keeps its filters.
  const toNew = { pathname: requestsPaths.new(), search: useLocation().search }
  const add = (
    <Button component={Link} to={toNew}>
      {t('new')}
    </Button>
  )
  return (
    <ListScreen
      name="customer-requests"
      title={t('title')}
      endpoint={listRequests}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ fullName }) => fullName}
      filters={filters}
      counted={(count) => t('counted', { count })}
      search={t('searchHow')}
      defaultSort="-createdAt"
      actions={
        <>
          <Button component={Link} to={officePaths.suburbRequests()} variant="default">
            {t('suburbRequestsLink')}
          </Button>
          {add}
        </>
      }
      onNew={() => navigate(toNew)}
      empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
    />
  )
}
