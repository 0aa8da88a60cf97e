import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { collectionsReport } from '#contract/v1/reports.ts'
import { useTerms } from '#client/shells/terms.ts'
import { formatDay } from '#domain/dates.ts'
import { monthWords } from '#domain/periods.ts'
import { STOP_FIGURES } from '#domain/run-figures.ts'
import { ask } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Count, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'

/** /reports/collections */
export function CollectionsPage() {
  const { t } = useTranslation('reports')
  const { t: terms } = useTerms()
  const period = usePeriod('year')
  const query = useQuery(ask(collectionsReport, period.period, { inPlace: true }))
  const report = query.data
  return (
    <ReportPage title={t('collections')} how={t('collectionsHow')} period={period} query={query}>
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('collections')}
          stacked
          series={STOP_FIGURES.map((name) => ({ name, label: terms(`figure-${name}`) }))}
          data={report.weeks.map((week) => ({
            label: formatDay(week.from).slice(0, 5),
            ...Object.fromEntries(STOP_FIGURES.map((name) => [name, week[name].count])),
          }))}
        />
      )}
      <ReportTable
        title={t('collections')}
        fileName="collections"
        columns={columnsOf(t, terms)}
        rows={report?.weeks}
        keyOf={({ from }) => from}
        foot={
          report && {
            week: t('total'),
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

const columnsOf = (
  t: Translate<'reports'>,
  terms: Translate<'terms'>,
): readonly Column<OutputOf<typeof collectionsReport>['weeks'][number]>[] => [
  {
    id: 'week',
    title: t('week'),
    main: true,
    cell: ({ weekNumber, monthNumber, yearNumber }) =>
      t('weekName', { week: weekNumber, month: periodWords(yearNumber, monthNumber) }),
    csv: ({ weekNumber, monthNumber, yearNumber }) =>
      `${yearNumber}-${String(monthNumber).padStart(2, '0')}-W${weekNumber}`,
  },
  { id: 'from', title: t('weekBegins'), cell: ({ from }) => formatDay(from), csv: ({ from }) => from },
  ...FIGURES.map((name): Column<OutputOf<typeof collectionsReport>['weeks'][number]> => ({
    id: name,
    title: terms(`figure-${name}`),
    end: true,
    cell: ({ [name]: figure }) => <Count figure={figure} />,
    csv: ({ [name]: figure }) => figure.count,
  })),
  {
    id: 'bags',
    title: t('bags'),
    end: true,
    cell: ({ bags }) => bags.toLocaleString('en-AU'),
    csv: ({ bags }) => bags,
  },
]
