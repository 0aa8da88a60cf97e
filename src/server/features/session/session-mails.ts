import { LINK_PLACE } from '../../db/mail-outbox.ts'

interface Letter {
  readonly subject: string
  readonly text: string
}

/** The mail with the link to choose a new password. */
export function resetMail({ firstName, businessName }: { firstName: string; businessName: string }): Letter {
  return {
    subject: `Choose a new password for ${businessName}`,
    text: [
      `Hello ${firstName},`,
      '',
      'Choose a new password with this link. It works once, for 60 minutes:',
      '',
      LINK_PLACE,
      '',
      'If you didn’t ask for this, ignore this email. Your password stays the same.',
      '',
      businessName,
      '',
    ].join('\n'),
  }
}
