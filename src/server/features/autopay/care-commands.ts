import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { cardEndsBefore, monthsEndingSoon } from '#domain/autopay.ts'
import { dayOf } from '#domain/dates.ts'
import { UNDER_WAY } from '#domain/money-words.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { paymentMethods } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { customerAccounts } from '../../db/tables/ledger.ts'
import { mails } from '../../db/tables/mails.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction } from '../../db/transaction.ts'
import { PaymentsTrouble } from '../../payments-port.ts'
import { balancesOf, lockAccounts } from '../ledger/public.ts'
import {
  endByItself,
  endMethod,
  finishSetup,
  methodByID,
  type MethodRow,
  nameOf,
  pauseByItself,
  payerOf,
} from '../payment-methods/public.ts'
import { letterOf, portalLink, settingsInForce } from '../settings/public.ts'
import type { Needs } from './plan-commands.ts'

/**
 * What saved methods need as time passes: set-ups whose webhook never came, cards that end, customers who left, and
 * ended methods, or pages to save one, that the provider still has. Each step is one transaction or one question, so a
 * kill loses nothing.
 */
export async function careForMethods(deps: Needs, goOn: () => boolean): Promise<void> {
  for (const care of [followSetups, warnOfCards, pauseEndedCards, endOfLeavers, detachEnded]) {
    if (!goOn()) return
    await care(deps)
  }
}

/** A set-up is asked about when its webhook is overdue by this time. */
const SILENT_MS = 10 * 60_000
const AT_ONCE = 50

async function followSetups(deps: Needs): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const rows = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.state, 'setting_up'),
        eq(paymentMethods.mode, deps.payments.mode),
        lt(paymentMethods.createdAt, new Date(now.getTime() - SILENT_MS)),
        lt(paymentMethods.expiresAt, now),
      ),
    )
    .limit(AT_ONCE)
  for (const { methodID, setupID, expiresAt } of rows) {
    if (setupID !== null) await quietly(() => finishSetup(deps, setupID))
    // A page that the provider still shows as open is closed by now.
    if (expiresAt.getTime() + SILENT_MS < now.getTime() || setupID === null)
      await change(deps, methodID, (tx, method) =>
        method.state === 'setting_up' ? endMethod(tx, { now }, method, 'not_finished') : Promise.resolve(),
      )
  }
}

/** Each customer is warned by one mail, 30 days before (domain.md 20, Ends). */
async function warnOfCards(deps: Needs): Promise<void> {
  if (deps.mail.kind === 'kept') return
  const { db } = deps.database
  const now = deps.clock.now()
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const key = sql`'autopay ' || ${paymentMethods.customerID} || ' expires ' || ${paymentMethods.methodID} || ' ' || ${paymentMethods.expiresIn}`
  // Whoever isn't mailed is left out here, or so many would keep the others from their turn.
  const rows = await db
    .select({ method: paymentMethods, email: users.email })
    .from(paymentMethods)
    .innerJoin(users, eq(users.userID, paymentMethods.customerID))
    .where(
      and(
        eq(paymentMethods.state, 'active'),
        eq(paymentMethods.mode, deps.payments.mode),
        inArray(paymentMethods.expiresIn, monthsEndingSoon(today)),
        isNotNull(users.email),
        notExists(
          db
            .select({ one: sql`1` })
            .from(mails)
            .where(eq(mails.dedupeKey, key)),
        ),
      ),
    )
    .limit(AT_ONCE)
  for (const { method, email } of rows) {
    const payer = await payerOf(db, method.customerID)
    if (!payer || email === null) continue
    const [year, month] = method.expiresIn!.split('-')
    const letter = letterOf(settings, 'autopayExpires', {
      firstName: payer.firstName,
      refId: String(payer.refNumber),
      method: nameOf(method),
      month: `${month}/${year}`,
      manageLink: portalLink(deps.config, settings, 'pay-automatically', payer),
    })
    const dedupeKey = `autopay ${method.customerID} expires ${method.methodID} ${method.expiresIn}`
    const mail = { dedupeKey, to: email, ...letter }
    await inTransaction(db, (tx) => queueMail(tx, deps.mail, mail, now))
  }
}

async function pauseEndedCards(deps: Needs): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const rows = await db
    .select({ methodID: paymentMethods.methodID })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.state, 'active'),
        eq(paymentMethods.mode, deps.payments.mode),
        lt(paymentMethods.expiresIn, today.slice(0, 7)),
      ),
    )
    .limit(AT_ONCE)
  for (const { methodID } of rows)
    await change(deps, methodID, async (tx, method) => {
      if (cardEndsBefore(method.expiresIn, today)) await pauseByItself(tx, deps, method, { reason: 'expired', now })
    })
}

/** A cancelled customer is charged until nothing is owed; a deleted one not at all (domain.md 20, Ends). */
async function endOfLeavers(deps: Needs): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const rows = await db
    .select({ methodID: paymentMethods.methodID })
    .from(paymentMethods)
    .innerJoin(customers, eq(customers.customerID, paymentMethods.customerID))
    .leftJoin(customerAccounts, eq(customerAccounts.customerID, paymentMethods.customerID))
    .where(
      and(
        sql`${paymentMethods.state} in ('active', 'paused')`,
        eq(customers.status, 'CANCELED'),
        // Those who never pay would keep the others from their turn.
        sql`coalesce(${customerAccounts.owing}, 0) = 0`,

        notExists(
          db
            .select({ one: sql`1` })
            .from(checkouts)
            .where(
              and(
                eq(checkouts.customerID, paymentMethods.customerID),
                eq(checkouts.kind, 'auto'),
                inArray(checkouts.state, UNDER_WAY),
              ),
            ),
        ),
      ),
    )
    .limit(AT_ONCE)
  for (const { methodID } of rows)
    await change(deps, methodID, async (tx, method) => {
      const owing = (await balancesOf(tx, [method.customerID])).get(method.customerID)?.owing ?? 0
      if (owing === 0) await endByItself(tx, deps, method, { reason: 'left', now })
    })
}

async function detachEnded(deps: Needs): Promise<void> {
  const { db } = deps.database
  const rows = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.state, 'ended'),
        eq(paymentMethods.mode, deps.payments.mode),
        isNull(paymentMethods.detachedAt),
        or(isNotNull(paymentMethods.providerMethodID), isNotNull(paymentMethods.setupID)),
      ),
    )
    .limit(AT_ONCE)
  for (const { methodID, providerMethodID, setupID } of rows)
    await quietly(async () => {
      if (providerMethodID === null) await deps.payments.expire(setupID!)
      else await deps.payments.detach(providerMethodID)
      await db
        .update(paymentMethods)
        .set({ detachedAt: deps.clock.now() })
        // A page that the customer finished in this moment has made it active.
        .where(and(eq(paymentMethods.methodID, methodID), eq(paymentMethods.state, 'ended')))
    })
}

/** The adapter has logged what the provider did not do; the next look tries again. */
async function quietly(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof PaymentsTrouble)) throw error
  }
}

function change(
  { database }: Needs,
  methodID: string,
  act: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0], method: MethodRow) => Promise<unknown>,
): Promise<void> {
  return inTransaction(
    database.db,
    async (tx) => {
      const seen = await methodByID(tx, methodID)
      if (seen === null) return
      await lockAccounts(tx, [seen.customerID])
      await act(tx, (await methodByID(tx, methodID))!)
    },
    { isolation: 'read committed' },
  )
}
