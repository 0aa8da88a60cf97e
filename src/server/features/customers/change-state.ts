import { eq } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { blockCustomer, cancelCustomer, previewCancel, reactivateCustomer } from '#contract/v1/customers.ts'
import { CUSTOMER_TARGET } from '#domain/customers.ts'
import { formatDay } from '#domain/dates.ts'
import { balanceSentence, invoiceToComeSentence } from '#domain/documents/print-parts.ts'
import { type DuePointer, isOnRequest } from '#domain/cycle.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { customers } from '../../db/tables/customers.ts'
import { triedOut } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { refuseField } from '../../http/refused.ts'
import { auditedCustomer } from './customers-audit.ts'
import { type DueColumns, namedDue, NO_DUE } from './customer-cycle.ts'
import { customerFor, existingCustomer } from './customers-policy.ts'
import type { CustomerRow } from './customers-reads.ts'
import type { Dependencies } from '../../ports.ts'
import { closeBilling } from '../invoices/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { chargesToComeOf, leaveRuns } from '../runs/public.ts'
import { businessToday, letterOf, portalLink, settingsInForce } from '../settings/public.ts'

type Change = keyof Pick<typeof CUSTOMER_TARGET, 'block' | 'cancel' | 'reactivate'>

/** A blocked customer is not due any more, but still signs in and pays (domain.md 10). */
export async function block(
  tx: Queryable,
  author: Author,
  { customerID, reason }: InputOf<typeof blockCustomer>,
  ifMatch: number | null,
): Promise<void> {
  const before = await customerFor(tx, 'block', customerID, ifMatch)
  await enter(tx, author, before, 'block', { statusReason: reason })
  await leaveRuns(tx, customerID, reason, author.now)
}

/** Ends the customer's service and billing. The balance then tells whether they owe or are owed (domain.md 10). */
export async function cancel(
  tx: Queryable,
  author: Author,
  deps: Pick<Dependencies, 'mail' | 'config'>,
  input: InputOf<typeof cancelCustomer>,
  ifMatch: number | null,
): Promise<void> {
  const before = await customerFor(tx, 'cancel', input.customerID, ifMatch)
  const reason = input.reason || null
  await enter(tx, author, before, 'cancel', { statusReason: reason, canceledAt: author.now })
  await leaveRuns(tx, input.customerID, reason, author.now)
  await closeBilling(tx, { userID: author.actor.userID, now: author.now }, input.customerID)
  await mailCancelled(tx, deps, before, author.now)
}

/** What `cancel` would do to the customer's money, tried out. */
export async function cancelShown(
  db: Queryable,
  author: Author,
  customerID: string,
): Promise<AnswerOf<typeof previewCancel>> {
  return triedOut(db, async (tx) => {
    await customerFor(tx, 'cancel', customerID, null)
    const { invoices, amount, givenBack } = await closeBilling(
      tx,
      { userID: author.actor.userID, now: author.now },
      customerID,
    )
    const balance = (await balancesOf(tx, [customerID])).get(customerID)?.balance ?? 0
    return { invoices, amount, givenBack, balance, later: await chargesToComeOf(tx, customerID) }
  })
}

async function mailCancelled(
  tx: Queryable,
  { mail, config }: Pick<Dependencies, 'mail' | 'config'>,
  { customerID, email, firstName, refNumber, servicePackage, address, suburb, signsIn }: CustomerRow,
  now: Date,
): Promise<void> {
  if (email === null) return
  const balance = (await balancesOf(tx, [customerID])).get(customerID)?.balance ?? 0
  const later = await chargesToComeOf(tx, customerID)
  const settings = await settingsInForce(tx)
  const letter = letterOf(settings, 'serviceCancelled', {
    firstName,
    refId: String(refNumber),
    servicePackage,
    address: `${address}, ${suburb}`,
    day: formatDay(await businessToday(tx, now)),
    // Both sentences share one field, because the office's own text may lack a newer one.
    balance: later > 0 ? `${balanceSentence(balance)} ${invoiceToComeSentence(later)}` : balanceSentence(balance),
    invoicesLink: portalLink(config, settings, 'invoices', { signsIn }),
  })
  await queueMail(tx, mail, { dedupeKey: `cancelled ${customerID} ${now.getTime()}`, to: email, ...letter }, now)
}

/** The customer is due from the named period; one collected on request, or without a week, has none. */
export async function reactivate(
  tx: Queryable,
  author: Author,
  { customerID, due }: InputOf<typeof reactivateCustomer>,
  ifMatch: number | null,
): Promise<void> {
  const before = await customerFor(tx, 'reactivate', customerID, ifMatch)
  const pointer = await dueAgain(tx, author.now, before, due)
  // A week that the customer was once shifted to no longer applies.
  await enter(tx, author, before, 'reactivate', {
    statusReason: null,
    canceledAt: null,
    ...pointer,
    shiftedYear: null,
    shiftedMonth: null,
    shiftedWeek: null,
  })
}

async function dueAgain(
  tx: Queryable,
  now: Date,
  { collectionScheme, weekNumber }: CustomerRow,
  due: DuePointer | undefined,
): Promise<DueColumns> {
  if (!due) {
    if (isOnRequest(collectionScheme) || weekNumber === null) return NO_DUE
    refuseField('due', 'Choose the first collection')
  }
  return namedDue(tx, now, collectionScheme, weekNumber, due)
}

async function enter(
  tx: Queryable,
  author: Author,
  before: CustomerRow,
  change: Change,
  fields: Partial<typeof customers.$inferInsert>,
): Promise<void> {
  const { customerID } = before
  await tx
    .update(customers)
    .set({ ...fields, status: CUSTOMER_TARGET[change], version: before.version + 1 })
    .where(eq(customers.customerID, customerID))
  await recordChange(tx, author, {
    action: `customer.${change}`,
    subjectKind: 'customer',
    subjectID: customerID,
    before: auditedCustomer(before),
    after: auditedCustomer(await existingCustomer(tx, customerID)),
  })
}
