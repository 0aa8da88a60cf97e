import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { mergeRequest as mergeContract, previewMerge } from '#contract/v1/requests.ts'
import type { LedgerTransaction } from '#domain/ledger.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { type MergedEmail, mergedEmail } from '#domain/request-email.ts'
import { movableMoney } from '#domain/request-money.ts'
import type { Queryable } from '../../../db/database.ts'
import { cases } from '../../../db/tables/cases.ts'
import { customers } from '../../../db/tables/customers.ts'
import { checkouts } from '../../../db/tables/payments.ts'
import { triedOut } from '../../../db/transaction.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import { type Actor, mayChange, requireScope } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { changeAccount } from '../../accounts/public.ts'
import {
  balancesOf,
  enterGoodwill,
  enterPayment,
  hasLedger,
  lockAccounts,
  readAccount,
  reverseTransaction,
} from '../../ledger/public.ts'
import { refreshSearch } from '../../search/public.ts'
import { auditedCustomer } from '../customers-audit.ts'
import { customerFor, existingCustomer } from '../customers-policy.ts'
import { customerByID, type CustomerRow } from '../customers-reads.ts'
import { removeCustomer } from '../remove-customer.ts'
import { registrationShown } from './registration-reads.ts'

type OfficeAuthor = Author & { readonly actor: Pick<Actor, 'officeRole' | 'scopes'> }

/**
 * Merges a request into the customer who made it. Its money moves by acts on both ledgers; a payment that is under way
 * arrives at the customer. Then the request is deleted like any other. A request with entries in the books takes a role
 * that includes money.
 * @returns the sum that moved, in cents, and what there is to say of the email
 */
export async function mergeRequest(
  tx: Queryable,
  author: OfficeAuthor,
  deps: Pick<Dependencies, 'mail'>,
  { customerID, into, takeEmail = false }: InputOf<typeof mergeContract>,
  ifMatch: number | null,
): Promise<{ readonly moved: number; readonly email: MergedEmail }> {
  const request = await customerFor(tx, 'merge', customerID, ifMatch)
  if (into === customerID) refuseField('into', 'Choose another customer')
  const target = await customerByID(tx, into)
  if (!target) return refuseField('into', 'This customer doesn’t exist')
  const email = mergedEmail(request, await registrationShown(tx, customerID), target)
  if (takeEmail && email !== 'asked') refuseField('takeEmail', NO_EMAIL[email])
  const hasMoney = await hasLedger(tx, customerID)
  if (hasMoney && !mayChange(author.actor, 'money'))
    throw new Refused('office_role', {
      message: 'This request has money on its account. An owner, the office or accounts can merge it.',
    })
  if (hasMoney) requireScope(author.actor, createTransaction)
  const moved = hasMoney ? await moveMoney(tx, author, request, target) : 0
  await tx
    .update(checkouts)
    .set({ customerID: into })
    .where(and(eq(checkouts.customerID, customerID), inArray(checkouts.state, ['open', 'pending'])))
  await moveCases(tx, customerID, into)
  await removeCustomer(tx, author, customerID, null, 'merge')
  if (takeEmail) await changeAccount(tx, deps, into, target, { email: request.email }, author.now)
  await addDetails(tx, request, target)
  await recordChange(tx, author, {
    action: 'request.merge',
    subjectKind: 'customer',
    subjectID: into,
    before: auditedCustomer(target),
    after: {
      ...auditedCustomer(await existingCustomer(tx, into)),
      mergedRefId: String(request.refNumber),
      movedCents: moved,
    },
  })
  return { moved, email }
}

const NO_EMAIL = {
  none: 'This request has no email',
  stays: 'The customer has an email already',
  unconfirmed: 'This email isn’t confirmed',
}

/** What merging would change in money: it is carried out, compared, and rolled back. */
export function mergeShown(
  db: Queryable,
  author: OfficeAuthor,
  deps: Pick<Dependencies, 'mail'>,
  merge: { readonly customerID: string; readonly into: string },
): Promise<AnswerOf<typeof previewMerge>> {
  return triedOut(db, async (tx) => {
    const accountNow = async () => (await balancesOf(tx, [merge.into])).get(merge.into)
    const before = await accountNow()
    const { moved, email } = await mergeRequest(tx, author, deps, merge, null)
    const after = await accountNow()
    return {
      moved,
      pays: (before?.owing ?? 0) - (after?.owing ?? 0),
      balance: after?.balance ?? 0,
      email,
    }
  })
}

/**
 * A new address or the end of the request's account does not apply to the customer, so only the words of the case are
 * kept.
 */
async function moveCases(tx: Queryable, customerID: string, into: string): Promise<void> {
  await tx.update(cases).set({ customerID: into, kind: 'other' }).where(eq(cases.customerID, customerID))
}

/** @returns the sum in cents */
async function moveMoney(tx: Queryable, author: Author, from: CustomerRow, to: CustomerRow): Promise<number> {
  await lockAccounts(tx, [from.customerID, to.customerID])
  const rows = movableMoney(await readAccount(tx, from.customerID))
  if (rows === null) throw new Refused('request_has_bills')
  for (const row of rows) {
    await reverseTransaction(tx, author, row.transactionID, `Merged into ${to.refNumber}`)
    const notes = [row.notes, `Merged from ${from.refNumber}`].filter(Boolean).join('. ')
    const [transactionID] = await enterAgain(tx, author, row, { customerID: to.customerID, amount: row.amount, notes })
    // The provider's refunds are booked where the payment is now.
    await tx
      .update(checkouts)
      .set({ customerID: to.customerID, transactionID: transactionID! })
      .where(eq(checkouts.transactionID, row.transactionID))
  }
  return rows.reduce((all, { amount }) => all + amount, 0)
}

function enterAgain(
  tx: Queryable,
  author: Author,
  { paymentType }: Pick<LedgerTransaction, 'paymentType'>,
  entered: { customerID: string; amount: number; notes: string },
): Promise<string[]> {
  return paymentType === null
    ? enterGoodwill(tx, author, entered)
    : enterPayment(tx, author, { ...entered, paymentType })
}

/** The customer's data stays, and notes are put below their own. */
async function addDetails(tx: Queryable, request: CustomerRow, target: CustomerRow): Promise<void> {
  const { customerID } = target
  await tx
    .update(customers)
    .set({
      title: target.title ?? request.title,
      company: target.company ?? request.company,
      mobilePhone: target.mobilePhone ?? request.mobilePhone,
      homePhone: target.homePhone ?? request.homePhone,
      notes: joined(target.notes, request.notes),
      adminNotes: joined(target.adminNotes, request.adminNotes),
      version: sql`${customers.version} + 1`,
    })
    .where(eq(customers.customerID, customerID))
  await refreshSearch(tx, eq(customers.customerID, customerID))
}

function joined(own: string | null, added: string | null): string | null {
  if (own === null || added === null || own.includes(added)) return own ?? added
  return `${own}\n${added}`
}
