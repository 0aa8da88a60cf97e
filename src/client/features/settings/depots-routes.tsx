import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { DepotCreate, DepotEdit } from './depot-drawers.tsx'
import { DepotsPage } from './depots-page.tsx'
import { settingsPaths } from './settings-paths.ts'

/** Drawers open over the list. */
export function DepotsRoutes() {
  const close = useBackToList(settingsPaths.depots())
  return (
    <>
      <DepotsPage />
      <Routes>
        <Route path="new" element={<DepotCreate onClose={close} />} />
        <Route path=":depotID" element={<Edit onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function Edit({ onClose }: { onClose: () => void }) {
  const { depotID = '' } = useParams()
  return <DepotEdit key={depotID} depotID={depotID} onClose={onClose} />
}
