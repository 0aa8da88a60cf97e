import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { debtsReport } from '#contract/v1/reports.ts'
import { ask } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Amount, Count, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'

/** /reports/debts */
export function DebtsPage() {
  const { t } = useTranslation('reports')
  const query = useQuery(ask(debtsReport, {}, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage title={t('debts')} how={t('debtsHow')} query={query}>
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('debts')}
          money
          named
          series={[{ name: 'owing', label: t('owing') }]}
          data={report.ages.map(({ age, amount }) => ({ label: t(`age-${age}`), owing: amount }))}
        />
      )}
      <ReportTable
        title={t('debts')}
        fileName="debts-by-age"
        columns={columnsOf(t)}
        rows={report?.ages}
        keyOf={({ age }) => age}
        foot={
          report && {
            age: t('total'),
            invoices: <Count figure={report.total} />,
            owing: <Amount figure={report.total} />,
          }
        }
      />
    </ReportPage>
  )
}

const columnsOf = (t: Translate<'reports'>): readonly Column<OutputOf<typeof debtsReport>['ages'][number]>[] => [
  { id: 'age', title: t('age'), main: true, cell: ({ age }) => t(`age-${age}`), csv: ({ age }) => age },
  {
    id: 'invoices',
    title: t('invoices'),
    end: true,
    cell: (row) => <Count figure={row} />,
    csv: ({ count }) => count,
  },
  {
    id: 'owing',
    title: t('owing'),
    end: true,
    cell: (row) => <Amount figure={row} />,
    csv: ({ amount }) => amount,
  },
]
