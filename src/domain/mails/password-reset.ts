import { mailWords } from './mail-words.ts'

const TEXT = `Hello {firstName},

Choose a new password with this link. It works once, for {minutes} minutes:

{passwordLink}

If you didn’t ask for this, ignore this email. Your password stays the same.

{businessName}`

/** Sent to a customer, driver or admin who asked for a link to choose a new password. */
export const passwordReset = mailWords({
  called: 'the email to choose a new password',
  fields: ['firstName', 'passwordLink', 'minutes', 'businessName'],
  needs: 'passwordLink',
  subject: 'Choose a new password for {businessName}',
  text: TEXT,
  sample: { firstName: 'Anna', passwordLink: 'https://bags.example/recover?token=…', minutes: '60' },
})
