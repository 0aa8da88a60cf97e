import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { type Income, listIncomes } from '#contract/v1/incomes.ts'
import { removePayLine } from '#contract/v1/pays.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { INCOME_STATUSES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { useTerms } from '#client/shells/terms.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { AddLine } from './add-line.tsx'
import { PayTotals, usePayTotals } from './pay-totals.tsx'
import { paysColumns } from './pays-columns.tsx'
import { PaysTabs } from './pays-tabs.tsx'
import styles from './pays.module.css'

export function PaysList({ driverID }: { driverID?: string }) {
  const { t } = useTranslation('pays')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const runs = useRunOptions()
  const { isPending, error, refetch, ...totals } = usePayTotals(driverID)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Income | null>(null)
  const ofDriver = driverID !== undefined
  const columns = useMemo(
    () => paysColumns({ t, terms, timeZone, ofDriver, onRemove: setRemoving }),
    [t, terms, timeZone, ofDriver],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'day', name: 'from', label: t('from') },
      { kind: 'day', name: 'to', label: t('to') },
      ...(ofDriver ? [] : [{ kind: 'pick', name: 'driverID', label: t('driver'), source: driverSource } as const]),
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        any: t('anyStatus'),
        options: INCOME_STATUSES.map((value) => ({ value, label: t(value) })),
      },
      { kind: 'choice', name: 'runOrderID', label: t('run'), options: runs, more: true },
    ],
    [t, runs, ofDriver],
  )
  const close = () => setRemoving(null)
  const add = <Button onClick={() => setAdding(true)}>{t('addLine')}</Button>
  return (
    <>
      <ListScreen
        name={ofDriver ? 'driver-incomes' : 'incomes'}
        title={t('page')}
        endpoint={listIncomes}
        {...(ofDriver ? { fixed: { driverID } } : {})}
        inside={ofDriver}
        columns={columns}
        keyOf={({ incomeID }) => incomeID}
        nameOf={({ customer, readableId }) => customer ?? readableId}
        filters={filters}
        search={t('searchHow')}
        counted={(count) => t('lines', { count })}
        actions={add}
        tabs={<PaysTabs />}
        top={
          <>
            <div className={styles.failed}>
              <StaleNotice inline error={error} onRetry={refetch} />
            </div>
            <PayTotals {...totals} />
            {ofDriver && !isPending ? <div className={styles.add}>{add}</div> : null}
          </>
        }
        topPending={isPending}
        above={sumOf}
        empty={{ title: t('empty'), how: t('emptyHow') }}
      />
      {adding ? <AddLine {...(ofDriver ? { driverID } : {})} onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : (
        <ConfirmCommand
          opened
          question={t('removeQuestion')}
          cancel={t('cancel')}
          confirm={t('remove')}
          danger
          endpoint={removePayLine}
          input={{ incomeID: removing.incomeID }}
          done={t('removeDone')}
          onClose={close}
          onDone={close}
        >
          <p>
            {t(removing.kind)} {showMoney(nearestCents(removing.amount))}: {removing.formula}
          </p>
        </ConfirmCommand>
      )}
    </>
  )
}

const sumOf = (query: Readonly<Record<string, unknown>>) => <Sum query={query} />

/** The sum over all filtered rows. The list sends the same query, so there is one request. */
function Sum({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('pays')
  const { data } = useQuery(ask(listIncomes, query as CallOf<typeof listIncomes>, { inPlace: true }))
  if (data === undefined) return <span />
  return (
    <strong role="status">
      {t('sum', { stops: t('lines', { count: data.total }), amount: showMoney(nearestCents(data.totalAmount)) })}
    </strong>
  )
}
