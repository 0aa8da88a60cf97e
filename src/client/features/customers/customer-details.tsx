import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { type Customer, getCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { dayOf, formatDay, titleWeekOf } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { isOnRequest } from '#domain/cycle.ts'
import { weekFiveWarning } from '#domain/week-five.ts'
import { dueInWords, useComingWeeks } from '#client/shells/due-pick.tsx'
import { customerCan } from '#domain/customers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { ACCOUNT_TYPE_WORDS, invoiceTypeInWords, ORIGIN_WORDS, SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { TiedDriver, wishInWords } from './order-wish.tsx'
import { CustomerPhotos } from './customer-photos.tsx'

/** "Every month" alone would be untrue of the spare week. */
const schemeInWords = ({ collectionScheme, weekNumber }: Pick<Customer, 'collectionScheme' | 'weekNumber'>): string =>
  [collectionWords(collectionScheme), weekFiveWarning(weekNumber, collectionScheme)?.message].filter(Boolean).join('\n')

export function CustomerDetails({ customer }: { customer: Customer }) {
  const { timeZone } = useOffice().profile.config
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  const c = customer
  const notFilled = (fields: string) => t('Not filled in: {{fields}}', { fields })
  const phone = (number: string | null) => (number === null ? null : <a href={`tel:${number}`}>{showPhone(number)}</a>)
  const who: Fact[] = [
    { label: t('Name'), value: [c.title, c.firstName, c.lastName].filter(Boolean).join(' ') },
    { label: t('Account type'), value: t(ACCOUNT_TYPE_WORDS[c.accountType]) },
    { label: t('Company'), value: c.company },
    { label: t('Mobile phone'), value: phone(c.mobilePhone) },
    { label: t('Home phone'), value: phone(c.homePhone) },
    { label: t('Email'), value: c.email === null ? null : <MailLink email={c.email} />, wide: true },
    { label: t('Address'), value: `${c.address}\n${c.suburb} ${c.state} ${c.postcode}`, wide: true },
    ...(c.propertyManagement ? [{ label: t('Property management'), value: t('Yes') }] : []),
    ...(c.billToName === null ? [] : [{ label: t('Bill to'), value: c.billToName }]),
    ...(c.billToEmail === null ? [] : [{ label: t('Bill-to email'), value: <MailLink email={c.billToEmail} /> }]),
  ]
  const packageFacts: Fact[] = [
    { label: t('Service package'), value: c.servicePackage },
    { label: t('Service type'), value: t(SERVICE_TYPE_WORDS[c.serviceType]) },
    { label: t('Collection scheme'), value: schemeInWords(c) },
    { label: t('Payment scheme'), value: paymentWords(c.paymentScheme) },
    { label: t('Invoice type'), value: invoiceTypeInWords(c.invoiceType, c.collectionScheme) },
    { label: t('Amount'), value: showDollars(c.amount) },
    ...(c.pendingPrices ?? []).map(({ price, from }) => ({
      label: t('Pending price'),
      value:
        from === null
          ? t('{{price}} once the notice is sent', { price: showDollars(price) })
          : t('{{price}} from {{day}}', { price: showDollars(price), day: formatDay(from) }),
    })),
    ...(c.priceFixedUntil ? [{ label: t('Price fixed until'), value: formatDay(c.priceFixedUntil) }] : []),
    { label: t('Start date'), value: formatDay(c.startDate) },
    { label: t('Features'), value: c.features.join(', '), wide: true },
  ]
  const more: Fact[] = [
    ...(c.totalSales === undefined ? [] : [{ label: t('Total sales'), value: <Money dollars={c.totalSales} /> }]),
    ...(c.doNotRemind ? [{ label: t('Do not remind'), value: t('Yes') }] : []),
    ...(c.doNotSendInvoiceEmail ? [{ label: t('Do not send invoice email'), value: t('Yes') }] : []),
    ...(c.calendarFeed
      ? [
          {
            label: t('Calendar feed'),
            value:
              c.calendarFeed.readAt === null
                ? t('Not read yet')
                : t('Last read {{day}}', { day: day(c.calendarFeed.readAt) }),
          },
        ]
      : []),
    { label: t('Source of lead'), value: c.sourceOfLead },
    { label: t('Origin'), value: t(ORIGIN_WORDS[c.origin]) },
    { label: t('Added'), value: day(c.createdAt) },
    ...(c.canceledAt === null ? [] : [{ label: t('Cancelled on'), value: day(c.canceledAt) }]),
    { label: t('Notes'), value: c.notes, wide: true },
    { label: t('Notes to driver'), value: c.adminNotes, wide: true },
  ]
  return (
    <>
      <Facts title={t('Contact')} facts={who} emptyInWords={notFilled} />
      <Facts title={t('Service')} facts={packageFacts} emptyInWords={notFilled} />
      <Facts title={t('More')} facts={more} emptyInWords={notFilled} />
    </>
  )
}

export function CustomerCycle({ customer }: { customer: Customer }) {
  const weeks = useComingWeeks()
  const { collectionScheme, weekNumber, ownWeek, runNumber, stopOrder, orderWish, driverID, due, nextPickUp } = customer
  const week =
    weekNumber === null
      ? t('No week yet')
      : t(ownWeek ? 'Week {{week}}, set manually' : 'Week {{week}}, from the suburb', { week: weekNumber })
  const next = isOnRequest(collectionScheme)
    ? t('Collected on request only.')
    : due === null || weeks === undefined
      ? null
      : dueInWords(due, collectionScheme, weekNumber, weeks)
  return (
    <Facts
      title={t('Cycle')}
      facts={[
        { label: t('Collection scheme'), value: schemeInWords(customer) },
        { label: t('Week'), value: week },
        { label: t('Run number'), value: runNumber },
        { label: t('Stop order'), value: stopOrder },
        ...(orderWish === null ? [] : [{ label: t('In the order'), value: wishInWords(orderWish) }]),
        ...(driverID === null ? [] : [{ label: t('Always with driver'), value: <TiedDriver driverID={driverID} /> }]),
        { label: t('Next due'), value: next },
        { label: t('Next collection'), value: nextPickUp === null ? t('None planned') : titleWeekOf(nextPickUp) },
      ]}
    />
  )
}

export function CustomerNotes({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {t('Edit notes')}
    </Button>
  )
  return (
    <>
      <Facts
        title={t('Notes')}
        right={customerCan(customer.status, 'edit') ? edit : null}
        facts={[
          { label: t('Notes'), value: customer.notes, wide: true },
          { label: t('Notes to driver'), value: customer.adminNotes, wide: true },
        ]}
      />
      <CustomerPhotos customer={customer} fetchPhoto={fetchPhoto} />
      {editing ? <NotesEdit customer={customer} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

const valuesOf = ({ notes, adminNotes }: Customer) => ({ notes: notes ?? '', adminNotes: adminNotes ?? '' })

function NotesEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, valuesOf)
  return (
    <FormShell
      title={t('Notes: {{name}}', { name: customer.fullName })}
      as="dialog"
      endpoint={updateCustomer}
      fixed={{ customerID: customer.customerID }}
      initial={valuesOf(customer)}
      editing={{ version: customer.version, latest }}
      labels={{ notes: t('Notes'), adminNotes: t('Notes to driver') }}
      done={t('Customer saved')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Textarea rows={3} resize="vertical" data-autofocus {...form.getInputProps('notes')} />
          <Textarea rows={3} resize="vertical" {...form.getInputProps('adminNotes')} />
        </>
      )}
    </FormShell>
  )
}
