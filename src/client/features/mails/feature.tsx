import { Suspense } from 'react'
import { lazyScreen } from '#client/shells/lazy-screen.ts'
import type { OfficeParts } from '#client/shells/office-feature.ts'

export const MailsPart = lazyScreen(async () => (await import('./mails-page.tsx')).MailsPage)
const CustomerMails = lazyScreen(async () => (await import('./customer-mails.tsx')).CustomerMails)
const CustomerMailTrouble = lazyScreen(async () => (await import('./customer-mails.tsx')).CustomerMailTrouble)

/** Parts of a customer's page, which stays while they load. */
export const mailsOfCustomer: OfficeParts['mailsOf'] = (customerID) => (
  <Suspense fallback={null}>
    <CustomerMails customerID={customerID} />
  </Suspense>
)

export const mailTroubleOfCustomer: OfficeParts['mailTroubleOf'] = (customerID) => (
  <Suspense fallback={null}>
    <CustomerMailTrouble customerID={customerID} />
  </Suspense>
)
