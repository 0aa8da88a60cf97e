import { eq } from 'drizzle-orm'
import type { Day } from '#domain/dates.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { stillComingSentence } from '#domain/mails/on-hold.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { howToPay } from '../invoices/public.ts'
import { bankOf, letterOf, naming, type SettingsInForce } from '../settings/public.ts'

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
  {
    firstName,
    refNumber,
    total,
    stillComing,
  }: Addressee & { readonly total: string; readonly stillComing: Day | null },
): { subject: string; text: string } {
  const refId = String(refNumber)
  if (template === 'holdEnded') return letterOf(settings, template, { firstName, refId })
  const reference = paymentReference(refId)
  const ways = howToPay({ bank: bankOf(settings), payUrl: null, reference })
  const sentence = stillComing === null ? '' : stillComingSentence(stillComing)
  const fields = { firstName, refId, total, howToPay: ways, reference, stillComing: sentence }
  return naming(letterOf(settings, template, fields), settings[`mail.${template}.text`], { stillComing: sentence })
}
