import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../db/database.ts'
import { queueMails, replaceMails } from '../../db/mail-outbox.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, settingsInForce } from '../settings/public.ts'
import { cancelledKey, cancelledLetter } from './notice-letter.ts'
import { laterPackageChange, lockPriceChange, stateOf } from './price-changes-reads.ts'
import { priceRowsOf } from './price-rows-reads.ts'

/**
 * Takes a change back before its day. Those who were told by email, or whose notice is on its way, get an email that
 * says so; letters are printed from the change's page. A notice that did not go can no longer be sent.
 */
export async function cancelPriceChangeOf(
  tx: Queryable,
  author: Author,
  deps: Pick<Dependencies, 'mail'>,
  priceChangeID: string,
  ifMatch: number | null,
): Promise<void> {
  const change = await lockPriceChange(tx, priceChangeID)
  const state = stateOf(change, await businessToday(tx, author.now))
  if (state === 'cancelled') return
  if (state === 'applied' || state === 'dropped') throw new Refused('wrong_state')
  requireVersion(ifMatch, change.version)
  if (state === 'announced') await requireNewest(tx, change)
  const rows = (await priceRowsOf(tx, priceChangeID)).filter(({ state }) => state === 'pending')
  const settings = await settingsInForce(tx)
  const told = rows.filter(({ mailState, email }) => email !== null && (mailState === 'sent' || mailState === 'queued'))
  const untold = rows.flatMap(({ mailID, mailState }) =>
    mailID !== null && mailState !== 'sent' && mailState !== 'queued' ? [mailID] : [],
  )
  if (untold.length > 0) await replaceMails(tx, untold, author.now)
  await queueMails(
    tx,
    deps.mail,
    told.map((row) => ({
      ...cancelledLetter(settings, row),
      dedupeKey: cancelledKey(row.customerID, priceChangeID),
      to: row.email!,
      priority: 'bulk' as const,
    })),
    author.now,
  )
  await tx
    .update(priceChangeCustomers)
    .set({ state: 'cancelled', version: sql`${priceChangeCustomers.version} + 1` })
    .where(and(eq(priceChangeCustomers.priceChangeID, priceChangeID), eq(priceChangeCustomers.state, 'pending')))
  await tx
    .update(priceChanges)
    .set({
      cancelledAt: author.now,
      packageState: change.packageState === null ? null : 'dropped',
      version: change.version + 1,
    })
    .where(eq(priceChanges.priceChangeID, priceChangeID))
  await recordChange(tx, author, {
    action: 'price_change.cancel',
    subjectKind: 'price_change',
    subjectID: priceChangeID,
    before: { state },
    after: { state: 'cancelled', customers: rows.length, mails: told.length },
  })
}

/** A later change was computed on this one's prices. */
async function requireNewest(tx: Queryable, change: Awaited<ReturnType<typeof lockPriceChange>>): Promise<void> {
  const later = alias(priceChangeCustomers, 'later')
  const rows = await tx
    .select({ customerID: later.customerID })
    .from(priceChangeCustomers)
    .innerJoin(
      later,
      and(eq(later.customerID, priceChangeCustomers.customerID), gt(later.day, priceChangeCustomers.day)),
    )
    .where(
      and(
        eq(priceChangeCustomers.priceChangeID, change.priceChangeID),
        eq(priceChangeCustomers.state, 'pending'),
        ne(later.priceChangeID, change.priceChangeID),
        inArray(later.state, ['pending', 'applied']),
      ),
    )
    .limit(1)
  const ofPackage = change.packageState === 'pending' && (await laterPackageChange(tx, change))
  if (rows.length > 0 || ofPackage) throw new Refused('later_change_pending')
}
