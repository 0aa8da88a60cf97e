import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnWaysToPay } from '#contract/v1/payments.ts'
import { showBSB } from '#domain/documents/print-parts.ts'
import { paymentReference } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { bankOf, settingsInForce } from '../settings/public.ts'
import { failedDebits, isAsked, waitingCheckouts } from './checkouts-reads.ts'

type OwnWays = AnswerOf<typeof getOwnWaysToPay>

/**
 * How this customer can pay. Of checkouts that are only open, the one they came back from counts; others may have been
 * left without paying.
 */
export async function ownWaysToPay(
  db: Queryable,
  customerID: string,
  returned: string | undefined,
): Promise<OwnWays | null> {
  const [customer] = await db
    .select({ refNumber: customers.refNumber })
    .from(customers)
    .where(eq(customers.customerID, customerID))
  if (!customer) return null
  const bank = bankOf(await settingsInForce(db))
  const waiting = (await waitingCheckouts(db, customerID)).filter((row) => isAsked(row) || row.checkoutID === returned)
  return {
    bank: bank && { ...bank, bsb: showBSB(bank.bsb) },
    paymentReference: paymentReference(String(customer.refNumber)),
    confirming: waiting.map(({ checkoutID, amount, parts, state }) => ({
      checkoutID,
      amount,
      invoiceIDs: parts.map(({ invoiceID }) => invoiceID),
      pending: isAsked({ state }),
    })),
    failed: (await failedDebits(db, customerID)).map(({ checkoutID, parts }) => ({
      checkoutID,
      amount: parts.reduce((sum, { amount }) => sum + amount, 0),
      invoices: parts.map(({ invoiceID, number }) => ({ invoiceID, number })),
    })),
  }
}
