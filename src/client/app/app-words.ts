/** The spec's labels are used unchanged. */
export const appWords = {
  callFirm: 'Questions? Call {{phone}}',
  name: 'Bagrun',
  loading: 'Loading',
  money: 'Money and cases',
  help: 'Help',
  questions: 'Questions and problems',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
  home: 'Home',
  logout: 'Logout',
  yourProfile: 'Your profile',
  balance: 'Balance',
  roleADMIN: 'ADMIN',
  roleDRIVER: 'DRIVER',
  roleCUSTOMER: 'CUSTOMER',
  notFound: 'Sorry, the page you visited does not exist.',
  backToHome: 'Back to Home',
  errorOccurred: 'An error occurred.',
  tryAgain: 'Try again',
  somethingBroke: 'Something went wrong on this screen. What you have saved is safe.',
  storageBroken:
    'This phone’s storage is full or isn’t answering. Free some space and keep the app open; it tries again by itself.',
  openElsewhere: 'Open in another window',
  openElsewhereWhy:
    'An older version of the app is open in another window or tab. Close that one and it continues here. What is saved is safe.',
  noSignal: 'No connection to the server.',
  noSignalHow: 'Please try again when you have signal.',
  strangeAnswer: 'Couldn’t reach the server. This network may need its own sign-in.',
  offlineScreen: 'This screen needs a connection',
  offlineScreenWhy: 'It will reload when you’re back online.',
  newVersionReady: 'A new version is ready.',
  update: 'New version, update',
  updateNeeded: 'This version is too old to send. Your work is safe here: please update.',
  noNewerYet: 'No newer version yet. Trying again…',
  reloadNeeded: 'The app was updated in another window. Reload when you’ve finished here.',
  reload: 'Reload',
  later: 'Later',
  signInToSend: 'Sign in to send',
  revoked: 'The office has blocked this phone. What you recorded will still send automatically.',
  signInToSendWhy: 'Please sign in again. Nothing you saved is lost.',
  signInExpiredWhy: 'You were signed in for 90 days. Please sign in again. Nothing you saved is lost.',
  install: 'Install',
  installTitle: 'Put {{name}} on this phone',
  installOffer: 'Install this app so it keeps your work.',
  installFirst: 'Install the app or you could lose work.',
  installFirstWhy:
    'Install the app or you could lose work: this browser tab deletes what it saves after 7 days, and the installed app can’t see it.',
  installHow: 'Show how',
  installShare: 'Tap Share at the bottom of Safari.',
  installAdd: 'Choose “Add to Home Screen”.',
  installOpen: 'Open {{name}} from the Home Screen and sign in there.',
  close: 'Close',
  messages: 'Messages',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    app: typeof appWords
  }
}
