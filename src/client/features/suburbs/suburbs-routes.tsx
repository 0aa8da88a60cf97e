import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { SuburbCreate } from './suburb-create.tsx'
import { SuburbEdit } from './suburb-edit.tsx'
import { SuburbsPage } from './suburbs-page.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

/** Drawers open over the list. */
export default function SuburbsRoutes() {
  const close = useBackToList(suburbsPaths.list())
  return (
    <>
      <SuburbsPage />
      <Routes>
        <Route path="new" element={<SuburbCreate onClose={close} />} />
        <Route path=":suburbID" element={<Edit onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function Edit({ onClose }: { onClose: () => void }) {
  const { suburbID = '' } = useParams()
  return <SuburbEdit key={suburbID} suburbID={suburbID} onClose={onClose} />
}
