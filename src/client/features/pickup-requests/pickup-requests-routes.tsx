import { Route, Routes } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { PickupRequestCreate } from './pickup-request-create.tsx'
import { PickupRequestsPage } from './pickup-requests-page.tsx'

/** Drawers open over the list. */
export default function PickupRequestsRoutes() {
  const close = useBackToList(officePaths.pickupRequests())
  return (
    <>
      <PickupRequestsPage />
      <Routes>
        <Route path="new" element={<PickupRequestCreate onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}
