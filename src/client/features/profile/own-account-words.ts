export const ownAccountWords = {
  contact: 'Phone and address',
  mobilePhone: 'Mobile phone',
  homePhone: 'Home phone',
  saved: 'Saved',
  address: 'Address',
  addressHow: 'Your suburb sets your collection week, so the office changes the address.',
  newAddress: 'Tell us your new address',
  addressAsked: 'You’ve told us a new address.',
  seeRequest: 'See your request',

  emails: 'Emails from us',
  reminders: 'Collection reminders',
  remindersHow: 'An email before each collection, with a link to skip it.',
  remindersOn: 'You’ll get collection reminders',
  remindersOff: 'No more collection reminders',
  invoices: 'Invoices by email',
  invoicesHow: 'And a confirmation after each collection. Your invoices are always here too, under Invoices.',
  invoicesOn: 'You’ll get invoices by email',
  invoicesOff: 'No more invoices by email',
  invoicesToOther: 'Your invoices go to another payer. Ask the office to change that.',

  calendar: 'Collections in your calendar',
  calendarHow: 'Your collection weeks in the calendar of your phone or computer. Changes come along by themselves.',
  calendarMake: 'Get my calendar address',
  calendarAddress: 'Calendar address',
  calendarPaste: 'In your calendar, add a calendar “by subscription” or “from URL”, and paste this address.',
  calendarDaily: 'Calendars look for changes about once a day. What’s new here may take that long to show there.',
  calendarSecret: 'Anyone with this address can see your collection weeks. Don’t share it.',
  calendarRead: 'Last read by a calendar {{time}}.',
  calendarUnread: 'Not read by a calendar yet.',
  copyAddress: 'Copy address',
  openCalendar: 'Open in calendar app',
  calendarRenew: 'New address',
  calendarRenewQuestion: 'Make a new calendar address?',
  calendarRenewWhy: 'The old address stops working. Add the new one to your calendars.',
  calendarRenewed: 'New calendar address made',
  calendarEnd: 'Remove',
  calendarEndQuestion: 'Remove your calendar address?',
  calendarEndWhy: 'Calendars that use it no longer get your collections.',
  calendarEnded: 'Calendar address removed',
  calendarMade: 'Calendar address made',

  data: 'Your data',
  dataHow: 'One file with your details, collections, invoices, payments, requests and sign-ins.',
  dataRest: 'For anything else we hold about you, or to correct it,',
  askOffice: 'ask the office',
  dataDownload: 'Download my data',
  dataFile: 'my-data-{{day}}.json',
  dataSaved: 'Saved as {{name}}',

  close: 'Close my account',
  closeHow: 'The office answers with your last collection and what is left to pay.',
  closeAsk: 'Close my account',
  closeAsked: 'You’ve asked us to close your account.',
  cancelled: 'Your service is cancelled. You can sign in until {{day}}, and while anything is owed.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    ownAccount: typeof ownAccountWords
  }
}
