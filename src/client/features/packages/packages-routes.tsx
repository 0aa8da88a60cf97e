import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { PackageCreate } from './package-create.tsx'
import { PackageEdit } from './package-edit.tsx'
import { PackagesPage } from './packages-page.tsx'
import { packagesPaths } from './packages-paths.ts'

/** Drawers open over the list. */
export default function PackagesRoutes() {
  const close = useBackToList(packagesPaths.list())
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
