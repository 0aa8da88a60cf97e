import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Alert, listAlerts } from '#contract/v1/alerts.ts'
import { alertWords } from '#domain/alerts.ts'
import { alerts } from '../../db/tables/care.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/settings-reads.ts'

const SORTS = { openedAt: alerts.openedAt, lastSeenAt: alerts.lastSeenAt, endedAt: alerts.endedAt, kind: alerts.kind }
const driver = and(eq(alerts.kind, 'phone-silent'), sql`${users.userID}::text = ${alerts.subject}`)

export const alertsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listAlerts)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const status = input.status ?? 'open'
    const where = and(
      status === 'open' ? isNull(alerts.endedAt) : status === 'ended' ? isNotNull(alerts.endedAt) : undefined,
      keywordIn(input.keyword, [alerts.kind, sql`coalesce(${users.fullName}, '')`]),
      await createdBetween(db, alerts.openedAt, input),
    )
    const rows = await db
      .select({ alert: alerts, name: users.fullName })
      .from(alerts)
      .leftJoin(users, driver)
      .where(where)
      .orderBy(...orderOf(input.sort, SORTS, '-openedAt'), sql`${alerts.alertID}`)
      .limit(limit)
      .offset(offset)
    const [counted] = await db.select({ total: count() }).from(alerts).leftJoin(users, driver).where(where)
    return { items: rows.map(({ alert, name }) => presentAlert(alert, name)), page, perPage, total: counted!.total }
  }),
]

function presentAlert({ alertID, kind, subject, openedAt, lastSeenAt, endedAt }: typeof alerts.$inferSelect, name: string | null): Alert {
  return {
    alertID,
    kind,
    subject,
    ...alertWords(kind, name, subject),
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
