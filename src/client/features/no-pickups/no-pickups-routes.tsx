import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { NoPickupCreate } from './no-pickup-create.tsx'
import { NoPickupEdit } from './no-pickup-edit.tsx'
import { NoPickupsPage } from './no-pickups-page.tsx'

/** Drawers open over the list. */
export default function NoPickupsRoutes() {
  const close = useBackToList(officePaths.noPickups())
  return (
    <>
      <NoPickupsPage />
      <Routes>
        <Route path="new" element={<NoPickupCreate onClose={close} />} />
        <Route path=":noPickupID" element={<Edit onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function Edit({ onClose }: { onClose: () => void }) {
  const { noPickupID = '' } = useParams()
  return <NoPickupEdit key={noPickupID} noPickupID={noPickupID} onClose={onClose} />
}
