import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { generateRun } from '#contract/v1/runs-office.ts'
import { NotYours, useMayCall } from '#client/shells/role.tsx'
import { NotReachedPage } from './not-reached/not-reached-page.tsx'
import { RunMapPage } from './map/run-map-page.tsx'
import { RunNew } from './generate/run-new.tsx'
import { RunPage } from './page/run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { RunSheet } from './sheet/run-sheet.tsx'

interface RunsRoutesProps {
  fetchPhoto: FetchPhoto
  exceptionsOf: (runOrderID: string) => ReactNode
  devicesOf: (runOrderID: string) => ReactNode
  notFound: ReactNode
}

export default function RunsRoutes(props: RunsRoutesProps) {
  return (
    <Routes>
      <Route index element={<RunsPage />} />
      <Route path="new" element={useMayCall(generateRun) ? <RunNew /> : <NotYours />} />
      <Route path=":runOrderID" element={<Run {...props} />} />
      <Route path=":runOrderID/map" element={<RunMap />} />
      <Route path=":runOrderID/print" element={<Sheet />} />
      <Route path=":runOrderID/not-reached" element={<NotReached />} />
      <Route path="*" element={props.notFound} />
    </Routes>
  )
}

function Run({ fetchPhoto, exceptionsOf, devicesOf }: RunsRoutesProps) {
  const { runOrderID = '' } = useParams()
  return (
    <RunPage
      key={runOrderID}
      runOrderID={runOrderID}
      fetchPhoto={fetchPhoto}
      exceptions={exceptionsOf(runOrderID)}
      devices={devicesOf(runOrderID)}
    />
  )
}

function NotReached() {
  const { runOrderID = '' } = useParams()
  return <NotReachedPage key={runOrderID} runOrderID={runOrderID} />
}

function RunMap() {
  const { runOrderID = '' } = useParams()
  return <RunMapPage key={runOrderID} runOrderID={runOrderID} />
}

function Sheet() {
  const { runOrderID = '' } = useParams()
  return <RunSheet key={runOrderID} runOrderID={runOrderID} />
}
