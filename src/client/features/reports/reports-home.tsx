import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import {
  cashReport,
  CUSTOMER_REPORTS,
  collectionsReport,
  debtsReport,
  gstReport,
  roundsReport,
  salesReport,
} from '#contract/v1/reports.ts'
import { listXeroExports } from '#contract/v1/xero-exports.ts'
import {
  financialYear,
  financialYearOf,
  financialYearWords,
  quarter,
  quarterOf,
  quarterWords,
} from '#domain/periods.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import { ask, NoAnswer } from '#client/api/query-client.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { useToday } from '#client/shells/today.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { reportsPaths } from './reports-paths.ts'
import styles from './reports.module.css'

/** /reports: the most asked figures, each leading to its report. */
export function ReportsHome() {
  const { t } = useTranslation('reports')
  const today = useToday()
  const year = financialYearOf(today)
  const thisQuarter = quarter(year, quarterOf(today))
  const inYear = `${t('thisYear')}, ${financialYearWords(year)}`
  const inQuarter = `${t('thisQuarter')}, ${quarterWords(year, quarterOf(today))}`
  const debts = useFigure(debtsReport, {})
  const sales = useFigure(salesReport, financialYear(year))
  const collections = useFigure(collectionsReport, financialYear(year))
  const cash = useFigure(cashReport, thisQuarter)
  const gst = useFigure(gstReport, thisQuarter)
  const rounds = useFigure(roundsReport, thisQuarter)
  const xero = useFigure(listXeroExports, { perPage: 1 })
  const bankLines = useFigure(listBankLines, { state: 'waiting', perPage: 1 })
  const queries = [debts, sales, collections, cash, gst, rounds, xero, bankLines]
  const money = (dollars: number | undefined) => (dollars === undefined ? undefined : <Money dollars={dollars} />)
  const unanswered = queries.find(({ error }) => error instanceof NoAnswer)
  return (
    <>
      <PageHeader title={t('title')} />
      <PageContent wide>
        <div className={styles.home}>
          <StaleNotice error={unanswered?.error ?? null} onRetry={() => null} />
          <h2 className={styles.heading}>{t('moneyTitle')}</h2>
          <div className={styles.cards}>
            <ReportCard
              to={reportsPaths.report('sales')}
              title={t('sales')}
              when={inYear}
              query={sales}
              figure={money(sales.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('debts')}
              title={t('debts')}
              when={t('today')}
              query={debts}
              figure={money(debts.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('cash')}
              title={t('cash')}
              when={inQuarter}
              query={cash}
              figure={money(cash.data?.received.amount)}
            />
            <ReportCard
              to={reportsPaths.report('gst')}
              title={`${t('gst')} (1A)`}
              when={inQuarter}
              query={gst}
              figure={money(gst.data?.bases.find(({ basis }) => basis === gst.data.basis)?.oneA)}
            />
            <ReportCard
              to={reportsPaths.report('rounds')}
              title={t('rounds')}
              when={`${t('margin')} · ${inQuarter}`}
              query={rounds}
              figure={money(rounds.data?.margin)}
            />
            <ReportCard
              to={reportsPaths.report('collections')}
              title={t('collections')}
              when={inYear}
              query={collections}
              figure={collections.data && t('bagsCount', { count: collections.data.bags })}
            />
            <ReportCard
              to={officePaths.bank()}
              title={t('bank')}
              when={t('bankToCheck')}
              query={bankLines}
              figure={bankLines.data?.unmatched.toLocaleString('en-AU')}
            />
            <ReportCard
              to={reportsPaths.xero()}
              title={t('xero')}
              when={t('today')}
              query={xero}
              figure={
                xero.data &&
                (xero.data.waiting === 0 ? t('nothingWaiting') : countUpTo(XERO_EXPORT_MAX, xero.data.waiting))
              }
            />
          </div>
          <h2 className={styles.heading}>{t('customersTitle')}</h2>
          <StaleNotice inline error={debts.error} onRetry={debts.refetch} />
          <div className={styles.cards}>
            {CUSTOMER_REPORTS.map((kind) => {
              const counted = debts.data?.customers.find((each) => each.kind === kind)
              return (
                <ReportCard
                  key={kind}
                  to={reportsPaths.customers(kind)}
                  title={t(`kind-${kind}`)}
                  when={t('today')}
                  figure={counted && t('customers', { count: counted.customers })}
                  query={TOLD_ABOVE}
                />
              )
            })}
          </div>
          <div className={styles.waiting}>
            <TakesLong isWaiting={queries.some(({ isLoading }) => isLoading)} />
          </div>
        </div>
      </PageContent>
    </>
  )
}

const countUpTo = (most: number, count: number) =>
  count > most ? `${most.toLocaleString('en-AU')}+` : count.toLocaleString('en-AU')

/** One answer counts all of them, so its error is shown once, above. */
const TOLD_ABOVE = { error: null, refetch: () => null }

/** The card says why its figure is missing, and the others stay. */
const useFigure = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  useQuery(ask(endpoint, input, { inPlace: true }))

interface ReportCardProps {
  to: string
  title: string
  when: string
  figure: ReactNode
  query: { error: Error | null; refetch: () => unknown }
}

function ReportCard({ to, title, when, figure, query: { error, refetch } }: ReportCardProps) {
  return (
    <div className={styles.card}>
      <Link to={to} className={styles.cardLink}>
        <span className={styles.cardTitle}>{title}</span>
        <span className={styles.big}>{figure}</span>
        <span className={styles.soft}>{when}</span>
      </Link>
      <StaleNotice inline error={error} onRetry={refetch} />
    </div>
  )
}
