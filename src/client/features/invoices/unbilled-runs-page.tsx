import { useToday } from '#client/shells/today.ts'
import { runOfAnswer } from '#domain/run-name.ts'
import { useMemo, useState } from 'react'
import { Button, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { billRunElsewhere, listUnbilledRuns, massInvoice } from '#contract/v1/invoices.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { plannedColumns } from './planned-columns.tsx'

type UnbilledRun = OutputOf<typeof listUnbilledRuns>['items'][number]

/** /invoices/unbilled-runs: runs completed without invoices are billed once, or noted as billed elsewhere. */
export function UnbilledRunsPage() {
  const { data, error, refetch } = useQuery({ ...ask(listUnbilledRuns, {}), staleTime: 0 })
  return (
    <RecordPage
      title={t('Runs to invoice')}
      back={{ to: officePaths.invoices(), label: t('All invoices') }}
      about={<span>{t('Completed, but not invoiced here yet.')}</span>}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Runs to invoice')} />
        ) : null
      ) : (
        <Stack gap="md">
          {data.items.length === 0 ? <p>{t('No runs to invoice.')}</p> : null}
          {data.items.map((run) => (
            <Run key={run.runOrderID} run={run} />
          ))}
        </Stack>
      )}
    </RecordPage>
  )
}

function Run({ run: { runOrderID, readableID, runWeek, completedAt, invoices, amount } }: { run: UnbilledRun }) {
  const { timeZone } = useOffice().profile.config
  const [act, setAct] = useState<'make' | 'elsewhere' | null>(null)
  const columns = useMemo(() => plannedColumns(), [])
  // A customer may get more than one invoice of a run.
  const rows = invoices.map((invoice, at) => ({ ...invoice, key: String(at) }))
  const close = () => setAct(null)
  const name = runOfAnswer({ runOrder: readableID, runWeek }, useToday()) ?? readableID
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={name}>
      <Group justify="space-between" align="end">
        <div>
          <Title order={2} size="h4">
            <Link to={officePaths.run(runOrderID)}>{name}</Link>
          </Title>
          {completedAt === null ? null : (
            <Text span c="dimmed">
              {t('Completed {{day}}', { day: formatDay(dayOf(new Date(completedAt), timeZone)) })}
            </Text>
          )}
        </div>
        <Group>
          <Button variant="default" onClick={() => setAct('elsewhere')}>
            {t('Billed elsewhere')}
          </Button>
          <Button onClick={() => setAct('make')}>{t('Issue invoices')}</Button>
        </Group>
      </Group>
      <DataTable
        label={plural(invoices.length, '{{count}} invoice', '{{count, number}} invoices')}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        words={{ loading: '', selectAll: '', selectRow: () => '' }}
        foot={{
          customer: plural(invoices.length, '{{count}} invoice', '{{count, number}} invoices'),
          amount: <Money dollars={amount} />,
        }}
      />
      <ConfirmCommand
        opened={act === 'make'}
        question={plural(
          invoices.length,
          'Issue {{count}} invoice for {{run}}?',
          'Issue {{count, number}} invoices for {{run}}?',
          { run: name },
        )}
        confirm={t('Issue invoices')}
        endpoint={massInvoice}
        input={{ runOrderID }}
        done={t('Invoices issued')}
        onClose={close}
      >
        <p>{t('Collections that don’t fill an account yet go on a later invoice.')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={act === 'elsewhere'}
        question={t('Was {{run}} billed elsewhere?', { run: name })}
        confirm={t('Billed elsewhere')}
        danger
        endpoint={billRunElsewhere}
        input={{ runOrderID, billing: 'elsewhere' }}
        done={t('Noted as billed elsewhere')}
        onClose={close}
      >
        <p>{t('It will never be invoiced here.')}</p>
      </ConfirmCommand>
    </Flex>
  )
}
