import { useMemo, useState } from 'react'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { type Income, listIncomes } from '#contract/v1/incomes.ts'
import { removePayLine } from '#contract/v1/pays.ts'
import { showDollars } from '#domain/money.ts'
import { INCOME_STATUSES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { driverSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { INCOME_KIND_WORDS } from '#client/shells/income-kinds.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { AddLine } from './add-line.tsx'
import { PayTotals, usePayTotals } from './pay-totals.tsx'
import { paysColumns } from './pays-columns.tsx'
import { PaysTabs } from './pays-tabs.tsx'
import { PAY_STATE_WORDS } from './pay-states.ts'

export function PaysList({ driverID }: { driverID?: string }) {
  const { timeZone } = useOffice().profile.config
  const runs = useRunOptions()
  const { isPending, error, refetch, ...totals } = usePayTotals(driverID)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Income | null>(null)
  const ofDriver = driverID !== undefined
  const columns = useMemo(() => paysColumns({ timeZone, ofDriver, onRemove: setRemoving }), [timeZone, ofDriver])
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
      ...(ofDriver ? [] : [{ kind: 'pick', name: 'driverID', label: t('Driver'), source: driverSource } as const]),
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        any: t('Any'),
        options: INCOME_STATUSES.map((value) => ({ value, label: t(PAY_STATE_WORDS[value]) })),
      },
      { kind: 'choice', name: 'runOrderID', label: t('Run'), options: runs, more: true },
    ],
    [runs, ofDriver],
  )
  const close = () => setRemoving(null)
  const add = <Button onClick={() => setAdding(true)}>{t('Add line')}</Button>
  return (
    <>
      <ListScreen
        name={ofDriver ? 'driver-incomes' : 'incomes'}
        title={t('Driver pay')}
        endpoint={listIncomes}
        {...(ofDriver ? { fixed: { driverID } } : {})}
        inside={ofDriver}
        columns={columns}
        keyOf={({ incomeID }) => incomeID}
        nameOf={({ customer, readableId }) => customer ?? readableId}
        filters={filters}
        search={t('Customer, run, reason')}
        counted={(count) => plural(count, '{{count}} line', '{{count, number}} lines')}
        actions={add}
        tabs={<PaysTabs />}
        top={
          <>
            <StaleNotice inline error={error} onRetry={refetch} />
            <PayTotals {...totals} />
            {ofDriver && !isPending ? <Box mb="sm">{add}</Box> : null}
          </>
        }
        topPending={isPending}
        above={sumOf}
        empty={{
          title: t('No incomes yet'),
          how: t('A driver earns an income with each stop they mark done or attempted.'),
        }}
      />
      {adding ? <AddLine {...(ofDriver ? { driverID } : {})} onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : (
        <ConfirmCommand
          opened
          question={t('Remove this line?')}
          confirm={t('Remove')}
          danger
          endpoint={removePayLine}
          input={{ incomeID: removing.incomeID }}
          done={t('Line removed')}
          onClose={close}
        >
          <p>
            {t(INCOME_KIND_WORDS[removing.kind])} {showDollars(removing.amount)}: {removing.formula}
          </p>
        </ConfirmCommand>
      )}
    </>
  )
}

const sumOf = (query: Readonly<Record<string, unknown>>) => <Sum query={query} />

/** The sum over all filtered rows. The list sends the same query, so there is one request. */
function Sum({ query }: { query: Readonly<Record<string, unknown>> }) {
  const { data } = useQuery(ask(listIncomes, query as CallOf<typeof listIncomes>, { inPlace: true }))
  if (data === undefined) return <span />
  return (
    <strong role="status">
      {t('{{stops}} · {{amount}}', {
        stops: plural(data.total, '{{count}} line', '{{count, number}} lines'),
        amount: showDollars(data.totalAmount),
      })}
    </strong>
  )
}
