import { useMemo, useState } from 'react'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { importCustomers } from '#contract/v1/imports.ts'
import { listOnHold } from '#contract/v1/chasing.ts'
import { customersTotalSales, listCustomers } from '#contract/v1/customers.ts'
import { ask } from '#client/api/query-client.ts'
import { useDepotFilter } from '#client/shells/depots.tsx'
import { ListScreen, type Filter } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useMayCall, useMayReadMoney } from '#client/shells/role.tsx'
import { CUSTOMER_STATUS_WORDS, terms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useToday } from '#client/shells/today.ts'
import { CUSTOMER_STATUSES } from '#domain/words.ts'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { customersColumns, type CustomerRow } from './customers-columns.tsx'
import { RunNumbers } from './run-numbers.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { customersPaths } from './customers-paths.ts'

export function CustomersPage() {
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const showsSales = useMayReadMoney()
  const columns = useMemo(() => {
    const all = customersColumns({ timeZone, today })
    return showsSales ? all : all.filter(({ id }) => id !== 'totalSales')
  }, [timeZone, today, showsSales])
  const seesTotals = useMayCall(customersTotalSales)
  const seesHeld = useMayCall(listOnHold)
  const mayImport = useMayCall(importCustomers)
  const [numbering, setNumbering] = useState<{ rows: readonly CustomerRow[]; clear: () => void } | null>(null)
  const numberThem = (rows: readonly CustomerRow[], clear: () => void) => (
    <Button variant="default" onClick={() => setNumbering({ rows, clear })}>
      {t('Set run numbers')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="customers"
        title={t('Customers')}
        endpoint={listCustomers}
        columns={columns}
        keyOf={({ customerID }) => customerID}
        nameOf={({ fullName }) => fullName}
        filters={useCustomersFilters()}
        search={t('Name, Ref ID, address, phone')}
        counted={(count) => plural(count, '{{count}} customer', '{{count, number}} customers')}
        {...(seesTotals && { above: totalsOf })}
        select={{ acts: numberThem }}
        dimmed={({ status }) => status === 'CANCELED'}
        links={[
          ...(seesHeld ? [{ label: t('On hold'), to: officePaths.onHold(), wide: true }] : []),
          ...(mayImport ? [{ label: t('Import CSV'), to: customersPaths.import(), wide: true }] : []),
        ]}
        create={{ label: t('New customer'), to: customersPaths.new() }}
        empty={{
          title: t('No customers yet'),
          how: t(mayImport ? 'Add the first, or import them all from a file.' : 'Add the first.'),
        }}
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
  const { page: _page, perPage: _perPage, sort: _sort, ...filters } = query
  const { data, error, isLoading, refetch } = useQuery(
    ask(customersTotalSales, filters as CallOf<typeof customersTotalSales>, { inPlace: true }),
  )
  return (
    <Box fw={600} mih={{ base: '1.6em', sm: 0 }} flex={{ base: '1 1 100%', sm: 'none' }}>
      {data === undefined ? (
        <TakesLong isWaiting={isLoading} say="takesLongShort" />
      ) : (
        <p role="status">
          {plural(data.customers, '{{count}} customer', '{{count, number}} customers')} ·{' '}
          {t('Total sales').toLowerCase()} <Money dollars={data.totalSales} />
        </p>
      )}
      <StaleNotice inline error={error} onRetry={refetch} />
    </Box>
  )
}

/** Filters of the list (api.md, "Users"). Requests (PENDING) have a list of their own. */
function useCustomersFilters(): readonly Filter[] {
  const depotFilter = useDepotFilter()
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        options: CUSTOMER_STATUSES.filter((status) => status !== 'PENDING').map((status) => ({
          value: status,
          label: t(CUSTOMER_STATUS_WORDS[status]),
        })),
      },
      { kind: 'pick', name: 'suburbID', label: t('Suburb'), source: suburbSource },
      ...depotFilter,
      { kind: 'choice', name: 'weekNumber', label: t('Week'), options: terms.weeks() },
      { kind: 'number', name: 'runNumber', label: t('Run number'), max: 99 },
      {
        kind: 'choice',
        name: 'serviceType',
        label: t('Service type'),
        options: terms.serviceTypes(),
        any: t('All'),
        more: true,
      },
      { kind: 'pick', name: 'productID', label: t('Service package'), source: packageSource, more: true },
      { kind: 'choice', name: 'accountType', label: t('Account type'), options: terms.accountTypes(), more: true },
      { kind: 'choice', name: 'invoiceType', label: t('Invoice type'), options: terms.invoiceTypes(), more: true },
      { kind: 'choice', name: 'origin', label: t('Origin'), options: terms.origins(), more: true },
      { kind: 'flag', name: 'hasEmail', label: t('Has email'), more: true },
      { kind: 'flag', name: 'owing', label: t('Owes money'), more: true },
      { kind: 'day', name: 'from', label: t('Sales from'), more: 'always' },
      { kind: 'day', name: 'to', label: t('Sales to'), more: 'always' },
    ],
    // The words do not change while the page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [depotFilter],
  )
}
