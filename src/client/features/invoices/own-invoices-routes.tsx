import type { ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { Invoice, ListedInvoice } from '#contract/v1/invoices.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { InvoicePage } from './invoice-page.tsx'
import { OwnInvoicesPage } from './own-invoices-page.tsx'

interface OwnInvoicesRoutesProps {
  fetchPhoto: FetchPhoto
  ledgerPath: string
  notFound: ReactNode
  payNowFor: (invoice: Pick<Invoice, 'invoiceID' | 'owing'>) => ReactNode
  payAll: ReactNode
  transferFor: (invoice: Invoice) => ReactNode
  paySelected: (rows: readonly ListedInvoice[]) => ReactNode
  /** Shows something beside the invoices whose payment is being confirmed. */
  withConfirming: (show: (invoiceIDs: ReadonlySet<string>) => ReactNode) => ReactNode
  waysToPay: ReactNode
  /** The way to paying automatically. */
  autopayLink?: ReactNode
}

export default function OwnInvoicesRoutes({
  fetchPhoto,
  ledgerPath,
  notFound,
  payNowFor,
  payAll,
  transferFor,
  paySelected,
  withConfirming,
  waysToPay,
  autopayLink = null,
}: OwnInvoicesRoutesProps) {
  return (
    <MantineRoom>
      <Routes>
        <Route
          index
          element={
            <OwnInvoicesPage
              ledgerPath={ledgerPath}
              payAll={payAll}
              paySelected={paySelected}
              withConfirming={withConfirming}
              waysToPay={waysToPay}
              autopayLink={autopayLink}
            />
          }
        />
        <Route
          path=":invoiceID"
          element={<Page fetchPhoto={fetchPhoto} payNowFor={payNowFor} transferFor={transferFor} />}
        />
        <Route path="*" element={notFound} />
      </Routes>
    </MantineRoom>
  )
}

function Page({
  fetchPhoto,
  payNowFor,
  transferFor,
}: Pick<OwnInvoicesRoutesProps, 'fetchPhoto' | 'payNowFor' | 'transferFor'>) {
  const { invoiceID = '' } = useParams()
  return (
    <InvoicePage
      key={invoiceID}
      invoiceID={invoiceID}
      fetchPhoto={fetchPhoto}
      own
      payNowFor={payNowFor}
      transferFor={transferFor}
    />
  )
}
