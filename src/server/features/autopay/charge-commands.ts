import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { chargeKey } from '#domain/autopay.ts'
import { LEAST_BY_CARD, MOST_BY_CARD } from '#domain/checkout.ts'
import { applyCredit } from '#domain/ledger-acts.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import type { Queryable } from '../../db/database.ts'
import { installationID } from '../../db/installation.ts'
import { charges, paymentCustomers, paymentMethods } from '../../db/tables/autopay.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ChargeFound, PaymentsTrouble } from '../../payments-port.ts'
import { actContext, acting, readAccount, storeEntries } from '../ledger/public.ts'
import { autopayIsOn, kindOf } from '../payment-methods/public.ts'
import {
  addTry,
  askedThrough,
  chargeFailed,
  type CheckoutRow,
  closePage,
  isAsked,
  lockCheckout,
  takeEvent,
  waitingCheckouts,
} from '../payments/public.ts'
import { businessNameOf, settingsInForce } from '../settings/public.ts'
import { chargeDay } from './charge-calendar.ts'
import { autopayCustomers, plannedCharges } from './charge-facts-reads.ts'
import { dropCharge, type Needs, planOf } from './plan-commands.ts'

const MINUTE_MS = 60_000
/** The provider's events are asked for every five minutes; while they are older, a charge may be made already. */
const EVENTS_OLD_MS = 20 * MINUTE_MS
/** A charge without an answer is asked for again by any server, with the same key. */
const ASK_AGAIN_MS = 5 * MINUTE_MS
/** How far back the provider's charges of a customer are looked through for the same key. */
const LOOK_BACK_MS = 40 * 86_400_000
/** One charge can go without an answer for reasons of its own; so many at once, and it is the provider. */
const MOST_UNANSWERED = 3

/** Makes the charges whose day has come. Any number of servers may do it at once. @returns how many were decided */
export async function chargeDue(deps: Needs, goOn: () => boolean): Promise<number> {
  const { db } = deps.database
  const settings = await settingsInForce(db)
  const now = deps.clock.now()
  if (!autopayIsOn(settings, deps.payments)) return 0
  const calendar = await chargeDay(settings, now)
  if (!calendar.isOpen || (await eventsAreOld(db, now)) || (await answersNothing(deps))) return 0
  let decided = 0
  for (const rows of (await plannedCharges(db)).values())
    for (const { checkoutID, day } of rows) {
      if (day > calendar.today) continue
      if (!goOn()) return decided
      const outcome = await chargeOne(deps, checkoutID)
      if (outcome !== 'not_decided') decided += 1
      // What is decided can't be stopped any more, so no further one is while the provider doesn't answer.
      if (outcome === 'away') return decided
    }
  return decided
}

async function answersNothing({ database: { db }, payments }: Needs): Promise<boolean> {
  const unanswered = await db
    .select({ checkoutID: checkouts.checkoutID })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .innerJoin(paymentMethods, eq(paymentMethods.methodID, charges.methodID))
    .where(and(eq(checkouts.kind, 'auto'), eq(checkouts.state, 'asked'), eq(paymentMethods.mode, payments.mode)))
    .limit(MOST_UNANSWERED)
  return unanswered.length === MOST_UNANSWERED
}

async function eventsAreOld(db: Queryable, now: Date): Promise<boolean> {
  const through = await askedThrough(db)
  return through === null || now.getTime() - through.getTime() > EVENTS_OLD_MS
}

type Answer = 'answered' | 'away'

/** Closes open pages of the same invoices, decides, and asks the provider. */
async function chargeOne(deps: Needs, checkoutID: string): Promise<'not_decided' | Answer> {
  const { db } = deps.database
  const decided = await inTransaction(db, (tx) => decide(tx, deps, checkoutID), { isolation: 'read committed' })
  if (decided === null) return 'not_decided'
  if ('close' in decided) {
    // A page that was paid a moment before is booked; the next look plans anew.
    for (const page of decided.close)
      await closePage(deps, page).catch((error: unknown) => {
        if (!(error instanceof PaymentsTrouble)) throw error
      })
    return 'not_decided'
  }
  return askFor(deps, decided.asked)
}

type Decided = { readonly asked: string } | { readonly close: readonly CheckoutRow[] } | null

/**
 * Fixes what is charged under the account's lock, by the rules as they are now: credit first, then what is owed of what
 * was announced (domain.md 20, Amount). From this commit on the charge can't be stopped.
 */
async function decide(tx: Queryable, deps: Needs, checkoutID: string): Promise<Decided> {
  const checkout = await lockCheckout(tx, checkoutID)
  if (checkout?.state !== 'planned') return null
  const settings = await settingsInForce(tx)
  // They may have been switched off since the day's first charge was made; planning drops the row.
  if (!autopayIsOn(settings, deps.payments)) return null
  const now = deps.clock.now()
  const calendar = await chargeDay(settings, now)
  const { customerID } = checkout
  const facts = () =>
    autopayCustomers(tx, settings, { mode: deps.payments.mode, now, customerIDs: [customerID] }).then(([one]) => one)
  const ofToday = (customer: Awaited<ReturnType<typeof facts>>) =>
    customer && planOf(customer, calendar).charges.find(({ day }) => day === calendar.today)
  const before = await facts()
  const wanted = ofToday(before)
  // The plan has changed since; planning moves or drops the row.
  if (!before || !wanted) return null
  const ids = new Set(wanted.parts.map(({ invoiceID }) => invoiceID))
  const pages = (await waitingCheckouts(tx, customerID)).filter(
    (row) => row.kind === 'page' && row.parts.some(({ invoiceID }) => ids.has(invoiceID)),
  )
  if (pages.some(isAsked)) return null
  if (pages.length > 0) return { close: pages }
  let usedCredit = false
  for (const { invoiceID } of wanted.parts) {
    const account = await readAccount(tx, customerID)
    if (account.credit <= 0) break
    const entries = acting(() => applyCredit(account, actContext(settings, now), { invoiceID }))
    if (entries.transactions.length === 0) continue
    await storeEntries(tx, { userID: null, now }, [{ customerID, entries }])
    usedCredit = true
  }
  const after = usedCredit ? (await facts())! : before
  const owing = new Map(after.invoices.map((invoice) => [invoice.invoiceID, invoice.owing]))
  const numbers = new Map(checkout.parts.map(({ invoiceID, number }) => [invoiceID, number]))
  const parts = wanted.parts.flatMap(({ invoiceID, amount }) => {
    const left = Math.min(amount, owing.get(invoiceID) ?? 0)
    return left > 0 ? [{ invoiceID, amount: left, number: numbers.get(invoiceID) ?? '' }] : []
  })
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  if (amount < LEAST_BY_CARD || amount > MOST_BY_CARD) {
    await dropCharge(tx, checkoutID, amount === 0 ? 'credit' : 'too_little')
    return null
  }
  if (parts.some(({ number }) => number === '')) return null
  await tx.update(checkouts).set({ state: 'asked', amount, parts }).where(eq(checkouts.checkoutID, checkoutID))
  await tx
    .update(charges)
    .set({ askedAt: now, methodID: after.method.methodID })
    .where(eq(charges.checkoutID, checkoutID))
  for (const { invoiceID, amount } of parts) await addTry(tx, { invoiceID, amount, checkoutID })
  return { asked: checkoutID }
}

/** Asks the provider for a decided charge, or finds that it has it already. A failed one before is cancelled. */
async function askFor(deps: Needs, checkoutID: string): Promise<Answer> {
  const { database, payments, clock } = deps
  const { db } = database
  const [row] = await db
    .select({ checkout: checkouts, charge: charges, method: paymentMethods, customer: paymentCustomers })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .innerJoin(paymentMethods, eq(paymentMethods.methodID, charges.methodID))
    .innerJoin(
      paymentCustomers,
      and(
        eq(paymentCustomers.customerID, checkouts.customerID),
        eq(paymentCustomers.mode, paymentMethods.mode),
        eq(paymentMethods.mode, payments.mode),
      ),
    )
    .where(and(eq(checkouts.checkoutID, checkoutID), eq(checkouts.state, 'asked')))
  if (!row) return 'answered'
  const { checkout, charge, method } = row
  const { providerCustomerID } = row.customer
  await db.update(charges).set({ triedAt: clock.now() }).where(eq(charges.checkoutID, checkoutID))
  const key = chargeKey(await installationID(db), checkout.customerID, charge.day, charge.n)
  try {
    const made = await payments.chargesOf(providerCustomerID, new Date(charge.askedAt!.getTime() - LOOK_BACK_MS))
    for (const { paymentID, state, key: other } of made)
      if (state === 'failed' && other !== key) await payments.cancelCharge(paymentID)
    const found =
      made.find((one) => one.key === key) ??
      (await payments.charge({
        checkoutID,
        customerID: checkout.customerID,
        key,
        providerCustomerID,
        providerMethodID: method.providerMethodID!,
        kind: kindOf(method),
        amountCents: checkout.amount,
        text: `${businessNameOf(await settingsInForce(db))}: ${checkout.parts.map(({ number }) => number).join(', ')}`,
      }))
    await takeAnswer(deps, found)
    if (found.state === 'failed') await payments.cancelCharge(found.paymentID)
  } catch (error) {
    if (!(error instanceof PaymentsTrouble)) throw error
    // The adapter has logged it; the charge is asked for again.
    if (error.kind === 'away') return 'away'
    await inTransaction(
      db,
      async (tx) => {
        const still = await lockCheckout(tx, checkoutID)
        if (still?.state !== 'asked') return
        await chargeFailed(tx, deps, still, { code: error.code, paymentID: null, now: clock.now() })
      },
      { isolation: 'read committed' },
    )
  }
  return 'answered'
}

const takeAnswer = (deps: Needs, charge: ChargeFound) =>
  takeEvent(
    deps,
    {
      kind: 'charge',
      charge,
      eventID: `asked ${charge.paymentID} ${charge.state}`,
      happenedAt: deps.clock.now(),
      test: charge.test,
    },
    'asked',
  )

/** A debit is asked about when the bank has been silent this long, and again in this interval. */
const SILENT_MS = 30 * MINUTE_MS
const AT_ONCE = 50

/** Asks again for charges without an answer, and about debits of which no webhook came. */
export async function followCharges(deps: Needs, goOn: () => boolean): Promise<void> {
  const { db } = deps.database
  await giveUpTrials(deps)
  const now = deps.clock.now()
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const rows = await db
    .select({ checkoutID: checkouts.checkoutID, state: checkouts.state, paymentID: checkouts.paymentID })
    .from(checkouts)
    .innerJoin(charges, eq(charges.checkoutID, checkouts.checkoutID))
    .innerJoin(
      paymentMethods,
      and(eq(paymentMethods.methodID, charges.methodID), eq(paymentMethods.mode, deps.payments.mode)),
    )
    .where(
      and(
        eq(checkouts.kind, 'auto'),
        or(
          and(
            eq(checkouts.state, 'asked'),
            or(isNull(charges.triedAt), lt(charges.triedAt, before(ASK_AGAIN_MS))),
            lt(charges.askedAt, before(MINUTE_MS)),
          ),
          and(eq(checkouts.state, 'pending'), or(isNull(charges.triedAt), lt(charges.triedAt, before(SILENT_MS)))),
        ),
      ),
    )
    .orderBy(sql`${charges.triedAt} nulls first`)
    .limit(AT_ONCE)
  for (const { checkoutID, state, paymentID } of rows) {
    if (!goOn()) return
    if (state === 'asked') {
      if ((await askFor(deps, checkoutID)) === 'away') return
      continue
    }
    await db.update(charges).set({ triedAt: now }).where(eq(charges.checkoutID, checkoutID))
    try {
      const found = paymentID === null ? null : await deps.payments.lookUpCharge(paymentID)
      if (found) await takeAnswer(deps, found)
    } catch (error) {
      if (!(error instanceof PaymentsTrouble)) throw error
      return
    }
  }
}

/**
 * Charges of the sandbox are never decided once there are keys, nor those of test keys once there are live ones: no
 * money moves by them.
 */
async function giveUpTrials({ database: { db }, payments }: Needs): Promise<void> {
  if (payments.mode === 'sandbox') return
  const ofTrials = db
    .select({ checkoutID: charges.checkoutID })
    .from(charges)
    .innerJoin(paymentMethods, eq(paymentMethods.methodID, charges.methodID))
    .where(and(ne(paymentMethods.mode, 'live'), ne(paymentMethods.mode, payments.mode)))
  await db
    .update(checkouts)
    .set({ state: 'failed' })
    .where(
      and(eq(checkouts.kind, 'auto'), inArray(checkouts.state, UNDER_WAY), inArray(checkouts.checkoutID, ofTrials)),
    )
}
