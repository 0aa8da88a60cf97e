import { and, eq, inArray } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { previewGoodwill, previewPayment } from '#contract/v1/transactions.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type Account, creditSince, type Entries } from '#domain/ledger.ts'
import { type ActContext, giveCredit, refund } from '#domain/ledger-acts.ts'
import { payAndRecover } from '#domain/ledger-recovery.ts'
import { reverse } from '#domain/ledger-reversals.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType, TransactionType } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { triedOut } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { settingsInForce } from '../settings/public.ts'
import { lockAccounts, readAccount } from './accounts-reads.ts'
import { effectOfAct } from './act-effect.ts'
import { actContext, acting, requireOpenBooks } from './act-context.ts'
import { requireNoTwin } from './entered-twice.ts'
import { dayProblem, firstPayDays } from './payment-days.ts'
import { type Booker, storeEntries } from './store-entries-commands.ts'

/** What the office enters of a customer's money (domain.md 7). */

export interface Entered {
  readonly customerID: string
  readonly amount: Cents
  /** By default today. */
  readonly datePaid?: Day | undefined
  readonly notes?: string | null | undefined
  readonly clientKey?: string | undefined
  /** False: refused where the account has the same amount for the same day already. */
  readonly again?: boolean | undefined
}

type Entering = Entered & { readonly paymentType?: PaymentType; readonly invoiceID?: string | null }

export interface EnteredPayment extends Entered {
  readonly paymentType: PaymentType
  /** What no open invoice takes recovers written-off ones. */
  readonly recover?: boolean
}

const bookerOf = ({ actor, now }: Author): Booker => ({ userID: actor.userID, now })

/**
 * Enters money in; without an invoice, oldest due date first. A written-off invoice that it names is recovered.
 * @returns the IDs of the rows made
 */
export function enterPayment(
  tx: Queryable,
  author: Author,
  payment: EnteredPayment,
  invoiceID: string | null = null,
): Promise<string[]> {
  const { recover = false, notes } = payment
  const entered = { ...payment, invoiceID }
  return enter(tx, author, 'payment.create', 'CUSTOMER_INBOUND', entered, (account, transactionID, context) =>
    payAndRecover(account, { ...payment, transactionID, invoiceID, recover, notes: notes || null }, context),
  )
}

export function enterGoodwill(tx: Queryable, author: Author, given: Entered): Promise<string[]> {
  return enter(tx, author, 'credit.create', 'CUSTOMER_CREDIT_DEPOSIT', given, (account, transactionID, context) =>
    giveCredit(account, { ...given, transactionID, purpose: 'goodwill', notes: given.notes || null }, context),
  )
}

/** What `enterGoodwill` would do to the account, tried out. */
export function goodwillShown(
  db: Queryable,
  author: Author,
  given: Pick<Entered, 'customerID' | 'amount'>,
): Promise<AnswerOf<typeof previewGoodwill>> {
  return triedOut(db, (tx) => effectOfAct(tx, given.customerID, () => enterGoodwill(tx, author, given)))
}

/** What `enterPayment` would do to the account, tried out. */
export async function paymentShown(
  db: Queryable,
  author: Author,
  { invoiceID, paymentType = 'EFT', ...given }: InputOf<typeof previewPayment>,
): Promise<AnswerOf<typeof previewPayment>> {
  const payment = { ...given, paymentType }
  return triedOut(db, (tx) =>
    effectOfAct(tx, given.customerID, () => enterPayment(tx, author, payment, invoiceID ?? null)),
  )
}

export function enterRefund(tx: Queryable, author: Author, paid: EnteredPayment): Promise<string[]> {
  return enter(tx, author, 'refund.create', 'CUSTOMER_CREDIT_DEDUCT', paid, (account, transactionID, context) => {
    const since = creditSince(account, paid.amount)
    if (since !== null && context.day < since)
      throw new Refused('refund_too_early', {
        fields: { datePaid: `This credit came on ${formatDay(since)}, so it can’t be paid back before` },
      })
    return refund(account, { ...paid, transactionID, notes: paid.notes || null }, context)
  })
}

async function enter(
  tx: Queryable,
  author: Author,
  action: string,
  type: TransactionType,
  entered: Entering,
  act: (account: Account, transactionID: string, context: ActContext) => Entries,
): Promise<string[]> {
  if (entered.amount <= 0) refuseField('amount', 'This must be more than $0')
  const context = await paymentContext(tx, author, entered.customerID, entered.datePaid)
  await lockAccounts(tx, [entered.customerID])
  const known = await enteredBefore(tx, entered, type)
  if (known) return known
  const account = await readAccount(tx, entered.customerID)
  const transactionID = newID()
  const entries = acting(() => act(account, transactionID, context))
  if (entered.again === false) requireNoTwin(account, entries, { transactionID, invoiceID: entered.invoiceID ?? null })
  await storeEntries(tx, bookerOf(author), [{ customerID: entered.customerID, entries, clientKey: entered.clientKey }])
  await recordChange(tx, author, {
    action,
    subjectKind: 'transaction',
    subjectID: transactionID,
    after: { customerID: entered.customerID, amount: entered.amount, paymentType: entered.paymentType },
  })
  return entries.transactions.map((row) => row.transactionID)
}

/** The rows that the same key made before. Throws when that key was used for something else, or was taken back. */
async function enteredBefore(
  tx: Queryable,
  { clientKey, customerID, amount, paymentType, datePaid, invoiceID }: Entering,
  type: TransactionType,
): Promise<string[] | undefined> {
  if (clientKey === undefined) return undefined
  const [first] = await tx.select().from(transactions).where(eq(transactions.clientKey, clientKey))
  if (!first) return undefined
  const isSame =
    first.customerID === customerID &&
    first.amount === amount &&
    first.type === type &&
    first.paymentType === (paymentType ?? null) &&
    (datePaid === undefined || first.datePaid === datePaid) &&
    (invoiceID == null || (await pays(tx, first.transactionID, invoiceID)))
  if (!isSame || (await wasReversed(tx, first.transactionID))) throw new Refused('client_key_reused')
  return [first.transactionID]
}

async function pays(tx: Queryable, transactionID: string, invoiceID: string): Promise<boolean> {
  const rows = await tx
    .select({ invoiceID: allocations.invoiceID })
    .from(allocations)
    .where(and(eq(allocations.transactionID, transactionID), eq(allocations.invoiceID, invoiceID)))
  return rows.length > 0
}

async function wasReversed(tx: Queryable, transactionID: string): Promise<boolean> {
  const rows = await tx
    .select({ transactionID: transactions.transactionID })
    .from(transactions)
    .where(eq(transactions.reverses, transactionID))
  return rows.length > 0
}

/** Refuses an unknown customer, and a date in the future, long before the customer, or in a closed period (M16). */
export async function paymentContext(
  tx: Queryable,
  author: Author,
  customerID: string,
  datePaid: Day | undefined,
): Promise<ActContext> {
  const settings = await settingsInForce(tx)
  const firstDay = (await firstPayDays(tx, settings, [customerID])).get(customerID)
  if (firstDay === undefined) refuseField('customerID', 'This customer doesn’t exist')
  const day = datePaid ?? dayOf(author.now, settings['business.timeZone'])
  const problem = dayProblem(day, firstDay, settings, author.now)
  if (problem === 'future') refuseField('datePaid', 'This date is in the future')
  if (problem === 'early') refuseField('datePaid', 'This is long before the customer’s start')
  if (problem === 'closed') throw new Refused('books_closed')
  return actContext(settings, author.now, day)
}

/** Adds a counter-row dated today (M8). @returns the IDs of the rows made */
export async function reverseTransaction(
  tx: Queryable,
  author: Author,
  reverses: string,
  notes: string,
): Promise<string[]> {
  const before = await customersTransaction(tx, reverses)
  const settings = await settingsInForce(tx)
  const context = actContext(settings, author.now)
  requireOpenBooks(settings, context.day)
  await lockAccounts(tx, [before.customerID])
  const account = await readAccount(tx, before.customerID)
  const entries = acting(() => reverse(account, { reverses, transactionID: newID(), notes }, context))
  await storeEntries(tx, bookerOf(author), [{ customerID: before.customerID, entries }])
  await recordChange(tx, author, {
    action: 'transaction.reverse',
    subjectKind: 'transaction',
    subjectID: reverses,
    after: { customerID: before.customerID, amount: before.amount, texts: ['notes'] },
  })
  return entries.transactions.map((row) => row.transactionID)
}

/** Moves a payment that was booked to the wrong customer: it is reversed and entered again in one act. */
export async function movePayment(
  tx: Queryable,
  author: Author,
  { reverses, customerID, notes }: { reverses: string; customerID: string; notes: string },
): Promise<string[]> {
  const before = await customersTransaction(tx, reverses)
  if (before.type !== 'CUSTOMER_INBOUND' || before.paymentType === null) throw new Refused('part_of_another')
  if (before.customerID === customerID) refuseField('customerID', 'It is this customer’s already')
  // The accounts are locked in the order of their IDs, like by every act on two accounts.
  await lockAccounts(tx, [before.customerID, customerID])
  const reversed = await reverseTransaction(tx, author, reverses, notes)
  const { amount, paymentType } = before
  return [...reversed, ...(await enterPayment(tx, author, { customerID, amount, paymentType, notes }))]
}

async function customersTransaction(tx: Queryable, transactionID: string) {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(inArray(transactions.transactionID, [transactionID]))
  if (!row || row.customerID === null) throw new Refused('not_found')
  return { ...row, customerID: row.customerID }
}
