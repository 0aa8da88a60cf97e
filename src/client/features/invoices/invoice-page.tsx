import { type ReactNode, useState } from 'react'
import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { getInvoice, getInvoicePdf, type Invoice } from '#contract/v1/invoices.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { daysBetween, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { NoMailServer } from '#client/shells/no-mail-server.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RecordPage } from '#client/shells/record-page.tsx'
import { FOLLOWS_OTHERS } from '#client/shells/standing.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { PromiseDialog } from './collecting-dialogs.tsx'
import { chargeInWords, isUnderWay } from './invoice-charge.ts'
import { InvoiceActs } from './invoice-acts.tsx'
import { reminderDelivery, wholeDelivery } from './invoice-delivery.tsx'
import { InvoiceAdjustments, InvoiceLines, InvoicePayments } from './invoice-parts.tsx'
import { InvoiceStatusBadge, standingOf } from './invoice-status.tsx'
import { INVOICE_KIND_WORDS } from './invoice-kinds.ts'
import { settledOf } from './standings.ts'

const REMINDER_FAILED_WORDS = sentences({
  first: 'The first reminder couldn’t be sent. It can be sent again.',
  second: 'The second reminder couldn’t be sent. It can be sent again.',
})

const REMINDER_DUE_WORDS = sentences({
  first: 'First reminder due',
  second: 'Second reminder due',
})

interface InvoicePageProps {
  invoiceID: string
  fetchPhoto: FetchPhoto
  /** For the customer, without the office's commands and links. */
  own?: boolean
  payNowFor?: (invoice: Pick<Invoice, 'invoiceID' | 'owing'>) => ReactNode
  transferFor?: (invoice: Invoice) => ReactNode
}

export function InvoicePage({ invoiceID, fetchPhoto, own = false, payNowFor, transferFor }: InvoicePageProps) {
  const { data: invoice, error, refetch } = useQuery({ ...ask(getInvoice, { invoiceID }), ...FOLLOWS_OTHERS })
  const { state } = useLocation()
  const list = officePaths.invoices() + ((state as { list?: string } | null)?.list ?? '')
  const payable = invoice !== undefined && invoice.owing > 0 && !isUnderWay(invoice.charge) ? invoice : null
  const payNow = payable === null ? null : (payNowFor?.(payable) ?? null)
  return (
    <RecordPage
      title={invoice?.number ?? ''}
      back={{ to: list, label: t('All invoices') }}
      about={invoice === undefined ? null : <About invoice={invoice} own={own} />}
      acts={
        invoice === undefined ? null : own ? (
          <>
            <OwnPdf invoice={invoice} />
            <OwnPromise invoice={invoice} />
            {payNow}
          </>
        ) : (
          <InvoiceActs invoice={invoice} />
        )
      }
    >
      <StaleNotice error={error} onRetry={refetch} />
      {invoice === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="md">
          {own ? null : <NotSent invoice={invoice} />}
          {own || !invoice.waitingDebit ? null : (
            <DebitWaits {...invoice.waitingDebit} isCharge={isUnderWay(invoice.charge)} />
          )}
          {own || !invoice.isReopened ? null : (
            <Note tone="warn">
              {t('It was paid, and owes again. Nothing chases it until you choose Collect again.')}
            </Note>
          )}
          {own && invoice.owing > 0 ? <MoneyBack invoice={invoice} /> : null}
          {own && invoice.charge != null ? <OwnCharge {...invoice.charge} /> : null}
          <InvoiceFacts invoice={invoice} own={own} />
          <InvoiceLines invoice={invoice} own={own} fetchPhoto={fetchPhoto} />
          <InvoiceAdjustments invoice={invoice} />
          {/* This is last, because it arrives late and must move nothing. */}
          {payable === null ? null : transferFor?.(payable)}
          <InvoicePayments invoice={invoice} own={own} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** What the office must know of its emails: none reached the customer, and why. */
function NotSent({ invoice }: { invoice: Invoice }) {
  const { invoiceID, number, delivery, mailError, again, firstReminder, secondReminder, owing } = invoice
  const step = secondReminder === 'failed' ? 'second' : firstReminder === 'failed' ? 'first' : null
  const isKept = delivery === 'kept' || again?.state === 'kept'
  // Nobody is reminded of a paid invoice any more.
  const isReminderKept = owing > 0 && (secondReminder ?? firstReminder) === 'kept'
  const pdf = { endpoint: getInvoicePdf, input: { invoiceID }, name: `${number}.pdf` }
  return (
    <>
      {isKept || isReminderKept ? (
        <NoMailServer
          when={isKept ? 'after' : 'afterReminder'}
          print={<PdfButton {...pdf} label={t('Print instead')} />}
        />
      ) : null}
      {delivery === 'failed' ? (
        <Note tone="bad">{t('The email couldn’t be sent: {{error}}', { error: mailError ?? '' })}</Note>
      ) : null}
      {again?.state === 'failed' ? (
        <Note tone="warn">
          {t('It was emailed before. Sending it again didn’t work: {{error}}', { error: again.error ?? '' })}
        </Note>
      ) : null}
      {step === null ? null : <Note tone="bad">{t(REMINDER_FAILED_WORDS[step])}</Note>}
    </>
  )
}

/** Why the customer owes again what they had paid. */
function MoneyBack({ invoice: { transactions } }: { invoice: Invoice }) {
  return transactions.map(({ transactionID, datePaid, paymentType, card }) => {
    if (!card) return null
    const words = { amount: showDollars(card.refunded), day: formatDay(datePaid) }
    const said = [
      ...(card.refunded > 0 ? [t('We refunded {{amount}} of your payment of {{day}}.', words)] : []),
      ...(card.disputed
        ? [
            t(
              paymentType === 'DIRECT_DEBIT'
                ? 'Your bank returned your payment of {{day}}.'
                : 'Your payment of {{day}} was disputed, and your bank took it.',
              words,
            ),
          ]
        : []),
    ]
    return said.length === 0 ? null : (
      <Note key={transactionID} tone="rest">
        {said.join(' ')}
      </Note>
    )
  })
}

/** @param isCharge the firm charged a saved card or bank account; else the customer asked their bank on a page */
function DebitWaits({ amount, since, isCharge }: NonNullable<Invoice['waitingDebit']> & { isCharge: boolean }) {
  const words = { amount: showDollars(amount), time: formatDayAndTime(since) }
  return (
    <Note tone="warn">
      {isCharge
        ? t(
            'An automatic payment of {{amount}} is under way. It can take a few days until the bank confirms it.',
            words,
          )
        : t(
            'The customer asked their bank to pay {{amount}} on {{time}}. It can take a few days until the bank confirms it.',
            words,
          )}
    </Note>
  )
}

/** The automatic charge, for the customer. */
function OwnCharge(charge: NonNullable<Invoice['charge']>) {
  const amount = showDollars(charge.amount)
  return isUnderWay(charge) ? (
    <Note tone="warn">{t('Payment under way: {{amount}}. It can take a few days.', { amount })}</Note>
  ) : (
    <Note tone="rest">{t('{{amount}} will be charged on {{day}}.', { amount, day: showLongDay(charge.day) })}</Note>
  )
}

function OwnPdf({ invoice: { invoiceID, number } }: { invoice: Invoice }) {
  return <PdfButton endpoint={getInvoicePdf} input={{ invoiceID }} name={`${number}.pdf`} label={t('PDF')} />
}

/** Where the office allows it, the customer names a day by which they will pay. */
function OwnPromise({ invoice }: { invoice: Invoice }) {
  const [open, setOpen] = useState(false)
  if (invoice.promiseUntil == null && !open) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Pay later')}
      </Button>
      {open ? <PromiseDialog invoice={invoice} own onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function About({ invoice, own }: { invoice: Invoice; own: boolean }) {
  const today = useToday()
  const { age, dueDate, customerID, customer, reminderDue } = invoice
  return (
    <>
      <InvoiceStatusBadge invoice={invoice} own={own} />
      {age === null || age === 'current' ? null : (
        <span>
          {plural(daysBetween(dueDate, today), 'Overdue by {{count}} day', 'Overdue by {{count, number}} days')}
        </span>
      )}
      {own ? null : <Link to={officePaths.customer(customerID)}>{customer}</Link>}
      {own || reminderDue === null ? null : <span>{t(REMINDER_DUE_WORDS[reminderDue])}</span>}
    </>
  )
}

function InvoiceFacts({ invoice, own }: { invoice: Invoice; own: boolean }) {
  const { timeZone } = useOffice().profile.config
  const day = (value: string | null) => (value === null ? null : formatDay(value))
  const { customerID, email, billToName } = invoice
  const charged = chargeInWords(invoice)
  const money: readonly Fact[] = [
    ...(invoice.oldNumber === null ? [] : [{ label: t('Old number'), value: invoice.oldNumber }]),
    { label: t('Amount'), value: <Money dollars={invoice.amount} /> },
    { label: t('Owing'), value: <Money dollars={invoice.owing} /> },
    { label: t('GST included'), value: <Money dollars={invoice.gst} /> },
    { label: t('Issued'), value: day(invoice.issueDate) },
    { label: t('Due'), value: day(invoice.dueDate) },
    ...(standingOf(invoice, own) === 'nothing'
      ? []
      : [{ label: t(invoice.writtenOff ? 'Written off on' : 'Paid on'), value: day(invoice.datePaid) }]),
  ]
  const { off } = settledOf(invoice)
  const office: readonly Fact[] = [
    // What money has recovered since is off it.
    ...(invoice.writtenOff && off !== invoice.amount
      ? [{ label: t('Still written off'), value: <Money dollars={off} /> }]
      : []),
    { label: t('Type'), value: t(INVOICE_KIND_WORDS[invoice.kind]) },
    {
      label: t('Account balance'),
      value: (
        <Link to={officePaths.customer(customerID, 'ledger')}>
          <Money dollars={invoice.accountBalance} balance />
        </Link>
      ),
    },
    ...(invoice.owing === 0
      ? []
      : [{ label: t('Balance once paid'), value: <Money dollars={invoice.possibleAccountBalance} /> }]),
    ...(billToName === null ? [] : [{ label: t('Bill to'), value: billToName }]),
    { label: t('Email'), value: email === null ? t('None: print it') : <MailLink email={email} /> },
    { label: t('Delivery'), value: wholeDelivery(invoice, timeZone) },
    {
      label: t('First reminder'),
      value: reminderDelivery(invoice.firstReminder, invoice.firstRemindAt, timeZone),
    },
    {
      label: t('Second reminder'),
      value: reminderDelivery(invoice.secondReminder, invoice.secondRemindAt, timeZone),
    },
    ...(invoice.finalReminder == null
      ? []
      : [
          {
            label: t('Final reminder'),
            value: reminderDelivery(invoice.finalReminder, invoice.finalRemindAt ?? null, timeZone),
          },
        ]),
    ...(invoice.promisedUntil == null ? [] : [{ label: t('Promised by'), value: day(invoice.promisedUntil) }]),
    ...(invoice.dontRemind ? [{ label: t('Reminders'), value: t('Not by themselves') }] : []),
    ...(charged === null ? [] : [{ label: t('Automatic payment'), value: charged }]),
    ...(invoice.remindNotes === null ? [] : [{ label: t('Remind notes'), value: invoice.remindNotes, wide: true }]),
  ]
  return <Facts facts={own ? money : [...money, ...office]} />
}
