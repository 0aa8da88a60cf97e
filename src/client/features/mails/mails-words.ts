export const mailsWords = {
  title: 'Emails',
  searchHow: 'Recipient or subject',
  show: 'Show',
  all: 'All',
  kept: 'Not sent (no mail server)',
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  undeliverable: 'Can’t be delivered',
  fault: {
    address: 'The mail server says this address doesn’t take emails. Correct it on the person’s page.',
    sender: 'The mail server refuses your firm’s emails. Check SMTP_URL and your email provider.',
    late: 'Too late: the cut-off passed before it could be sent.',
  },
  comesBack: 'Emails to {{to}} can’t be delivered. Correct the address.',
  noneYet: 'No emails yet',
  empty: 'No emails',
  emptyHow: 'Every email Bagrun writes is listed here, such as a password link.',
  total_one: '{{count}} email',
  total_other: '{{count}} emails',
  page: 'Page {{page}} of {{pages}}',
  previous: 'Previous',
  next: 'Next',
  tries: 'Tried {{count}} times',
  showLink: 'Show link',
  showLinkOf: 'Show link: {{subject}}',
  linkHow: 'Not sent: no mail server is set up. The link works once; give it to {{to}} only. Viewing it is logged.',
  link: 'Link for {{to}}',
  noSignal: 'No connection to the server. Please try again when you’re back online.',
  strangeAnswer: 'Couldn’t reach the server. This network may need its own sign-in.',
  sendAgain: 'Send again',
  sendAgainOf: 'Send again: {{subject}}',
  sendAgainHow:
    'It goes to {{to}} again. If that address is wrong, correct it on the person’s page and send a new invitation or quotation from there. Any link in this email may have expired.',
  sendNow: 'Send now',
  sendNowOf: 'Send now: {{subject}}',
  sendNowHow: 'Written while there was no mail server. It goes to {{to}} as it is, whatever has changed since.',
  waitsAgain: 'Email queued to send again',
  loading: 'Loading',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    mails: typeof mailsWords
  }
}
