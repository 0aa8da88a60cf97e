import { newID } from '#domain/identifiers.ts'
import { defused } from '#domain/typed-names.ts'
import type { Queryable } from '../../../db/database.ts'
import { queueMail } from '../../../db/mail-outbox.ts'
import type { Dependencies } from '../../../ports.ts'
import { businessNameOf, settingsInForce } from '../../settings/public.ts'
import { accountByID } from '../session-reads.ts'

interface Notice {
  /** The beginning of the subject, before "for <business>". */
  readonly subject: string
  readonly sentence: string
}

const UNEXPECTED =
  'If this wasn’t you, choose a new password with “Forgot password?” on the sign-in page and tell the ' +
  'office straight away.'

export const NOTICES = {
  totpAdded: {
    subject: 'Authenticator app added',
    sentence: 'An authenticator app was added to your account. Signing in with your password now needs its code.',
  },
  totpReplaced: {
    subject: 'Authenticator app replaced',
    sentence: 'The authenticator app of your account was replaced.',
  },
  totpRemoved: {
    subject: 'Authenticator app removed',
    sentence: 'The authenticator app was removed from your account. Signing in no longer needs its code.',
  },
  wrongCodes: {
    subject: 'Wrong codes at sign-in',
    sentence: 'Your password was entered correctly, then a wrong code five times. The sign-in was stopped.',
  },
  codesRenewed: {
    subject: 'New recovery codes',
    sentence: 'New recovery codes were made for your account. The old ones no longer work.',
  },
} as const satisfies Record<string, Notice>

export const passkeyAdded = (name: string): Notice => ({
  subject: 'Passkey added',
  sentence: `The passkey “${defused(name)}” was added to your account. It signs in without your password.`,
})

export const passkeyRemoved = (name: string): Notice => ({
  subject: 'Passkey removed',
  sentence: `The passkey “${defused(name)}” was removed from your account. It no longer signs in.`,
})

export const codeUsed = (left: number): Notice => ({
  subject: 'Recovery code used',
  sentence:
    'A recovery code was used to sign in to your account. ' +
    `${left === 1 ? '1 code is' : `${left} codes are`} left. You can make new ones on your profile page.`,
})

export const factorReset = (adminName: string): Notice => ({
  subject: 'Second step at sign-in reset',
  sentence:
    `${defused(adminName)} removed the passkeys, authenticator app and recovery codes from your account and signed you ` +
    'out. Sign in with your password and set up a new second step on your profile page.',
})

/** Mails a person that their way to sign in has changed; without an address it does nothing. */
export async function notify(
  tx: Queryable,
  { mail }: Pick<Dependencies, 'mail'>,
  userID: string,
  { subject, sentence }: Notice,
  now: Date,
): Promise<void> {
  const account = await accountByID(tx, userID, now)
  if (!account?.email) return
  const businessName = businessNameOf(await settingsInForce(tx))
  const text = [`Hello ${defused(account.firstName)},`, '', sentence, '', UNEXPECTED, '', businessName, ''].join('\n')
  await queueMail(
    tx,
    mail,
    {
      dedupeKey: `second-factor ${newID(now.getTime())}`,
      to: account.email,
      subject: `${subject} for ${businessName}`,
      text,
    },
    now,
  )
}
