/** Labels are the spec's (sections 1, 2, 5). */
export const sessionWords = {
  welcomeBack: 'Welcome back!',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  login: 'Login',
  forgotPassword: 'Forgot password?',
  justRegistered: 'Just registered? Open the link we emailed you first.',
  sendLinkAgain: 'Send it again',
  requestQuote: 'Request a Quote or Register',
  setUpNeeded: 'Not set up yet. Open the one-time link the server printed when it started.',
  goOnOffline: 'Continue offline',
  goOnOfflineWhy: '{{name}}, your stops are on this phone. What you record is saved and sent once you sign in.',
  expired: 'You were signed in for 90 days. Please sign in again.',
  expiredUnsent: 'Unsent work is kept on this phone.',
  deviceRevoked:
    'The office has blocked this phone. What was recorded on it has been sent, or is listed below; the stops are gone from it. To use it again, ask the office.',
  signedOutByServer: 'Please sign in again. Nothing you saved is lost.',
  logoutQuestion: 'Are you sure want to log out?',
  cancel: 'Cancel',
  confirm: 'Confirm',
  loggedOut: 'Logout successfully!',
  unsentTitle: 'Some of your work isn’t sent yet',
  unsent_one: '{{count}} record is only on this phone.',
  unsent_other: '{{count}} records are only on this phone.',
  unsentPhotos_one: '{{count}} photo is only on this phone.',
  unsentPhotos_other: '{{count}} photos are only on this phone.',
  unsentAttention_one: 'The office couldn’t take {{count}} of them: see it under Unsent, or export it.',
  unsentAttention_other: 'The office couldn’t take {{count}} of them: see them under Unsent, or export them.',
  sendNow: 'Send now',
  sending: 'Sending…',
  notAllSent: 'Not everything could be sent. Try again when you have signal, or export it.',
  export: 'Export',
  exported: 'Exported. It’s still on this phone too, and is sent when you sign in here again.',
  exportedAttention_one:
    'Exported. {{count}} record needs you: open Unsent after signing in here again, or give the office the file.',
  exportedAttention_other:
    'Exported. {{count}} records need you: open Unsent after signing in here again, or give the office the file.',
  exportedPartly_one:
    'Exported. The others are sent when you sign in here again; {{count}} needs you: open Unsent then, or give the office the file.',
  exportedPartly_other:
    'Exported. The others are sent when you sign in here again; {{count}} need you: open Unsent then, or give the office the file.',
  didNotWork: 'That didn’t work. Your work is still saved on this phone.',
  lostHere_one: 'At least {{count}} record on this phone that wasn’t sent may be lost: tell the office.',
  lostHere_other: 'At least {{count}} records on this phone that weren’t sent may be lost: tell the office.',
  unsentOf: 'Not sent yet: {{what}} from {{name}}.',
  unsentOfSomebody: 'Not sent yet: {{what}} from a driver of this phone.',
  records_one: '{{count}} record',
  records_other: '{{count}} records',
  photos_one: '{{count}} photo',
  photos_other: '{{count}} photos',
  both: '{{records}} and {{photos}}',
  unsentOfHow_one:
    'It’s saved here and sent when that driver next signs in on this phone. If they can’t sign in, export it for the office.',
  unsentOfHow_other:
    'They’re saved here and sent when that driver next signs in on this phone. If they can’t sign in, export them for the office.',
  unsentOfAttention_one: 'The office couldn’t take it as it is. Export it and give the office the file.',
  unsentOfAttention_other: 'The office couldn’t take them as they are. Export them and give the office the file.',
  unsentOfPartly_one:
    'They’re saved here and sent when that driver next signs in on this phone, except {{count}} the office couldn’t take: export it and give the office the file.',
  unsentOfPartly_other:
    'They’re saved here and sent when that driver next signs in on this phone, except {{count}} the office couldn’t take: export them and give the office the file.',
  exportedForOffice:
    'Give the file only to the office: it holds notes and photos of customers. They import it on their Home page. Nothing is counted twice.',
  stay: 'Cancel',
  logoutAnyway: 'Log out anyway',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    session: typeof sessionWords
  }
}
