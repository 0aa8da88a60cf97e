import { and, asc, eq, lt } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { takeTurn } from '../../db/installation.ts'
import { checkouts, refundRequests } from '../../db/tables/payments.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { PaymentsTrouble, type RefundMade } from '../../payments-port.ts'
import type { Dependencies } from '../../ports.ts'
import { ASK_EVERY_MS } from './ask-provider.ts'
import { lockCheckout, paymentsOf } from './checkouts-reads.ts'
import { takeEvent } from './events-commands.ts'
import { refundsOf } from './refunds-reads.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'mail' | 'config'>
type Row = typeof refundRequests.$inferSelect

export interface RefundRequest {
  readonly checkoutID: string
  readonly amount: Cents
  /** What was left when the office decided, so that two people who refund the same payment at once do it once. */
  readonly left: Cents
  readonly reason: string
}

/** `waiting`: the provider has not finished it; `unanswered`: the provider has not even confirmed it. */
export type RefundState = 'refunded' | 'waiting' | 'unanswered'

/**
 * Refunds a card payment in full or in part. The request is stored before the provider is asked, outside of any
 * transaction, so that a server that was killed in between asks again with the same key. It is booked once, by what the
 * provider answers or reports first.
 */
export async function refundToCard(deps: Deps, author: Author, refund: RefundRequest): Promise<RefundState> {
  const request = await inTransaction(deps.database.db, (tx) => keepRequest(tx, author, refund))
  try {
    return await carryOut(deps, request, (paymentID) =>
      deps.payments.refund(paymentID, request.amount, request.refundRequestID),
    )
  } catch (error) {
    if (error instanceof PaymentsTrouble && error.kind === 'away') return 'unanswered'
    throw error
  }
}

async function keepRequest(tx: Queryable, author: Author, { checkoutID, amount, left, reason }: RefundRequest) {
  const checkout = await lockCheckout(tx, checkoutID)
  if (!checkout) throw new Refused('not_found')
  if (checkout.transactionID === null) throw new Refused('wrong_state', { message: 'Nothing was paid by this.' })
  const now = await refundsOf(tx, checkout)
  if (!now.isStanding) throw new Refused('wrong_state', { message: 'This payment was reversed.' })
  if (left !== now.left)
    throw new Refused('wrong_state', {
      message: `Something was refunded since you opened this. ${showMoney(now.left)} is left of this payment.`,
    })
  if (amount <= 0) refuseField('amount', 'This must be more than $0')
  if (amount > now.left) refuseField('amount', `At most ${showMoney(now.left)} is left of this payment`)
  const [row] = await tx
    .insert(refundRequests)
    .values({
      refundRequestID: newID(author.now.getTime()),
      checkoutID,
      amount,
      reason,
      state: 'asked',
      createdAt: author.now,
      createdBy: author.actor.userID,
    })
    .returning()
  await recordChange(tx, author, {
    action: 'refund.ask',
    subjectKind: 'transaction',
    subjectID: checkout.transactionID,
    after: { customerID: checkout.customerID, checkoutID, amount, texts: ['reason'] },
  })
  return row!
}

/** @param ask asks the provider; throws PaymentsTrouble of kind `away` when it did not answer */
async function carryOut(
  deps: Deps,
  { refundRequestID, checkoutID, amount }: Row,
  ask: (paymentID: string) => Promise<RefundMade>,
  repeated = false,
): Promise<Exclude<RefundState, 'unanswered'>> {
  const { db } = deps.database
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.checkoutID, checkoutID))
  const { paymentID, test } = checkout!
  const settle = (outcome: Pick<Row, 'state'> & Partial<Row>) =>
    db
      .update(refundRequests)
      .set({ ...outcome, repeated, answeredAt: deps.clock.now() })
      .where(and(eq(refundRequests.refundRequestID, refundRequestID), eq(refundRequests.state, 'asked')))
  const refuse = async (problem: string | null): Promise<never> => {
    await settle({ state: 'refused', problem })
    throw new Refused('wrong_state', { message: refundProblem(problem) })
  }
  if (paymentID === null || (await paymentsOf(db, checkout!)) === null) return refuse('reversed')
  const made = await ask(paymentID).catch((error: unknown) => {
    if (!(error instanceof PaymentsTrouble) || error.kind === 'away') throw error
    return refuse(error.code)
  })
  if (made.state === 'failed') return refuse('failed')
  const { refundID } = made
  await settle({ state: 'made', refundID })
  if (made.state === 'pending') return 'waiting'
  const happenedAt = deps.clock.now()
  const event = { eventID: `asked ${refundID}`, kind: 'refunded', paymentID, refundID, happenedAt, test } as const
  await takeEvent(deps, { ...event, amountCents: amount }, 'asked')
  return 'refunded'
}

const ASKED_AT = 'refundsAskedAt'
/** The request that stored a refund has ended after this time. */
const UNANSWERED_MS = 60_000
const AT_ONCE = 20

/**
 * Asks again for refunds that the provider has not answered. It is first asked whether it has the refund, because it
 * keeps keys for a day only. Called every few minutes, also by several servers. Throws while it is away; the next turn
 * asks again.
 * @param goOn asked before each refund
 */
export async function repeatRefunds(deps: Deps, goOn: () => boolean = () => true): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const unanswered = await db
    .select()
    .from(refundRequests)
    .where(
      and(eq(refundRequests.state, 'asked'), lt(refundRequests.createdAt, new Date(now.getTime() - UNANSWERED_MS))),
    )
    .orderBy(asc(refundRequests.createdAt))
    .limit(AT_ONCE)
  if (unanswered.length === 0 || !(await takeTurn(db, ASKED_AT, now, ASK_EVERY_MS - 60_000))) return
  for (const request of unanswered) {
    if (!goOn()) return
    const { refundRequestID, amount } = request
    try {
      await carryOut(
        deps,
        request,
        async (paymentID) =>
          (await deps.payments.refundOf(paymentID, refundRequestID)) ??
          deps.payments.refund(paymentID, amount, refundRequestID),
        true,
      )
    } catch (error) {
      // The provider refused it: its row says so, and the office has an alert.
      if (!(error instanceof Refused)) throw error
    }
  }
}

/** Sentences for the office on why a card payment was not refunded. */

const SENTENCES: Readonly<Record<string, string>> = {
  reversed: 'This payment was reversed, so it isn’t refunded.',
  failed: 'Stripe couldn’t return the money to this card. Nothing was refunded. Pay the customer another way.',
  charge_already_refunded: 'Stripe says that this payment is refunded already. Nothing was refunded again.',
  charge_disputed: 'The customer’s bank disputes this payment, so Stripe doesn’t refund it.',
  balance_insufficient:
    'Your balance with Stripe is too low, so nothing was refunded. Add money in Stripe’s Dashboard, then refund again.',
}
/** Stripe uses both. */
const SAME: Readonly<Record<string, string>> = { insufficient_funds: 'balance_insufficient' }

/** @param problem the provider's code, or one of ours */
function refundProblem(problem: string | null): string {
  const code = problem === null ? '' : (SAME[problem] ?? problem)
  return SENTENCES[code] ?? `Stripe didn’t make this refund${code === '' ? '' : ` (${code})`}. Nothing was refunded.`
}
