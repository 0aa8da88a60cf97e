import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { previewAmount, previewSettlement } from '#contract/v1/invoices.ts'
import { byKey } from '#domain/by-key.ts'
import type { Day } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type Account, type Entries, gstDifference, owingOf } from '#domain/ledger.ts'
import { type ActContext, adjust, applyCredit, invoiceIn, settle, writeOff } from '#domain/ledger-acts.ts'
import { recoverFromCredit, writtenOffByInvoice } from '#domain/ledger-recovery.ts'
import type { Cents } from '#domain/money.ts'
import type { PaymentType } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { triedOut } from '../../db/transaction.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { billingLines, invoices } from '../../db/tables/invoices.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import {
  actContext,
  acting,
  addToAccounts,
  type Booker,
  effectOfAct,
  lockAccounts,
  paymentContext,
  readAccount,
  requireNoTwin,
  requireOpenBooks,
  storeEntries,
} from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { invoiceUnbilled } from './billing-commands.ts'

/** What the office does with one issued invoice, and with a customer's open ones (domain.md 6, 7 and 11). */

const bookerOf = ({ actor, now }: Author): Booker => ({ userID: actor.userID, now })

interface Opened {
  readonly customerID: string
  readonly account: Account
  readonly context: ActContext
}

/** Locks and reads the invoice's ledger. Refused when the invoice was changed meanwhile, or the books are closed. */
async function opened(tx: Queryable, author: Author, invoiceID: string, ifMatch: number | null): Promise<Opened> {
  const [found] = await tx
    .select({ customerID: invoices.customerID })
    .from(invoices)
    .where(eq(invoices.invoiceID, invoiceID))
  if (!found) throw new Refused('not_found')
  await lockAccounts(tx, [found.customerID])
  const [row] = await tx.select({ version: invoices.version }).from(invoices).where(eq(invoices.invoiceID, invoiceID))
  requireVersion(ifMatch, row!.version)
  const settings = await settingsInForce(tx)
  const context = actContext(settings, author.now)
  requireOpenBooks(settings, context.day)
  return { customerID: found.customerID, account: await readAccount(tx, found.customerID), context }
}

async function stored(
  tx: Queryable,
  author: Author,
  { customerID }: Opened,
  invoiceID: string,
  action: string,
  entries: Entries,
  after: Record<string, unknown>,
): Promise<void> {
  await storeEntries(tx, bookerOf(author), [{ customerID, entries }])
  await recordChange(tx, author, { action, subjectKind: 'invoice', subjectID: invoiceID, after })
}

/**
 * Adjusts an issued invoice (M1, M2). @param rebill puts its collections on the next invoice; only when adjusting to $0
 */
export async function changeAmount(
  tx: Queryable,
  author: Author,
  { invoiceID, amount, reason, rebill }: { invoiceID: string; amount: Cents; reason: string; rebill: boolean },
  ifMatch: number | null,
): Promise<void> {
  const open = await opened(tx, author, invoiceID, ifMatch)
  const before = acting(() => invoiceIn(open.account, invoiceID))
  if (before.amount === amount) throw new Refused('amount_unchanged')
  if (rebill && amount !== 0) throw new Refused('rebill_needs_zero')
  if (before.amount === 0 && (await isBilledAgain(tx, invoiceID))) throw new Refused('billed_again')
  const entries = acting(() => adjust(open.account, { invoiceID, amount, reason, adjustmentID: newID() }, open.context))
  await stored(tx, author, open, invoiceID, 'invoice.adjust', entries, { amount, rebill, texts: ['reason'] })
  if (rebill) await billAgain(tx, author, open.customerID, invoiceID)
}

/** What `changeAmount` would do, tried out. */
export function amountShown(
  db: Queryable,
  author: Author,
  { invoiceID, amount }: { invoiceID: string; amount: Cents },
): Promise<AnswerOf<typeof previewAmount>> {
  return triedOut(db, async (tx) => {
    const { customerID, account } = await opened(tx, author, invoiceID, null)
    const before = acting(() => invoiceIn(account, invoiceID))
    const effect = await effectOfAct(tx, customerID, () =>
      changeAmount(tx, author, { invoiceID, amount, reason: '', rebill: false }, null),
    )
    const after = invoiceIn(await readAccount(tx, customerID), invoiceID)
    const paid = effect.paid.reduce((sum, one) => sum + one.amount, 0)
    return {
      ...effect,
      difference: after.amount - before.amount,
      gstDifference: gstDifference(before, before.amount, after.amount),
      invoiceOwing: owingOf(after),
      released: effect.credit - effect.creditBefore + paid,
    }
  })
}

/** Whether lines of this invoice were replaced by later ones. */
async function isBilledAgain(tx: Queryable, invoiceID: string): Promise<boolean> {
  const later = alias(billingLines, 'later')
  const rows = await tx
    .select({ lineID: later.lineID })
    .from(billingLines)
    .innerJoin(later, eq(later.replaces, billingLines.lineID))
    .where(eq(billingLines.invoiceID, invoiceID))
    .limit(1)
  return rows.length > 0
}

/** Adds the invoice's collections as new unbilled lines, which replace the waived ones. */
async function billAgain(tx: Queryable, author: Author, customerID: string, invoiceID: string): Promise<void> {
  const lines = await tx
    .select()
    .from(billingLines)
    .where(and(eq(billingLines.invoiceID, invoiceID), isNotNull(billingLines.assignmentID)))
  const fresh = [...byKey(lines, ({ assignmentID }) => assignmentID)].flatMap(([, own]) =>
    own.map((line) => ({
      ...line,
      lineID: newID(),
      invoiceID: null,
      generation: line.generation + 1,
      replaces: line.lineID,
      createdAt: author.now,
    })),
  )
  await insertRows(
    tx,
    billingLines,
    fresh.map((line, sequence) => ({ ...line, sequence })),
  )
  const prepaid = fresh.reduce((all, line) => all + line.prepaid, 0)
  if (prepaid !== 0) await addToAccounts(tx, [{ customerID, credit: 0, owing: 0, totalSales: 0, prepaid }])
}

export async function writeOffDebt(
  tx: Queryable,
  author: Author,
  { invoiceID, reason }: { invoiceID: string; reason: string },
  ifMatch: number | null,
): Promise<void> {
  const open = await opened(tx, author, invoiceID, ifMatch)
  const amount = owingOf(acting(() => invoiceIn(open.account, invoiceID)))
  if (amount === 0) throw new Refused('nothing_owing')
  const entries = acting(() =>
    writeOff(open.account, { invoiceID, amount, notes: reason, transactionID: newID() }, open.context),
  )
  await stored(tx, author, open, invoiceID, 'invoice.write_off', entries, { amount, texts: ['reason'] })
}

/** Pays from credit; of a written-off invoice, recovers it. @returns the IDs of the rows made */
export async function payFromCredit(
  tx: Queryable,
  author: Author,
  { invoiceID, amount }: { invoiceID: string; amount: Cents },
): Promise<string[]> {
  const open = await opened(tx, author, invoiceID, null)
  const owing = owingOf(acting(() => invoiceIn(open.account, invoiceID)))
  const isWrittenOff = owing === 0 && writtenOffByInvoice(open.account).has(invoiceID)
  if (owing === 0 && !isWrittenOff) throw new Refused('nothing_owing')
  if (amount > owing && !isWrittenOff) throw new Refused('more_than_owing')
  if (amount > open.account.credit) throw new Refused('credit_short')
  const entries = isWrittenOff
    ? acting(() => recoverFromCredit(open.account, { invoiceID, amount }, open.context))
    : applyCredit(open.account, open.context, { invoiceID, limit: amount })
  await stored(tx, author, open, invoiceID, 'invoice.apply_credit', entries, { amount })
  return entries.transactions.map(({ transactionID }) => transactionID)
}

export async function noteReminding(
  tx: Queryable,
  author: Author,
  { invoiceID, remindNotes }: { invoiceID: string; remindNotes: string | null },
  ifMatch: number | null,
): Promise<void> {
  const [row] = await tx
    .select({ version: invoices.version })
    .from(invoices)
    .where(eq(invoices.invoiceID, invoiceID))
    .for('update')
  if (!row) throw new Refused('not_found')
  requireVersion(ifMatch, row.version)
  await tx
    .update(invoices)
    .set({ remindNotes: remindNotes || null, version: sql`${invoices.version} + 1` })
    .where(eq(invoices.invoiceID, invoiceID))
  await recordChange(tx, author, {
    action: 'invoice.remind_notes',
    subjectKind: 'invoice',
    subjectID: invoiceID,
    after: { texts: ['remindNotes'] },
  })
}

export interface Settlement {
  readonly customerID: string
  /** Money given; null: only the credit. */
  readonly payment: { amount: Cents; paymentType: PaymentType } | null
  readonly datePaid?: Day | undefined
  readonly invoiceUnbilled: boolean
  /** False: refused where the account has the same payment for the same day already. */
  readonly again: boolean
}

/** @returns what each invoice got, and from what (domain.md 7) */
export async function settleAccount(
  tx: Queryable,
  author: Author,
  { customerID, payment, datePaid, invoiceUnbilled: everything, again }: Settlement,
): Promise<{ invoiceID: string; amount: Cents; from: 'credit' | 'payment' }[]> {
  const context = await paymentContext(tx, author, customerID, datePaid)
  await lockAccounts(tx, [customerID])
  if (everything) await invoiceUnbilled(tx, bookerOf(author), [customerID])
  const account = await readAccount(tx, customerID)
  const paid = payment && { ...payment, transactionID: newID(), notes: null }
  const entries = acting(() => settle(account, paid, context))
  if (paid && !again) requireNoTwin(account, entries, { ...paid, invoiceID: null })
  await storeEntries(tx, bookerOf(author), [{ customerID, entries }])
  await recordChange(tx, author, {
    action: 'customer.settle',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { amount: payment?.amount ?? 0 },
  })
  return entries.allocations.map(({ invoiceID, amount, transactionID }) => ({
    invoiceID,
    amount,
    from: transactionID === paid?.transactionID ? 'payment' : 'credit',
  }))
}

/** What `settleAccount` would do, tried out. */
export function settlementShown(
  db: Queryable,
  author: Author,
  {
    customerID,
    amount = 0,
    paymentType = 'EFT',
    datePaid,
    invoiceUnbilled: everything = false,
  }: InputOf<typeof previewSettlement>,
): Promise<AnswerOf<typeof previewSettlement>> {
  return triedOut(db, async (tx) => {
    const payment = amount === 0 ? null : { amount, paymentType }
    const issued = async () => (await readAccount(tx, customerID)).invoices.reduce((sum, { amount: of }) => sum + of, 0)
    const before = await issued()
    const effect = await effectOfAct(tx, customerID, () =>
      settleAccount(tx, author, { customerID, payment, datePaid, invoiceUnbilled: everything, again: true }),
    )
    return { ...effect, invoiced: (await issued()) - before }
  })
}
