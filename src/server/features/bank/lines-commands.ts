import { and, asc, eq } from 'drizzle-orm'
import { type SplitPart, splitProblem } from '#domain/bank-split.ts'
import type { BankLineState } from '#domain/bank-lines.ts'
import type { Day } from '#domain/dates.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { bankLines } from '../../db/tables/bank.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { payouts } from '../../db/tables/payouts.ts'
import { type Author, recordChange, recordChanges } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { enterPayment, reversalsShown, reverseTransaction } from '../ledger/public.ts'
import { isOpenPayout } from '../payouts/public.ts'
import { clientKeyOf } from './import-commands.ts'
import type { LineRow } from './lines-reads.ts'

/**
 * What the office decides about a line. Repeating a decision changes nothing; another one is refused
 * (`already_decided`).
 */

export interface Booked {
  /** By default the bank's day. */
  readonly datePaid?: Day | undefined
}

export async function accept(
  tx: Queryable,
  author: Author,
  bankLineID: string,
  { customerID, invoiceID, datePaid }: Booked & { customerID: string; invoiceID?: string | undefined },
): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  if (line.state === 'posted' && (await paidBy(tx, line)) === customerID) return
  requireWaiting(line)
  if (line.amount <= 0) refuseField('customerID', 'Only money in can be a payment')
  const [transactionID] = await enterPart(tx, author, line, 0, { customerID, invoiceID, amount: line.amount }, datePaid)
  await decide(tx, author, line, 'posted', { transactionIDs: [transactionID!] })
}

export async function split(
  tx: Queryable,
  author: Author,
  bankLineID: string,
  parts: readonly SplitPart[],
  { datePaid }: Booked,
): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  requireWaiting(line)
  const problem = splitProblem(line.amount, parts)
  if (problem !== null) refuseField('parts', problem)
  const transactionIDs: string[] = []
  for (const [at, part] of parts.entries()) {
    const [transactionID] = await enterPart(tx, author, line, at, part, datePaid)
    transactionIDs.push(transactionID!)
  }
  await decide(tx, author, line, 'split', { transactionIDs })
}

/** The line takes back a payment of the same amount. */
export async function dishonour(
  tx: Queryable,
  author: Author,
  bankLineID: string,
  transactionID: string,
): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  if (line.state === 'dishonour' && line.transactionIDs.includes(transactionID)) return
  requireWaiting(line)
  const [payment] = await tx.select().from(transactions).where(eq(transactions.transactionID, transactionID))
  if (payment?.type !== 'CUSTOMER_INBOUND') refuseField('transactionID', 'This payment doesn’t exist')
  if (payment.amount !== 0 - line.amount) refuseField('transactionID', 'This payment has another amount')
  await reverseTransaction(tx, author, transactionID, 'Taken back by the bank')
  await decide(tx, author, line, 'dishonour', { transactionIDs: [transactionID] })
}

/**
 * The line is this payout of the payment provider. Its payments are booked one by one already, so nothing is booked
 * now.
 */
export async function markPayout(tx: Queryable, author: Author, bankLineID: string, payoutID: string): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  if (line.state === 'clearing' && line.payoutID === payoutID) return
  requireWaiting(line)
  const [payout] = await tx.select().from(payouts).where(eq(payouts.payoutID, payoutID)).for('update')
  if (!payout) refuseField('payoutID', 'This payout doesn’t exist')
  if (payout.net !== line.amount) refuseField('payoutID', 'This payout has another amount')
  const [open] = await tx
    .select({ payoutID: payouts.payoutID })
    .from(payouts)
    .where(and(eq(payouts.payoutID, payoutID), isOpenPayout))
  if (!open) throw new Refused('already_decided', { message: 'Another bank line is this payout, or it was sent back.' })
  await decide(tx, author, line, 'clearing', { transactionIDs: [], payoutID })
}

export async function dismiss(tx: Queryable, author: Author, bankLineID: string, reason: string): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  if (line.state === 'dismissed' && line.reason === reason) return
  requireWaiting(line)
  await decide(tx, author, line, 'dismissed', { transactionIDs: [], reason })
}

/**
 * The same for several lines. One that was decided otherwise stays.
 * @returns those that stayed
 */
export async function dismissMany(
  tx: Queryable,
  author: Author,
  bankLineIDs: readonly string[],
  reason: string,
): Promise<LineRow[]> {
  const lines = await tx
    .select()
    .from(bankLines)
    .where(among(bankLines.bankLineID, bankLineIDs))
    .orderBy(asc(bankLines.bankLineID))
    .for('update')
  if (lines.length < new Set(bankLineIDs).size) throw new Refused('not_found')
  const waiting = lines.filter(({ state }) => state === 'waiting')
  await decideAll(tx, author, waiting, 'dismissed', { transactionIDs: [], reason })
  return lines.filter((line) => line.state !== 'waiting' && !(line.state === 'dismissed' && line.reason === reason))
}

/** Reverses the line's payments. The line waits again: it may be another customer's. */
export async function undo(tx: Queryable, author: Author, bankLineID: string, reason: string): Promise<void> {
  const line = await lockedLine(tx, bankLineID)
  requireUndoable(line)
  for (const transactionID of line.transactionIDs) await reverseTransaction(tx, author, transactionID, reason)
  await tx
    .update(bankLines)
    .set({
      state: 'waiting',
      transactionIDs: [],
      payoutID: null,
      reason: null,
      decidedAt: null,
      decidedBy: null,
      undone: line.undone + 1,
    })
    .where(eq(bankLines.bankLineID, bankLineID))
  await recordChange(tx, author, {
    action: 'bank.undo',
    subjectKind: 'bank_line',
    subjectID: bankLineID,
    before: { state: line.state, transactionIDs: line.transactionIDs, ...ofPayout(line) },
    after: { state: 'waiting', texts: ['reason'] },
  })
}

/** What `undo` would do to the accounts of the line's payments. */
export async function undoShown(db: Queryable, author: Author, bankLineID: string) {
  const [line] = await db.select().from(bankLines).where(eq(bankLines.bankLineID, bankLineID))
  if (!line) throw new Refused('not_found')
  requireUndoable(line)
  const effects = await reversalsShown(db, author, line.transactionIDs)
  return effects.map((effect, at) => ({ ...effect, transactionID: line.transactionIDs[at]! }))
}

function requireUndoable({ state }: LineRow): void {
  if (state === 'waiting') throw new Refused('wrong_state')
  if (state === 'dishonour') throw new Refused('reversal_final')
}

async function lockedLine(tx: Queryable, bankLineID: string): Promise<LineRow> {
  const [line] = await tx.select().from(bankLines).where(eq(bankLines.bankLineID, bankLineID)).for('update')
  if (!line) throw new Refused('not_found')
  return line
}

function requireWaiting({ state }: LineRow): void {
  if (state !== 'waiting') throw new Refused('already_decided')
}

async function paidBy(tx: Queryable, { transactionIDs: [transactionID] }: LineRow): Promise<string | null> {
  if (transactionID === undefined) return null
  const [row] = await tx
    .select({ customerID: transactions.customerID })
    .from(transactions)
    .where(eq(transactions.transactionID, transactionID))
  return row?.customerID ?? null
}

function enterPart(
  tx: Queryable,
  author: Author,
  line: LineRow,
  at: number,
  { customerID, invoiceID, amount }: { customerID: string; invoiceID?: string | undefined; amount: number },
  datePaid: Day = line.day,
): Promise<string[]> {
  if (datePaid < line.day) refuseField('datePaid', 'This is before the bank’s day')
  const clientKey = clientKeyOf(line.bankLineID, line.undone, at)
  return enterPayment(tx, author, { customerID, amount, datePaid, paymentType: 'EFT', clientKey }, invoiceID ?? null)
}

interface Decided {
  readonly transactionIDs: string[]
  readonly payoutID?: string | null
  readonly reason?: string | null
}

const decide = (tx: Queryable, author: Author, line: LineRow, state: Exclude<BankLineState, 'waiting'>, by: Decided) =>
  decideAll(tx, author, [line], state, by)

async function decideAll(
  tx: Queryable,
  author: Author,
  lines: readonly LineRow[],
  state: Exclude<BankLineState, 'waiting'>,
  { transactionIDs, payoutID = null, reason = null }: Decided,
): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ bankLineID }) => bankLineID)
  await tx
    .update(bankLines)
    .set({ state, transactionIDs, payoutID, reason, decidedAt: author.now, decidedBy: author.actor.userID })
    .where(among(bankLines.bankLineID, ids))
  await recordChanges(
    tx,
    author,
    lines.map(({ bankLineID, amount }) => ({
      action: `bank.${state}`,
      subjectKind: 'bank_line',
      subjectID: bankLineID,
      after: {
        state,
        amount,
        transactionIDs,
        ...ofPayout({ payoutID }),
        ...(reason === null ? {} : { texts: ['reason'] }),
      },
    })),
  )
}

const ofPayout = ({ payoutID }: Pick<LineRow, 'payoutID'>) => (payoutID === null ? {} : { payoutID })
