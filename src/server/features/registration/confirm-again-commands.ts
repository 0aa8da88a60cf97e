import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { CONFIRM_DAYS } from '#domain/registration.ts'
import type { Queryable } from '../../db/database.ts'
import { LINK_PLACE, queueMailWithLink } from '../../db/mail-outbox.ts'
import { customers } from '../../db/tables/customers.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { settings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { bucketOf, countHit } from '../../http/limits.ts'
import type { Dependencies } from '../../ports.ts'
import { issueToken } from '../accounts/public.ts'
import { letterOf, settingsInForce } from '../settings/public.ts'

const DAY_SECONDS = 86_400
/** So many mails go to one address in 24 hours. */
const MAILS_A_DAY = 3

/**
 * Mails the link of the newest unconfirmed registration with this email again. The same statements run whether there
 * is one or not, so that the response time does not disclose which it is.
 * @param isMailed false: an account signs in with this email, or too many mails were asked for
 */
export async function mailConfirmLinkAgain(
  tx: Queryable,
  deps: Pick<Dependencies, 'config' | 'mail' | 'secrets'>,
  { email, isMailed }: { readonly email: string; readonly isMailed: boolean },
  now: Date,
): Promise<void> {
  const [found] = await tx
    .select({ customerID: customers.customerID, firstName: users.firstName, email: users.email })
    .from(registrations)
    .innerJoin(customers, eq(customers.customerID, registrations.customerID))
    .innerJoin(users, eq(users.userID, registrations.customerID))
    .where(
      and(
        sql`lower(${users.email}) = lower(${email})`,
        eq(users.signsIn, 0),
        isNull(users.disabledAt),
        isNull(customers.hiddenAt),
        isNull(registrations.emailConfirmedAt),
      ),
    )
    .orderBy(desc(registrations.acceptedAt), desc(registrations.customerID))
    .limit(1)
  const { hits } = await countHit(tx, bucketOf('confirm again', email.toLowerCase()), DAY_SECONDS, now)
  const to = isMailed && hits <= MAILS_A_DAY ? (found ?? null) : null
  const expiresAt = new Date(now.getTime() + CONFIRM_DAYS * DAY_SECONDS * 1000)
  const token = await issueToken(tx, { purpose: 'confirm', userID: to?.customerID ?? null, expiresAt, now })
  const inForce = await settingsInForce(tx)
  if (to?.email == null) return void (await tx.select({ key: settings.key }).from(settings).limit(1))
  const { customerID, firstName } = to
  const url = `${deps.config.publicUrl}/register/confirm?token=${token}`
  const letter = letterOf(inForce, 'confirmRegistration', {
    firstName,
    confirmLink: LINK_PLACE,
    days: String(CONFIRM_DAYS),
  })
  const dedupeKey = `registration ${customerID} ${newID(now.getTime())}`
  const link = { url, expiresAt, userID: customerID }
  await queueMailWithLink(tx, deps, { dedupeKey, to: to.email, ...letter, link }, now)
}
