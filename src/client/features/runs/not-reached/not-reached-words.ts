export const notReachedWords = {
  title_one: '{{count}} customer not reached',
  title_other: '{{count, number}} customers not reached',
  back: 'Back to run',
  loading: 'Loading',
  nobody: 'Every customer of this run was reached, or was moved or removed before it was completed.',
  how: 'The run was completed before a driver reached them. They were moved to their next collection and aren’t charged.',
  howCall_one:
    'The run was completed before a driver reached them. They were moved to their next collection and aren’t charged. {{count}} has no email: call them.',
  howCall_other:
    'The run was completed before a driver reached them. They were moved to their next collection and aren’t charged. {{count, number}} have no email: call them.',
  csv: 'Export CSV',
  csvName: 'Not reached {{run}}',
  mail_one: 'Email {{count}} customer',
  mail_other: 'Email {{count, number}} customers',
  mailQuestion_one: 'Email {{count}} customer?',
  mailQuestion_other: 'Email {{count, number}} customers?',
  letterTo: 'Each gets this email once. For example to {{to}}:',
  mailed: 'Emails added to the outbox',
  cancel: 'Cancel',
  refId: 'Ref ID',
  customer: 'Customer',
  address: 'Address',
  suburb: 'Suburb',
  phone: 'Phone',
  call: 'Call {{name}}: {{phone}}',
  mobilePhone: 'Mobile phone',
  homePhone: 'Home phone',
  email: 'Email',
  runNumber: 'Run number',
  driver: 'Driver',
  next: 'Next collection',
  nowhere: 'No longer due',
  noDay: 'Not in the calendar yet',
  weekOf: 'Week of {{day}}',
  told: 'Told',
  acts: 'Actions',
  noteCallOf: 'Note call: {{name}}',
  'call-spoke': 'Called: spoke',
  'call-message': 'Called: left a message',
  'call-no_answer': 'Called: no answer',
  notYet: 'Not yet',
  noEmail: 'No email',
  'mail-queued': 'Email waiting',
  'mail-sent': 'Emailed',
  'mail-failed': 'Email failed',
  'mail-kept': 'Not sent: no mail server',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    notReached: typeof notReachedWords
  }
}
