import type { Queryable } from '../../db/database.ts'
import { replaceMails } from '../../db/mail-outbox.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { noticesPrinted } from '../prices/public.ts'
import { businessToday } from '../settings/public.ts'
import { lockPriceChange } from './price-changes-reads.ts'
import { isToPrint, priceRowsOf } from './price-rows-reads.ts'

/**
 * The letters were printed and go out today, so that their days of notice begin. An email that had not gone is given
 * up. Called again, it finds nothing to mark.
 */
export async function markPrinted(
  tx: Queryable,
  author: Author,
  priceChangeID: string,
  letters: number,
): Promise<void> {
  const change = await lockPriceChange(tx, priceChangeID)
  if (change.cancelledAt !== null || change.announcedAt === null) throw new Refused('wrong_state')
  const rows = (await priceRowsOf(tx, priceChangeID)).filter(isToPrint)
  if (rows.length === 0) return
  if (rows.length !== letters)
    throw new Refused('wrong_state', { message: 'There are other letters to print by now. Print them again.' })
  await replaceMails(
    tx,
    rows.flatMap(({ mailID }) => mailID ?? []),
    author.now,
  )
  const printed = await noticesPrinted(
    tx,
    priceChangeID,
    rows.map(({ customerID }) => customerID),
    await businessToday(tx, author.now),
  )
  await recordChange(tx, author, {
    action: 'price_change.print',
    subjectKind: 'price_change',
    subjectID: priceChangeID,
    after: { letters: printed.length },
  })
}
