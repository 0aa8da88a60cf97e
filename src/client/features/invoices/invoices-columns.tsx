import { Text } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ListedInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { runInFile, runOfAnswer } from '#domain/run-name.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { reminderDelivery, shortDelivery } from './invoice-delivery.tsx'
import { InvoiceStatusBadge, standingOf } from './invoice-status.tsx'
import { DELIVERY_WORDS } from './delivery-states.ts'
import { INVOICE_KIND_WORDS } from './invoice-kinds.ts'
import { STANDING_WORDS } from './standings.ts'

interface Needs {
  /** The business's: instants are shown as days in it. */
  timeZone: string
  /** `one`: on a customer's own page, without the customer's columns; `own`: for the customer. */
  list: 'all' | 'one' | 'own'
}

const OFFICE_ONLY: readonly string[] = ['kind', 'email', 'sentAt', 'firstRemindAt', 'secondRemindAt', 'remindNotes']

/** Null for an invoice that was written off, because nobody paid it. */
const paidOn = ({ datePaid, writtenOff }: ListedInvoice) => (writtenOff ? null : datePaid)

export function invoicesColumns({ timeZone, list }: Needs): readonly Column<ListedInvoice>[] {
  const today = dayOf(new Date(), timeZone)
  const dayIn = (instant: string | null) => (instant === null ? null : dayOf(new Date(instant), timeZone))
  const reminder = (which: 'first' | 'second', title: string): Column<ListedInvoice> => {
    const told = (row: ListedInvoice, dayWords: (day: Day) => string) =>
      reminderDelivery(row[`${which}Reminder`], row[`${which}RemindAt`], timeZone, dayWords)
    return {
      id: `${which}RemindAt`,
      title,
      optional: true,
      cell: (row) => told(row, formatDay) ?? '–',
      csv: (row) => told(row, (day) => day),
    }
  }
  const columns: readonly Column<ListedInvoice>[] = [
    {
      id: 'number',
      title: t('Number'),
      main: true,
      sort: 'number',
      cell: (row) => <ToInvoice row={row} />,
      csv: ({ number }) => number,
    },
    {
      id: 'kind',
      title: t('Type'),
      optional: true,
      cell: ({ kind }) => t(INVOICE_KIND_WORDS[kind]),
      csv: ({ kind }) => t(INVOICE_KIND_WORDS[kind]),
    },
    plainColumn('oldNumber', t('Old number'), { optional: true, dash: true }),
    refIdColumn({ sort: true, optional: true }),
    customerColumn({ sort: 'customer', long: true, tab: 'invoices' }),
    {
      id: 'status',
      title: t('Status'),
      brief: true,
      cell: (row) => (
        <>
          <InvoiceStatusBadge invoice={row} own={list === 'own'} />
          {list === 'own' && row.datePaid !== null && !row.writtenOff && row.amount > 0
            ? ` ${formatDay(row.datePaid)}`
            : null}
        </>
      ),
      csv: (row) => t(STANDING_WORDS[standingOf(row, list === 'own')]),
    },
    {
      id: 'issueDate',
      title: t('Issued'),
      sort: 'issueDate',
      cell: ({ issueDate }) => formatDay(issueDate),
      csv: ({ issueDate }) => issueDate,
    },
    {
      id: 'dueDate',
      title: t('Due'),
      sort: 'dueDate',
      cell: ({ dueDate }) => formatDay(dueDate),
      csv: ({ dueDate }) => dueDate,
    },
    {
      id: 'datePaid',
      title: t('Paid on'),
      sort: 'datePaid',
      optional: true,
      cell: (row) => showDay(paidOn(row)),
      csv: paidOn,
    },
    {
      id: 'runs',
      title: t('Runs'),
      optional: list === 'own',
      long: true,
      cell: ({ runs }) => <LatestRun names={runs.map((run) => runOfAnswer(run, today)!)} />,
      csv: ({ runs }) => runs.map(runInFile).join('; '),
    },
    {
      id: 'email',
      title: t('Email'),
      optional: true,
      cell: ({ email }) => email ?? t('None: print it'),
      csv: ({ email }) => email,
    },
    {
      id: 'sentAt',
      title: t('Sent'),
      sort: 'sentAt',
      cell: (row) => <Delivery row={row} timeZone={timeZone} />,
      csv: (row) => dayIn(row.sentAt) ?? t(DELIVERY_WORDS[row.delivery]),
    },
    reminder('first', t('First reminder')),
    reminder('second', t('Second reminder')),
    plainColumn('remindNotes', t('Remind notes'), { optional: true, long: true }),
    moneyColumn('gst', t('GST included'), { optional: true }),
    moneyColumn('amount', t('Amount'), { sort: true, brief: true }),
    moneyColumn('owing', t('Owing'), { sort: true, dash: true }),
    ...(list === 'own' ? [] : [createdAtColumn<ListedInvoice>(t('Added'), timeZone)]),
  ]
  if (list === 'all') return columns
  const hidden = ['customer', 'refId', ...(list === 'own' ? OFFICE_ONLY : [])]
  return columns.filter(({ id }) => !hidden.includes(id))
}

/** Over the whole list. */
export const invoicesSums = ({ totalAmount, totalOwing }: OutputOf<typeof listInvoices>, total: string) => ({
  number: total,
  amount: <Money dollars={totalAmount} />,
  owing: <Money dollars={totalOwing} />,
})

const showDay = (day: string | null) => (day === null ? '–' : formatDay(day))

function Delivery({ row, timeZone }: { row: ListedInvoice; timeZone: string }) {
  const { delivery, mailError } = row
  const words = shortDelivery(row, timeZone)
  if (delivery !== 'failed' && delivery !== 'kept')
    return (
      <Text span style={{ whiteSpace: 'nowrap' }}>
        {words}
      </Text>
    )
  return (
    <span title={mailError ?? undefined}>
      <StateBadge tone={delivery === 'failed' ? 'bad' : 'warn'}>{words}</StateBadge>
    </span>
  )
}

/** An invoice of several collections is for as many runs: the latest is named, so that a row keeps to one line. */
function LatestRun({ names }: { names: readonly string[] }) {
  const last = names.at(-1)
  return last === undefined ? (
    '–'
  ) : (
    <span title={names.join('; ')}>{names.length === 1 ? last : `${last} +${names.length - 1}`}</span>
  )
}

/** Keeps the list's filters for the way back. */
function ToInvoice({ row: { invoiceID, number } }: { row: ListedInvoice }) {
  const { pathname, search } = useLocation()
  const list = pathname === officePaths.invoices() ? search : ''
  return (
    <Link className={rowLink} to={officePaths.invoice(invoiceID)} state={{ list }}>
      <Text span style={{ whiteSpace: 'nowrap' }}>
        {number}
      </Text>
    </Link>
  )
}
