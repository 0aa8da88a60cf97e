import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { CasePage } from './case-page.tsx'
import { CasesList } from './cases-list.tsx'

interface CasesRoutesProps {
  fetchPhoto: FetchPhoto
  notFound: ReactNode
}

export default function CasesRoutes({ fetchPhoto, notFound }: CasesRoutesProps) {
  return (
    <Routes>
      <Route index element={<CasesList />} />
      <Route path=":caseID" element={<One fetchPhoto={fetchPhoto} />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}

function One({ fetchPhoto }: { fetchPhoto: FetchPhoto }) {
  const { caseID = '' } = useParams()
  return <CasePage key={caseID} caseID={caseID} fetchPhoto={fetchPhoto} />
}
