import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getCustomer } from '#contract/v1/customers.ts'
import { priceOn } from '#domain/price-on.ts'
import type { Queryable } from '../../db/database.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.ts'
import { photos } from '../../db/tables/events.ts'
import { Refused } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import { balancesOf } from '../ledger/public.ts'
import { stepsOf } from '../prices/public.ts'
import { businessToday } from '../settings/public.ts'
import { presentCustomer } from './customers-present.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'
import { nextPickUps } from './next-pick-up.ts'

type Customer = AnswerOf<typeof getCustomer>

/** The context of a route fits. */
interface Reader {
  readonly db: Queryable
  readonly actor: Pick<Actor, 'officeRole'>
  readonly now: Date
}

/** A customer for their page; 404 when there is none. */
export async function customerShown(reader: Reader, customerID: string): Promise<Customer> {
  const row = await customerByID(reader.db, customerID)
  if (!row) throw new Refused('not_found')
  return rowShown(reader, row)
}

export async function rowShown({ db, actor, now }: Reader, row: CustomerRow): Promise<Customer> {
  const { customerID } = row
  const accessPhotos = await db
    .select({ photoID: photos.photoID, takenAt: photos.takenAt })
    .from(photos)
    .where(eq(photos.customerID, customerID))
    .orderBy(photos.createdAt, photos.photoID)
  const account = (await balancesOf(db, [customerID])).get(customerID)
  const [feed = null] = await db
    .select({ createdAt: calendarFeeds.createdAt, readAt: calendarFeeds.readAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.customerID, customerID))
  const next = (await nextPickUps(db, [row], now)).get(customerID) ?? null
  const today = await businessToday(db, now)
  const steps = (await stepsOf(db, [customerID])).get(customerID) ?? []
  const pending = steps.flatMap(({ priceChangeID, price, from, state }) =>
    state === 'pending' && !(from !== null && from <= today) ? [{ priceChangeID, price, from }] : [],
  )
  const amount = priceOn(row.amount, steps, today)
  return presentCustomer({ ...row, amount }, account, next, accessPhotos, feed, pending, actor)
}
