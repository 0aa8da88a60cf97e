import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { sendQuotation as sending } from '#contract/v1/requests.ts'
import type { Queryable } from '../../../db/database.ts'
import { queueMailWithLink } from '../../../db/mail-outbox.ts'
import { customers } from '../../../db/tables/customers.ts'
import { writeAudit } from '../../../http/audit.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import type { Dependencies, Secrets } from '../../../ports.ts'
import type { Actor } from '../../../http/serve.ts'
import { customerFor, requireUsualPrice } from '../customers-policy.ts'
import { customerByID, type CustomerRow } from '../customers-reads.ts'
import { type Offer, offerFrom, offerOf, quotationToken } from './quotation-link.ts'
import { quotationMail, quotedFor } from './quotation-words.ts'

/**
 * Mails the price and the link to accept it. The price becomes the customer's own; a changed price has to be accepted
 * again.
 */
export async function sendQuotation(
  tx: Queryable,
  author: Author & { readonly actor: Pick<Actor, 'officeRole'> },
  deps: Dependencies,
  input: InputOf<typeof sending>,
  ifMatch: number | null,
): Promise<void> {
  const before = await customerFor(tx, 'send-quotation', input.customerID, ifMatch)
  if (before.email === null) throw new Refused('email_missing')
  const price = input.price ?? before.amount
  requireUsualPrice(author.actor, { amount: price }, { amount: before.amount }, 'price')
  const change = {
    amount: price,
    quotedAt: author.now,
    quotedPrice: price,
    quotations: before.quotations + 1,
    acceptedAt: price === before.quotedPrice ? before.acceptedAt : null,
    version: before.version + 1,
  }
  await tx.update(customers).set(change).where(eq(customers.customerID, before.customerID))
  const offer = offerFrom(author.now, before.customerID, price)
  const url = `${deps.config.publicUrl}/quotation?token=${quotationToken(deps.secrets, offer)}`
  const letter = quotationMail(await quotedFor(tx, before, author.now), offer, input.message ?? '')
  const dedupeKey = quotationMailKey({ ...before, ...change })
  await queueMailWithLink(
    tx,
    deps,
    { dedupeKey, to: before.email, ...letter, link: { url, expiresAt: offer.expiresAt, userID: null } },
    author.now,
  )
  await recordChange(tx, author, {
    action: 'request.quotation',
    subjectKind: 'customer',
    subjectID: before.customerID,
    before: audited(before),
    after: audited({ ...before, ...change }),
  })
}

/** Names the mail of a request's newest quotation in the outbox. */
export const quotationMailKey = ({ customerID, quotations }: Pick<CustomerRow, 'customerID' | 'quotations'>): string =>
  `quotation ${customerID} ${quotations}`

/**
 * The offer of a link and its customer. Refuses one that this server did not sign, that is too old, or that was
 * followed by an offer of another price (token_invalid).
 */
export async function offered(
  db: Queryable,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<{ offer: Offer; row: CustomerRow }> {
  const offer = offerOf(secrets, token, now)
  const row = offer && (await customerByID(db, offer.customerID))
  if (!offer || !row || row.quotedPrice !== offer.price) throw new Refused('token_invalid')
  return { offer, row }
}

/** The audit's name for an acceptance. */
export const ACCEPTED = 'request.accept'

/** Cents, from the audit of an acceptance. */
export const acceptedPrice = (after: unknown): number => (after as ReturnType<typeof audited>).quotedPriceCents ?? 0

/** Accepting the same offer again changes nothing. */
export async function acceptQuotation(
  tx: Queryable,
  row: CustomerRow,
  { now, requestID }: { now: Date; requestID: string },
): Promise<CustomerRow> {
  if (row.acceptedAt !== null) return row
  if (row.status !== 'PENDING') throw new Refused('wrong_state')
  const after = { ...row, acceptedAt: now, version: row.version + 1 }
  await tx
    .update(customers)
    .set({ acceptedAt: after.acceptedAt, version: after.version })
    .where(eq(customers.customerID, row.customerID))
  const [was, is] = [audited(row), audited(after)]
  await writeAudit(tx, {
    actorID: null,
    action: ACCEPTED,
    subjectKind: 'customer',
    subjectID: row.customerID,
    before: was,
    after: is,
    requestID,
    at: now,
  })
  return after
}

function audited({ amount, quotedPrice, quotations, acceptedAt }: CustomerRow) {
  return {
    amountCents: amount,
    quotedPriceCents: quotedPrice,
    quotations,
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }
}
