import type { ReactNode } from 'react'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import {
  cashReport,
  CUSTOMER_REPORTS,
  collectionsReport,
  contractorsReport,
  debtsReport,
  gstReport,
  roundsReport,
  salesReport,
} from '#contract/v1/reports.ts'
import {
  financialYear,
  financialYearOf,
  financialYearWords,
  quarter,
  quarterOf,
  quarterWords,
} from '#domain/periods.ts'
import { ask, NoAnswer } from '#client/api/query-client.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { ReportCard } from '#client/shells/report-card.tsx'
import { May, useMayCall } from '#client/shells/role.tsx'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { useToday } from '#client/shells/today.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { netReceived } from './reports-data.ts'
import { reportsPaths } from './reports-paths.ts'
import { CUSTOMER_KIND_WORDS } from './customer-kinds.ts'
import styles from './reports.module.css'

/**
 * /reports: the most asked figures, each leading to its report.
 * @param moneyReports cards of other features
 */
export function ReportsHome({ moneyReports }: { moneyReports: ReactNode }) {
  const today = useToday()
  const year = financialYearOf(today)
  const thisQuarter = quarter(year, quarterOf(today))
  const inYear = `${t('This financial year')}, ${financialYearWords(year)}`
  const inQuarter = `${t('This quarter')}, ${quarterWords(year, quarterOf(today))}`
  const debts = useFigure(debtsReport, {})
  const sales = useFigure(salesReport, financialYear(year))
  const collections = useFigure(collectionsReport, financialYear(year))
  const cash = useFigure(cashReport, thisQuarter)
  const gst = useFigure(gstReport, thisQuarter)
  const rounds = useFigure(roundsReport, thisQuarter)
  const contractors = useFigure(contractorsReport, financialYear(year))
  const bankLines = useFigure(listBankLines, { state: 'waiting', perPage: 1 })
  const queries = [debts, sales, collections, cash, gst, rounds, contractors, bankLines]
  const money = (dollars: number | undefined) => (dollars === undefined ? undefined : <Money dollars={dollars} />)
  const unanswered = queries.find(({ error }) => error instanceof NoAnswer)
  return (
    <>
      <PageHeader title={t('Reports')} />
      <PageContent wide>
        <Stack gap="md">
          <StaleNotice error={unanswered?.error ?? null} onRetry={() => null} />
          <Title order={2}>{t('Money')}</Title>
          <Tiles min="15rem">
            <ReportCard
              to={reportsPaths.report('sales')}
              title={t('Total sales')}
              when={inYear}
              query={sales}
              figure={money(sales.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('debts')}
              title={t('Debts by age')}
              when={t('As of today')}
              query={debts}
              figure={money(debts.data?.total.amount)}
            />
            <ReportCard
              to={reportsPaths.report('cash')}
              title={t('Money received')}
              when={`${t('Net')} · ${inQuarter}`}
              query={cash}
              figure={money(cash.data && netReceived(cash.data))}
            />
            <May call={gstReport}>
              <ReportCard
                to={reportsPaths.report('gst')}
                title={`${t('GST')} (1A)`}
                when={inQuarter}
                query={gst}
                figure={money(gst.data?.bases.find(({ basis }) => basis === gst.data.basis)?.oneA)}
              />
            </May>
            <ReportCard
              to={reportsPaths.report('rounds')}
              title={t('Runs')}
              when={`${t('Margin after driver pay')} · ${inQuarter}`}
              query={rounds}
              figure={money(rounds.data?.margin)}
            />
            <ReportCard
              to={reportsPaths.report('collections')}
              title={t('Collections')}
              when={inYear}
              query={collections}
              figure={collections.data && plural(collections.data.bags, '{{count}} bag', '{{count, number}} bags')}
            />
            <May call={listBankLines}>
              <ReportCard
                to={officePaths.bank()}
                title={t('Bank files')}
                when={t('Lines to check')}
                query={bankLines}
                figure={bankLines.data?.unmatched.toLocaleString('en-AU')}
              />
            </May>
            <May call={contractorsReport}>
              <ReportCard
                to={reportsPaths.report('contractors')}
                title={t('Paid to contractors')}
                when={inYear}
                query={contractors}
                figure={money(contractors.data?.paid)}
              />
            </May>
            {moneyReports}
          </Tiles>
          <Title order={2}>{t('Customers')}</Title>
          <StaleNotice inline error={debts.error} onRetry={debts.refetch} />
          <Tiles min="15rem">
            {CUSTOMER_REPORTS.map((kind) => {
              const counted = debts.data?.customers.find((each) => each.kind === kind)
              return (
                <ReportCard
                  key={kind}
                  to={reportsPaths.customers(kind)}
                  title={t(CUSTOMER_KIND_WORDS[kind])}
                  when={t('As of today')}
                  figure={counted && plural(counted.customers, '{{count}} customer', '{{count, number}} customers')}
                  query={TOLD_ABOVE}
                />
              )
            })}
          </Tiles>
          <div className={styles.waiting}>
            <TakesLong isWaiting={queries.some(({ isLoading }) => isLoading)} />
          </div>
        </Stack>
      </PageContent>
    </>
  )
}

/** One answer counts all of them, so its error is shown once, above. */
const TOLD_ABOVE = { error: null, refetch: () => null }

const useFigure = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  useQuery({ ...ask(endpoint, input, { inPlace: true }), enabled: useMayCall(endpoint) })
