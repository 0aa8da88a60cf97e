import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Someone registered with {businessName} using this email. You already have an account with us, and it hasn’t changed.

Log in: {loginLink}
Forgot your password? {forgotLink}

If it was you, there is nothing to do: we have your request and will write to you. If it wasn’t, ignore this email.

{businessName}`

/** Sent to the owner of an account whose email was used to register again. */
export const alreadyRegistered = mailWords({
  called: 'the email to a customer who registers again',
  fields: ['firstName', 'loginLink', 'forgotLink', 'businessName'],
  subject: 'You already have an account with {businessName}',
  text: TEXT,
  sample: {
    firstName: 'Anna',
    loginLink: 'https://bags.example/login',
    forgotLink: 'https://bags.example/forgot-password',
  },
})
