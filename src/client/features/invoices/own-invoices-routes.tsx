import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { ListedInvoice } from '#contract/v1/invoices.ts'
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
  /** Pays those that are selected in the list. */
  paySelected: (rows: readonly ListedInvoice[]) => ReactNode
  /** What is being confirmed, and how to pay by bank transfer. */
  waysToPay: ReactNode
}

/** Everything under /invoices for a customer. */
export default function OwnInvoicesRoutes({
  fetchPhoto,
  ledgerPath,
  notFound,
  payNowFor,
  payAll,
  paySelected,
  waysToPay,
}: OwnInvoicesRoutesProps) {
  return (
    <MantineRoom>
      <Routes>
        <Route
          index
          element={
            <OwnInvoicesPage ledgerPath={ledgerPath} payAll={payAll} paySelected={paySelected} waysToPay={waysToPay} />
          }
        />
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
