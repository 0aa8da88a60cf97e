import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { listInvoices, type ListedInvoice } from '#contract/v1/invoices.ts'
import { INVOICE_STATUSES } from '#domain/money-words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { linkLook, Row } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { invoicesColumns, invoicesSums } from './invoices-columns.tsx'
import { FILTER_WORDS } from './standings.ts'

interface OwnInvoicesPageProps {
  ledgerPath: string
  payAll: ReactNode
  paySelected: (rows: readonly ListedInvoice[]) => ReactNode
  withConfirming: (show: (invoiceIDs: ReadonlySet<string>) => ReactNode) => ReactNode
  waysToPay: ReactNode
  autopayLink: ReactNode
}

/** A customer's own /invoices. */
export function OwnInvoicesPage({
  ledgerPath,
  payAll,
  paySelected,
  withConfirming,
  waysToPay,
  autopayLink,
}: OwnInvoicesPageProps) {
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => invoicesColumns({ timeZone, list: 'own' }), [timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        options: INVOICE_STATUSES.map((value) => ({ value, label: t(FILTER_WORDS[value]) })),
      },
    ],
    [],
  )
  return withConfirming((confirming) => (
    <ListScreen
      name="own-invoices"
      title={t('Invoices')}
      endpoint={listInvoices}
      columns={columns}
      keyOf={({ invoiceID }) => invoiceID}
      nameOf={({ number }) => number}
      filters={filters}
      counted={(count) => plural(count, '{{count}} invoice', '{{count, number}} invoices')}
      sums={(answer) => invoicesSums(answer, t('Total'))}
      actions={payAll}
      brief={({ status }) => status === 'paid'}
      select={{
        acts: paySelected,
        can: ({ owing, invoiceID }) => owing > 0 && !confirming.has(invoiceID),
        tick: t('Select to pay'),
      }}
      top={
        <>
          {/* One line, because the second link arrives late and must not move the list. */}
          <Row gap="small">
            <Link className={linkLook} to={ledgerPath}>
              {t('Why is my balance this?')}
            </Link>
            {autopayLink}
          </Row>
          {waysToPay}
        </>
      }
      empty={{ title: t('No invoices yet'), how: t('Each invoice for your collections is shown here.') }}
    />
  ))
}
