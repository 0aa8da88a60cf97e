import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { alerts } from '../../db/tables/maintenance.ts'
import { devices } from '../../db/tables/events.ts'
import { unbookedResolved } from '../../db/tables/payments.ts'
import { users } from '../../db/tables/users.ts'
import { holesLeft } from '../devices/public.ts'

export interface AlertRow {
  alert: typeof alerts.$inferSelect
  resolution: string | null
  /** The driver or customer it is about. */
  name: string | null
  /** For an alert about a phone: the number of records it holds or has lost. */
  records: number | null
  /** Whether the driver has a phone that has contacted the server and is not revoked. */
  hasDevice: boolean
}

const ofDevices = inArray(alerts.kind, ['phone-silent', 'records-missing'])
/** If several drivers used the phone, this is the one with something to report. */
const itsDriver = sql`(select d.user_id from devices d where d.device_id = ${alerts.subject} order by d.unsent + cardinality(array(select unnest(d.holes) except select unnest(d.settled))) desc, d.first_seen_at, d.user_id limit 1)`
const device = and(ofDevices, eq(devices.deviceID, alerts.subject), sql`${devices.userID} = ${itsDriver}`)
/** The subject of a phone leads to the driver, the first word of a card payment's to the customer. */
const ofPayments = inArray(alerts.kind, [
  'payment-unbooked',
  'payment-disputed',
  'refund-failed',
  'debit-failed',
  'hold-ended',
])
const person = or(
  and(ofDevices, sql`${users.userID}::text = coalesce(${devices.userID}::text, ${alerts.subject})`),
  and(ofPayments, sql`${users.userID}::text = split_part(${alerts.subject}, ' ', 1)`),
)

const records = sql<number | null>`case
  when ${devices.deviceID} is null then null
  when ${alerts.kind} = 'records-missing' then coalesce(cardinality(${holesLeft}), 0)
  else greatest(${devices.unsent}, ${devices.needsAttention}) end`

const hasDevice = sql<boolean>`exists (select 1 from devices d where d.user_id = ${users.userID} and d.revoked_at is null)`

const resolution = sql<string | null>`case when ${alerts.kind} = 'payment-unbooked' then
  (select ${unbookedResolved.reason} from ${unbookedResolved} where ${unbookedResolved.eventID} = substr(${alerts.subject}, strpos(${alerts.subject}, ' ') + 1)) end`

export function readAlerts(db: Queryable, where: SQL | undefined) {
  return db
    .select({ alert: alerts, name: users.fullName, records, hasDevice, resolution })
    .from(alerts)
    .leftJoin(devices, device)
    .leftJoin(users, person)
    .where(where)
    .$dynamic()
}

export async function countAlerts(db: Queryable, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(alerts)
    .leftJoin(devices, device)
    .leftJoin(users, person)
    .where(where)
  return counted!.total
}
