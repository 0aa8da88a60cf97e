import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { cashReport } from '#contract/v1/reports.ts'
import { nearestCents, toDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Amount, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { type Figure, usePeriod } from './reports-data.ts'

interface Row {
  received: Figure
  refunded: Figure
}

const net = ({ received, refunded }: Row) => toDollars(nearestCents(received.amount) - nearestCents(refunded.amount))

/** /reports/cash */
export function CashPage() {
  const { t } = useTranslation('reports')
  const { t: terms } = useTerms()
  const period = usePeriod('quarter')
  const query = useQuery(ask(cashReport, period.period, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage title={t('cash')} how={t('cashHow')} period={period} query={query}>
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('cash')}
          money
          named
          series={[
            { name: 'received', label: t('received') },
            { name: 'refunded', label: t('refunded') },
          ]}
          data={report.types.map(({ paymentType, received, refunded }) => ({
            label: terms(`paymentType${paymentType}`),
            received: received.amount,
            refunded: refunded.amount,
          }))}
        />
      )}
      <ReportTable
        title={t('cash')}
        fileName="money-received"
        columns={columnsOf({ t, terms })}
        rows={report?.types}
        keyOf={({ paymentType }) => paymentType}
        foot={
          report && {
            paymentType: t('total'),
            received: <Amount figure={report.received} />,
            refunded: <Amount figure={report.refunded} />,
            net: <Money dollars={net(report)} />,
          }
        }
      />
    </ReportPage>
  )
}

const columnsOf = ({
  t,
  terms,
}: {
  t: Translate<'reports'>
  terms: Translate<'terms'>
}): readonly Column<OutputOf<typeof cashReport>['types'][number]>[] => [
  {
    id: 'paymentType',
    title: t('paymentType'),
    main: true,
    cell: ({ paymentType }) => terms(`paymentType${paymentType}`),
    csv: ({ paymentType }) => paymentType,
  },
  {
    id: 'received',
    title: t('received'),
    end: true,
    cell: ({ received }) => <Amount figure={received} />,
    csv: ({ received }) => received.amount,
  },
  {
    id: 'refunded',
    title: t('refunded'),
    end: true,
    cell: ({ refunded }) => <Amount figure={refunded} />,
    csv: ({ refunded }) => refunded.amount,
  },
  { id: 'net', title: t('net'), end: true, cell: (row) => <Money dollars={net(row)} />, csv: net },
]
