import { LINK_PLACE } from '../../db/mail-outbox.ts'

interface Letter {
  readonly subject: string
  readonly text: string
}

/** The mail with which somebody chooses a new password. */
export function resetMail({ firstName, businessName }: { firstName: string; businessName: string }): Letter {
  return {
    subject: `Choose a new password for ${businessName}`,
    text: [
      `Hello ${firstName},`,
      '',
      'somebody, probably you, asked to choose a new password. This link works once and for 60 minutes:',
      '',
      LINK_PLACE,
      '',
      'If it was not you, you need do nothing: your password stays as it is.',
      '',
      businessName,
      '',
    ].join('\n'),
  }
}
