import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { CallOf } from '#contract/endpoint.ts'
import { customersTotalSales, listCustomers } from '#contract/v1/customers.ts'
import { ask } from '#client/api/query-client.ts'
import { ListScreen, type Filter } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CUSTOMER_STATUSES } from '#domain/words.ts'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { customersColumns, type CustomerRow } from './customers-columns.tsx'
import { RunNumbers } from './run-numbers.tsx'
import { customersPaths } from './customers-paths.ts'
import styles from './customers.module.css'

/** /customers */
export function CustomersPage() {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  // The list behind the form of a new customer keeps its filters.
  const toNew = { pathname: customersPaths.new(), search: useLocation().search }
  const today = useToday()
  const columns = useMemo(() => customersColumns({ t, terms, timeZone, today }), [t, terms, timeZone, today])
  const [numbering, setNumbering] = useState<{ rows: readonly CustomerRow[]; clear: () => void } | null>(null)
  const add = (
    <Button component={Link} to={toNew}>
      {t('new')}
    </Button>
  )
  const numberThem = (rows: readonly CustomerRow[], clear: () => void) => (
    <Button variant="default" onClick={() => setNumbering({ rows, clear })}>
      {t('setRunNumbers')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="customers"
        title={t('title')}
        endpoint={listCustomers}
        columns={columns}
        keyOf={({ customerID }) => customerID}
        nameOf={({ fullName }) => fullName}
        filters={useCustomersFilters()}
        search={t('searchHow')}
        counted={(count) => t('count', { count })}
        above={totalsOf}
        bulk={numberThem}
        dimmed={({ status }) => status === 'CANCELED'}
        actions={
          <>
            <Button component={Link} to={customersPaths.import()} variant="default" visibleFrom="sm">
              {t('import')}
            </Button>
            {add}
          </>
        }
        onNew={() => navigate(toNew)}
        empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
      />
      {numbering === null ? null : (
        <RunNumbers
          rows={numbering.rows}
          onClose={() => setNumbering(null)}
          onDone={() => {
            numbering.clear()
            setNumbering(null)
          }}
        />
      )}
    </>
  )
}

const totalsOf = (query: Readonly<Record<string, unknown>>) => <Totals query={query} />

/** "128 customers · total sales $4,200.00", over the whole list with its current filters. */
function Totals({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('customers')
  const { page: _page, perPage: _perPage, sort: _sort, ...filters } = query
  const { data, error, isLoading, refetch } = useQuery(
    ask(customersTotalSales, filters as CallOf<typeof customersTotalSales>, { inPlace: true }),
  )
  return (
    <div className={styles.totals}>
      {data === undefined ? (
        <TakesLong isWaiting={isLoading} say="takesLongShort" />
      ) : (
        <p role="status">
          {t('count', { count: data.customers })} · {t('totalSales').toLowerCase()} <Money dollars={data.totalSales} />
        </p>
      )}
      <StaleNotice inline error={error} onRetry={refetch} />
    </div>
  )
}

/** Rounds offered by the filter; higher ones are found by the search. */
const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Filters of the list (api.md, "Users"). Requests (PENDING) have a list of their own. */
function useCustomersFilters(): readonly Filter[] {
  const { t } = useTranslation('customers')
  const { t: terms, weeks, serviceTypes, accountTypes, invoiceTypes, origins } = useTerms()
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        options: CUSTOMER_STATUSES.filter((status) => status !== 'PENDING').map((status) => ({
          value: status,
          label: terms(`status${status}`),
        })),
      },
      { kind: 'pick', name: 'suburbID', label: t('suburb'), source: suburbSource },
      { kind: 'choice', name: 'weekNumber', label: t('weekNumber'), options: weeks },
      {
        kind: 'choice',
        name: 'runNumber',
        label: t('runNumber'),
        options: ROUNDS.map((round) => ({ value: String(round), label: String(round) })),
      },
      {
        kind: 'choice',
        name: 'serviceType',
        label: t('serviceType'),
        options: serviceTypes,
        any: terms('serviceTypeALL'),
        more: true,
      },
      { kind: 'pick', name: 'productID', label: t('servicePackage'), source: packageSource, more: true },
      { kind: 'choice', name: 'accountType', label: t('accountType'), options: accountTypes, more: true },
      { kind: 'choice', name: 'invoiceType', label: t('invoiceType'), options: invoiceTypes, more: true },
      { kind: 'choice', name: 'origin', label: t('origin'), options: origins, more: true },
      { kind: 'flag', name: 'hasEmail', label: t('hasEmail'), more: true },
      { kind: 'flag', name: 'owing', label: t('owing'), more: true },
      { kind: 'day', name: 'from', label: t('salesFrom'), more: 'always' },
      { kind: 'day', name: 'to', label: t('salesTo'), more: 'always' },
    ],
    // The words do not change while the page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, terms],
  )
}
