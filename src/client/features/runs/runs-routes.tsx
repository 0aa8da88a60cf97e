import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { RunNew } from './generate/run-new.tsx'
import { RunPage } from './page/run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { RunSheet } from './sheet/run-sheet.tsx'

interface RunsRoutesProps {
  fetchPhoto: FetchPhoto
  /** The records of one run that wait for a decision. */
  exceptionsOf: (runOrderID: string) => ReactNode
  /** The ledger of its drivers' phones. */
  phonesOf: (runOrderID: string) => ReactNode
  notFound: ReactNode
}

/** Everything under /run-orders that is a run's: the list, generating one, its page, its sheet on paper. */
export default function RunsRoutes(props: RunsRoutesProps) {
  return (
    <Routes>
      <Route index element={<RunsPage />} />
      <Route path="new" element={<RunNew />} />
      <Route path=":runOrderID" element={<Run {...props} />} />
      <Route path=":runOrderID/print" element={<Sheet />} />
      <Route path="*" element={props.notFound} />
    </Routes>
  )
}

function Run({ fetchPhoto, exceptionsOf, phonesOf }: RunsRoutesProps) {
  const { runOrderID = '' } = useParams()
  return (
    <RunPage
      key={runOrderID}
      runOrderID={runOrderID}
      fetchPhoto={fetchPhoto}
      exceptions={exceptionsOf(runOrderID)}
      phones={phonesOf(runOrderID)}
    />
  )
}

function Sheet() {
  const { runOrderID = '' } = useParams()
  return <RunSheet key={runOrderID} runOrderID={runOrderID} />
}
