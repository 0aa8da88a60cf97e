import { mailWords } from './mail-words.ts'

/** `toPay` and `howToPay` are sentences: what is left to pay, and the pay link and bank account; empty when paid. */
export const INVOICE_FIELDS = [
  'firstName',
  'refId',
  'number',
  'issueDate',
  'dueDate',
  'amount',
  'owing',
  'toPay',
  'howToPay',
  'payLink',
  'reference',
  'balance',
  'businessName',
] as const

export const INVOICE_SAMPLE = {
  firstName: 'Anna',
  refId: '10482',
  number: 'INV-000123',
  issueDate: '10/11/2026',
  dueDate: '17/11/2026',
  amount: '$75.00',
  owing: '$75.00',
  toPay: 'Please pay $75.00 by 17/11/2026.',
  howToPay:
    'Pay online: https://bags.example/pay/…\nOr by bank transfer: Green Bags, BSB 062-000, account 12345678, reference 104828',
  payLink: 'https://bags.example/pay/…',
  reference: '104828',
  balance: 'You owe $75.00.',
}

const TEXT = `Hello {firstName},

Your invoice {number} for {amount} is attached. {toPay}

{howToPay}

{businessName}`

export const invoice = mailWords({
  called: 'the invoice email',
  fields: INVOICE_FIELDS,
  subject: 'Invoice {number} from {businessName}',
  text: TEXT,
  sample: INVOICE_SAMPLE,
})
