import { useMemo, useState } from 'react'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { previewUnbilled } from '#contract/v1/invoices.ts'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { LeftOutList } from './left-out.tsx'
import { plannedColumns } from './planned-columns.tsx'
import { useToTasks } from './to-tasks.ts'
import styles from './invoices.module.css'

type Preview = OutputOf<typeof previewUnbilled>

export function UnbilledPage() {
  const { t } = useTranslation('invoices')
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
      title={t('unbilled')}
      back={{ to: officePaths.invoices(), label: t('back') }}
      about={<span>{t('unbilledHow')}</span>}
      acts={
        <Button disabled={count === 0} onClick={() => setAsking(true)}>
          {t('makeInvoices')}
        </Button>
      }
    >
      <StaleNotice error={error} onRetry={refetch} />
      <div className={styles.parts}>
        <Checkbox
          label={t('unfinishedToo')}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {data !== undefined ? (
          <>
            <Planned preview={data} />
            <LeftOut preview={data} />
          </>
        ) : error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('unbilled')} />
        ) : null}
      </div>
      {data === undefined ? null : (
        <ConfirmCommand
          opened={asking}
          question={t('massQuestion', { count, amount: showMoney(nearestCents(data.amount)) })}
          cancel={t('cancel')}
          confirm={t('makeInvoices')}
          endpoint={bulkInvoices}
          input={{ action: 'mass', accounts }}
          done={t('taskStarted')}
          onClose={close}
          onDone={toTasks}
        >
          {data.skipped === 0 ? null : <p>{t('massLeftOut', { count: data.skipped })}</p>}
        </ConfirmCommand>
      )}
    </RecordPage>
  )
}

function Planned({ preview: { planned, invoices, amount, fromCredit } }: { preview: Preview }) {
  const { t } = useTranslation('invoices')
  const columns = useMemo(() => plannedColumns(t), [t])
  if (invoices === 0) return <p>{t('nothingUnbilled')}</p>
  return (
    <>
      <DataTable
        label={t('wouldMake', { count: invoices })}
        columns={columns}
        // A customer may get more than one invoice.
        rows={planned.map((invoice, at) => ({ ...invoice, key: String(at) }))}
        keyOf={({ key }) => key}
        words={{ loading: '', selectAll: '', selectRow: () => '' }}
        foot={{
          customer: t('wouldMake', { count: invoices }),
          fromCredit: fromCredit === 0 ? null : <Money dollars={fromCredit} />,
          amount: <Money dollars={amount} />,
        }}
      />
      {planned.length < invoices ? <p className={styles.soft}>{t('firstShown', { count: planned.length })}</p> : null}
    </>
  )
}

function LeftOut({ preview: { skipped, skippedItems } }: { preview: Preview }) {
  const { t } = useTranslation('invoices')
  if (skipped === 0) return null
  return (
    <section className={styles.part} aria-labelledby="left-out">
      <h2 id="left-out">{t('leftOut', { count: skipped })}</h2>
      <LeftOutList items={skippedItems} />
      {skippedItems.length < skipped ? (
        <p className={styles.soft}>{t('firstShown', { count: skippedItems.length })}</p>
      ) : null}
    </section>
  )
}
