import { lazy, Suspense, type ReactNode } from 'react'
import { Button, Flex, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { financialYearOf, financialYearWords, type Quarter, QUARTERS, quarterWords } from '#domain/periods.ts'
import { csvText, saveCsv } from '#client/shells/csv-export.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { useToday } from '#client/shells/today.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { BackLink } from '#client/shells/back-link.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { type Column, DataTable } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { ChartProps } from './chart.tsx'
import { CHART_HEIGHT } from './chart-height.ts'
import { type ChosenPeriod, type Figure, type RowsOfFigure, YEARS_BACK } from './reports-data.ts'
import { reportsPaths } from './reports-paths.ts'
import type { ChosenDepot } from './use-report-depot.ts'
import styles from './reports.module.css'

const Chart = lazy(() => import('./chart.tsx'))

interface ReportPageProps {
  title: string
  how: string
  period?: ChosenPeriod
  /** Absent: the figures are the whole firm's. */
  depot?: ChosenDepot
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown }
  children: ReactNode
}

/** The frame of a report: its period, print, and content. Only heading, period and figures are printed. */
export function ReportPage({ title, how, period, depot, query, children }: ReportPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        right={
          <Group justify="flex-end" className="screen-only">
            <Button variant="default" onClick={() => window.print()}>
              {t('Print')}
            </Button>
          </Group>
        }
      >
        <BackLink to={reportsPaths.home()}>{t('Reports')}</BackLink>
      </PageHeader>
      <PageContent wide>
        <Stack gap="md" className={styles.report}>
          <Text c="dimmed">{how}</Text>
          {period === undefined && !depot?.options.length ? null : (
            <Group className="screen-only">
              {period === undefined ? null : <PeriodPicker chosen={period} />}
              {depot === undefined ? null : <DepotPicker chosen={depot} />}
            </Group>
          )}
          <OnPaper period={period} depot={depot} />
          <StaleNotice error={query.error} onRetry={query.refetch} />
          <TakesLong isWaiting={query.isFetching} />
          {query.data === undefined && query.error !== null ? null : children}
        </Stack>
      </PageContent>
    </>
  )
}

function PeriodPicker({ chosen }: { chosen: ChosenPeriod }) {
  const thisYear = financialYearOf(useToday())
  const { year, quarter, choose } = chosen
  const years = Array.from({ length: YEARS_BACK }, (_, back) => thisYear - back)
  return (
    <>
      <NativeSelect
        label={t('Financial year')}
        value={String(year)}
        onChange={({ currentTarget: { value } }) => choose(Number(value), quarter)}
        data={years.map((each) => ({ value: String(each), label: financialYearWords(each) }))}
      />
      <NativeSelect
        label={t('Quarter')}
        value={quarter === null ? '' : String(quarter)}
        onChange={({ currentTarget: { value } }) => choose(year, value === '' ? null : (Number(value) as Quarter))}
        data={[
          { value: '', label: t('Whole year') },
          ...QUARTERS.map((each) => ({ value: String(each), label: quarterWords(year, each) })),
        ]}
      />
    </>
  )
}

const DepotPicker = ({ chosen: { options, asked, choose } }: { chosen: ChosenDepot }) =>
  options.length === 0 ? null : (
    <NativeSelect
      label={t('Depot')}
      value={asked.depotID ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
      data={[{ value: '', label: t('All depots') }, ...options]}
    />
  )

/** Prints the chosen period and depot, because the boxes are not printed. */
function OnPaper({ period, depot }: Pick<ReportPageProps, 'period' | 'depot'>) {
  const words = [
    period &&
      (period.quarter === null
        ? `${t('Financial year')} ${financialYearWords(period.year)}`
        : quarterWords(period.year, period.quarter)),
    depot?.options.find(({ value }) => value === depot.asked.depotID)?.label,
  ].filter((part) => part !== undefined)
  return words.length === 0 ? null : (
    <Text className="paper-only" fw={600}>
      {words.join(' · ')}
    </Text>
  )
}

/** The chart's placeholder, so that the table below does not move. */
export const ChartToCome = () => (
  <div className={styles.chart}>
    <Skeleton height={CHART_HEIGHT} />
  </div>
)

/** The figures of the following table as a chart; nothing where all of them are zero. */
export function ReportChart({ title, ...chart }: ChartProps & { title: string }) {
  const isEmpty = chart.data.every((bar) => chart.series.every(({ name }) => !bar[name]))
  return isEmpty ? null : (
    <div
      role="img"
      aria-label={t('Chart: {{title}}. The table below has the same figures.', { title })}
      className={styles.chart}
    >
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        <Chart {...chart} />
      </Suspense>
    </div>
  )
}

interface ReportTableProps<Row> {
  title: string
  /** Above the table, where a page has several. */
  heading?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  foot?: Readonly<Record<string, ReactNode>> | undefined
  fileName: string
}

export function ReportTable<Row>({
  title,
  heading = false,
  columns,
  rows,
  keyOf,
  foot,
  fileName,
}: ReportTableProps<Row>) {
  const exported = columns.filter(({ csv }) => csv !== undefined)
  const save = () =>
    saveCsv(
      `${fileName}.csv`,
      csvText(
        exported.map((column) => column.title),
        (rows ?? []).map((row) => exported.map(({ csv }) => csv!(row))),
      ),
    )
  return (
    <Flex component="section" direction="column" gap="xs" miw={0} className={styles.table}>
      <Group justify="space-between" align="end">
        {heading ? <Title order={2}>{title}</Title> : null}
        <Button
          variant="default"
          ml="auto"
          className="screen-only"
          disabled={rows === undefined || rows.length === 0}
          aria-label={`${t('Export CSV')}: ${title}`}
          onClick={save}
        >
          {t('Export CSV')}
        </Button>
      </Group>
      {rows?.length === 0 ? (
        <p>{t('Nothing between these dates.')}</p>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          words={{ loading: t('Loading'), selectAll: '', selectRow: () => '' }}
          foot={rows === undefined ? undefined : foot}
        />
      )}
    </Flex>
  )
}

export function Amount({ figure }: { figure: Pick<Figure, 'amount' | 'rows'> & { count?: number } }) {
  if (figure.amount === 0 && !figure.count) return <Money dollars={0} />
  return (
    <RowsLink rows={figure.rows}>
      <Money dollars={figure.amount} />
    </RowsLink>
  )
}

export function Count({ figure: { count, rows } }: { figure: { count: number; rows: RowsOfFigure } }) {
  const shown = count.toLocaleString('en-AU')
  return count === 0 ? <>{shown}</> : <RowsLink rows={rows}>{shown}</RowsLink>
}

function RowsLink({ rows, children }: { rows: RowsOfFigure; children: ReactNode }) {
  return (
    <Link to={reportsPaths.rows(rows)} className={styles.figure}>
      {children}
    </Link>
  )
}
