import { eq, sql } from 'drizzle-orm'
import { PROMISE_DAYS, promiseProblem } from '#domain/chasing.ts'
import { addDays, type Day, dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { lockAccounts, whenCollectingChanges } from '../ledger/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import type { InvoiceRow } from './invoices-reads.ts'

/** What office and customer say about how an invoice is collected (domain.md 19). */

/** Chases a reopened invoice again: its reminders begin anew, and its days count from today. */
export async function chaseAgain(
  tx: Queryable,
  author: Author,
  invoiceID: string,
  ifMatch: number | null,
): Promise<void> {
  const row = await locked(tx, invoiceID, ifMatch)
  if (row.amount <= row.allocated) throw new Refused('nothing_owing')
  if (row.reopenedAt === null) throw new Refused('wrong_state')
  await store(
    tx,
    author,
    row,
    'invoice.collect_again',
    { reopenedAt: null, collectAgainAt: author.now, holdNamedFrom: null },
    {},
  )
}

/** @param promise isOwn: by the customer, who can do it once, for a day within `promise.ownDays` */
export async function notePromise(
  tx: Queryable,
  author: Author,
  { invoiceID, until, isOwn }: { invoiceID: string; until: Day | null; isOwn: boolean },
  ifMatch: number | null,
): Promise<void> {
  const row = await locked(tx, invoiceID, ifMatch)
  if (row.amount <= row.allocated) throw new Refused('nothing_owing')
  const settings = await settingsInForce(tx)
  if (isOwn && (until === null || ownPromiseUntil(row, settings, author.now) === null)) throw new Refused('wrong_state')
  const today = dayOf(author.now, settings['business.timeZone'])
  const problem = until && promiseProblem(until, today, isOwn ? settings['promise.ownDays'] : PROMISE_DAYS)
  if (problem) refuseField('until', problem)
  const change = { promisedUntil: until, ...(isOwn && { ownPromiseAt: author.now }) }
  await store(tx, author, row, 'invoice.promise', change, { until })
}

/** The last day that the customer may promise; null: none, because it is off, used, or nothing is owed. */
export function ownPromiseUntil(
  row: Pick<InvoiceRow, 'amount' | 'allocated' | 'ownPromiseAt' | 'promisedUntil'>,
  settings: SettingsInForce,
  now: Date,
): Day | null {
  const days = settings['promise.ownDays']
  const today = dayOf(now, settings['business.timeZone'])
  const isPromised = row.ownPromiseAt !== null || (row.promisedUntil !== null && row.promisedUntil >= today)
  return days === 0 || isPromised || row.amount <= row.allocated ? null : addDays(today, days)
}

export async function chooseReminding(
  tx: Queryable,
  author: Author,
  { invoiceID, dontRemind }: { invoiceID: string; dontRemind: boolean },
  ifMatch: number | null,
): Promise<void> {
  const row = await locked(tx, invoiceID, ifMatch)
  if (row.dontRemind !== dontRemind) await store(tx, author, row, 'invoice.dont_remind', { dontRemind }, { dontRemind })
}

export async function chooseCharging(
  tx: Queryable,
  author: Author,
  { invoiceID, dontCharge }: { invoiceID: string; dontCharge: boolean },
  ifMatch: number | null,
): Promise<void> {
  const row = await locked(tx, invoiceID, ifMatch)
  if (row.dontCharge !== dontCharge) await store(tx, author, row, 'invoice.dont_charge', { dontCharge }, { dontCharge })
}

/** The account first, as every act on a ledger. */
async function locked(tx: Queryable, invoiceID: string, ifMatch: number | null): Promise<InvoiceRow> {
  const [found] = await tx
    .select({ customerID: invoices.customerID })
    .from(invoices)
    .where(eq(invoices.invoiceID, invoiceID))
  if (!found) throw new Refused('not_found')
  await lockAccounts(tx, [found.customerID])
  const [row] = await tx.select().from(invoices).where(eq(invoices.invoiceID, invoiceID)).for('update')
  requireVersion(ifMatch, row!.version)
  return row!
}

async function store(
  tx: Queryable,
  author: Author,
  { invoiceID, customerID }: InvoiceRow,
  action: string,
  change: Partial<InvoiceRow>,
  after: Record<string, unknown>,
): Promise<void> {
  await tx
    .update(invoices)
    .set({ ...change, version: sql`${invoices.version} + 1` })
    .where(eq(invoices.invoiceID, invoiceID))
  await recordChange(tx, author, { action, subjectKind: 'invoice', subjectID: invoiceID, after })
  await whenCollectingChanges(tx, [customerID], author.now)
}
