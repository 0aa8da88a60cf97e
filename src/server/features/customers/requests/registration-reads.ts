import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getRequest } from '#contract/v1/requests.ts'
import type { Queryable } from '../../../db/database.ts'
import { acceptedTexts, registrations } from '../../../db/tables/registrations.ts'
import { users } from '../../../db/tables/users.ts'

const terms = alias(acceptedTexts, 'terms')
const privacy = alias(acceptedTexts, 'privacy')

/** What was accepted on the web, in its wording then; null: the office entered the request. */
export async function registrationShown(
  db: Queryable,
  customerID: string,
): Promise<AnswerOf<typeof getRequest>['registration']> {
  const [row] = await db
    .select({
      acceptedAt: registrations.acceptedAt,
      termsVersion: registrations.termsVersion,
      privacyVersion: registrations.privacyVersion,
      terms: terms.text,
      privacy: privacy.text,
      emailConfirmedAt: registrations.emailConfirmedAt,
    })
    .from(registrations)
    .innerJoin(terms, eq(terms.version, registrations.termsVersion))
    .innerJoin(privacy, eq(privacy.version, registrations.privacyVersion))
    .where(eq(registrations.customerID, customerID))
  if (!row) return null
  return {
    ...row,
    acceptedAt: row.acceptedAt,
    emailConfirmedAt: row.emailConfirmedAt,
  }
}

/**
 * Deletes a password that was chosen before its email was confirmed, because it may be a stranger's. The customer
 * chooses one by the link of the welcome mail.
 */
export async function forgetUnconfirmedPassword(tx: Queryable, customerID: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash: null, version: sql`${users.version} + 1` })
    .where(
      and(
        eq(users.userID, customerID),
        sql`exists (${tx
          .select({ customerID: registrations.customerID })
          .from(registrations)
          .where(and(eq(registrations.customerID, customerID), isNull(registrations.emailConfirmedAt)))})`,
      ),
    )
}
