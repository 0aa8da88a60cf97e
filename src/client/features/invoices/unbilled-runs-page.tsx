import { useToday } from '#client/shells/today.ts'
import { runOfAnswer } from '#domain/run-name.ts'
import { useMemo, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
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
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { plannedColumns } from './planned-columns.tsx'
import styles from './invoices.module.css'

type UnbilledRun = OutputOf<typeof listUnbilledRuns>['items'][number]

/** /invoices/unbilled-runs: runs completed without invoices are billed once, or noted as billed elsewhere. */
export function UnbilledRunsPage() {
  const { t } = useTranslation('invoices')
  const { data, error, refetch } = useQuery({ ...ask(listUnbilledRuns, {}), staleTime: 0 })
  return (
    <RecordPage
      title={t('unbilledRuns')}
      back={{ to: officePaths.invoices(), label: t('back') }}
      about={<span>{t('unbilledRunsHow')}</span>}
      acts={null}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('unbilledRuns')} />
        ) : null
      ) : (
        <div className={styles.parts}>
          {data.items.length === 0 ? <p>{t('noUnbilledRuns')}</p> : null}
          {data.items.map((run) => (
            <Run key={run.runOrderID} run={run} />
          ))}
        </div>
      )}
    </RecordPage>
  )
}

function Run({ run: { runOrderID, readableID, runWeek, completedAt, invoices, amount } }: { run: UnbilledRun }) {
  const { t } = useTranslation('invoices')
  const { timeZone } = useOffice().profile.config
  const [act, setAct] = useState<'make' | 'elsewhere' | null>(null)
  const columns = useMemo(() => plannedColumns(t), [t])
  // A customer may get more than one invoice of a run.
  const rows = invoices.map((invoice, at) => ({ ...invoice, key: String(at) }))
  const close = () => setAct(null)
  const name = runOfAnswer({ runOrder: readableID, runWeek }, useToday()) ?? readableID
  return (
    <section className={styles.part} aria-label={name}>
      <div className={styles.runHead}>
        <div>
          <h2>
            <Link to={officePaths.run(runOrderID)}>{name}</Link>
          </h2>
          {completedAt === null ? null : (
            <span className={styles.soft}>
              {t('runOf', { day: formatDay(dayOf(new Date(completedAt), timeZone)) })}
            </span>
          )}
        </div>
        <div className={styles.runActs}>
          <Button variant="default" onClick={() => setAct('elsewhere')}>
            {t('billedElsewhere')}
          </Button>
          <Button onClick={() => setAct('make')}>{t('makeInvoices')}</Button>
        </div>
      </div>
      <DataTable
        label={t('wouldMake', { count: invoices.length })}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        words={{ loading: '', selectAll: '', selectRow: () => '' }}
        foot={{ customer: t('wouldMake', { count: invoices.length }), amount: <Money dollars={amount} /> }}
      />
      <ConfirmCommand
        opened={act === 'make'}
        question={t('makeQuestion', { count: invoices.length, run: name })}
        cancel={t('cancel')}
        confirm={t('makeInvoices')}
        endpoint={massInvoice}
        input={{ runOrderID }}
        done={t('made')}
        onClose={close}
        onDone={close}
      >
        <p>{t('makeWhy')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={act === 'elsewhere'}
        question={t('elsewhereQuestion', { run: name })}
        cancel={t('cancel')}
        confirm={t('billedElsewhere')}
        danger
        endpoint={billRunElsewhere}
        input={{ runOrderID, billing: 'elsewhere' }}
        done={t('elsewhereDone')}
        onClose={close}
        onDone={close}
      >
        <p>{t('elsewhereWhy')}</p>
      </ConfirmCommand>
    </section>
  )
}
