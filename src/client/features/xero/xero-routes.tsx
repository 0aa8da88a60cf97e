import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { XeroExportPage } from './xero-export-page.tsx'
import { XeroPage } from './xero-page.tsx'

export default function XeroRoutes({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      <Route index element={<XeroPage />} />
      <Route path=":exportID" element={<XeroExportPage />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}
