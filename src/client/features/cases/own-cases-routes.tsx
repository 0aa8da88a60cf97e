import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { OwnCasePage } from './own-case-page.tsx'
import { OwnCasesPage } from './own-cases-page.tsx'
import { OwnCaseAbout, OwnNewCase } from './own-new-case.tsx'

interface OwnCasesRoutesProps {
  fetchPhoto: FetchPhoto
  notFound: ReactNode
}

export default function OwnCasesRoutes({ fetchPhoto, notFound }: OwnCasesRoutesProps) {
  return (
    <MantineRoom>
      <Routes>
        <Route index element={<OwnCasesPage />} />
        <Route path="about/:assignmentID" element={<About />} />
        <Route path="new/:kind" element={<New notFound={notFound} />} />
        <Route path=":caseID" element={<One fetchPhoto={fetchPhoto} />} />
        <Route path="*" element={notFound} />
      </Routes>
    </MantineRoom>
  )
}

function About() {
  const { assignmentID = '' } = useParams()
  return <OwnCaseAbout key={assignmentID} assignmentID={assignmentID} />
}

function New({ notFound }: { notFound: ReactNode }) {
  const { kind = '' } = useParams()
  return <OwnNewCase key={kind} kind={kind} notFound={notFound} />
}

function One({ fetchPhoto }: { fetchPhoto: FetchPhoto }) {
  const { caseID = '' } = useParams()
  return <OwnCasePage key={caseID} caseID={caseID} fetchPhoto={fetchPhoto} />
}
