import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

{change}

Service: {servicePackage}
Address: {address}

If you have a question, please call us.

{businessName}`

/** The notice of a dated price change. `change` has both prices, the day and the right to leave. */
export const priceChange = mailWords({
  called: 'the notice of a new price',
  fields: ['firstName', 'refId', 'servicePackage', 'address', 'change', 'oldPrice', 'newPrice', 'day', 'businessName'],
  needs: 'change',
  subject: 'Your price from {day}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    servicePackage: 'Garden bag, 240 litres',
    address: '4 Kerb Street, Wahroonga',
    change:
      'From 01/02/2027 you pay $27.50 a bag, GST included, instead of $25.00 a bag, GST included. If you don’t want to go on at the new price, you can end your service free of charge before 01/02/2027.',
    oldPrice: '$25.00 a bag, GST included',
    newPrice: '$27.50 a bag, GST included',
    day: '01/02/2027',
  },
})
