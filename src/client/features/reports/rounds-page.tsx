import { useToday } from '#client/shells/today.ts'
import { runInFile, runOfAnswer } from '#domain/run-name.ts'
import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Link } from 'react-router-dom'
import { roundsReport } from '#contract/v1/reports.ts'
import { formatDay } from '#domain/dates.ts'
import { useTerms } from '#client/shells/terms.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { Amount, ChartToCome, ReportChart, ReportPage, ReportTable } from './report-page.tsx'
import { usePeriod } from './reports-data.ts'

const inWords = (share: number | null) => (share === null ? '–' : `${share}%`)

/** /reports/rounds */
export function RoundsPage() {
  const { t } = useTranslation('reports')
  const { t: terms } = useTerms()
  const period = usePeriod('quarter')
  const query = useQuery(ask(roundsReport, period.period, { inPlace: true }))
  const report = query.data
  const today = useToday()
  return (
    <ReportPage title={t('rounds')} how={t('roundsHow')} period={period} query={query}>
      {report === undefined ? (
        <ChartToCome />
      ) : (
        <ReportChart
          title={t('rounds')}
          money
          series={[
            { name: 'sales', label: t('roundSales') },
            { name: 'cost', label: t('roundCost') },
          ]}
          data={report.rounds.map(({ from, runNumber, sales, cost }) => ({
            label: `${formatDay(from).slice(0, 5)} · ${runNumber}`,
            sales: sales.amount,
            cost: cost.amount,
          }))}
        />
      )}
      <ReportTable
        title={t('rounds')}
        fileName="rounds"
        columns={columnsOf(t, terms, today)}
        rows={report?.rounds}
        keyOf={({ runOrderID, runNumber }) => `${runOrderID} ${runNumber}`}
        foot={
          report && {
            run: t('total'),
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

const columnsOf = (
  t: Translate<'reports'>,
  terms: Translate<'terms'>,
  today: string,
): readonly Column<OutputOf<typeof roundsReport>['rounds'][number]>[] => [
  {
    id: 'run',
    title: t('run'),
    main: true,
    cell: ({ runOrderID, runNumber, ...run }) => (
      <Link to={officePaths.run(runOrderID)}>
        {t('roundName', { run: runOfAnswer(run, today) ?? '', number: runNumber })}
      </Link>
    ),
    csv: ({ runNumber, ...run }) => t('roundName', { run: runInFile(run) ?? '', number: runNumber }),
  },
  { id: 'from', title: t('weekBegins'), cell: ({ from }) => formatDay(from), csv: ({ from }) => from },
  {
    id: 'drivers',
    title: t('drivers'),
    cell: ({ drivers }) => drivers.join(', '),
    csv: ({ drivers }) => drivers.join(', '),
  },
  ...FIGURES.map((name): Column<OutputOf<typeof roundsReport>['rounds'][number]> => ({
    id: name,
    title: terms(`figure-${name}`),
    end: true,
    cell: ({ [name]: count }) => count.toLocaleString('en-AU'),
    csv: ({ [name]: count }) => count,
  })),
  {
    id: 'bags',
    title: t('bags'),
    end: true,
    cell: ({ bags }) => bags.toLocaleString('en-AU'),
    csv: ({ bags }) => bags,
  },
  {
    id: 'sales',
    title: t('roundSales'),
    end: true,
    cell: ({ sales }) => <Amount figure={sales} />,
    csv: ({ sales }) => sales.amount,
  },
  {
    id: 'gst',
    title: t('gstInSales'),
    end: true,
    cell: ({ gst }) => <Money dollars={gst} />,
    csv: ({ gst }) => gst,
  },
  {
    id: 'cost',
    title: t('roundCost'),
    end: true,
    cell: ({ cost }) => <Amount figure={cost} />,
    csv: ({ cost }) => cost.amount,
  },
  {
    id: 'margin',
    title: t('margin'),
    end: true,
    cell: ({ margin }) => <Money dollars={margin} />,
    csv: ({ margin }) => margin,
  },
  { id: 'share', title: t('share'), end: true, cell: ({ share }) => inWords(share), csv: ({ share }) => share },
]
