import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PackageCreate } from './package-create.tsx'
import { PackageEdit } from './package-edit.tsx'
import { PackagesPage } from './packages-page.tsx'

/** Everything under /service-packages: drawers open over the list. */
export default function PackagesRoutes() {
  const close = useBackToList(officePaths.services())
  return (
    <>
      <PackagesPage />
      <Routes>
        <Route path="new" element={<PackageCreate onClose={close} />} />
        <Route path=":productID" element={<Edit onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function Edit({ onClose }: { onClose: () => void }) {
  const { productID = '' } = useParams()
  return <PackageEdit key={productID} productID={productID} onClose={onClose} />
}
