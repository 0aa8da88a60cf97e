import { type ReactNode, Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'

const words = async () => ({ payments: (await import('./payments-words.ts')).paymentsWords })

const PayNow = lazyScreen(async () => ({ words: await words(), screen: (await import('./pay-now.tsx')).PayNow }))
const PayAll = lazyScreen(async () => ({ words: await words(), screen: (await import('./pay-now.tsx')).PayAll }))

/** Parts of a customer's pages, which stay while they load. */
export const payNowFor = (invoiceID: string): ReactNode => (
  <Suspense fallback={null}>
    <PayNow invoiceID={invoiceID} />
  </Suspense>
)

export const payAll: ReactNode = (
  <Suspense fallback={null}>
    <PayAll />
  </Suspense>
)
