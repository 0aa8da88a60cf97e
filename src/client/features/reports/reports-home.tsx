import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
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
import { ask } from '#client/api/query-client.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
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
  const sales = useQuery(ask(salesReport, financialYear(year))).data
  const collections = useQuery(ask(collectionsReport, financialYear(year))).data
  const cash = useQuery(ask(cashReport, thisQuarter)).data
  const gst = useQuery(ask(gstReport, thisQuarter)).data
  const rounds = useQuery(ask(roundsReport, thisQuarter)).data
  const xero = useQuery(ask(listXeroExports, { perPage: 1 })).data
  const bankLines = useQuery(ask(listBankLines, { state: 'waiting', perPage: 1 })).data
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
              figure={money(sales?.total.amount)}
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
              figure={money(cash?.received.amount)}
            />
            <ReportCard
              to={reportsPaths.report('gst')}
              title={`${t('gst')} (1A)`}
              when={inQuarter}
              figure={money(gst?.bases.find(({ basis }) => basis === gst.basis)?.oneA)}
            />
            <ReportCard
              to={reportsPaths.report('rounds')}
              title={t('rounds')}
              when={`${t('margin')} · ${inQuarter}`}
              figure={rounds && money(toDollars(nearestCents(rounds.sales.amount) - nearestCents(rounds.cost.amount)))}
            />
            <ReportCard
              to={reportsPaths.report('collections')}
              title={t('collections')}
              when={inYear}
              figure={collections && t('bagsCount', { count: collections.bags })}
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
              figure={xero && (xero.waiting === 0 ? t('nothingWaiting') : xero.waiting.toLocaleString('en-AU'))}
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
        </div>
      </PageContent>
    </>
  )
}

function ReportCard({ to, title, when, figure }: { to: string; title: string; when: string; figure: ReactNode }) {
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.big}>{figure}</span>
      <span className={styles.soft}>{when}</span>
    </Link>
  )
}
