import { useToday } from '#client/shells/today.ts'
import { runInFile, runOfAnswer } from '#domain/run-name.ts'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { Link } from 'react-router-dom'
import { roundsReport } from '#contract/v1/reports.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { FIGURE_WORDS } from '#client/shells/terms.ts'
import { t } from '#client/ui/core/texts.ts'
import { Amount, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'
import { useReportDepot } from './use-report-depot.ts'

const inWords = (share: number | null) => (share === null ? '–' : `${share}%`)

export function RoundsPage() {
  const period = usePeriod('quarter')
  const depot = useReportDepot()
  const query = useQuery(ask(roundsReport, { ...period.period, ...depot.asked }, { inPlace: true }))
  const report = query.data
  const today = useToday()
  return (
    <ReportPage
      title={t('Runs')}
      how={t(
        'Sales and driver pay for each truck’s run. Completed runs only. Sales include GST; drivers’ pay doesn’t.',
      )}
      period={period}
      depot={depot}
      query={query}
    >
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('Runs')}
          money
          series={[
            { name: 'sales', label: t('Sales, with GST') },
            { name: 'cost', label: t('Driver pay') },
          ]}
          data={report.rounds.map(({ from, runNumber, sales, cost }) => ({
            label: `${formatDay(from).slice(0, 5)} · ${runNumber}`,
            sales: sales.amount,
            cost: cost.amount,
          }))}
        />
      )}
      <ReportTable
        title={t('Runs')}
        fileName="rounds"
        columns={columnsOf(today)}
        rows={report?.rounds}
        keyOf={({ runOrderID, runNumber }) => `${runOrderID} ${runNumber}`}
        foot={
          report && {
            run: t('Total'),
            ...Object.fromEntries(FIGURES.map((name) => [name, report[name].toLocaleString('en-AU')])),
            sales: <Amount figure={report.sales} />,
            cost: <Amount figure={report.cost} />,
            gst: <Money dollars={report.gst} />,
            margin: <Money dollars={report.margin} />,
            share: inWords(report.share),
          }
        }
      />
    </ReportPage>
  )
}

/** A completed run has nothing to do left. */
const FIGURES = ['planned', 'done', 'notDone', 'moved', 'removed'] as const

const columnsOf = (today: string): readonly Column<OutputOf<typeof roundsReport>['rounds'][number]>[] => [
  {
    id: 'run',
    title: t('Run'),
    main: true,
    cell: ({ runOrderID, runNumber, ...run }) => (
      <Link to={officePaths.run(runOrderID)}>
        {t('{{run}}, run {{number}}', { run: runOfAnswer(run, today) ?? '', number: runNumber })}
      </Link>
    ),
    csv: ({ runNumber, ...run }) => t('{{run}}, run {{number}}', { run: runInFile(run) ?? '', number: runNumber }),
  },
  { id: 'from', title: t('Begins'), cell: ({ from }) => formatDay(from), csv: ({ from }) => from },
  {
    id: 'drivers',
    title: t('Drivers'),
    cell: ({ drivers }) => drivers.join(', '),
    csv: ({ drivers }) => drivers.join(', '),
  },
  ...FIGURES.map((name): Column<OutputOf<typeof roundsReport>['rounds'][number]> => ({
    id: name,
    title: t(FIGURE_WORDS[name]),
    end: true,
    cell: ({ [name]: count }) => count.toLocaleString('en-AU'),
    csv: ({ [name]: count }) => count,
  })),
  {
    id: 'bags',
    title: t('Bags'),
    end: true,
    cell: ({ bags }) => bags.toLocaleString('en-AU'),
    csv: ({ bags }) => bags,
  },
  {
    id: 'sales',
    title: t('Sales, with GST'),
    end: true,
    cell: ({ sales }) => <Amount figure={sales} />,
    csv: ({ sales }) => sales.amount,
  },
  {
    id: 'gst',
    title: t('GST in sales'),
    end: true,
    cell: ({ gst }) => <Money dollars={gst} />,
    csv: ({ gst }) => gst,
  },
  {
    id: 'cost',
    title: t('Driver pay'),
    end: true,
    cell: ({ cost }) => <Amount figure={cost} />,
    csv: ({ cost }) => cost.amount,
  },
  {
    id: 'margin',
    title: t('Margin after driver pay'),
    end: true,
    cell: ({ margin }) => <Money dollars={margin} />,
    csv: ({ margin }) => margin,
  },
  {
    id: 'share',
    title: t('Pay, % of sales without GST'),
    end: true,
    cell: ({ share }) => inWords(share),
    csv: ({ share }) => share,
  },
]
