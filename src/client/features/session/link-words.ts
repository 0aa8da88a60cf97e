/** Labels are the spec's (sections 1, 2, 5). */
export const linkWords = {
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  login: 'Login',
  forgotTitle: 'Forgot your password?',
  forgotHow: 'Enter your email and we send you a link to set a new one.',
  sendLink: 'Send reset link',
  linkSent: 'If this email has an account, a link is on its way. It works once, for 60 minutes.',
  backToLogin: 'Back to login',
  recoverTitle: 'Set a new password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordRule: 'At least {{min}} characters.',
  passwordsDiffer: 'Password and confirm password does not match',
  savePassword: 'Save password',
  passwordUpdated: 'Password updated successfully. You can now use it to log in to your account.',
  linkIncomplete: 'This link is incomplete. Open it again from the email, or ask for a new one.',
  askNewLink: 'Ask for a new link',
  newEmailTitle: 'Confirm your email',
  newEmailWhy: 'You’ll log in with this email from now on. Your other devices are signed out.',
  newEmailUse: 'Confirm email',
  newEmailDone: 'From now on you log in with {{email}}.',
  setUpTitle: 'Set up your business',
  setUpHow: 'You’ll be the first admin. The link you opened works once.',
  setUpAlready: 'Already set up, and this link worked once. Please log in.',
  businessName: 'Business name',
  firstName: 'First name',
  lastName: 'Last name',
  createAdmin: 'Create admin',
  setUpLinkMissing: 'Open the whole link the server printed when it started.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    link: typeof linkWords
  }
}
