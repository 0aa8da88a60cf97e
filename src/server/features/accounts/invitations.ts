import { readSetting } from '#domain/settings.ts'
import { newID } from '#domain/identifiers.ts'
import { defused } from '#domain/typed-names.ts'
import type { Queryable } from '../../db/database.ts'
import { LINK_PLACE, queueMailWithLink } from '../../db/mail-outbox.ts'
import { settingValues } from '../../db/setting-values.ts'
import type { Dependencies } from '../../ports.ts'
import { issueToken, revokeTokensOf } from './one-time-tokens.ts'

const VALID_DAYS = 7
const DAY_MS = 86_400_000

export interface Invited {
  userID: string
  firstName: string
  email: string
  /** Where the person signs in: 'on your phone'. */
  where: string
  /** The person was invited before; that link becomes invalid. */
  again?: boolean
}

/** Mails a person the link to choose their password, which works once and for seven days. */
export async function invite(
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'mail' | 'secrets'>,
  now: Date,
  { userID, firstName, email, where, again = false }: Invited,
): Promise<void> {
  const businessName = readSetting(await settingValues(tx), 'business.name') || 'Bagrun'
  if (again) await revokeTokensOf(tx, userID, now)
  const expiresAt = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  const token = await issueToken(tx, { purpose: 'invite', userID, expiresAt, now })
  const link = { url: `${deps.config.publicUrl}/recover?token=${token}`, expiresAt, userID }
  const text = [
    `Hello ${defused(firstName)},`,
    '',
    `${businessName} has created an account for you. Choose your password within ${VALID_DAYS} days. This link works once:`,
    '',
    LINK_PLACE,
    '',
    `Then sign in ${where} with this email.`,
    '',
    businessName,
    '',
  ].join('\n')
  const dedupeKey = again ? `invite ${userID} ${newID(now.getTime())}` : `invite ${userID}`
  await queueMailWithLink(
    tx,
    deps,
    { dedupeKey, to: email, subject: `Your account at ${businessName}`, text, link },
    now,
  )
}
