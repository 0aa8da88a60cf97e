import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Your service {servicePackage} at {address} ended on {day}. We don’t collect from you any more.

{balance}

You can still see and pay your invoices: {invoicesLink}

If this is a mistake, please call us.

Thank you for being our customer.

{businessName}`

export const serviceCancelled = mailWords({
  called: 'the email about a cancelled service',
  fields: ['firstName', 'refId', 'servicePackage', 'address', 'day', 'balance', 'invoicesLink', 'businessName'],
  subject: 'Your service with {businessName} has ended',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    servicePackage: 'Garden bag, 240 litres',
    address: '4 Kerb Street, Wahroonga',
    day: '09/11/2026',
    balance: 'You owe $75.00.',
    invoicesLink: 'https://bags.example/invoices',
  },
})
