import { eq } from 'drizzle-orm'
import { paymentReference } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { howToPay } from '../invoices/public.ts'
import { bankOf, letterOf, type SettingsInForce } from '../settings/public.ts'

interface Addressee {
  readonly firstName: string
  readonly refNumber: number
  readonly email: string | null
  readonly heldFor: Cents
}

/** The customer's own address, because it is the customer who is not collected, even where another payer gets the invoices. */
export async function addresseeOf(db: Queryable, customerID: string): Promise<Addressee | null> {
  const [row] = await db
    .select({
      firstName: users.firstName,
      refNumber: customers.refNumber,
      email: users.email,
      heldFor: customers.heldFor,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(eq(customers.customerID, customerID))
  return row ?? null
}

export function holdLetter(
  settings: SettingsInForce,
  template: 'onHold' | 'holdEnded',
  { firstName, refNumber, total }: Addressee & { readonly total: string },
): { subject: string; text: string } {
  const refId = String(refNumber)
  if (template === 'holdEnded') return letterOf(settings, template, { firstName, refId })
  const reference = paymentReference(refId)
  const ways = howToPay({ bank: bankOf(settings), payUrl: null, reference })
  return letterOf(settings, template, { firstName, refId, total, howToPay: ways, reference })
}
