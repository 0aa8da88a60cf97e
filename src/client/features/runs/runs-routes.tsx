import { Route, Routes, useParams } from 'react-router-dom'
import { RunNew } from './generate/run-new.tsx'
import { RunPage } from './page/run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { RunSheet } from './sheet/run-sheet.tsx'

/** Everything under /run-orders that is a run's: the list, generating one, its page, its sheet on paper. */
export default function RunsRoutes() {
  return (
    <Routes>
      <Route index element={<RunsPage />} />
      <Route path="new" element={<RunNew />} />
      <Route path=":runOrderID" element={<Run />} />
      <Route path=":runOrderID/print" element={<Sheet />} />
      <Route path="*" element={<RunsPage />} />
    </Routes>
  )
}

function Run() {
  const { runOrderID = '' } = useParams()
  return <RunPage key={runOrderID} runOrderID={runOrderID} />
}

function Sheet() {
  const { runOrderID = '' } = useParams()
  return <RunSheet key={runOrderID} runOrderID={runOrderID} />
}
