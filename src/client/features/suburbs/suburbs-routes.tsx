import { Route, Routes, useParams } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { SuburbCreate } from './suburb-create.tsx'
import { SuburbEdit } from './suburb-edit.tsx'
import { SuburbsPage } from './suburbs-page.tsx'

/** Everything under /suburbs: drawers open over the list. */
export default function SuburbsRoutes() {
  const close = useBackToList(officePaths.suburbs())
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
