import { sentences } from '#client/ui/core/texts.ts'

export const TEMPLATE_NAMES = sentences({
  quotation: 'Quotation',
  welcome: 'Welcome',
  pickupConfirmation: 'Pickup confirmation',
  notReached: 'Not reached',
  invoice: 'Invoice',
  remindFirst: 'First payment reminder',
  remindSecond: 'Second payment reminder',
  receipt: 'Receipt',
  statement: 'Account statement',
  collectionReminder: 'Collection reminder',
  serviceCancelled: 'Service cancelled',
  confirmRegistration: 'Confirm registration',
  alreadyRegistered: 'Already registered',
  priceChange: 'New price',
  priceCancelled: 'New price cancelled',
  caseAnswered: 'Case answered',
  passwordReset: 'New password',
})
