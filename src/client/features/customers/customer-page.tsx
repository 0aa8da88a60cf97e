import { Alert, Flex, Group, Skeleton, Stack } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { type Customer, getCustomer } from '#contract/v1/customers.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { addDays, formatDay, titleWeekOf } from '#domain/dates.ts'
import { isHoldLifted } from '#domain/holding.ts'
import { showDollars } from '#domain/money.ts'
import { useToday } from '#client/shells/today.ts'
import { Facts } from '#client/shells/facts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import type { OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { Contact, RecordPage } from '#client/shells/record-page.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Tabs } from '#client/shells/tabs.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { ask } from '#client/api/query-client.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { CustomerActs } from './customer-acts.tsx'
import { CustomerCollections } from './customer-collections.tsx'
import { CustomerCycle, CustomerDetails, CustomerNotes } from './customer-details.tsx'
import { CustomerHistory } from './customer-history.tsx'
import { CustomerPlace } from './customer-place.tsx'
import { CustomerTimeline, LastContact } from './customer-timeline.tsx'
import { CustomerStatusBadge } from './customers-columns.tsx'

const PART_WORDS = sentences({
  details: 'Overview',
  cycle: 'Cycle',
  collections: 'Collections',
  invoices: 'Invoices',
  ledger: 'Ledger',
  emails: 'Emails',
  cases: 'Cases',
  history: 'History',
})

/** Tabs about what not every role in the office reads. */
const MONEY: readonly Tab[] = ['invoices', 'ledger']

const TABS = ['details', 'cycle', 'collections', 'invoices', 'ledger', 'cases', 'emails', 'notes', 'history'] as const
type Tab = (typeof TABS)[number]

interface CustomerPageProps {
  customerID: string
  /** From the address; an unknown value shows the details. */
  tab: string | undefined
  fetchPhoto: FetchPhoto
  parts: OfficeParts
}

/** /customers/:customerID[/tab] */
export function CustomerPage({ customerID, tab, fetchPhoto, parts }: CustomerPageProps) {
  const { data: customer, error, refetch } = useCustomer(customerID)
  const list = useList()
  const seesMoney = useMayCall(listInvoices)
  const tabs = TABS.filter((one) => seesMoney || !MONEY.includes(one))
  const now: Tab = tabs.find((one) => one === tab) ?? 'details'
  return (
    <RecordPage
      title={customer?.fullName ?? ''}
      back={{ to: list, label: t('All customers') }}
      about={customer === undefined ? null : <About customer={customer} />}
      acts={customer === undefined ? null : <CustomerActs customer={customer} list={list} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {customer === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <>
          {parts.mailTroubleOf(customerID)}
          <Top customer={customer} seesMoney={seesMoney} />
          <Tabs
            label={t('Customer sections')}
            keepsWayBack
            tabs={tabs.map((one) => ({
              to: officePaths.customer(customerID, one === 'details' ? undefined : one),
              words: t(one === 'notes' ? 'Notes and photos' : PART_WORDS[one]),
              on: one === now,
            }))}
          />
          <Stack gap="md">
            {now === 'details' ? (
              <Flex direction={{ base: 'column', lg: 'row' }} gap="md">
                <CustomerTimeline customer={customer} />
                <Stack gap="md" w={{ lg: '24rem' }} flex="none" style={{ '--br-fact': '9rem' }}>
                  <CustomerDetails customer={customer} />
                  <CustomerPlace customer={customer} />
                  {/* This is last, because it arrives late and must move nothing. */}
                  {parts.autopayOf(customer)}
                </Stack>
              </Flex>
            ) : null}
            {now === 'cycle' ? <CustomerCycle customer={customer} /> : null}
            {now === 'collections' ? <CustomerCollections customer={customer} fetchPhoto={fetchPhoto} /> : null}
            {now === 'invoices' || now === 'ledger' ? (
              <Group mih="var(--br-control)">
                {parts.paymentActsOf(customer)}
                {parts.invoiceActsOf(customer)}
              </Group>
            ) : null}
            {now === 'invoices' ? parts.invoicesOf(customer) : null}
            {now === 'ledger' ? parts.ledgerOf(customerID) : null}
            {now === 'cases' ? parts.casesOf(customerID) : null}
            {now === 'emails' ? (
              <div>
                {parts.pushOf(customerID)}
                {parts.mailsOf(customerID)}
              </div>
            ) : null}
            {now === 'notes' ? <CustomerNotes customer={customer} fetchPhoto={fetchPhoto} /> : null}
            {now === 'history' ? <CustomerHistory customerID={customerID} /> : null}
          </Stack>
        </>
      )}
    </RecordPage>
  )
}

/** The list the customer was opened from, else the menu's. */
function useList(): string {
  const { state } = useLocation()
  const { pageSize } = useOffice().profile.config
  const tomorrow = addDays(useToday(), 1)
  const { list } = (state ?? {}) as { list?: string }
  return list ? officePaths.customers() + list : officePaths.customersAtFirst({ perPage: pageSize, tomorrow })
}

function About({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerStatusBadge status={customer.status} />
      <Contact {...customer} />
    </>
  )
}

function Top({ customer, seesMoney }: { customer: Customer; seesMoney: boolean }) {
  const { customerID, refId, status, statusReason, accountBalance, nextPickUp, holdLiftedUntil } = customer
  const today = useToday()
  return (
    <Stack mb="md">
      {status === 'PENDING' ? (
        <Alert color="yellow" title={t('This is still a request')}>
          <Link to={officePaths.request(customerID)}>{t('View request')}</Link>
        </Alert>
      ) : null}
      <Facts
        facts={[
          { label: t('Next collection'), value: nextPickUp === null ? t('None planned') : titleWeekOf(nextPickUp) },
          {
            label: t('Balance'),
            value: seesMoney ? (
              <Link to={officePaths.customer(customerID, 'ledger')}>
                <Money dollars={accountBalance} balance />
              </Link>
            ) : (
              <Money dollars={accountBalance} balance />
            ),
          },
          { label: t('Last contact'), value: <LastContact customerID={customerID} /> },
          { label: t('Ref ID'), value: refId },
          ...(customer.onHold == null
            ? []
            : [
                {
                  label: t('On hold'),
                  value: t('Until {{amount}} is paid', { amount: showDollars(customer.onHold.owing) }),
                },
              ]),
          ...(isHoldLifted(holdLiftedUntil, today)
            ? [{ label: t('Hold lifted'), value: t('Until {{day}}', { day: formatDay(holdLiftedUntil) }) }]
            : []),
          ...(statusReason === null ? [] : [{ label: t('Reason'), value: statusReason }]),
        ]}
      />
    </Stack>
  )
}

function useCustomer(customerID: string) {
  return useQuery({ ...ask(getCustomer, { customerID }), staleTime: 0 })
}
