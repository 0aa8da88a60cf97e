import { eq, sql } from 'drizzle-orm'
import type { EndReason, PauseReason } from '#domain/autopay-words.ts'
import type { Queryable } from '../../db/database.ts'
import { paymentMethods } from '../../db/tables/autopay.ts'
import { writeAudit } from '../../http/audit.ts'
import { type Author, doneBy } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { lockAccounts } from '../ledger/public.ts'
import { type Decline, type LetterNeeds, tellStopped } from './method-letters.ts'
import { methodInUse, type MethodRow, type Mode } from './methods-reads.ts'

/** Who changes a method; null: the server, by itself. */
export type Changer = Pick<Author, 'now'> & Partial<Pick<Author, 'actor' | 'requestID'>>

interface Ask {
  readonly customerID: string
  readonly mode: Mode
  readonly ifMatch: number | null
}

/** A charge that was decided is not stopped by any of these: the account's lock orders them (domain.md 20, Amount). */
export async function pauseOwn(
  tx: Queryable,
  author: Author,
  ask: Ask,
  why: { readonly by: 'customer' | 'office'; readonly note: string | null },
): Promise<void> {
  const method = await locked(tx, ask)
  if (method.state !== 'active') throw new Refused('wrong_state')
  await pause(tx, author, method, { reason: why.by, note: why.note })
}

/** Takes a paused method up again; what the customer or the office paused, only they themselves or the office. */
export async function resumeMethod(tx: Queryable, author: Author, ask: Ask, by: 'customer' | 'office'): Promise<void> {
  const method = await locked(tx, ask)
  if (method.state !== 'paused') throw new Refused('wrong_state')
  if (by === 'customer' && method.pauseReason === 'office')
    throw new Refused('wrong_state', { message: 'We’ve paused this. Please call us.' })
  if (by === 'customer' && method.pauseReason !== 'customer')
    throw new Refused('wrong_state', { message: 'Save your card or bank account again.' })
  await store(tx, author, method, 'autopay.resume', {
    state: 'active',
    pauseReason: null,
    pausedAt: null,
    note: null,
    activeAt: author.now,
  })
}

export async function removeMethod(tx: Queryable, author: Author, ask: Ask): Promise<void> {
  const method = await locked(tx, ask)
  await end(tx, author, method, 'removed')
}

/** A deleted customer's methods end at once, in every mode. @returns whether the provider has one to forget, or its page */
export async function endMethodsOf(tx: Queryable, author: Author, customerID: string): Promise<boolean> {
  const of = eq(paymentMethods.customerID, customerID)
  // Locking makes the account of a customer who has none, and who is deleted without a trace.
  if ((await tx.$count(paymentMethods, of)) === 0) return false
  await lockAccounts(tx, [customerID])
  const rows = await tx.select().from(paymentMethods).where(of)
  for (const method of rows) if (method.state !== 'ended') await end(tx, author, method, 'left')
  return rows.some((method) => method.providerMethodID !== null || isPageOpen(method))
}

/** Pauses a method because of what the provider reported. The customer is told once. */
export async function pauseByItself(
  tx: Queryable,
  deps: LetterNeeds,
  method: MethodRow,
  { reason, now }: { reason: 'expired' | 'disputed'; now: Date },
): Promise<void> {
  const paused = await pauseFor(tx, method, reason, now)
  if (paused) await tellStopped(tx, deps, paused, null, now)
}

/**
 * Pauses a method after a decline, or leaves it as it is for the next try. While it is active, the announcement of that
 * try tells the customer; of a method that was paused or ended meanwhile none is announced, so they are told here.
 * @param reason null: it can be tried again
 */
export async function takeDecline(
  tx: Queryable,
  deps: LetterNeeds,
  method: MethodRow,
  { reason, now, ...decline }: Decline & { reason: 'declined' | 'expired' | 'authentication' | null; now: Date },
): Promise<void> {
  const paused = reason === null ? null : await pauseFor(tx, method, reason, now)
  const isToldOf = method.state === 'active' || (method.state === 'paused' && !isPersons(method))
  if (paused || !isToldOf) await tellStopped(tx, deps, paused ?? method, decline, now)
}

const isPersons = ({ pauseReason }: MethodRow) => pauseReason === 'customer' || pauseReason === 'office'

/**
 * What a person paused stays paused by the provider's reason, which they can't lift. A card that expired is left to them:
 * it goes on by itself once the bank renews it.
 */
async function pauseFor(
  tx: Queryable,
  method: MethodRow,
  reason: Exclude<PauseReason, 'customer' | 'office'>,
  now: Date,
): Promise<MethodRow | null> {
  const isPaused = method.state === 'active' || (isPersons(method) && reason !== 'expired')
  return isPaused ? pause(tx, { now }, method, { reason, note: method.note }) : null
}

export async function endByItself(
  tx: Queryable,
  deps: LetterNeeds,
  method: MethodRow,
  { reason, now }: { reason: EndReason; now: Date },
): Promise<void> {
  if (method.state === 'ended') return
  const wasUsed = method.state !== 'setting_up'
  const ended = await end(tx, { now }, method, reason)
  if (wasUsed) await tellStopped(tx, deps, ended, null, now)
}

const pause = (
  tx: Queryable,
  by: Changer,
  method: MethodRow,
  { reason, note }: { reason: PauseReason; note: string | null },
): Promise<MethodRow> =>
  store(tx, by, method, 'autopay.pause', { state: 'paused', pauseReason: reason, pausedAt: by.now, note })

export const end = (tx: Queryable, by: Changer, method: MethodRow, reason: EndReason): Promise<MethodRow> =>
  store(tx, by, method, `autopay.end`, {
    state: 'ended',
    endReason: reason,
    endedAt: by.now,
    pauseReason: null,
    url: null,
    // There is nothing to forget at the provider.
    ...(((method.providerMethodID === null && !isPageOpen(method)) || reason === 'detached') && { detachedAt: by.now }),
  })

const isPageOpen = ({ state, setupID }: MethodRow) => state === 'setting_up' && setupID !== null

/** Locks the account first, as every act on a ledger does. */
async function locked(tx: Queryable, { customerID, mode, ifMatch }: Ask): Promise<MethodRow> {
  // Locking makes the account of a customer who has none, or fails where there is no such customer.
  if ((await methodInUse(tx, customerID, mode)) === null) throw new Refused('not_found')
  await lockAccounts(tx, [customerID])
  const method = await methodInUse(tx, customerID, mode)
  if (method === null) throw new Refused('not_found')
  requireVersion(ifMatch, method.version)
  return method
}

export async function store(
  tx: Queryable,
  by: Changer,
  { methodID, customerID }: MethodRow,
  action: string,
  change: Partial<MethodRow>,
): Promise<MethodRow> {
  const [row] = await tx
    .update(paymentMethods)
    .set({ ...change, version: sql`${paymentMethods.version} + 1` })
    .where(eq(paymentMethods.methodID, methodID))
    .returning()
  const { pauseReason = null, endReason = null } = change
  await writeAudit(tx, {
    ...(by.actor ? doneBy(by.actor) : { actorID: null }),
    requestID: by.requestID ?? null,
    at: by.now,
    action,
    subjectKind: 'customer',
    subjectID: customerID,
    after: { methodID, ...(pauseReason && { reason: pauseReason }), ...(endReason && { reason: endReason }) },
  })
  return row!
}
