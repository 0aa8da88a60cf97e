import type { PriceLetter } from '#domain/documents/documents.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { changeSentence } from '#domain/price-notice.ts'
import { dayAfterNotice } from '#domain/price-on.ts'
import { priceInWords } from '#domain/price-words.ts'
import type { CustomerServiceType } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { buyerOf, buyersOf } from '../ledger/public.ts'
import { NOTICE } from '../prices/public.ts'
import { firmOf, letterOf, type SettingsInForce } from '../settings/public.ts'
import type { PriceRow } from './price-rows-reads.ts'

/** The words of a notice, by email and by letter alike, and of the message that a change was cancelled. */

interface Told {
  readonly firstName: string
  readonly refNumber: number
  readonly address: string
  readonly suburb: string
  readonly servicePackage: string
  readonly serviceType: CustomerServiceType
  readonly day: Day
  readonly oldPrice: Cents
  readonly newPrice: Cents
}

/** A deleted customer's mails are found by the ID in their keys. */
export const noticeKey = (customerID: string, priceChangeID: string) => `${NOTICE} ${customerID} ${priceChangeID}`
export const cancelledKey = (customerID: string, priceChangeID: string) =>
  `price-cancelled ${customerID} ${priceChangeID}`

interface Noticed {
  readonly today: Day
  readonly noticeDays: number
}

export function noticeLetter(
  settings: SettingsInForce,
  told: Told,
  { today, noticeDays }: Noticed,
): { subject: string; text: string } {
  const from = dayAfterNotice(told.day, today, noticeDays)
  const prices = pricesInWords(settings, told)
  const change = changeSentence({ ...prices, from, isRise: told.newPrice > told.oldPrice })
  return letterOf(settings, 'priceChange', { ...fieldsOf(told), ...prices, change, day: formatDay(from) })
}

export const cancelledLetter = (settings: SettingsInForce, told: Told): { subject: string; text: string } =>
  letterOf(settings, 'priceCancelled', { ...fieldsOf(told), ...pricesInWords(settings, told) })

function pricesInWords(settings: SettingsInForce, { serviceType, oldPrice, newPrice }: Told) {
  const how = { perBag: serviceType === 'GARDEN_BAG', gst: settings['business.gstRegistered'] }
  return { oldPrice: priceInWords(oldPrice, how), newPrice: priceInWords(newPrice, how) }
}

const fieldsOf = ({ firstName, refNumber, servicePackage, address, suburb }: Told) => ({
  firstName,
  refId: String(refNumber),
  servicePackage,
  address: `${address}, ${suburb}`,
})

/** Letters read at a time, so that a long list is never in memory as a whole. */
const GROUP = 100

export async function* printedLetters(
  db: Queryable,
  settings: SettingsInForce,
  rows: readonly PriceRow[],
  noticed: Noticed,
): AsyncGenerator<PriceLetter> {
  for (let at = 0; at < rows.length; at += GROUP) {
    const some = rows.slice(at, at + GROUP)
    const buyers = await buyersOf(
      db,
      some.map(({ customerID }) => customerID),
    )
    for (const row of some) {
      const buyer = buyers.get(row.customerID)
      if (!buyer) continue
      const isCancelled = row.state === 'cancelled'
      const letter = isCancelled ? cancelledLetter(settings, row) : noticeLetter(settings, row, noticed)
      yield {
        kind: 'price',
        issueDate: noticed.today,
        firm: firmOf(settings),
        buyer: { ...buyerOf(buyer), email: null },
        heading: isCancelled ? 'A change of your price is cancelled' : 'Your new price',
        text: letter.text,
        service: row.servicePackage,
        oldPrice: row.oldPrice,
        newPrice: row.newPrice,
        from: isCancelled ? null : dayAfterNotice(row.day, noticed.today, noticed.noticeDays),
      }
    }
  }
}
