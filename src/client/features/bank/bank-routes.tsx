import { Route, Routes } from 'react-router-dom'
import { BankPage } from './bank-page.tsx'
import { LinesPage } from './lines-page.tsx'
import { PayoutsPage } from './payouts-page.tsx'

export default function BankRoutes() {
  return (
    <Routes>
      <Route path="lines" element={<LinesPage />} />
      <Route path="payouts" element={<PayoutsPage />} />
      <Route path="*" element={<BankPage />} />
    </Routes>
  )
}
