export const quotationWords = {
  title: 'Your quotation',
  titleFor: 'Your quotation, {{name}}',
  loading: 'Loading',
  servicePackage: 'Service package',
  features: 'What you get',
  collectionScheme: 'Collection',
  paymentScheme: 'Payment',
  price: 'Price',
  area: 'Your area',
  weeks: 'Your next weeks',
  weeksLater: 'We’ll let you know the weeks.',
  validUntil: 'Valid until {{day}}.',
  accept: 'Accept',
  thanks: 'Thank you! You’ve accepted this quotation. We’ll be in touch soon.',
  acceptedOn: 'Accepted on {{day}}.',
  invalidTitle: 'This link no longer works',
  invalidWhy: 'Quotations are valid for 30 days, and a new one replaces the old. Please ask us for a new one.',
  overTitle: 'Already taken care of',
  overWhy: 'There’s nothing left to accept. Please call us with any questions.',
  offlineTitle: 'No connection',
  offlineWhy: 'Please try again when you’re back online.',
  busyTitle: 'Please try again shortly',
  tryAgain: 'Try again',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    quotation: typeof quotationWords
  }
}
