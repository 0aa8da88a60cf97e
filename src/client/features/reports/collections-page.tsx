import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { collectionsReport } from '#contract/v1/reports.ts'
import { formatDay } from '#domain/dates.ts'
import { monthWords } from '#domain/periods.ts'
import { STOP_FIGURES } from '#domain/run-figures.ts'
import { ask } from '#client/api/query-client.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { FIGURE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { Count, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'
import { useReportDepot } from './use-report-depot.ts'

export function CollectionsPage() {
  const period = usePeriod('year')
  const depot = useReportDepot()
  const query = useQuery(ask(collectionsReport, { ...period.period, ...depot.asked }, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage
      title={t('Collections')}
      how={t('Every planned stop, by the week of its run. Planned is the sum of the others; drafts don’t count.')}
      period={period}
      depot={depot}
      query={query}
    >
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('Collections')}
          stacked
          series={STOP_FIGURES.map((name) => ({ name, label: t(FIGURE_WORDS[name]) }))}
          data={report.weeks.map((week) => ({
            label: formatDay(week.from).slice(0, 5),
            ...Object.fromEntries(STOP_FIGURES.map((name) => [name, week[name].count])),
          }))}
        />
      )}
      <ReportTable
        title={t('Collections')}
        fileName="collections"
        columns={columnsOf()}
        rows={report?.weeks}
        keyOf={({ from }) => from}
        foot={
          report && {
            week: t('Total'),
            ...Object.fromEntries(FIGURES.map((name) => [name, <Count key={name} figure={report[name]} />])),
            bags: report.bags.toLocaleString('en-AU'),
          }
        }
      />
    </ReportPage>
  )
}

/** "Nov 2026"; "13, 2026" in a year of four-weekly periods. */
const periodWords = (year: number, month: number) =>
  month > 12 ? `${month}, ${year}` : monthWords(`${year}-${String(month).padStart(2, '0')}`)

const FIGURES = ['planned', ...STOP_FIGURES] as const

const columnsOf = (): readonly Column<OutputOf<typeof collectionsReport>['weeks'][number]>[] => [
  {
    id: 'week',
    title: t('Week'),
    main: true,
    cell: ({ weekNumber, monthNumber, yearNumber }) =>
      t('Week {{week}}, {{month}}', { week: weekNumber, month: periodWords(yearNumber, monthNumber) }),
    csv: ({ weekNumber, monthNumber, yearNumber }) =>
      `${yearNumber}-${String(monthNumber).padStart(2, '0')}-W${weekNumber}`,
  },
  { id: 'from', title: t('Begins'), cell: ({ from }) => formatDay(from), csv: ({ from }) => from },
  ...FIGURES.map((name): Column<OutputOf<typeof collectionsReport>['weeks'][number]> => ({
    id: name,
    title: t(FIGURE_WORDS[name]),
    end: true,
    cell: ({ [name]: figure }) => <Count figure={figure} />,
    csv: ({ [name]: figure }) => figure.count,
  })),
  {
    id: 'bags',
    title: t('Bags'),
    end: true,
    cell: ({ bags }) => bags.toLocaleString('en-AU'),
    csv: ({ bags }) => bags,
  },
]
