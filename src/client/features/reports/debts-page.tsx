import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { debtsReport } from '#contract/v1/reports.ts'
import { ask } from '#client/api/query-client.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { Amount, Count, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { DEBT_AGE_WORDS } from './debt-ages.ts'
import { useReportDepot } from './use-report-depot.ts'

export function DebtsPage() {
  const depot = useReportDepot()
  const query = useQuery(ask(debtsReport, depot.asked, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage title={t('Debts by age')} how={t('What is owed today, by days overdue.')} depot={depot} query={query}>
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('Debts by age')}
          money
          named
          series={[{ name: 'owing', label: t('Owing') }]}
          data={report.ages.map(({ age, amount }) => ({ label: t(DEBT_AGE_WORDS[age]), owing: amount }))}
        />
      )}
      <ReportTable
        title={t('Debts by age')}
        fileName="debts-by-age"
        columns={columnsOf()}
        rows={report?.ages}
        keyOf={({ age }) => age}
        foot={
          report && {
            age: t('Total'),
            invoices: <Count figure={report.total} />,
            owing: <Amount figure={report.total} />,
          }
        }
      />
    </ReportPage>
  )
}

const columnsOf = (): readonly Column<OutputOf<typeof debtsReport>['ages'][number]>[] => [
  {
    id: 'age',
    title: t('Days overdue'),
    main: true,
    cell: ({ age }) => t(DEBT_AGE_WORDS[age]),
    csv: ({ age }) => t(DEBT_AGE_WORDS[age]),
  },
  {
    id: 'invoices',
    title: t('Invoices'),
    end: true,
    cell: (row) => <Count figure={row} />,
    csv: ({ count }) => count,
  },
  {
    id: 'owing',
    title: t('Owing'),
    end: true,
    cell: (row) => <Amount figure={row} />,
    csv: ({ amount }) => amount,
  },
]
