import { newID } from '#domain/identifiers.ts'
import { defused } from '#domain/typed-names.ts'
import { readSetting } from '#domain/settings.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { settingValues } from '../../db/setting-values.ts'
import type { Dependencies } from '../../ports.ts'

interface ChangedAccount {
  readonly to: string
  readonly userID: string
  readonly firstName: string
  readonly changed: readonly ('email' | 'password')[]
}

const UNEXPECTED = {
  // The old mailbox no longer gets the links of “Forgot password?”.
  email: 'If this wasn’t you, tell the office straight away.',
  password:
    'If this wasn’t you, choose a new password with “Forgot password?” on the sign-in page and tell the office straight away.',
}

/**
 * Tells the person at their previous address that their email or password was changed. The mail does not contain the
 * new address.
 */
export async function tellAccountChanged(
  tx: Queryable,
  { mail }: Pick<Dependencies, 'mail'>,
  { to, userID, firstName, changed }: ChangedAccount,
  now: Date,
): Promise<void> {
  const businessName = readSetting(await settingValues(tx), 'business.name') || 'Bagrun'
  const what = changed.join(' and ')
  const text = [
    `Hello ${defused(firstName)},`,
    '',
    `The ${what} of your ${businessName} account ${changed.length === 1 ? 'was' : 'were'} changed. Your other devices are signed out.`,
    '',
    UNEXPECTED[changed.includes('email') ? 'email' : 'password'],
    '',
    businessName,
    '',
  ].join('\n')
  const dedupeKey = `account-changed ${userID} ${newID(now.getTime())}`
  await queueMail(
    tx,
    mail,
    { dedupeKey, to, subject: `Your ${businessName} ${what} ${changed.length === 1 ? 'was' : 'were'} changed`, text },
    now,
  )
}
