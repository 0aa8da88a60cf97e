import { and, count, desc, eq, gte, inArray, lte, type SQL, sql, sum } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnAutopay, listCharges } from '#contract/v1/autopay.ts'
import { declineWords } from '#domain/autopay.ts'
import { dropWords } from '#domain/autopay-words.ts'
import type { Day } from '#domain/dates.ts'
import { UNDECIDED } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { charges, paymentMethods } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { kindOf, nameOf } from '../payment-methods/public.ts'

export type Charge = AnswerOf<typeof getOwnAutopay>['next'][number]
type Listed = AnswerOf<typeof listCharges>
export type ChargeState = Charge['state']

export interface ChargeFilter {
  readonly state?: ChargeState | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/** Whether one of the charge's invoices still owes, so that somebody has to do something about a failed one. */
export const STILL_OWES = sql<boolean>`exists (select from invoices owing, jsonb_array_elements(${checkouts.parts}) part
  where owing.invoice_id = (part ->> 'invoiceID')::uuid and owing.amount_cents > owing.allocated_cents)`
/** The method that was charged is the customer's own still, and pauses because of it. */
const IS_PAUSED = sql<boolean>`(${paymentMethods.state} = 'paused' and ${paymentMethods.pauseReason} in ('declined', 'authentication'))`

/** What was paid can be disputed; a debit that the bank returned is a dispute that was lost at once. */
const STATE = sql<ChargeState>`coalesce((select case dispute.state when 'open' then 'disputed' else 'returned' end
  from checkout_disputes dispute
  where ${checkouts.state} = 'paid' and dispute.checkout_id = ${checkouts.checkoutID} and dispute.state in ('open', 'lost')
  order by dispute.created_at desc limit 1), ${checkouts.state})`

const joined = (db: Queryable) =>
  db
    .select({
      checkout: checkouts,
      charge: charges,
      method: paymentMethods,
      stillOwes: STILL_OWES,
      isPaused: IS_PAUSED,
      state: STATE,
      customer: users.fullName,
      refNumber: customers.refNumber,
    })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .innerJoin(customers, eq(customers.customerID, checkouts.customerID))
    .innerJoin(users, eq(users.userID, checkouts.customerID))
    .leftJoin(paymentMethods, eq(paymentMethods.methodID, charges.methodID))
    .$dynamic()
type Joined = Awaited<ReturnType<typeof joined>>[number]

const AUTO = eq(checkouts.kind, 'auto')
/** A planned charge of what was paid meanwhile is not shown: the next look at all of them, within a minute, drops it. */
const SHOWN = and(AUTO, sql`(${checkouts.state} <> 'planned' or ${STILL_OWES})`)

type Presented = Pick<Joined, 'checkout' | 'charge' | 'method' | 'state'>

export function presentCharge({ checkout, charge, method, state }: Presented): Charge {
  const { checkoutID, amount, parts } = checkout
  const { day, dropReason, failure } = charge
  return {
    checkoutID,
    day,
    amount,
    state,
    message:
      state === 'failed'
        ? declineWords(failure, method ? kindOf(method) : 'card')
        : dropReason && dropWords[dropReason],
    dropReason,
    method: method && nameOf(method),
    invoices: parts,
  }
}

export async function chargeByID(db: Queryable, checkoutID: string): Promise<Joined | null> {
  const [row] = await joined(db).where(and(AUTO, eq(checkouts.checkoutID, checkoutID)))
  return row ?? null
}

/** A customer's charges that are planned or under way, the next first, and the last that were decided. */
export async function chargesOfCustomer(
  db: Queryable,
  customerID: string,
): Promise<{ next: Charge[]; last: Charge[] }> {
  const of = and(SHOWN, eq(checkouts.customerID, customerID))
  const undecided = inArray(checkouts.state, UNDECIDED)
  const next = await joined(db).where(and(of, undecided)).orderBy(charges.day, charges.n)
  // One that was never asked for is of no interest to the customer, unless credit paid it.
  const last = await joined(db)
    .where(and(of, sql`(${checkouts.state} in ('paid', 'failed', 'refunded') or ${charges.dropReason} = 'credit')`))
    .orderBy(desc(charges.day), desc(charges.n))
    .limit(LAST)
  return { next: next.map(presentCharge), last: last.map(presentCharge) }
}

const LAST = 6

/** The office's list: what failed and still owes first, then by day, the latest first. */
export async function chargesPage(
  db: Queryable,
  filter: ChargeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: Listed['items']; total: number; sums: Listed['sums'] }> {
  const days = and(
    SHOWN,
    filter.from === undefined ? undefined : gte(charges.day, filter.from),
    filter.to === undefined ? undefined : lte(charges.day, filter.to),
  )
  const where = and(days, filter.state === undefined ? undefined : eq(STATE, filter.state))
  const rows = await joined(db)
    .where(where)
    .orderBy(sql`(${checkouts.state} = 'failed' and ${STILL_OWES}) desc`, desc(charges.day), desc(charges.checkoutID))
    .limit(limit)
    .offset(offset)
  const sums = await counted(db, days)
  const total = sums.filter(({ state }) => filter.state === undefined || state === filter.state)
  return {
    items: rows.map((row) => ({
      ...presentCharge(row),
      customerID: row.checkout.customerID,
      customer: row.customer,
      refId: String(row.refNumber),
      canRetry: row.checkout.state === 'failed' && row.stillOwes && row.isPaused,
    })),
    total: total.reduce((all, each) => all + each.count, 0),
    sums,
  }
}

async function counted(db: Queryable, where: SQL | undefined): Promise<Listed['sums']> {
  const rows = await db
    .select({ state: STATE, count: count(), amount: sum(checkouts.amount) })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .where(where)
    .groupBy(STATE)
    .orderBy(STATE)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
