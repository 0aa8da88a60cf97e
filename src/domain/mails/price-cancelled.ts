import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

We told you that your price would change from {oldPrice}, to {newPrice}. It won’t.

{businessName}`

/** Sent to customers who were told of a price change that was cancelled. Another one may still be pending for them. */
export const priceCancelled = mailWords({
  called: 'the email that a new price is cancelled',
  fields: ['firstName', 'refId', 'servicePackage', 'address', 'oldPrice', 'newPrice', 'businessName'],
  subject: 'A change of your price is cancelled',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    servicePackage: 'Garden bag, 240 litres',
    address: '4 Kerb Street, Wahroonga',
    oldPrice: '$25.00 a bag, GST included',
    newPrice: '$27.50 a bag, GST included',
  },
})
