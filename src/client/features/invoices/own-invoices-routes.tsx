import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { OwnInvoicesPage } from './own-invoices-page.tsx'

interface OwnInvoicesRoutesProps {
  fetchPhoto: FetchPhoto
  ledgerPath: string
  notFound: ReactNode
  /** The buttons that pay one invoice, and all that is owed. */
  payNowFor: (invoiceID: string) => ReactNode
  payAll: ReactNode
}

/** Everything under /invoices for a customer. */
export default function OwnInvoicesRoutes({
  fetchPhoto,
  ledgerPath,
  notFound,
  payNowFor,
  payAll,
}: OwnInvoicesRoutesProps) {
  return (
    <MantineRoom>
      <Routes>
        <Route index element={<OwnInvoicesPage ledgerPath={ledgerPath} payAll={payAll} />} />
        <Route path=":invoiceID" element={<Page fetchPhoto={fetchPhoto} payNowFor={payNowFor} />} />
        <Route path="*" element={notFound} />
      </Routes>
    </MantineRoom>
  )
}

function Page({ fetchPhoto, payNowFor }: Pick<OwnInvoicesRoutesProps, 'fetchPhoto' | 'payNowFor'>) {
  const { invoiceID = '' } = useParams()
  return <InvoicePage key={invoiceID} invoiceID={invoiceID} fetchPhoto={fetchPhoto} own payNowFor={payNowFor} />
}
