import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AutopayCustomersPage } from './autopay-customers-page.tsx'
import { ChargesPage } from './charges-page.tsx'

export default function ChargesRoutes({ notFound }: { notFound: ReactNode }) {
  return (
    <Routes>
      <Route index element={<ChargesPage />} />
      <Route path="customers" element={<AutopayCustomersPage />} />
      <Route path="*" element={notFound} />
    </Routes>
  )
}
