import { type ReactNode, Suspense } from 'react'
import type { Invoice, ListedInvoice } from '#contract/v1/invoices.ts'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import { useConfirming, WAYS_HEIGHT } from './own-ways.ts'

const PayNow = lazyScreen(async () => (await import('./pay-now.tsx')).PayNow)
const PayAll = lazyScreen(async () => (await import('./pay-now.tsx')).PayAll)

const WaysToPay = lazyScreen(async () => (await import('./ways-to-pay.tsx')).WaysToPay)
const Confirming = lazyScreen(async () => (await import('./ways-to-pay.tsx')).Confirming)
const TransferFor = lazyScreen(async () => (await import('./ways-to-pay.tsx')).TransferFor)
const PaySelected = lazyScreen(async () => (await import('./pay-now.tsx')).PaySelected)

/** Parts of a customer's pages, which stay while they load. */
export const payNowFor = (invoice: Pick<Invoice, 'invoiceID' | 'owing'>): ReactNode => (
  <Suspense fallback={null}>
    <PayNow invoice={invoice} />
  </Suspense>
)

export const payAll: ReactNode = (
  <Suspense fallback={null}>
    <PayAll />
  </Suspense>
)

/** Stands beside all that a customer owes, says what of it is being confirmed, and has the button for the rest. */
export const payOwed: ReactNode = (
  <Suspense fallback={null}>
    <Confirming />
    <PayAll />
  </Suspense>
)

/** The fallback has the height of one folded line, so that the list below does not move. */
export const waysToPay: ReactNode = (
  <Suspense fallback={<div style={{ minHeight: WAYS_HEIGHT }} />}>
    <WaysToPay />
  </Suspense>
)

export const transferFor = (invoice: Pick<Invoice, 'invoiceID' | 'owing'>): ReactNode => (
  <Suspense fallback={null}>
    <TransferFor invoice={invoice} />
  </Suspense>
)

export const paySelected = (rows: readonly Pick<ListedInvoice, 'invoiceID' | 'owing'>[]): ReactNode => (
  <Suspense fallback={null}>
    <PaySelected rows={rows} />
  </Suspense>
)

type ShowConfirming = (invoiceIDs: ReadonlySet<string>) => ReactNode

/** Shows something beside the invoices whose payment is being confirmed. */
export const withConfirming = (show: ShowConfirming): ReactNode => <WithConfirming show={show} />

function WithConfirming({ show }: { show: ShowConfirming }) {
  return show(useConfirming())
}
