import { nearestCents } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { salesReport } from '#contract/v1/reports.ts'
import { monthWords } from '#domain/periods.ts'
import { ask } from '#client/api/query-client.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { useToday } from '#client/shells/today.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { Amount, Count, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { type Figure, usePeriod } from './reports-data.ts'
import { useReportDepot } from './use-report-depot.ts'

type Sales = OutputOf<typeof salesReport>

/** Packages with a colour of their own in the chart. */
const SHOWN = 5

export function SalesPage() {
  const period = usePeriod('year')
  const depot = useReportDepot()
  const query = useQuery(ask(salesReport, { ...period.period, ...depot.asked }, { inPlace: true }))
  const sales = query.data
  const today = useToday()
  const foot = sales && {
    month: t('Total'),
    servicePackage: t('Total'),
    invoices: sales.total.count.toLocaleString('en-AU'),
    amount: <Money dollars={sales.total.amount} />,
  }
  return (
    <ReportPage
      title={t('Total sales')}
      how={t('Invoices by issue date, after adjustments, including GST.')}
      period={period}
      depot={depot}
      query={query}
    >
      {sales === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart title={t('Total sales')} money stacked {...chartOf(sales, t('Other packages'))} />
      )}
      <ReportTable
        title={t('By month')}
        heading
        fileName="sales-by-month"
        columns={[
          {
            id: 'month',
            title: t('Month'),
            main: true,
            cell: ({ month }) => monthWords(month),
            csv: ({ month }) => month,
          },
          ...figureColumns<Sales['months'][number]>(),
        ]}
        rows={sales?.months.filter(({ month }) => month <= today.slice(0, 7))}
        keyOf={({ month }) => month}
        foot={foot}
      />
      <ReportTable
        title={t('By service package')}
        heading
        fileName="sales-by-package"
        columns={[
          plainColumn('servicePackage', t('Service package'), { main: true }),
          ...figureColumns<Sales['packages'][number]>(),
        ]}
        rows={sales?.packages}
        keyOf={({ productID }) => productID}
        foot={foot}
      />
      <p>{t('By the package the customer has now.')}</p>
    </ReportPage>
  )
}

/** A bar a month, with a part for each of the packages that sold most. */
function chartOf({ months, packages, cells }: Sales, others: string) {
  const ranked = packages.toSorted((a, b) => nearestCents(b.amount) - nearestCents(a.amount))
  const shown = ranked.slice(0, SHOWN)
  const rest = new Set(ranked.slice(SHOWN).map(({ productID }) => productID))
  const sum = (rows: readonly { amount: number }[]) => sumDollars(rows.map(({ amount }) => amount))
  return {
    series: [
      ...shown.map(({ productID, servicePackage }) => ({ name: productID, label: servicePackage })),
      ...(rest.size === 0 ? [] : [{ name: 'rest', label: others }]),
    ],
    data: months.map(({ month }) => {
      const own = cells.filter((cell) => cell.month === month)
      return {
        label: monthWords(month),
        ...Object.fromEntries(
          shown.map(({ productID }) => [productID, sum(own.filter((cell) => cell.productID === productID))]),
        ),
        ...(rest.size > 0 && { rest: sum(own.filter(({ productID }) => rest.has(productID))) }),
      }
    }),
  }
}

function figureColumns<Row extends Figure>(): Column<Row>[] {
  return [
    {
      id: 'invoices',
      title: t('Invoices'),
      end: true,
      cell: (row) => <Count figure={row} />,
      csv: ({ count }) => count,
    },
    {
      id: 'amount',
      title: t('Amount'),
      end: true,
      cell: (row) => <Amount figure={row} />,
      csv: ({ amount }) => amount,
    },
  ]
}
