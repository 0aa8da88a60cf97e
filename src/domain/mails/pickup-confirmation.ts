import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

{whatHappened}

{invoice}

{balance}

Something wrong? Tell us: {collectionsLink}

{businessName}`

/**
 * Sent after a run is completed: what the driver recorded, with one photo and the invoice it made. `whatHappened` and
 * `invoice` are sentences; the second is empty without an invoice.
 */
export const pickupConfirmation = mailWords({
  called: 'the pickup confirmation',
  fields: [
    'firstName',
    'refId',
    'day',
    'address',
    'whatHappened',
    'invoice',
    'balance',
    'collectionsLink',
    'businessName',
  ],
  subject: 'Your collection on {day}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    refId: '10482',
    day: '12/11/2026',
    address: '4 Kerb Street, Wahroonga',
    whatHappened: 'On 12/11/2026 we collected 1 bag from 4 Kerb Street, Wahroonga.',
    invoice: 'Your invoice INV-000123 for $25.00 is attached. Please pay by 19/11/2026.',
    balance: 'You owe $25.00.',
    collectionsLink: 'https://bags.example/schedules',
  },
})
