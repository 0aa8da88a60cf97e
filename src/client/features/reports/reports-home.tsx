import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import {
  cashReport,
  collectionsReport,
  debtsReport,
  gstReport,
  roundsReport,
  salesReport,
} from '#contract/v1/reports.ts'
import { listXeroExports } from '#contract/v1/xero-exports.ts'
import { nearestCents, toDollars } from '#domain/money.ts'
import {
  financialYear,
  financialYearOf,
  financialYearWords,
  quarter,
  quarterOf,
  quarterWords,
} from '#domain/periods.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import { ask } from '#client/api/query-client.ts'
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
  const debts = useQuery(ask(debtsReport, {}))
  const sales = useQuery(ask(salesReport, financialYear(year)))
  const collections = useQuery(ask(collectionsReport, financialYear(year)))
  const cash = useQuery(ask(cashReport, thisQuarter))
  const gst = useQuery(ask(gstReport, thisQuarter))
  const rounds = useQuery(ask(roundsReport, thisQuarter))
  const xero = useQuery(ask(listXeroExports, { perPage: 1 })).data
  const bankLines = useQuery(ask(listBankLines, { state: 'waiting', perPage: 1 })).data
  const isWaiting = [debts, sales, collections, cash, gst, rounds].some(({ isLoading }) => isLoading)
  const money = (dollars: number | undefined) => (dollars === undefined ? undefined : <Money dollars={dollars} />)
  return (
    <>
      <PageHeader title={t('title')} />
      <PageContent wide>
        <div className={styles.home}>
          <StaleNotice error={debts.error} onRetry={debts.refetch} />
          <h2 className={styles.heading}>{t('moneyTitle')}</h2>
          <div className={styles.cards}>
            <ReportCard
              to={reportsPaths.report('sales')}
              title={t('sales')}
              when={inYear}
              figure={money(sales.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('debts')}
              title={t('debts')}
              when={t('today')}
              figure={money(debts.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('cash')}
              title={t('cash')}
              when={inQuarter}
              figure={money(cash.data?.received.amount)}
            />
            <ReportCard
              to={reportsPaths.report('gst')}
              title={`${t('gst')} (1A)`}
              when={inQuarter}
              figure={money(gst.data?.bases.find(({ basis }) => basis === gst.data.basis)?.oneA)}
            />
            <ReportCard
              to={reportsPaths.report('rounds')}
              title={t('rounds')}
              when={`${t('margin')} · ${inQuarter}`}
              figure={money(rounds.data && marginOf(rounds.data))}
            />
            <ReportCard
              to={reportsPaths.report('collections')}
              title={t('collections')}
              when={inYear}
              figure={collections.data && t('bagsCount', { count: collections.data.bags })}
            />
            <ReportCard
              to={officePaths.bank()}
              title={t('bank')}
              when={t('bankToCheck')}
              figure={bankLines?.unmatched.toLocaleString('en-AU')}
            />
            <ReportCard
              to={reportsPaths.xero()}
              title={t('xero')}
              when={t('today')}
              figure={xero && (xero.waiting === 0 ? t('nothingWaiting') : countUpTo(XERO_EXPORT_MAX, xero.waiting))}
            />
          </div>
          <h2 className={styles.heading}>{t('customersTitle')}</h2>
          <div className={styles.cards}>
            {(debts.data?.customers ?? []).map(({ kind, customers }) => (
              <ReportCard
                key={kind}
                to={reportsPaths.customers(kind)}
                title={t(`kind-${kind}`)}
                when={t('today')}
                figure={t('customers', { count: customers })}
              />
            ))}
          </div>
          <div className={styles.waiting}>
            <TakesLong isWaiting={isWaiting} />
          </div>
        </div>
      </PageContent>
    </>
  )
}

const countUpTo = (most: number, count: number) =>
  count > most ? `${most.toLocaleString('en-AU')}+` : count.toLocaleString('en-AU')

const marginOf = ({ sales, cost }: OutputOf<typeof roundsReport>) =>
  toDollars(nearestCents(sales.amount) - nearestCents(cost.amount))

function ReportCard({ to, title, when, figure }: { to: string; title: string; when: string; figure: ReactNode }) {
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.big}>{figure}</span>
      <span className={styles.soft}>{when}</span>
    </Link>
  )
}
