import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { contractorsReport, gstReport } from '#contract/v1/reports.ts'
import { NotYours, useMayCall } from '#client/shells/role.tsx'
import { CashPage } from './cash-page.tsx'
import { CollectionsPage } from './collections-page.tsx'
import { ContractorsPage } from './contractors-page.tsx'
import { CustomersReportPage } from './customers-report-page.tsx'
import { DebtsPage } from './debts-page.tsx'
import { GstPage } from './gst-page.tsx'
import { ReportsHome } from './reports-home.tsx'
import { RoundsPage } from './rounds-page.tsx'
import { RowsPage } from './rows-page.tsx'
import { SalesPage } from './sales-page.tsx'

interface ReportsRoutesProps {
  notFound: ReactNode
  /** Cards of other features among the reports about money. */
  moneyReports: ReactNode
}

export default function ReportsRoutes({ notFound, moneyReports }: ReportsRoutesProps) {
  return (
    <Routes>
      <Route index element={<ReportsHome moneyReports={moneyReports} />} />
      <Route path="sales" element={<SalesPage />} />
      <Route path="collections" element={<CollectionsPage />} />
      <Route path="debts" element={<DebtsPage />} />
      <Route path="cash" element={<CashPage />} />
      <Route path="gst" element={useMayCall(gstReport) ? <GstPage /> : <NotYours />} />
      <Route path="rounds" element={<RoundsPage />} />
      <Route path="contractors" element={useMayCall(contractorsReport) ? <ContractorsPage /> : <NotYours />} />
      <Route path="customers/:kind" element={<CustomersReportPage notFound={notFound} />} />
      <Route path="rows" element={<RowsPage notFound={notFound} />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}
