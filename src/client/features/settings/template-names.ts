import { sentences } from '#client/ui/core/texts.ts'

export const TEMPLATE_NAMES = sentences({
  quotation: 'Quotation',
  welcome: 'Welcome',
  pickupConfirmation: 'Pickup confirmation',
  notReached: 'Not reached',
  invoice: 'Invoice',
  remindFirst: 'First payment reminder',
  remindSecond: 'Second payment reminder',
  overdueFirst: 'First payment reminder, by itself',
  overdueSecond: 'Second payment reminder, by itself',
  overdueFinal: 'Final payment reminder',
  onHold: 'Collections paused',
  holdEnded: 'Collections go on',
  receipt: 'Receipt',
  statement: 'Account statement',
  collectionReminder: 'Collection reminder',
  serviceCancelled: 'Service cancelled',
  confirmRegistration: 'Confirm registration',
  alreadyRegistered: 'Already registered',
  caseAnswered: 'Case answered',
  passwordReset: 'New password',
})
