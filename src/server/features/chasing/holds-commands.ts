import { and, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { dayOf, type Day } from '#domain/dates.ts'
import { beginsHold, heldFor, staysHeld } from '#domain/holding.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { customers } from '../../db/tables/customers.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit } from '../../http/audit.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { lockAccounts } from '../ledger/public.ts'
import { stillComing, takeUpInDrafts } from '../runs/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import type { Needs } from './chase-commands.ts'
import { chasedCustomers } from './chased-reads.ts'
import { judgingOf } from './chasing-settings.ts'
import { addresseeOf, holdLetter } from './hold-letter.ts'
import type { WorkingDay } from '../calendar/public.ts'

/**
 * Pauses the customers whose notice has run out. Two servers may do it at once: the row that is not held yet decides.
 * @returns how many
 */
export async function holdUnpaid(deps: Needs, hours: WorkingDay, goOn: () => boolean): Promise<number> {
  const { db } = deps.database
  const settings = await settingsInForce(db)
  if (!settings['hold.auto']) return 0
  const judging = await judgingOf(db, settings, hours.day)
  let held = 0
  for (const { customerID, customer, invoices } of await chasedCustomers(db, settings, hours.day)) {
    if (!beginsHold(customer, invoices, judging)) continue
    if (!goOn()) break
    const done = await inTransaction(db, (tx) => holdOne(tx, deps, hours.day, customerID), {
      isolation: 'read committed',
    })
    held += done ? 1 : 0
  }
  return held
}

async function holdOne(tx: Queryable, deps: Needs, today: Day, customerID: string): Promise<boolean> {
  const settings = await settingsInForce(tx)
  await lockAccounts(tx, [customerID])
  const [chased] = await chasedCustomers(tx, settings, today, [customerID])
  const judging = await judgingOf(tx, settings, today)
  if (!chased || !beginsHold(chased.customer, chased.invoices, judging)) return false
  const now = deps.clock.now()
  const amount = heldFor(chased.customer, chased.invoices, judging)
  const [made] = await tx
    .update(customers)
    .set({ heldSince: now, heldFor: amount, holdEndedAt: null, version: sql`${customers.version} + 1` })
    .where(and(eq(customers.customerID, customerID), isNull(customers.heldSince)))
    .returning({ customerID: customers.customerID })
  if (!made) return false
  await writeAudit(tx, {
    actorID: null,
    requestID: null,
    at: now,
    action: 'customer.hold',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { amount },
  })
  await mailAbout(tx, deps, settings, customerID, { key: `hold ${customerID} ${now.getTime()}`, template: 'onHold' })
  return true
}

interface Reviewed {
  /** Holds that have lost their reason. */
  readonly ended: readonly string[]
  /** Holds that go on, although another amount has to be paid by now. */
  readonly changed: readonly { readonly customerID: string; readonly amount: Cents }[]
}

/** @param customerIDs only theirs; undefined: of all */
async function reviewed(db: Queryable, now: Date, customerIDs?: readonly string[]): Promise<Reviewed> {
  const held = await db
    .select({ customerID: customers.customerID, heldFor: customers.heldFor })
    .from(customers)
    .where(and(isNotNull(customers.heldSince), customerIDs && among(customers.customerID, customerIDs)))
  if (held.length === 0) return { ended: [], changed: [] }
  const settings = await settingsInForce(db)
  const today = dayOf(now, settings['business.timeZone'])
  const ids = held.map(({ customerID }) => customerID)
  const chased = new Map((await chasedCustomers(db, settings, today, ids)).map((each) => [each.customerID, each]))
  const judging = await judgingOf(db, settings, today)
  const judged = held.map(({ customerID, heldFor: before }) => {
    const each = chased.get(customerID)
    const stays = each !== undefined && staysHeld(each.customer, each.invoices, judging)
    return { customerID, before, amount: stays ? heldFor(each.customer, each.invoices, judging) : null }
  })
  return {
    ended: judged.flatMap(({ customerID, amount }) => (amount === null ? [customerID] : [])),
    changed: judged.flatMap(({ customerID, before, amount }) =>
      amount === null || amount === before ? [] : [{ customerID, amount }],
    ),
  }
}

/**
 * Ends holds that no longer have their reason, in the transaction that took it away, and puts the customers on the
 * drafts in which they are due. The caller has locked the accounts.
 */
export async function endHolds(tx: Queryable, customerIDs: readonly string[], now: Date): Promise<void> {
  const { ended, changed } = await reviewed(tx, now, customerIDs)
  for (const { customerID, amount } of changed)
    await tx.update(customers).set({ heldFor: amount }).where(eq(customers.customerID, customerID))
  await end(tx, ended, now)
}

async function end(tx: Queryable, customerIDs: readonly string[], now: Date): Promise<void> {
  if (customerIDs.length === 0) return
  await tx
    .update(customers)
    .set({ heldSince: null, heldFor: 0, holdEndedAt: now, version: sql`${customers.version} + 1` })
    .where(among(customers.customerID, customerIDs))
  for (const subjectID of customerIDs)
    await writeAudit(tx, {
      actorID: null,
      requestID: null,
      at: now,
      action: 'customer.hold_end',
      subjectKind: 'customer',
      subjectID,
      after: {},
    })
  await takeUpInDrafts(tx, customerIDs, now)
}

/** The office lifts a hold, or forbids one, up to and with that day; null: no longer. */
export async function liftHold(
  tx: Queryable,
  author: Author,
  { customerID, until }: { customerID: string; until: Day | null },
): Promise<void> {
  await lockAccounts(tx, [customerID])
  await tx
    .update(customers)
    .set({ holdLiftedUntil: until, version: sql`${customers.version} + 1` })
    .where(eq(customers.customerID, customerID))
  await recordChange(tx, author, {
    action: 'customer.hold_lift',
    subjectKind: 'customer',
    subjectID: customerID,
    after: { until },
  })
  await endHolds(tx, [customerID], author.now)
}

/**
 * Judges every hold again, because settings, cases and days change without a payment. They are read together; one that
 * changes is judged again under the account's lock.
 */
export async function reviewHolds({ database: { db }, clock }: Needs): Promise<void> {
  const now = clock.now()
  const { ended, changed } = await reviewed(db, now)
  for (const customerID of [...ended, ...changed.map((one) => one.customerID)])
    await inTransaction(
      db,
      async (tx) => {
        await lockAccounts(tx, [customerID])
        await endHolds(tx, [customerID], now)
      },
      { isolation: 'read committed' },
    )
}

/** How long after its end a customer is still told that a hold ended. */
const TOLD_MS = 7 * 24 * 3_600_000

/** Mails those whose hold has ended, each once: the key has the end. */
export async function tellEndedHolds(deps: Needs): Promise<void> {
  const { db } = deps.database
  const ended = await db
    .select({ customerID: customers.customerID, at: customers.holdEndedAt })
    .from(customers)
    .where(
      and(
        isNull(customers.heldSince),
        isNull(customers.hiddenAt),
        gte(customers.holdEndedAt, new Date(deps.clock.now().getTime() - TOLD_MS)),
        or(isNull(customers.holdToldAt), sql`${customers.holdToldAt} < ${customers.holdEndedAt}`),
      ),
    )
  for (const { customerID, at } of ended)
    await inTransaction(db, async (tx) => {
      const settings = await settingsInForce(tx)
      await mailAbout(tx, deps, settings, customerID, {
        key: `hold ${customerID} ended ${at!.getTime()}`,
        template: 'holdEnded',
      })
      await tx.update(customers).set({ holdToldAt: at }).where(eq(customers.customerID, customerID))
    })
}

async function mailAbout(
  tx: Queryable,
  deps: Needs,
  settings: SettingsInForce,
  customerID: string,
  { key, template }: { key: string; template: 'onHold' | 'holdEnded' },
): Promise<void> {
  const addressee = await addresseeOf(tx, customerID)
  if (addressee === null || addressee.email === null) return
  const today = dayOf(deps.clock.now(), settings['business.timeZone'])
  const letter = holdLetter(settings, template, {
    ...addressee,
    total: showMoney(addressee.heldFor),
    stillComing: await stillComing(tx, customerID, today),
  })
  await queueMail(tx, deps.mail, { dedupeKey: key, to: addressee.email, ...letter }, deps.clock.now())
}
