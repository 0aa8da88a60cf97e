import type { ReactNode } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { DriverCreate } from './driver-create.tsx'
import { DriverPage } from './driver-page.tsx'
import { DriversPage } from './drivers-page.tsx'

/** The form of a new driver opens over the list. @param incomesOf a driver's incomes, as a part of their page */
export default function DriversRoutes({ incomesOf = NOTHING }: { incomesOf?: (driverID: string) => ReactNode }) {
  const today = useToday()
  const close = useBackToList(officePaths.drivers())
  const list = (
    <>
      <DriversPage today={today} />
      <Outlet />
    </>
  )
  return (
    <Routes>
      <Route element={list}>
        <Route index element={null} />
        <Route path="new" element={<DriverCreate today={today} onClose={close} />} />
      </Route>
      <Route path=":driverID/*" element={<DriverPage today={today} incomes={incomesOf} />} />
    </Routes>
  )
}

const NOTHING = () => null
