import { eq } from 'drizzle-orm'
import { LINK_PLACE, queueMailWithLink } from '../../db/mail-outbox.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Dependencies } from '../../ports.ts'
import { autopayIsOn, maySetUp, payerOf } from '../payment-methods/public.ts'
import { letterOf, settingsInForce } from '../settings/public.ts'
import { inviteLink } from './invite-token.ts'

/** The link is sealed in the mail, because only the customer may accept. */
export async function invite(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail' | 'secrets' | 'config' | 'payments'>,
  author: Author,
  customerID: string,
): Promise<void> {
  const settings = await settingsInForce(tx)
  const [known] = await tx.select().from(customers).where(eq(customers.customerID, customerID))
  const payer = known ? await payerOf(tx, customerID) : null
  if (payer === null) throw new Refused('not_found')
  if (!autopayIsOn(settings, deps.payments)) throw new Refused('autopay_off')
  if (payer.email === null) throw new Refused('email_missing')
  if (!maySetUp(payer)) throw new Refused('autopay_not_for_you')
  const { url, expiresAt } = inviteLink(deps, customerID, author.now)
  const letter = letterOf(settings, 'autopayInvite', {
    firstName: payer.firstName,
    refId: String(payer.refNumber),
    inviteLink: LINK_PLACE,
  })
  const dedupeKey = `autopay ${customerID} invite ${author.now.getTime()}`
  const link = { url, expiresAt, userID: null }
  await queueMailWithLink(tx, deps, { dedupeKey, to: payer.email, ...letter, link }, author.now)
  await recordChange(tx, author, {
    action: 'autopay.invite',
    subjectKind: 'customer',
    subjectID: customerID,
    after: {},
  })
}
