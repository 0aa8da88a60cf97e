import type { ReactNode } from 'react'
import { Outlet, Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { previewChasing } from '#contract/v1/chasing.ts'
import { previewUnbilled } from '#contract/v1/invoices.ts'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { NotYours, useMayCall } from '#client/shells/role.tsx'
import { ChasingPage } from './chasing-page.tsx'
import { InvoiceCreate } from './invoice-create.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { InvoicesList } from './invoices-list.tsx'
import { TasksPage } from './tasks-page.tsx'
import { UnbilledPage } from './unbilled-page.tsx'
import { UnbilledRunsPage } from './unbilled-runs-page.tsx'

/** The form opens over the list; an invoice has a page. */
export default function InvoicesRoutes({ fetchPhoto, notFound }: { fetchPhoto: FetchPhoto; notFound: ReactNode }) {
  return (
    <Routes>
      <Route element={<List />}>
        <Route index element={null} />
        <Route path="new" element={<Create />} />
      </Route>
      <Route path="tasks" element={<TasksPage />} />
      <Route path="chasing" element={useMayCall(previewChasing) ? <ChasingPage /> : <NotYours />} />
      <Route path="unbilled" element={useMayCall(previewUnbilled) ? <UnbilledPage /> : <NotYours />} />
      <Route path="unbilled-runs" element={<UnbilledRunsPage />} />
      <Route path=":invoiceID" element={<Page fetchPhoto={fetchPhoto} />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function List() {
  return (
    <>
      <InvoicesList />
      <Outlet />
    </>
  )
}

/** Preselects the customer of the address. */
function Create() {
  const close = useBackToList(officePaths.invoices())
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <InvoiceCreate
      customerID={params.get('customerID') ?? ''}
      onClose={close}
      onCreated={({ invoiceID }) => navigate(officePaths.invoice(invoiceID), { replace: true })}
    />
  )
}

function Page({ fetchPhoto }: { fetchPhoto: FetchPhoto }) {
  const { invoiceID = '' } = useParams()
  return <InvoicePage key={invoiceID} invoiceID={invoiceID} fetchPhoto={fetchPhoto} />
}
