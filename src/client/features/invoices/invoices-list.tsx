import { useMemo } from 'react'
import { Box, Group } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { previewChasing } from '#contract/v1/chasing.ts'
import { importInvoices } from '#contract/v1/imports.ts'
import { type ListedInvoice, listInvoices, previewUnbilled } from '#contract/v1/invoices.ts'
import { DELIVERY_FILTERS } from '#domain/delivery.ts'
import { AGES } from '#domain/invoicing.ts'
import { INVOICE_KINDS, INVOICE_STATUSES } from '#domain/money-words.ts'
import { useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { Ageing } from './ageing.tsx'
import { SelectedInvoices, WholeListActs } from './bulk-acts.tsx'
import { invoicesColumns, invoicesSums } from './invoices-columns.tsx'
import { invoicesPaths } from './invoices-paths.ts'
import { DEBT_AGE_WORDS } from './debt-ages.ts'
import { DELIVERY_WORDS } from './delivery-states.ts'
import { INVOICE_KIND_WORDS } from './invoice-kinds.ts'
import { FILTER_WORDS } from './standings.ts'

interface InvoicesListProps {
  /** If it is given, only this customer's invoices are listed, inside the customer's page. */
  customerID?: string
}

export function InvoicesList({ customerID }: InvoicesListProps) {
  const { timeZone } = useOffice().profile.config
  const ofOne = customerID !== undefined
  const columns = useMemo(() => invoicesColumns({ timeZone, list: ofOne ? 'one' : 'all' }), [timeZone, ofOne])
  const beside = usePagesBeside()
  return (
    <ListScreen
      name={ofOne ? 'customer-invoices' : 'invoices'}
      title={t('Invoices')}
      endpoint={listInvoices}
      {...(ofOne ? { fixed: { customerID } } : { search: t('Number, Ref ID, name') })}
      inside={ofOne}
      columns={columns}
      keyOf={({ invoiceID }) => invoiceID}
      nameOf={({ number }) => number}
      filters={useInvoicesFilters(ofOne)}
      counted={(count) => plural(count, '{{count}} invoice', '{{count, number}} invoices')}
      {...(ofOne ? {} : { band: bandOf, ...beside })}
      sums={(answer) => invoicesSums(answer, t('Total'))}
      select={{ acts: selectedOf }}
      empty={{ title: t('No invoices yet'), how: t('They’re issued when a run is completed.') }}
    />
  )
}

function usePagesBeside() {
  const mayImport = useMayCall(importInvoices)
  const seesUnbilled = useMayCall(previewUnbilled)
  const seesChasing = useMayCall(previewChasing)
  return {
    links: [
      ...(mayImport ? [{ label: t('Import CSV'), to: invoicesPaths.import(), wide: true }] : []),
      ...(seesUnbilled
        ? [{ label: t('Invoice collections'), to: invoicesPaths.unbilled(), wide: true, changes: true }]
        : []),
      ...(seesChasing ? [{ label: t('Reminders'), to: officePaths.chasing(), wide: true }] : []),
      { label: t('Bulk actions'), to: invoicesPaths.tasks(), wide: true },
      { label: t('Payments'), to: officePaths.transactions(), wide: true },
    ],
    create: { label: t('New invoice'), to: invoicesPaths.new() },
  }
}

const selectedOf = (rows: readonly ListedInvoice[], clear: () => void) => (
  <SelectedInvoices rows={rows} onDone={clear} />
)
const bandOf = (query: Readonly<Record<string, unknown>>) => (
  <>
    <Ageing query={query} />
    <Group>
      <WholeListActs query={query} />
      <ElsewhereOnPhones />
    </Group>
  </>
)

/** Links for which only a desk's header has room. */
function ElsewhereOnPhones() {
  const navigate = useNavigate()
  const mayImport = useMayCall(importInvoices)
  const seesUnbilled = useMayCall(previewUnbilled)
  const to = (label: string, path: string) => ({ label, onClick: () => void navigate(path) })
  return (
    <Box hiddenFrom="sm">
      <MoreActs
        acts={[
          ...(seesUnbilled ? [to(t('Invoice collections'), invoicesPaths.unbilled())] : []),
          to(t('Bulk actions'), invoicesPaths.tasks()),
          to(t('Payments'), officePaths.transactions()),
          ...(mayImport ? [to(t('Import CSV'), invoicesPaths.import())] : []),
        ]}
      />
    </Box>
  )
}

function useInvoicesFilters(ofOne: boolean): readonly Filter[] {
  const runs = useRunOptions()
  const depotFilter = useDepotFilter()
  return useMemo<readonly Filter[]>(() => {
    const customer: Filter = {
      kind: 'pick',
      name: 'customerID',
      label: t('Customer'),
      source: anyCustomerSource,
      more: true,
    }
    return [
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        options: INVOICE_STATUSES.map((value) => ({ value, label: t(FILTER_WORDS[value]) })),
      },
      { kind: 'flag', name: 'overdue', label: t('Overdue') },
      { kind: 'choice', name: 'runOrderID', label: t('Run'), options: runs },
      ...(ofOne ? [] : depotFilter),
      { kind: 'day', name: 'from', label: t('From'), more: true },
      { kind: 'day', name: 'to', label: t('To'), more: true },
      ...(ofOne ? [] : [customer]),
      {
        kind: 'choice',
        name: 'age',
        label: t('Age'),
        options: AGES.map((value) => ({ value, label: t(DEBT_AGE_WORDS[value]) })),
        more: true,
      },
      {
        kind: 'choice',
        name: 'kind',
        label: t('Type'),
        options: INVOICE_KINDS.map((value) => ({ value, label: t(INVOICE_KIND_WORDS[value]) })),
        more: true,
      },
      { kind: 'flag', name: 'sent', label: t('Sent'), more: true },
      {
        kind: 'choice',
        name: 'delivery',
        label: t('Delivery'),
        options: DELIVERY_FILTERS.map((value) => ({ value, label: t(DELIVERY_WORDS[value]) })),
        more: true,
      },
      { kind: 'flag', name: 'reminderDue', label: t('Reminder due'), more: true },
      { kind: 'flag', name: 'reopened', label: t('Paid, owes again'), more: true },
      { kind: 'flag', name: 'hasEmail', label: t('Has email'), more: true },
    ]
  }, [runs, ofOne, depotFilter])
}
