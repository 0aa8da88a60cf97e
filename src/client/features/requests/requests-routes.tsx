import type { ReactNode } from 'react'
import { Outlet, Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { listSuburbRequests } from '#contract/v1/registration.ts'
import { NotYours, useMayCall } from '#client/shells/role.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RequestCreate } from './request-create.tsx'
import { RequestPage } from './request-page.tsx'
import { RequestsPage } from './requests-page.tsx'
import { SuburbRequestsPage } from './suburb-requests-page.tsx'

/** The form of a new request opens over the list; a request has a page. */
export default function RequestsRoutes({ notFound }: { notFound: ReactNode }) {
  const close = useBackToList(officePaths.requests())
  const navigate = useNavigate()
  return (
    <Routes>
      <Route element={<List />}>
        <Route index element={null} />
        <Route
          path="new"
          element={
            <RequestCreate
              onClose={close}
              onCreated={({ customerID }) => navigate(officePaths.request(customerID), { replace: true })}
            />
          }
        />
      </Route>
      <Route path="suburbs" element={useMayCall(listSuburbRequests) ? <SuburbRequestsPage /> : <NotYours />} />
      <Route path=":customerID" element={<Page />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function List() {
  return (
    <>
      <RequestsPage />
      <Outlet />
    </>
  )
}

function Page() {
  const { customerID = '' } = useParams()
  return <RequestPage key={customerID} customerID={customerID} />
}
