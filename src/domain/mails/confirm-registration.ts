import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Thank you for registering with {businessName}. Please confirm that this is your email, and choose your password:

{confirmLink}

Once you’ve confirmed, you can log in with this email and your password. The link works for {days} days.
We look at your request and write to you about your first collection.

If you didn’t register, ignore this email. If you don’t open the link, nothing happens.

{businessName}`

/** Sent to an address that no account uses yet; on the page of its link the password is chosen. */
export const confirmRegistration = mailWords({
  called: 'the email to confirm a registration',
  fields: ['firstName', 'confirmLink', 'days', 'businessName'],
  needs: 'confirmLink',
  subject: 'Confirm your registration with {businessName}',
  text: TEXT,
  sample: { firstName: 'Anna', confirmLink: 'https://bags.example/register/confirm?token=…', days: '7' },
})
