import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { cashReport } from '#contract/v1/reports.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { Amount, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { type Figure, usePeriod } from './reports-data.ts'

interface Row {
  received: Figure
  refunded: Figure
}

const net = ({ received, refunded }: Row) => sumDollars([received.amount, -refunded.amount])

/** /reports/cash */
export function CashPage() {
  const period = usePeriod('quarter')
  const query = useQuery(ask(cashReport, period.period, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage
      title={t('Money received')}
      how={t('By the date paid. Reversed payments are taken off.')}
      period={period}
      query={query}
    >
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('Money received')}
          money
          named
          series={[
            { name: 'received', label: t('Received') },
            { name: 'refunded', label: t('Paid back') },
          ]}
          data={report.types.map(({ paymentType, received, refunded }) => ({
            label: t(PAYMENT_TYPE_WORDS[paymentType]),
            received: received.amount,
            refunded: refunded.amount,
          }))}
        />
      )}
      <ReportTable
        title={t('Money received')}
        fileName="money-received"
        columns={columnsOf()}
        rows={report?.types}
        keyOf={({ paymentType }) => paymentType}
        foot={
          report && {
            paymentType: t('Total'),
            received: <Amount figure={report.received} />,
            refunded: <Amount figure={report.refunded} />,
            net: <Money dollars={net(report)} />,
          }
        }
      />
    </ReportPage>
  )
}

const columnsOf = (): readonly Column<OutputOf<typeof cashReport>['types'][number]>[] => [
  {
    id: 'paymentType',
    title: t('Payment type'),
    main: true,
    cell: ({ paymentType }) => t(PAYMENT_TYPE_WORDS[paymentType]),
    csv: ({ paymentType }) => t(PAYMENT_TYPE_WORDS[paymentType]),
  },
  {
    id: 'received',
    title: t('Received'),
    end: true,
    cell: ({ received }) => <Amount figure={received} />,
    csv: ({ received }) => received.amount,
  },
  {
    id: 'refunded',
    title: t('Paid back'),
    end: true,
    cell: ({ refunded }) => <Amount figure={refunded} />,
    csv: ({ refunded }) => refunded.amount,
  },
  { id: 'net', title: t('Net'), end: true, cell: (row) => <Money dollars={net(row)} />, csv: net },
]
