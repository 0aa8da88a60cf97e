import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { listIncomes } from '#contract/v1/incomes.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { INCOME_STATUSES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paysColumns } from './pays-columns.tsx'

/** Drivers' incomes per stop: at /incomes of all drivers, within a driver's page of that driver. */
export function PaysList({ driverID }: { driverID?: string }) {
  const { t } = useTranslation('pays')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const runs = useRunOptions()
  const ofDriver = driverID !== undefined
  const columns = useMemo(() => paysColumns({ t, terms, timeZone, ofDriver }), [t, terms, timeZone, ofDriver])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        any: t('anyStatus'),
        options: INCOME_STATUSES.map((value) => ({ value, label: t(value) })),
      },
      { kind: 'choice', name: 'runOrderID', label: t('run'), options: runs },
      ...(ofDriver ? [] : [{ kind: 'pick', name: 'driverID', label: t('driver'), source: driverSource } as const]),
    ],
    [t, runs, ofDriver],
  )
  return (
    <ListScreen
      name={ofDriver ? 'driver-incomes' : 'incomes'}
      title={t('title')}
      endpoint={listIncomes}
      {...(ofDriver ? { fixed: { driverID } } : {})}
      inside={ofDriver}
      columns={columns}
      keyOf={({ incomeID }) => incomeID}
      nameOf={({ customer }) => customer}
      filters={filters}
      search={t('searchHow')}
      counted={(count) => t('total', { count })}
      above={sumOf}
      empty={{ title: t('empty'), how: t('emptyHow') }}
    />
  )
}

const sumOf = (asked: Readonly<Record<string, unknown>>) => <Sum asked={asked} />

/** The sum over all filtered rows, not of this page alone. The list sends the same query, so there is one request. */
function Sum({ asked }: { asked: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('pays')
  const { data } = useQuery(ask(listIncomes, asked as CallOf<typeof listIncomes>))
  if (data === undefined) return <span />
  return (
    <strong role="status">
      {t('sum', { stops: t('total', { count: data.total }), amount: showMoney(nearestCents(data.totalAmount)) })}
    </strong>
  )
}
