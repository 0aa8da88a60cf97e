import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { ServiceCreate } from './service-create.tsx'
import { ServiceEdit } from './service-edit.tsx'
import { ServicesPage } from './services-page.tsx'

/** Everything under /service-packages: drawers open over the list. */
export default function ServicesRoutes() {
  const close = useBackToList(officePaths.services())
  return (
    <>
      <ServicesPage />
      <Routes>
        <Route path="new" element={<ServiceCreate onClose={close} />} />
        <Route path=":productID" element={<Edit onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function Edit({ onClose }: { onClose: () => void }) {
  const { productID = '' } = useParams()
  return <ServiceEdit key={productID} productID={productID} onClose={onClose} />
}
