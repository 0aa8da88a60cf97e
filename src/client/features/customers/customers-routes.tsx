import type { ReactNode } from 'react'
import { Outlet, Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import type { OfficeParts } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { CustomerCreate } from './customer-create.tsx'
import { CustomerPage } from './customer-page.tsx'
import { OnHoldPage } from './on-hold-page.tsx'
import { CustomersPage } from './customers-page.tsx'

interface CustomersRoutesProps {
  fetchPhoto: FetchPhoto
  notFound: ReactNode
  parts: OfficeParts
}

/** The form of a new customer opens over the list. The import's route is the app's. */
export default function CustomersRoutes({ fetchPhoto, notFound, parts }: CustomersRoutesProps) {
  const close = useBackToList(officePaths.customers())
  const navigate = useNavigate()
  return (
    <Routes>
      <Route element={<List />}>
        <Route index element={null} />
        <Route
          path="new"
          element={
            <CustomerCreate
              onClose={close}
              onCreated={({ customerID }) => navigate(officePaths.customer(customerID), { replace: true })}
            />
          }
        />
      </Route>
      <Route path="on-hold" element={<OnHoldPage />} />
      <Route path=":customerID/:tab?" element={<Page fetchPhoto={fetchPhoto} parts={parts} />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function List() {
  return (
    <>
      <CustomersPage />
      <Outlet />
    </>
  )
}

function Page({ fetchPhoto, parts }: { fetchPhoto: FetchPhoto; parts: OfficeParts }) {
  const { customerID = '', tab } = useParams()
  return <CustomerPage key={customerID} customerID={customerID} tab={tab} fetchPhoto={fetchPhoto} parts={parts} />
}
