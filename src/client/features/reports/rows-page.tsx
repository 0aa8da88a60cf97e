import { plainColumn } from '#client/shells/plain-column.ts'
import { useToday } from '#client/shells/today.ts'
import { runInFile, runOfAnswer } from '#domain/run-name.ts'
import type { ReactNode } from 'react'
import { Button, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { FIGURES, reportRows } from '#contract/v1/reports.ts'
import { formatDay } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { checkFields } from '#client/api/form-rules.ts'
import { useDepotName } from '#client/shells/depots.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { ReportRow } from './reports-data.ts'
import { reportsPaths } from './reports-paths.ts'
import { BackLink } from '#client/shells/back-link.tsx'

const TITLE_WORDS = sentences({
  sales: 'Invoices behind total sales',
  collections: 'Stops behind collections',
  debts: 'Invoices behind debts',
  cash: 'Payments received',
  reversed: 'Payments reversed',
  refunds: 'Money refunded',
  disputes: 'Disputed card payments taken by banks',
  gst: 'Rows behind G1 and 1A',
  'bad-debts': 'Bad debts',
  purchases: 'Rows behind G11 and 1B',
  'round-sales': 'Stops of the runs',
  'round-cost': 'Incomes of the runs',
})

type Figure = (typeof FIGURES)[number]
type RowsQuery = CallOf<typeof reportRows>

/** /reports/rows?figure=sales&from=2026-11-01: what a figure of a report consists of. */
export function RowsPage({ notFound }: { notFound: ReactNode }) {
  const [params] = useSearchParams()
  const figure = FIGURES.find((each) => each === params.get('figure'))
  const query = { ...Object.fromEntries(params), figure } as RowsQuery
  const today = useToday()
  const depot = useDepotName(Boolean(query.depotID))(query)
  if (figure === undefined || Object.keys(checkFields(reportRows.input, query)).length > 0) return notFound
  const { page: _page, ...fixed } = query
  const about = [
    ...(fixed.from === undefined || fixed.to === undefined
      ? []
      : [t('{{from}} to {{to}}', { from: formatDay(fixed.from), to: formatDay(fixed.to) })]),
    ...(depot === null ? [] : [depot]),
  ]
  return (
    <ListScreen
      name={`report-${figure}`}
      title={t(TITLE_WORDS[figure])}
      endpoint={reportRows}
      // On paper there are as many rows as one request gives.
      fixed={{ ...fixed, perPage: PAGE_MAX }}
      columns={columnsOf(figure, today)}
      keyOf={({ rowID }) => rowID}
      nameOf={({ customer, rowID }) => customer ?? rowID}
      counted={(count) => plural(count, '{{count}} row', '{{count, number}} rows')}
      takesLong
      top={about.length === 0 ? null : <Text c="dimmed">{about.join(' · ')}</Text>}
      sums={(answer) => sumsOf(answer, t('Total'))}
      back={<BackLink to={reportsPaths.home()}>{t('Reports')}</BackLink>}
      actions={
        <Button variant="default" className="screen-only" onClick={() => window.print()}>
          {t('Print')}
        </Button>
      }
      empty={{ title: t('No rows'), how: t('The figure is zero.') }}
    />
  )
}

type ColumnName = 'what' | 'invoice' | 'adjustment' | 'transaction' | 'run' | 'bags' | 'amount' | 'gst'

/** Columns beside the day and, except of purchases, the customer. */
const SHOWN: Record<Figure, readonly ColumnName[]> = {
  sales: ['invoice', 'gst', 'amount'],
  collections: ['run', 'bags'],
  debts: ['invoice', 'amount'],
  cash: ['transaction', 'amount'],
  reversed: ['transaction', 'amount'],
  refunds: ['transaction', 'amount'],
  disputes: ['transaction', 'amount'],
  gst: ['invoice', 'adjustment', 'transaction', 'gst', 'amount'],
  'bad-debts': ['invoice', 'transaction', 'gst', 'amount'],
  purchases: ['what', 'transaction', 'gst', 'amount'],
  'round-sales': ['run', 'bags', 'amount'],
  'round-cost': ['run', 'bags', 'amount'],
}

function columnsOf(figure: Figure, today: string): readonly Column<ReportRow>[] {
  const columnOf: Record<ColumnName, Column<ReportRow>> = {
    what: {
      id: 'what',
      title: t('What it is'),
      main: true,
      cell: (row) => purchaseIn(row),
      csv: (row) => purchaseIn(row),
    },
    invoice: {
      id: 'invoice',
      title: t('Invoice'),
      cell: ({ invoiceID, invoice }) =>
        invoiceID === null ? '–' : <Link to={officePaths.invoice(invoiceID)}>{invoice}</Link>,
      csv: ({ invoice }) => invoice,
    },
    adjustment: plainColumn('adjustment', t('Adjustment'), { dash: true }),
    transaction: {
      id: 'transaction',
      title: t('Transaction'),
      cell: ({ transaction, customerID }) =>
        transaction === null || customerID === null ? (
          (transaction ?? '–')
        ) : (
          <Link to={officePaths.transactions({ customerID })}>{transaction}</Link>
        ),
      csv: ({ transaction }) => transaction,
    },
    run: {
      id: 'run',
      title: t('Run'),
      cell: ({ runOrderID, runNumber, ...run }) =>
        runOrderID === null || run.runOrder === null || runNumber === null ? (
          '–'
        ) : (
          <Link to={officePaths.run(runOrderID)}>
            {t('{{run}}, run {{number}}', { run: runOfAnswer(run, today) ?? '', number: runNumber })}
          </Link>
        ),
      csv: ({ runNumber, ...run }) =>
        run.runOrder === null
          ? ''
          : t('{{run}}, run {{number}}', { run: runInFile(run) ?? '', number: runNumber ?? '' }),
    },
    bags: plainColumn('bags', t('Bags'), { end: true }),
    gst: {
      id: 'gst',
      title: t('GST'),
      end: true,
      cell: ({ gst }) => <Money dollars={gst} />,
      csv: ({ gst }) => gst,
    },
    amount: {
      id: 'amount',
      title: figure === 'debts' ? t('Owing') : t('Amount'),
      end: true,
      cell: ({ amount }) => <Money dollars={amount} />,
      csv: ({ amount }) => amount,
    },
  }
  return [
    {
      id: 'day',
      title: figure === 'debts' ? t('Due') : t('Date'),
      cell: ({ day }) => formatDay(day),
      csv: ({ day }) => day,
    },
    ...(figure === 'purchases' ? [] : customerColumns()),
    ...SHOWN[figure].map((name) => columnOf[name]),
  ]
}

/** Fees of a payout have no transaction of the ledger. */
function purchaseIn({ transaction, amount }: ReportRow): string {
  if (transaction === null) return t('Card fees')
  return amount < 0 ? t('Adjustment note for a driver’s tax invoice') : t('Driver’s tax invoice')
}

function customerColumns(): readonly Column<ReportRow>[] {
  return [
    plainColumn('refId', t('Ref ID'), { dash: true }),
    {
      id: 'customer',
      title: t('Customer'),
      main: true,
      cell: ({ customerID, customer }) =>
        customerID === null ? '–' : <Link to={officePaths.customer(customerID)}>{customer}</Link>,
      csv: ({ customer }) => customer,
    },
  ]
}

const sumsOf = ({ totalAmount, totalGst, totalBags }: OutputOf<typeof reportRows>, total: string) => ({
  day: total,
  amount: <Money dollars={totalAmount} />,
  gst: <Money dollars={totalGst} />,
  bags: totalBags.toLocaleString('en-AU'),
})
