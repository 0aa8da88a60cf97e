import { sentences } from '#client/ui/core/texts.ts'

export const GROUP_NAMES = sentences({
  business: 'Name and registration',
  contact: 'Contact',
  place: 'Location',
  bank: 'Bank details',
  fees: 'Fees',
  pay: 'Drivers’ pay',
  bankFile: 'Bank file for contractors',
  invoices: 'Invoices',
  books: 'Books and GST',
  xero: 'Export to Xero',
  cards: 'Card payments',
  reminders: 'Reminders',
  notice: 'Notice to customers',
  putOut: 'Next collection',
  noPickup: 'No pickup',
  collectionReminders: 'Reminders before a collection',
  start: 'New customers',
  sending: 'Emails',
  security: 'Signing in',
  texts: 'Texts to accept',
})
