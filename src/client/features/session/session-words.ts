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
  unsent: 'Only on this phone: {{what}}.',
  unsentAttention: 'The office couldn’t take {{what}}: open Unsent to see why, or export it.',
  sendNow: 'Send now',
  sending: 'Sending…',
  notAllSent: 'Not everything could be sent. Try again when you have signal, or export it.',
  export: 'Export',
  exported: 'Exported {{what}}. It’s still on this phone too, and is sent when you log in here again.',
  exportedAttention:
    'Exported {{what}}. The office couldn’t take it: open Unsent after logging in here again, or give the office the file.',
  exportedPartly:
    'Exported {{what}}. It’s sent when you log in here again, except {{refused}} the office couldn’t take: open Unsent then, or give the office the file.',
  didNotWork: 'That didn’t work. Your work is still saved on this phone.',
  lostHere_one: 'At least {{count}} record on this phone that wasn’t sent may be lost: tell the office.',
  lostHere_other: 'At least {{count}} records on this phone that weren’t sent may be lost: tell the office.',
  unsentOf: 'This phone holds unsent work of {{name}}: {{what}}.',
  unsentOfSomebody: 'This phone holds unsent work of a driver: {{what}}.',
  unsentOfHow: 'Log in as {{who}} to send it. If {{who}} can’t log in, export it for the office.',
  thatDriver: 'that driver',
  unsentOfAttention: 'The office couldn’t take it as it is. Export it and give the office the file.',
  unsentOfPartly:
    'Log in as {{who}} to send it, except {{refused}} the office couldn’t take: export it and give the office the file.',
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
