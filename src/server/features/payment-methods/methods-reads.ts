import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { paymentMethods } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import type { PaymentsPort } from '../../payments-port.ts'
import { checkoutIsOn } from '#domain/checkout.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import type { SettingsInForce } from '../settings/public.ts'

export type MethodRow = typeof paymentMethods.$inferSelect
export type Mode = PaymentsPort['mode']

/** The customer's active or paused method; null: none. */
export async function methodInUse(db: Queryable, customerID: string, mode: Mode): Promise<MethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.customerID, customerID),
        eq(paymentMethods.mode, mode),
        inArray(paymentMethods.state, ['active', 'paused']),
      ),
    )
  return row ?? null
}

export async function methodByID(db: Queryable, methodID: string): Promise<MethodRow | null> {
  const [row] = await db.select().from(paymentMethods).where(eq(paymentMethods.methodID, methodID))
  return row ?? null
}

/** The method by the provider's ID of it, or of the page on which it is set up. */
export async function methodOfProvider(
  db: Queryable,
  given: { readonly providerMethodID: string } | { readonly setupID: string },
): Promise<MethodRow | null> {
  const is =
    'setupID' in given
      ? eq(paymentMethods.setupID, given.setupID)
      : eq(paymentMethods.providerMethodID, given.providerMethodID)
  const [row] = await db.select().from(paymentMethods).where(is)
  return row ?? null
}

/** The latest set-up that the customer has not finished; null: none is open. */
export async function openSetup(db: Queryable, customerID: string, mode: Mode, now: Date): Promise<MethodRow | null> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.customerID, customerID),
        eq(paymentMethods.mode, mode),
        eq(paymentMethods.state, 'setting_up'),
        sql`${paymentMethods.setupID} is not null`,
        sql`${paymentMethods.expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(paymentMethods.createdAt))
    .limit(1)
  return row ?? null
}

/** Whether a charge of the customer was decided and the bank has not answered: it can't be stopped any more. */
export async function isUnderWay(db: Queryable, customerID: string): Promise<boolean> {
  const [row] = await db
    .select({ checkoutID: checkouts.checkoutID })
    .from(checkouts)
    .where(and(eq(checkouts.customerID, customerID), eq(checkouts.kind, 'auto'), inArray(checkouts.state, UNDER_WAY)))
    .limit(1)
  return row !== undefined
}

/** Whether automatic payments are switched on at all. */
export const autopayIsOn = (settings: SettingsInForce, { kind }: Pick<PaymentsPort, 'kind'>): boolean =>
  settings['autopay.enabled'] && checkoutIsOn(settings['checkout.enabled'], kind)

export interface Payer {
  readonly firstName: string
  readonly refNumber: number
  readonly email: string | null
  readonly signsIn: number
  readonly status: (typeof customers.$inferSelect)['status']
  /** Another pays the invoices, or the account is gone. */
  readonly isAnothers: boolean
}

/** Null: there is no such customer. */
export async function payerOf(db: Queryable, customerID: string): Promise<Payer | null> {
  const [row] = await db
    .select({
      firstName: users.firstName,
      refNumber: customers.refNumber,
      email: users.email,
      signsIn: users.signsIn,
      status: customers.status,
      isAnothers: sql<boolean>`(${customers.billToName} is not null or ${customers.billToEmail} is not null or ${customers.hiddenAt} is not null)`,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(eq(customers.customerID, customerID))
  return row ?? null
}

/** Whether an active method is charged: the customer pays their own invoices, and can be told before. */
export const isCharged = ({ isAnothers, email }: Payer): boolean => !isAnothers && email !== null

/** Whether the customer may set a method up: an official customer of whom it is charged. */
export const maySetUp = (payer: Payer): boolean =>
  (payer.status === 'ACTIVE' || payer.status === 'BLOCKED') && isCharged(payer)
