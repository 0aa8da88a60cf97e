import { Route, Routes, useSearchParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type Entry, EntryForm } from './entry-form.tsx'
import { TransactionsPage } from './transactions-page.tsx'

/** Drawers open over the list. */
export default function TransactionsRoutes() {
  return (
    <>
      <TransactionsPage />
      <Routes>
        <Route path="new" element={<New entry="payment" />} />
        <Route path="new/goodwill" element={<New entry="goodwill" />} />
        <Route path="new/refund" element={<New entry="refund" />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

/** Preselects the customer the list is filtered by and, over the list of card payments, a card payment. */
function New({ entry }: { entry: Entry }) {
  const close = useBackToList(officePaths.transactions())
  const [params] = useSearchParams()
  const byCard = entry === 'payment' && params.get('paymentType') === 'CARD'
  return <EntryForm entry={entry} customerID={params.get('customerID') ?? ''} byCard={byCard} onClose={close} />
}
