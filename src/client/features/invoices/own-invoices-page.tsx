import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { listInvoices, type ListedInvoice } from '#contract/v1/invoices.ts'
import { INVOICE_STATUSES } from '#domain/money-words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { invoicesColumns, invoicesSums } from './invoices-columns.tsx'
import styles from './invoices.module.css'

interface OwnInvoicesPageProps {
  ledgerPath: string
  payAll: ReactNode
  paySelected: (rows: readonly ListedInvoice[]) => ReactNode
  withConfirming: (show: (invoiceIDs: ReadonlySet<string>) => ReactNode) => ReactNode
  waysToPay: ReactNode
}

/** A customer's own /invoices. */
export function OwnInvoicesPage({ ledgerPath, payAll, paySelected, withConfirming, waysToPay }: OwnInvoicesPageProps) {
  const { t } = useTranslation('invoices')
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => invoicesColumns({ t, timeZone, list: 'own' }), [t, timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        options: INVOICE_STATUSES.map((value) => ({ value, label: t(value) })),
      },
    ],
    [t],
  )
  return withConfirming((confirming) => (
    <ListScreen
      name="own-invoices"
      title={t('title')}
      endpoint={listInvoices}
      columns={columns}
      keyOf={({ invoiceID }) => invoiceID}
      nameOf={({ number }) => number}
      filters={filters}
      counted={(count) => t('counted', { count })}
      sums={(answer) => invoicesSums(answer, t('total'))}
      actions={payAll}
      bulk={paySelected}
      brief={({ status }) => status === 'paid'}
      tick={t('tickToPay')}
      canSelect={({ owing, invoiceID }) => owing > 0 && !confirming.has(invoiceID)}
      top={
        <>
          <p className={styles.why}>
            <Link to={ledgerPath}>{t('why')}</Link>
          </p>
          {waysToPay}
        </>
      }
      empty={{ title: t('emptyOwn'), how: t('emptyOwnHow') }}
    />
  ))
}
