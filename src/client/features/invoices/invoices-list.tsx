import { useMemo, type ReactNode } from 'react'
import { Box } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { type ListedInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { DELIVERY_FILTERS } from '#domain/delivery.ts'
import { AGES } from '#domain/invoicing.ts'
import { INVOICE_KINDS, INVOICE_STATUSES } from '#domain/money-words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Ageing } from './ageing.tsx'
import { SelectedInvoices, WholeListActs } from './bulk-acts.tsx'
import { invoicesColumns, invoicesSums } from './invoices-columns.tsx'
import { invoicesPaths } from './invoices-paths.ts'
import styles from './invoices.module.css'

interface InvoicesListProps {
  /** If it is given, only this customer's invoices are listed, inside the customer's page. */
  customerID?: string
  actions?: ReactNode
  onNew?: () => void
}

export function InvoicesList({ customerID, actions, onNew }: InvoicesListProps) {
  const { t } = useTranslation('invoices')
  const { timeZone } = useOffice().profile.config
  const ofOne = customerID !== undefined
  const columns = useMemo(() => invoicesColumns({ t, timeZone, list: ofOne ? 'one' : 'all' }), [t, timeZone, ofOne])
  return (
    <ListScreen
      name={ofOne ? 'customer-invoices' : 'invoices'}
      title={t('title')}
      endpoint={listInvoices}
      {...(ofOne ? { fixed: { customerID } } : { search: t('searchHow') })}
      inside={ofOne}
      columns={columns}
      keyOf={({ invoiceID }) => invoiceID}
      nameOf={({ number }) => number}
      filters={useInvoicesFilters(ofOne)}
      counted={(count) => t('counted', { count })}
      {...(ofOne ? {} : { band: bandOf })}
      sums={(answer) => invoicesSums(answer, t('total'))}
      bulk={selectedOf}
      actions={actions}
      {...(onNew === undefined ? {} : { onNew })}
      empty={{ title: t('empty'), how: t('emptyHow'), action: actions }}
    />
  )
}

const selectedOf = (rows: readonly ListedInvoice[], clear: () => void) => (
  <SelectedInvoices rows={rows} onDone={clear} />
)
const bandOf = (query: Readonly<Record<string, unknown>>) => (
  <>
    <Ageing query={query} />
    <div className={styles.wholeList}>
      <WholeListActs query={query} />
      <ElsewhereOnPhones />
    </div>
  </>
)

/** Links for which only a desk's header has room. */
function ElsewhereOnPhones() {
  const { t } = useTranslation('invoices')
  const navigate = useNavigate()
  const to = (label: string, path: string) => ({ label, onClick: () => void navigate(path) })
  return (
    <Box hiddenFrom="sm">
      <MoreActs
        acts={[
          to(t('toUnbilled'), invoicesPaths.unbilled()),
          to(t('tasks'), invoicesPaths.tasks()),
          to(t('transactions'), officePaths.transactions()),
          to(t('import'), invoicesPaths.import()),
        ]}
      />
    </Box>
  )
}

function useInvoicesFilters(ofOne: boolean): readonly Filter[] {
  const { t } = useTranslation('invoices')
  const runs = useRunOptions()
  return useMemo<readonly Filter[]>(() => {
    const customer: Filter = {
      kind: 'pick',
      name: 'customerID',
      label: t('customer'),
      source: anyCustomerSource,
      more: true,
    }
    return [
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        options: INVOICE_STATUSES.map((value) => ({ value, label: t(value) })),
      },
      { kind: 'flag', name: 'overdue', label: t('overdue') },
      { kind: 'choice', name: 'runOrderID', label: t('run'), options: runs },
      { kind: 'day', name: 'from', label: t('from'), more: true },
      { kind: 'day', name: 'to', label: t('to'), more: true },
      ...(ofOne ? [] : [customer]),
      {
        kind: 'choice',
        name: 'age',
        label: t('age'),
        options: AGES.map((value) => ({ value, label: t(`age-${value}`) })),
        more: true,
      },
      {
        kind: 'choice',
        name: 'kind',
        label: t('kind'),
        options: INVOICE_KINDS.map((value) => ({ value, label: t(`kind-${value}`) })),
        more: true,
      },
      { kind: 'flag', name: 'sent', label: t('sent'), more: true },
      {
        kind: 'choice',
        name: 'delivery',
        label: t('delivery'),
        options: DELIVERY_FILTERS.map((value) => ({ value, label: t(`delivery-${value}`) })),
        more: true,
      },
      { kind: 'flag', name: 'reminderDue', label: t('reminderDue'), more: true },
      { kind: 'flag', name: 'hasEmail', label: t('hasEmail'), more: true },
    ]
  }, [t, runs, ofOne])
}
