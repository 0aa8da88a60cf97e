import type { CollectionScheme, PAYMENT_SCHEMES } from './words.ts'

/** The public wording of a scheme whose service package has none (domain.md 3). */

const COLLECTION: Readonly<Record<CollectionScheme, string>> = {
  MONTHLY: 'Every month',
  SECOND_MONTHLY: 'Every second month',
  QUARTERLY: 'Every third month',
  FORTNIGHTLY: 'Every fortnight',
  FLEXIBLE: 'On request',
  ONE_OFF: 'Once',
}
const PAYMENT: Readonly<Record<(typeof PAYMENT_SCHEMES)[number], string>> = {
  POSTPAID: 'After the collection',
  PREPAID: 'In advance',
}

export function collectionWords(scheme: CollectionScheme): string {
  return COLLECTION[scheme]
}

export function paymentWords(scheme: (typeof PAYMENT_SCHEMES)[number]): string {
  return PAYMENT[scheme]
}
