export const secondStepWords = {
  code: 'Code from your authenticator app',
  codeHow: 'Six digits. They change every 30 seconds.',
  recoveryCode: 'Recovery code',
  recoveryCodeHow: 'One of the ten you saved. Each works once.',
  useRecoveryCode: 'Use a recovery code instead',
  useApp: 'Use the authenticator app instead',
  back: 'Back',
  signIn: 'Sign in',
  passkey: 'Sign in with a passkey',
  passkeyStopped: 'No passkey was used. Try again, or sign in with your password.',
  passkeyStoppedNeeded: 'No passkey was used. Please try again.',
  passkeyUnsupported:
    'This browser can’t use passkeys. Open this page on the device that has yours, use a recovery code, ' +
    'or ask the office to reset your second step.',
  noSignal: 'No connection to the server. Please try again when you have signal.',
  strangeAnswer: 'Couldn’t reach the server. This network may need its own sign-in.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    secondStep: typeof secondStepWords
  }
}
