import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PendingRegistration } from '#contract/v1/registration.ts'
import type { Queryable } from '../../db/database.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { users } from '../../db/tables/users.ts'
import { writeAudit } from '../../http/audit.ts'
import { Refused } from '../../http/refused.ts'
import { hashPassword, letSignIn, refuseWeakPassword, userOfToken } from '../accounts/public.ts'
import { businessNameOf, settingsInForce } from '../settings/public.ts'

interface Found {
  readonly customerID: string
  readonly email: string | null
  readonly lastName: string
  readonly emailConfirmedAt: Date | null
  readonly shown: PendingRegistration
}

/** The registration of a mailed link; refuses an unknown, expired or invalidated one (`token_invalid`). */
export async function registrationOfToken(db: Queryable, token: string, now: Date): Promise<Found> {
  const userID = await userOfToken(db, token, 'confirm', now)
  const [row] =
    userID === null
      ? []
      : await db
          .select({
            customerID: customers.customerID,
            firstName: users.firstName,
            lastName: users.lastName,
            email: users.email,
            signsIn: users.signsIn,
            hasPassword: sql<boolean>`${users.passwordHash} is not null`,
            servicePackage: products.name,
            suburb: suburbs.label,
            hiddenAt: customers.hiddenAt,
            emailConfirmedAt: registrations.emailConfirmedAt,
          })
          .from(registrations)
          .innerJoin(customers, eq(customers.customerID, registrations.customerID))
          .innerJoin(users, eq(users.userID, registrations.customerID))
          .innerJoin(products, eq(products.productID, customers.productID))
          .innerJoin(suburbs, eq(suburbs.suburbID, customers.suburbID))
          .where(eq(registrations.customerID, userID))
  if (!row || row.hiddenAt !== null) throw new Refused('token_invalid')
  const { customerID, email, emailConfirmedAt, firstName, lastName, servicePackage, suburb } = row
  const businessName = businessNameOf(await settingsInForce(db))
  const shown = {
    firstName,
    businessName,
    servicePackage,
    suburb,
    confirmed: emailConfirmedAt !== null,
    signsIn: row.signsIn === 1 && row.hasPassword,
  }
  return { customerID, email, lastName, emailConfirmedAt, shown }
}

/**
 * The email is proven to be the person's, so the password that they choose now signs in. If another account signs in
 * with that email, the registration is a possible double of it instead. Idempotent: the second time sets no password.
 */
export async function confirmEmail(
  tx: Queryable,
  { token, password }: { readonly token: string; readonly password: string },
  { now, requestID }: { readonly now: Date; readonly requestID: string },
): Promise<PendingRegistration> {
  const { customerID, email, lastName, emailConfirmedAt, shown } = await registrationOfToken(tx, token, now)
  if (emailConfirmedAt !== null || email === null) return shown
  await refuseWeakPassword(tx, password, { firstName: shown.firstName, lastName, email })
  const [other] = await tx
    .select({ userID: users.userID, role: users.role })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(users.signsIn, 1), ne(users.userID, customerID)))
  await tx.update(registrations).set({ emailConfirmedAt: now }).where(eq(registrations.customerID, customerID))
  if (other === undefined) {
    await tx
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(and(eq(users.userID, customerID), or(eq(users.signsIn, 0), isNull(users.passwordHash))))
    await letSignIn(tx, customerID)
  }
  await tx
    .update(customers)
    .set({
      version: sql`${customers.version} + 1`,
      ...(other?.role === 'CUSTOMER' && {
        possibleDoubleID: sql`coalesce(${customers.possibleDoubleID}, ${other.userID}::uuid)`,
      }),
    })
    .where(eq(customers.customerID, customerID))
  await writeAudit(tx, {
    actorID: null,
    action: 'registration.confirm',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { signsIn: other === undefined },
    requestID,
    at: now,
  })
  return (await registrationOfToken(tx, token, now)).shown
}
