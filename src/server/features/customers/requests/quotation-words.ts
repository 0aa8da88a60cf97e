import type { AnswerOf } from '#contract/endpoint.ts'
import type { getQuotation } from '#contract/v1/requests.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { isOwnWeek } from '#domain/cycle.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { listed } from '#domain/mail-templates.ts'
import type { Cents } from '#domain/money.ts'
import { priceInWords } from '#domain/price-words.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { weekFiveRhythm } from '#domain/week-five.ts'
import type { Queryable } from '../../../db/database.ts'
import { LINK_PLACE } from '../../../db/mail-outbox.ts'
import { packageByID, type PackageRow } from '../../packages/public.ts'
import {
  businessNameOf,
  businessToday,
  letterOf,
  settingsInForce,
  type SettingsInForce,
} from '../../settings/public.ts'
import { calendarRows } from '../../calendar/public.ts'
import type { CustomerRow } from '../customers-reads.ts'
import type { Offer } from './quotation-link.ts'

type Quotation = AnswerOf<typeof getQuotation>

const WEEKS = 3

/** Everything that is offered, for the mail and for the page behind its link. */
interface Quoted {
  readonly row: CustomerRow
  readonly package: PackageRow | null
  readonly settings: SettingsInForce
  /** The next weeks in which the customer would be collected. */
  readonly weeks: readonly CalendarRow[]
}

export async function quotedFor(db: Queryable, row: CustomerRow, now: Date): Promise<Quoted> {
  const today = await businessToday(db, now)
  const week = weekOf(row)
  const coming = (await calendarRows(db)).filter(
    ({ from, weekNumber }) => from >= today && week !== null && isOwnWeek(row.collectionScheme, week, weekNumber),
  )
  return {
    row,
    package: await packageByID(db, row.productID, today),
    settings: await settingsInForce(db),
    weeks: coming.slice(0, WEEKS),
  }
}

export function presentQuotation({ row, settings, weeks, ...quoted }: Quoted, { price, expiresAt }: Offer): Quotation {
  return {
    firstName: row.firstName,
    businessName: businessNameOf(settings),
    servicePackage: row.servicePackage,
    features: row.features,
    ...schemesOf({ row, ...quoted }),
    price,
    priceInWords: wordsOf(row, settings, price),
    suburb: row.suburb,
    weeks: weeks.map(({ from, to }) => ({ from, to })),
    expiresAt,
    acceptedAt: row.acceptedAt,
  }
}

export function quotationMail(
  { row, settings, weeks, ...quoted }: Quoted,
  { price, expiresAt }: Offer,
  message: string,
): { subject: string; text: string } {
  return letterOf(settings, 'quotation', {
    firstName: row.firstName,
    servicePackage: row.servicePackage,
    features: listed(row.features),
    ...schemesOf({ row, ...quoted }),
    price: wordsOf(row, settings, price),
    suburb: row.suburb,
    weeks:
      weeks.length > 0
        ? listed(weeks.map(({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`))
        : 'We’ll let you know the weeks.',
    message,
    expires: formatDay(dayOf(expiresAt, settings['business.timeZone'])),
    acceptLink: LINK_PLACE,
  })
}

const weekOf = ({ weekNumber, suburbWeek }: CustomerRow) => weekNumber ?? suburbWeek

/** In the package's public wording where the customer's schemes are the package's. */
function schemesOf({ row, package: packageRow }: Pick<Quoted, 'row' | 'package'>): {
  collectionScheme: string
  paymentScheme: string
} {
  const own = {
    collection: packageRow?.collectionScheme === row.collectionScheme ? packageRow.publicCollectionScheme : null,
    payment: packageRow?.paymentScheme === row.paymentScheme ? packageRow.publicPaymentScheme : null,
  }
  return {
    collectionScheme:
      weekFiveRhythm(weekOf(row), row.collectionScheme) ?? (own.collection || collectionWords(row.collectionScheme)),
    paymentScheme: own.payment || paymentWords(row.paymentScheme),
  }
}

function wordsOf({ serviceType }: CustomerRow, settings: SettingsInForce, price: Cents): string {
  return priceInWords(price, { perBag: serviceType === 'GARDEN_BAG', gst: settings['business.gstRegistered'] })
}
