export const pushWords = {
  title: 'Notifications',
  how: 'The evening before your collection, when it’s collected, and when there’s an invoice to pay. Emails come as before.',
  onHere: 'On for this device.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Notifications on',
  turnedOff: 'Notifications off',
  unsupported: 'This browser can’t show notifications.',
  denied: 'Notifications are blocked for this site. Allow them in your browser’s settings, then open this page again.',
  notPermitted: 'Your browser didn’t allow notifications.',
  failed: 'This browser couldn’t turn on notifications. Please try another browser.',
  errorOccurred: 'An error occurred.',
  installFirst: 'On an iPhone or iPad, add {{name}} to your Home Screen first:',
  installShare: 'Tap Share at the bottom of Safari.',
  installAdd: 'Choose “Add to Home Screen”.',
  installOpen: 'Open {{name}} there, log in, and turn on notifications on this page.',
  others: 'Your other devices',
  unknownDevice: 'Unknown device',
  since: 'Since {{time}}',
  turnOffOf: 'Turn off on {{device}}, since {{time}}',

  officeOn_one: 'Notifications: on 1 device',
  officeOn_other: 'Notifications: on {{count}} devices',
  officeLast: 'Last sent {{time}}',
  officeOff: 'Notifications: off',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    push: typeof pushWords
  }
}
