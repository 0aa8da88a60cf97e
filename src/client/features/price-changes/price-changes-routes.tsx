import type { ReactNode } from 'react'
import { Route, Routes, useNavigate, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PriceChangeCreate } from './price-change-create.tsx'
import { PriceChangeEdit } from './price-change-edit.tsx'
import { PriceChangePage } from './price-change-page.tsx'
import { PriceChangesPage } from './price-changes-page.tsx'

export default function PriceChangesRoutes({ notFound }: { notFound: ReactNode }) {
  const close = useBackToList(officePaths.priceChanges())
  return (
    <Routes>
      <Route index element={<PriceChangesPage />} />
      <Route
        path="new"
        element={
          <>
            <PriceChangesPage />
            <PriceChangeCreate onClose={close} />
          </>
        }
      />
      <Route path=":priceChangeID" element={<Page />} />
      <Route path=":priceChangeID/edit" element={<Page editing />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function Page({ editing = false }: { editing?: boolean }) {
  const { priceChangeID = '' } = useParams()
  const navigate = useNavigate()
  const close = () => void navigate(officePaths.priceChange(priceChangeID))
  return (
    <>
      <PriceChangePage key={priceChangeID} priceChangeID={priceChangeID} />
      {editing ? <PriceChangeEdit priceChangeID={priceChangeID} onClose={close} /> : null}
    </>
  )
}
