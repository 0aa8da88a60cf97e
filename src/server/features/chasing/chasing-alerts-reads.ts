import { and, gte, isNotNull, isNull, like, lt } from 'drizzle-orm'
import { addDays, dayOf, endOfDayExclusive, startOfDay } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { mails } from '../../db/tables/mails.ts'
import { missingFromActiveRuns } from '../runs/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { judgingOf } from './chasing-settings.ts'

/** How long after its end a hold may still have kept a customer off an active run. */
const ENDED_DAYS = 14

/** What the office is told of chasing: each once a day, and of each customer who paid too late for a draft. */
export async function chasingAlerts(tx: Queryable, now: Date) {
  const settings = await settingsInForce(tx)
  const timeZone = settings['business.timeZone']
  const today = dayOf(now, timeZone)
  const [from, to] = [startOfDay(today, timeZone), endOfDayExclusive(today, timeZone)]
  const [final] = await tx
    .select({ mailID: mails.mailID })
    .from(mails)
    .where(and(gte(mails.createdAt, from), lt(mails.createdAt, to), like(mails.dedupeKey, `overdue % ${today} final`)))
    .limit(1)
  const [held] = await tx
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(and(isNotNull(customers.heldSince), gte(customers.heldSince, from)))
    .limit(1)
  const ended = await tx
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(
      and(isNull(customers.heldSince), gte(customers.holdEndedAt, startOfDay(addDays(today, -ENDED_DAYS), timeZone))),
    )
  const missing = await missingFromActiveRuns(
    tx,
    ended.map(({ customerID }) => customerID),
    today,
  )
  const isOn = settings['remind.auto'] || settings['hold.auto']
  const isOld = isOn && (await judgingOf(tx, settings, today)).bankFileIsOld
  return [
    ...(final ? [{ kind: 'final-sent' as const, subject: today }] : []),
    ...(held ? [{ kind: 'customers-held' as const, subject: today }] : []),
    ...missing.map(({ customerID, runOrderID }) => ({
      kind: 'hold-ended' as const,
      subject: `${customerID} ${runOrderID}`,
    })),
    ...(isOld ? [{ kind: 'bank-file-old' as const, subject: '' }] : []),
  ]
}
