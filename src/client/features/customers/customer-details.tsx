import { useState } from 'react'
import { Button, Textarea } from '@mantine/core'
import { type Customer, getCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { dayOf, formatDay, titleWeekOf } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { dueInWords, useComingWeeks } from '#client/shells/due-pick.tsx'
import { customerCan } from '#domain/customers.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { CustomerPhotos } from './customer-photos.tsx'

export function CustomerDetails({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  const c = customer
  const notFilled = (fields: string) => t('notFilled', { fields })
  const phone = (number: string | null) => (number === null ? null : <a href={`tel:${number}`}>{showPhone(number)}</a>)
  const who: Fact[] = [
    { label: t('name'), value: [c.title, c.firstName, c.lastName].filter(Boolean).join(' ') },
    { label: t('accountType'), value: terms(`accountType${c.accountType}`) },
    { label: t('company'), value: c.company },
    { label: t('mobilePhone'), value: phone(c.mobilePhone) },
    { label: t('homePhone'), value: phone(c.homePhone) },
    { label: t('email'), value: c.email === null ? null : <MailLink email={c.email} />, wide: true },
    { label: t('address'), value: `${c.address}\n${c.suburb} ${c.state} ${c.postcode}`, wide: true },
    ...(c.propertyManagement ? [{ label: t('propertyManagement'), value: terms('yes') }] : []),
    ...(c.billToName === null ? [] : [{ label: t('billToName'), value: c.billToName }]),
    ...(c.billToEmail === null ? [] : [{ label: t('billToEmail'), value: <MailLink email={c.billToEmail} /> }]),
  ]
  const packageFacts: Fact[] = [
    { label: t('servicePackage'), value: c.servicePackage },
    { label: t('serviceType'), value: terms(`serviceType${c.serviceType}`) },
    { label: t('collectionScheme'), value: collectionWords(c.collectionScheme) },
    { label: t('paymentScheme'), value: paymentWords(c.paymentScheme) },
    { label: t('invoiceType'), value: terms(`invoiceType${c.invoiceType}`) },
    { label: t('amount'), value: showMoney(nearestCents(c.amount)) },
    { label: t('startDate'), value: formatDay(c.startDate) },
    { label: t('features'), value: c.features.join(', '), wide: true },
  ]
  const more: Fact[] = [
    { label: t('totalSales'), value: <Money dollars={c.totalSales} /> },
    ...(c.doNotRemind ? [{ label: t('doNotRemind'), value: terms('yes') }] : []),
    ...(c.doNotSendInvoiceEmail ? [{ label: t('doNotSendInvoiceEmail'), value: terms('yes') }] : []),
    ...(c.calendarFeed
      ? [
          {
            label: t('calendarFeed'),
            value:
              c.calendarFeed.readAt === null
                ? t('calendarFeedUnread')
                : t('calendarFeedRead', { day: day(c.calendarFeed.readAt) }),
          },
        ]
      : []),
    { label: t('sourceOfLead'), value: c.sourceOfLead },
    { label: t('origin'), value: terms(`origin${c.origin}`) },
    { label: t('createdAt'), value: day(c.createdAt) },
    ...(c.canceledAt === null ? [] : [{ label: t('canceledAt'), value: day(c.canceledAt) }]),
    { label: t('notes'), value: c.notes, wide: true },
    { label: t('adminNotes'), value: c.adminNotes, wide: true },
  ]
  return (
    <>
      <Facts title={t('who')} facts={who} emptyInWords={notFilled} />
      <Facts title={t('package')} facts={packageFacts} emptyInWords={notFilled} />
      <Facts title={t('more')} facts={more} emptyInWords={notFilled} />
    </>
  )
}

export function CustomerCycle({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const weeks = useComingWeeks()
  const { collectionScheme, weekNumber, ownWeek, runNumber, stopOrder, due, nextPickUp } = customer
  const week = weekNumber === null ? terms('noWeek') : t(ownWeek ? 'ownWeek' : 'suburbsWeek', { week: weekNumber })
  const next = isOnRequest(collectionScheme)
    ? terms('dueOnRequest')
    : due === null || weeks === undefined
      ? null
      : dueInWords(due, collectionScheme, weekNumber, weeks)
  return (
    <Facts
      title={t('cycle')}
      facts={[
        { label: t('collectionScheme'), value: collectionWords(collectionScheme) },
        { label: t('weekNumber'), value: week },
        { label: t('runNumber'), value: runNumber },
        { label: t('stopOrder'), value: stopOrder },
        { label: t('nextDue'), value: next },
        { label: t('nextPickUp'), value: nextPickUp === null ? t('noPickUp') : titleWeekOf(nextPickUp) },
      ]}
    />
  )
}

export function CustomerNotes({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('customers')
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {t('editNotes')}
    </Button>
  )
  return (
    <>
      <Facts
        title={t('notes')}
        right={customerCan(customer.status, 'edit') ? edit : null}
        facts={[
          { label: t('notes'), value: customer.notes, wide: true },
          { label: t('adminNotes'), value: customer.adminNotes, wide: true },
        ]}
      />
      <CustomerPhotos customer={customer} fetchPhoto={fetchPhoto} />
      {editing ? <NotesEdit customer={customer} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

const valuesOf = ({ notes, adminNotes }: Customer) => ({ notes: notes ?? '', adminNotes: adminNotes ?? '' })

function NotesEdit({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const latest = useLatest(getCustomer, { customerID: customer.customerID }, valuesOf)
  return (
    <FormShell
      title={t('notesTitle', { name: customer.fullName })}
      as="dialog"
      endpoint={updateCustomer}
      fixed={{ customerID: customer.customerID }}
      initial={valuesOf(customer)}
      required={[]}
      editing={{ version: customer.version, latest }}
      labels={{ notes: t('notes'), adminNotes: t('adminNotes') }}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Textarea label={t('notes')} rows={3} resize="vertical" data-autofocus {...form.getInputProps('notes')} />
          <Textarea label={t('adminNotes')} rows={3} resize="vertical" {...form.getInputProps('adminNotes')} />
        </>
      )}
    </FormShell>
  )
}
