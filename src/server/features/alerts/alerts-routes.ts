import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listAlerts, resolveAlert as resolvingAlert } from '#contract/v1/alerts.ts'
import { alertKindsOf, alertWords, type TestPayments } from '#domain/alerts.ts'
import { alerts } from '../../db/tables/maintenance.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { testPaymentsOf } from '../payments/public.ts'
import { createdBetween } from '../settings/public.ts'
import { resolveAlert } from './alerts-commands.ts'
import { type AlertRow, countAlerts, readAlerts } from './alerts-reads.ts'

type Alert = AnswerOf<typeof listAlerts>['items'][number]

const SORTS = { openedAt: alerts.openedAt, lastSeenAt: alerts.lastSeenAt, endedAt: alerts.endedAt, kind: alerts.kind }

export const alertsRoutes = ({ config, mail }: Dependencies): Route[] => [
  serve(listAlerts)(async (input, { db, actor }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const status = input.status ?? 'open'
    const where = and(
      inArray(alerts.kind, alertKindsOf(actor.officeRole!)),
      status === 'open' ? isNull(alerts.endedAt) : status === 'ended' ? isNotNull(alerts.endedAt) : undefined,
      keywordIn(input.keyword, [alerts.kind, sql`coalesce(${users.fullName}, '')`]),
      await createdBetween(db, alerts.openedAt, input),
    )
    const rows = await readAlerts(db, where)
      .orderBy(...orderOf(input.sort, SORTS, '-openedAt'), sql`${alerts.alertID}`)
      .limit(limit)
      .offset(offset)
    const sandbox = rows.some(({ alert }) => alert.kind === 'payments-sandbox')
    const testPayments = sandbox ? await testPaymentsOf(db) : null
    return {
      items: rows.map((row) => presentAlert(row, testPayments, mail.kind !== 'kept')),
      page,
      perPage,
      total: await countAlerts(db, where),
    }
  }),

  serve(resolvingAlert)(async ({ alertID, reason }, context) => resolveAlert(context.db, context, alertID, reason)),
]

function presentAlert(
  { alert, name, records, hasDevice, resolution }: AlertRow,
  testPayments: TestPayments | null,
  hasMailServer: boolean,
): Alert {
  const { kind, subject } = alert
  return {
    ...alert,
    ...alertWords(kind, { name, records, hasDevice, subject, testPayments, hasMailServer }),
    resolution,
  }
}
