import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Thank you for asking. This is our offer:

{servicePackage}
{features}
Collection: {collectionScheme}
Payment: {paymentScheme}
Price: {price}

Our next weeks in {suburb}:
{weeks}

{message}

To accept, open this link by {expires}:
{acceptLink}

{businessName}`

/** The offer for a request, with the link to accept it. */
export const quotation = mailWords({
  called: 'the quotation',
  fields: [
    'firstName',
    'servicePackage',
    'features',
    'collectionScheme',
    'paymentScheme',
    'price',
    'suburb',
    'weeks',
    'message',
    'expires',
    'acceptLink',
    'businessName',
  ],
  needs: 'acceptLink',
  subject: 'Your quotation from {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    servicePackage: 'Garden bag, 240 litres',
    features: '- One bag, exchanged at the kerb\n- A reminder the week before',
    collectionScheme: 'Every month',
    paymentScheme: 'After the collection',
    price: '$25.00 a bag, GST included',
    suburb: 'Wahroonga',
    weeks: '- 09/11/2026 to 15/11/2026\n- 14/12/2026 to 20/12/2026\n- 11/01/2027 to 17/01/2027',
    message: 'Please leave the gate unlocked.',
    expires: '10/12/2026',
    acceptLink: 'https://bags.example/quotation?token=…',
  },
})
