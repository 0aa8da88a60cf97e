import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { cashReport } from '#contract/v1/reports.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { Amount, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { CASH_PARTS, netReceived, usePeriod } from './reports-data.ts'
import { useReportDepot } from './use-report-depot.ts'

const CASH_WORDS = sentences({
  received: 'Received',
  reversed: 'Reversed',
  refunded: 'Refunded',
  disputed: 'Disputes',
})

export function CashPage() {
  const period = usePeriod('quarter')
  const depot = useReportDepot()
  const query = useQuery(ask(cashReport, { ...period.period, ...depot.asked }, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage
      title={t('Money received')}
      how={t(
        'By date. Reversed: dishonoured payments too. Refunded: by you. Disputes: taken by customers’ banks; one you win is received again.',
      )}
      period={period}
      depot={depot}
      query={query}
    >
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('Money received')}
          money
          named
          series={CASH_PARTS.map((name) => ({ name, label: t(CASH_WORDS[name]) }))}
          data={report.types.map(({ paymentType, received, reversed, refunded, disputed }) => ({
            label: t(PAYMENT_TYPE_WORDS[paymentType]),
            received: received.amount,
            reversed: reversed.amount,
            refunded: refunded.amount,
            disputed: disputed.amount,
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
            ...Object.fromEntries(CASH_PARTS.map((name) => [name, <Amount key={name} figure={report[name]} />])),
            net: <Money dollars={netReceived(report)} />,
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
  ...CASH_PARTS.map((name): Column<OutputOf<typeof cashReport>['types'][number]> => ({
    id: name,
    title: t(CASH_WORDS[name]),
    end: true,
    cell: (row) => <Amount figure={row[name]} />,
    csv: (row) => row[name].amount,
  })),
  { id: 'net', title: t('Net'), end: true, cell: (row) => <Money dollars={netReceived(row)} />, csv: netReceived },
]
