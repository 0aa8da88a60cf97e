import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { CallOf } from '#contract/endpoint.ts'
import { customersTotalSales, listCustomers } from '#contract/v1/customers.ts'
import { ask } from '#client/api/query-client.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { customersColumns, type CustomerRow } from './customers-columns.tsx'
import { useCustomersFilters } from './customers-filters.ts'
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
            {/* Import is offered at a desk only. */}
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

const totalsOf = (asked: Readonly<Record<string, unknown>>) => <Totals asked={asked} />

/** "128 customers · total sales $4,200.00", over the whole list with its current filters. */
function Totals({ asked }: { asked: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('customers')
  const { page: _page, perPage: _perPage, sort: _sort, ...filters } = asked
  const { data } = useQuery(ask(customersTotalSales, filters as CallOf<typeof customersTotalSales>))
  if (data === undefined) return <p className={styles.totals}>&nbsp;</p>
  return (
    <p className={styles.totals} role="status">
      {t('count', { count: data.customers })} · {t('totalSales').toLowerCase()} <Money dollars={data.totalSales} />
    </p>
  )
}
