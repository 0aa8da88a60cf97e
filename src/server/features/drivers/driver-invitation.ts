import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import type { Author } from '../../http/changes.ts'
import { issueToken } from '../../http/one-time-tokens.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/settings-reads.ts'

const VALID_DAYS = 7
const DAY_MS = 86_400_000

interface Invited {
  driverID: string
  firstName: string
  email: string
}

/** Mails him the link under which he chooses his password: it works once, and for seven days. */
export async function inviteDriver(tx: Queryable, { config, mail }: Dependencies, { now }: Author, { driverID, firstName, email }: Invited): Promise<void> {
  const businessName = (await settingsInForce(tx))['business.name'] || 'Bagrun'
  const token = await issueToken(tx, { purpose: 'invite', userID: driverID, expiresAt: new Date(now.getTime() + VALID_DAYS * DAY_MS), now })
  const text = [
    `Hello ${firstName},`,
    '',
    `${businessName} has made an account for you. Choose your password here, once and within ${VALID_DAYS} days:`,
    '',
    `${config.publicUrl}/recover?token=${token}`,
    '',
    'Then sign in on your phone with this e-mail address.',
    '',
    businessName,
    '',
  ].join('\n')
  // A driver is invited once, when he is made; afterwards "Forgot password?" does the same.
  await queueMail(tx, mail, { dedupeKey: `invite ${driverID}`, to: email, subject: `Your account at ${businessName}`, text }, now)
}
