import { type CustomerAction, customerCan, stateSentence } from '#domain/customers.ts'
import type { Day } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { changes } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, mayChange, requireVersion } from '../../http/serve.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'

export async function existingCustomer(tx: Queryable, customerID: string): Promise<CustomerRow> {
  const row = await customerByID(tx, customerID)
  if (!row) throw new Refused('not_found')
  return row
}

/**
 * The customer, if their status allows the action (`wrong_state`) and the version is current (`version_conflict`). The
 * status is checked first, so that after a race for one button the later request is told what happened.
 */
export async function customerFor(
  tx: Queryable,
  action: CustomerAction,
  customerID: string,
  ifMatch: number | null,
): Promise<CustomerRow> {
  const row = await existingCustomer(tx, customerID)
  if (!customerCan(row.status, action)) throw new Refused('wrong_state', { message: stateSentence(row.status) })
  requireVersion(ifMatch, row.version)
  return row
}

interface Price {
  readonly amount: Cents
  readonly priceFixedUntil?: Day | null | undefined
}

/**
 * Refuses a price of its own for a customer from a user of the office whose role does not include money.
 * @param before the customer's price; a new one's is the package's
 * @param field the request's field that holds the price, which the refusal names
 */
export function requireUsualPrice(
  actor: Pick<Actor, 'officeRole'>,
  after: Price,
  before: Price,
  field = 'amount',
): void {
  if (mayChange(actor, 'money')) return
  if (after.amount !== before.amount) refuseField(field, NO_PRICES)
  if ((after.priceFixedUntil ?? null) !== (before.priceFixedUntil ?? null)) refuseField('priceFixedUntil', NO_PRICES)
}

/** Who is billed, how and where to, and what reminds them to pay. */
const BILLING = [
  'paymentScheme',
  'invoiceType',
  'accountType',
  'billToName',
  'billToEmail',
  'doNotSendInvoiceEmail',
  'doNotRemind',
] as const

/**
 * Refuses other terms of billing for a customer, and dropping a price that they were told of, from a user of the office
 * whose role does not include money.
 */
export function requireUsualTerms(
  actor: Pick<Actor, 'officeRole'>,
  before: CustomerRow,
  after: Partial<CustomerRow>,
  pendingPrice: 'keep' | 'drop' | undefined,
): void {
  if (mayChange(actor, 'money')) return
  const field = BILLING.find((name) => changes(before, { [name]: after[name] }))
  if (field !== undefined) refuseField(field, 'Your role in the office doesn’t include billing')
  if (pendingPrice === 'drop') refuseField('pendingPrice', NO_PRICES)
}

const NO_PRICES = 'Your role in the office doesn’t include prices'
