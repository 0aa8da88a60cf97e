import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Link, Outlet, Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ChasingPage } from './chasing-page.tsx'
import { InvoiceCreate } from './invoice-create.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { InvoicesList } from './invoices-list.tsx'
import { TasksPage } from './tasks-page.tsx'
import { UnbilledPage } from './unbilled-page.tsx'
import { UnbilledRunsPage } from './unbilled-runs-page.tsx'
import { invoicesPaths } from './invoices-paths.ts'

/** The form opens over the list; an invoice has a page. */
export default function InvoicesRoutes({ fetchPhoto, notFound }: { fetchPhoto: FetchPhoto; notFound: ReactNode }) {
  return (
    <Routes>
      <Route element={<List />}>
        <Route index element={null} />
        <Route path="new" element={<Create />} />
      </Route>
      <Route path="tasks" element={<TasksPage />} />
      <Route path="chasing" element={<ChasingPage />} />
      <Route path="unbilled" element={<UnbilledPage />} />
      <Route path="unbilled-runs" element={<UnbilledRunsPage />} />
      <Route path=":invoiceID" element={<Page fetchPhoto={fetchPhoto} />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function List() {
  const navigate = useNavigate()
  const add = (
    <Button component={Link} to={invoicesPaths.new()}>
      {t('New invoice')}
    </Button>
  )
  const toImport = (
    <Button component={Link} to={invoicesPaths.import()} variant="default" visibleFrom="sm">
      {t('Import CSV')}
    </Button>
  )
  const toTransactions = (
    <Button component={Link} to={officePaths.transactions()} variant="default" visibleFrom="sm">
      {t('Payments')}
    </Button>
  )
  const toTasks = (
    <Button component={Link} to={invoicesPaths.tasks()} variant="default" visibleFrom="sm">
      {t('Bulk actions')}
    </Button>
  )
  const toChasing = (
    <Button component={Link} to={officePaths.chasing()} variant="default" visibleFrom="sm">
      {t('Reminders')}
    </Button>
  )
  const toUnbilled = (
    <Button component={Link} to={invoicesPaths.unbilled()} variant="default" visibleFrom="sm">
      {t('Invoice collections')}
    </Button>
  )
  return (
    <>
      <InvoicesList
        actions={
          <>
            {toImport}
            {toUnbilled}
            {toChasing}
            {toTasks}
            {toTransactions}
            {add}
          </>
        }
        onNew={() => navigate(invoicesPaths.new())}
      />
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
