import { createHash } from 'node:crypto'
import type { AnswerOf } from '#contract/endpoint.ts'
import { endCalendarFeed, getCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { FEED_REFRESH } from '#domain/calendar-feed.ts'
import { writeCalendar } from '#domain/icalendar.ts'
import { RawAnswer, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { businessNameOf, settingsInForce } from '../settings/public.ts'
import { entriesOf } from './feed-entries.ts'
import { endFeed, makeFeed, noteRead } from './feeds-commands.ts'
import { feedOfCustomer, type FeedRow, subscriberOf } from './feeds-reads.ts'
import { feedOfToken, feedUrlOf } from './feed-token.ts'

type CalendarFeed = AnswerOf<typeof makeCalendarFeed>

/** A provider of calendars reads those of all its users from a few addresses. */
const READS = { hits: 3_000, seconds: 60 }
/** A new address is needed once in years. */
const NEW_ADDRESSES = { hits: 30, seconds: 3_600 }

export const calendarFeedsRoutes = (deps: Dependencies): Route[] => {
  const { config, secrets } = deps
  const present = ({ feedID, createdAt, readAt }: FeedRow): CalendarFeed => ({
    url: feedUrlOf(deps, feedID),
    createdAt,
    readAt,
  })

  return [
    serve(getCalendarFeed)(async (_input, { db, actor }) => {
      const feed = await feedOfCustomer(db, actor.userID)
      return { feed: feed && present(feed) }
    }),

    serve(makeCalendarFeed, { limits: { perUser: NEW_ADDRESSES } })(async (_input, context) =>
      present(await makeFeed(context.db, context)),
    ),

    serve(endCalendarFeed)(async (_input, context) => endFeed(context.db, context)),

    serve(readCalendarFeed, { limits: { perAddress: READS } })(async ({ feedToken }, { database, now, refuse }) => {
      const feedID = feedOfToken(secrets, feedToken)
      const customer = feedID && (await subscriberOf(database, feedID, now))
      if (!customer) return refuse('not_found')
      const name = `${businessNameOf(await settingsInForce(database))} collections`
      const entries = await entriesOf(database, { customer, url: `${config.publicUrl}/schedules`, now })
      const bytes = Buffer.from(writeCalendar({ name, refresh: FEED_REFRESH, entries }))
      await noteRead(database, customer, now)
      return new RawAnswer(bytes, 'text/calendar; charset=utf-8', {
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
        'cache-control': 'private, no-cache',
        'content-disposition': 'inline; filename="collections.ics"',
        'x-content-type-options': 'nosniff',
      })
    }),
  ]
}
