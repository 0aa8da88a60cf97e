import { useMemo, useState } from 'react'
import { Button, Checkbox, Flex, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { previewUnbilled } from '#contract/v1/invoices.ts'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { LeftOutList } from './left-out.tsx'
import { plannedColumns } from './planned-columns.tsx'
import { useToTasks } from './to-tasks.ts'

type Preview = OutputOf<typeof previewUnbilled>

export function UnbilledPage() {
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState(false)
  const toTasks = useToTasks()
  const accounts = all ? 'all' : 'full'
  const { data, error, refetch } = useQuery({
    ...ask(previewUnbilled, { accounts }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const close = () => setAsking(false)
  const count = data?.invoices ?? 0
  return (
    <RecordPage
      title={t('Collections to invoice')}
      back={{ to: officePaths.invoices(), label: t('All invoices') }}
      about={<span>{t('Done, but on no invoice yet.')}</span>}
      acts={
        <Button disabled={count === 0} onClick={() => setAsking(true)}>
          {t('Issue invoices')}
        </Button>
      }
    >
      <StaleNotice error={error} onRetry={refetch} />
      <Stack gap="md">
        <Checkbox
          label={t('Also invoice customers who haven’t reached 2 or 3 collections')}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {data !== undefined ? (
          <>
            <Planned preview={data} />
            <LeftOut preview={data} />
          </>
        ) : error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Collections to invoice')} />
        ) : null}
      </Stack>
      {data === undefined ? null : (
        <ConfirmCommand
          opened={asking}
          question={plural(
            count,
            'Issue {{count}} invoice of {{amount}}?',
            'Issue {{count, number}} invoices, {{amount}} in total?',
            { amount: showDollars(data.amount) },
          )}
          confirm={t('Issue invoices')}
          endpoint={bulkInvoices}
          input={{ action: 'mass', accounts }}
          done={t('Started')}
          onClose={close}
          onDone={toTasks}
        >
          {data.skipped === 0 ? null : (
            <p>
              {plural(data.skipped, '{{count}} customer is left out.', '{{count, number}} customers are left out.')}
            </p>
          )}
        </ConfirmCommand>
      )}
    </RecordPage>
  )
}

function Planned({ preview: { planned, invoices, amount, fromCredit } }: { preview: Preview }) {
  const columns = useMemo(() => plannedColumns(), [])
  if (invoices === 0) return <p>{t('Nothing to invoice.')}</p>
  return (
    <>
      <DataTable
        label={plural(invoices, '{{count}} invoice', '{{count, number}} invoices')}
        columns={columns}
        // A customer may get more than one invoice.
        rows={planned.map((invoice, at) => ({ ...invoice, key: String(at) }))}
        keyOf={({ key }) => key}
        words={{ loading: '', selectAll: '', selectRow: () => '' }}
        foot={{
          customer: plural(invoices, '{{count}} invoice', '{{count, number}} invoices'),
          fromCredit: fromCredit === 0 ? null : <Money dollars={fromCredit} />,
          amount: <Money dollars={amount} />,
        }}
      />
      {planned.length < invoices ? (
        <Text c="dimmed">{t('Showing the first {{count, number}}.', { count: planned.length })}</Text>
      ) : null}
    </>
  )
}

function LeftOut({ preview: { skipped, skippedItems } }: { preview: Preview }) {
  if (skipped === 0) return null
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby="left-out">
      <Title order={2} size="h4" id="left-out">
        {plural(skipped, '{{count}} customer left out', '{{count, number}} customers left out')}
      </Title>
      <LeftOutList items={skippedItems} />
      {skippedItems.length < skipped ? (
        <Text c="dimmed">{t('Showing the first {{count, number}}.', { count: skippedItems.length })}</Text>
      ) : null}
    </Flex>
  )
}
