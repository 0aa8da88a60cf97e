import { and, eq, sql } from 'drizzle-orm'
import { formatDay, latestDay } from '#domain/dates.ts'
import { earliestDay } from '#domain/price-changes.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { queueMails } from '../../db/mail-outbox.ts'
import { priceChangeCustomers, priceChanges } from '../../db/tables/prices.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessToday, settingsInForce } from '../settings/public.ts'
import { noticeLetter, noticeKey } from './notice-letter.ts'
import { type PlannedPrice, planPriceChange } from './price-change-plan.ts'
import { laterPackageChange, lockPriceChange, stateOf } from './price-changes-reads.ts'
import { priceRowsOf } from './price-rows-reads.ts'

/**
 * Fixes the new prices and puts the notices into the outbox. Of an announced change the same for customers who are not
 * in it; with nobody to add it changes nothing.
 */
export async function announce(
  tx: Queryable,
  author: Author,
  deps: Pick<Dependencies, 'mail'>,
  priceChangeID: string,
  ifMatch: number | null,
): Promise<void> {
  const change = await lockPriceChange(tx, priceChangeID)
  const settings = await settingsInForce(tx)
  const today = await businessToday(tx, author.now)
  const state = stateOf(change, today)
  if (state === 'cancelled' || state === 'dropped') throw new Refused('wrong_state')
  const isFirst = state === 'draft'
  const plan = await planPriceChange(tx, change, author.now, isFirst ? null : change.packageOld)
  const there = new Set(
    (await priceRowsOf(tx, priceChangeID)).flatMap(({ customerID, state }) =>
      state === 'left_out' ? [] : [customerID],
    ),
  )
  const rest = plan.rows.filter(({ customerID }) => !there.has(customerID))
  const taken = rest.filter(({ reason }) => reason === null)
  if (!isFirst && taken.length === 0) return
  requireVersion(ifMatch, change.version)
  const noticeDays = change.noticeDays ?? settings['price.noticeDays']
  if (isFirst) {
    const isRise = taken.some(({ notice }) => notice !== 'none')
    const earliest = earliestDay(today, isRise, noticeDays)
    if (change.day < earliest) refuseField('day', `Choose ${formatDay(earliest)} or later`)
    if (taken.length === 0 && plan.packagePrice === null) refuseField(change.kind, 'This changes no customer’s price')
    if (plan.packagePrice !== null && (await laterPackageChange(tx, change)))
      throw new Refused('later_change_pending', {
        message: 'This service already has a price change for this day or later.',
      })
  }
  const letters = taken
    .filter(({ notice }) => notice === 'email')
    .map((row) => ({
      ...noticeLetter(settings, row, { today, noticeDays }),
      dedupeKey: noticeKey(row.customerID, priceChangeID),
      to: row.email!,
      priority: 'bulk' as const,
    }))
  const mailed = await queueMails(tx, deps.mail, letters, author.now)
  await tx
    .delete(priceChangeCustomers)
    .where(and(eq(priceChangeCustomers.priceChangeID, priceChangeID), eq(priceChangeCustomers.state, 'left_out')))
  const rows = rest.map((row) => ({
    ...fixedRow(row),
    priceChangeID,
    mailID: mailed.get(noticeKey(row.customerID, priceChangeID)) ?? null,
    fromDay: row.reason === null && row.notice === 'none' ? latestDay(row.day, today) : null,
    announcedAt: author.now,
  }))
  await refusing(() => insertRows(tx, priceChangeCustomers, rows), {
    unique: {
      price_change_customers_day: () => {
        throw new Refused('later_change_pending')
      },
    },
  })
  await tx
    .update(priceChanges)
    .set({
      version: sql`${priceChanges.version} + 1`,
      ...(isFirst && {
        announcedAt: author.now,
        noticeDays,
        packageOld: plan.packagePrice?.before ?? null,
        packageNew: plan.packagePrice?.after ?? null,
        packageState: plan.packagePrice === null ? null : ('pending' as const),
      }),
    })
    .where(eq(priceChanges.priceChangeID, priceChangeID))
  await recordChange(tx, author, {
    action: isFirst ? 'price_change.announce' : 'price_change.add',
    subjectKind: 'price_change',
    subjectID: priceChangeID,
    after: { day: change.day, customers: taken.length, mails: letters.length, package: plan.packagePrice },
  })
}

function fixedRow({ customerID, day, oldPrice, newPrice, collections, yearly, reason, notice }: PlannedPrice) {
  const state = reason === null ? ('pending' as const) : ('left_out' as const)
  return { customerID, day, oldPrice, newPrice, collections, yearly, reason, notice, state }
}
