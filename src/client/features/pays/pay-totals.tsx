import { useState } from 'react'
import { Box, Button, Table } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listPayTotals } from '#contract/v1/pays.ts'
import { type Day, isDay } from '#domain/dates.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { INCOME_STATUSES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { GstOnTop } from '#client/shells/gst-on-top.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'
import { PayRange } from './pay-range.tsx'
import { PAY_STATE_WORDS } from './pay-states.ts'

type Total = OutputOf<typeof listPayTotals>['items'][number]

/** What each driver earned in the range of the address; shows the last answer while the next is fetched. */
export function usePayTotals(driverID: string | undefined) {
  const [params] = useSearchParams()
  const dayIn = (name: string): Day | undefined => {
    const value = params.get(name)
    return value !== null && isDay(value) ? value : undefined
  }
  const range = { from: dayIn('from'), to: dayIn('to') }
  const shownDriverID = driverID ?? (params.get('driverID') || undefined)
  const query = useQuery({
    ...ask(listPayTotals, { ...range, driverID: shownDriverID }, { inPlace: true }),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, errorUpdateCount } = query
  // Pending only at first: the list waits once for its place under the table, and stays while a failed query is
  // repeated.
  return { ...range, items: data?.items, isPending: query.isPending && errorUpdateCount === 0, error, refetch }
}

export function PayTotals({ items = [], from, to }: Pick<ReturnType<typeof usePayTotals>, 'items' | 'from' | 'to'>) {
  const [paying, setPaying] = useState<Total | null>(null)
  if (items.length === 0) return null
  const total = (valueOf: (row: Total) => number) => sumDollars(items.map(valueOf))
  return (
    <Box mah={320} mb="md" style={{ overflow: 'auto' }}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Driver')}</Table.Th>
            {INCOME_STATUSES.map((status) => (
              <Table.Th key={status} ta="end" {...(status === 'paid' && { visibleFrom: 'xs' })}>
                {status === 'paid' ? t('Paid, without GST') : t(PAY_STATE_WORDS[status])}
              </Table.Th>
            ))}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((row) => (
            <Table.Tr key={row.driverID}>
              <Table.Td>{row.driver}</Table.Td>
              {INCOME_STATUSES.map((status) => (
                <Table.Td key={status} ta="end" {...(status === 'paid' && { visibleFrom: 'xs' })}>
                  <Money dollars={row[status]} />
                  <GstOnTop dollars={gstOn(status, row)} />
                </Table.Td>
              ))}
              <Table.Td ta="end">
                {row.payable > 0 ? (
                  <Button
                    variant="default"
                    size="compact-md"
                    aria-label={t('Pay {{driver}}', { driver: row.driver })}
                    onClick={() => setPaying(row)}
                  >
                    {t('Pay')}
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {items.length === 1 ? null : (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{t('Total')}</Table.Th>
              {INCOME_STATUSES.map((status) => (
                <Table.Th key={status} ta="end" {...(status === 'paid' && { visibleFrom: 'xs' })}>
                  <Money dollars={total((row) => row[status])} />
                  <GstOnTop dollars={total((row) => gstOn(status, row))} />
                </Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
      {paying === null ? null : <PayRange driver={paying} from={from} to={to} onClose={() => setPaying(null)} />}
    </Box>
  )
}

/** What was paid has its GST in the payment. */
const gstOn = (status: (typeof INCOME_STATUSES)[number], { pendingGst, payableGst }: Total): number =>
  status === 'pending' ? pendingGst : status === 'payable' ? payableGst : 0
