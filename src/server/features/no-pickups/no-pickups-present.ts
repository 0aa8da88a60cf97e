import type { AnswerOf } from '#contract/endpoint.ts'
import type { getNoPickup } from '#contract/v1/no-pickups.ts'
import { cutoffOf } from '#domain/calendar.ts'
import type { Actor } from '../../http/serve.ts'
import type { SettingsInForce } from '../settings/public.ts'
import type { NoPickupShown } from './no-pickups-reads.ts'

/** A customer does not see which person of the office made it. */
export function presentNoPickup(
  row: NoPickupShown,
  { role }: Pick<Actor, 'role'>,
  settings: SettingsInForce,
): AnswerOf<typeof getNoPickup> {
  const cutoff = row.week && cutoffOf(row.week, settings['business.timeZone'], settings['noPickup.cutoff'])
  return {
    noPickupID: row.noPickupID,
    refId: String(row.refNumber),
    customerID: row.customerID,
    customer: row.customer,
    yearNumber: row.yearNumber,
    monthNumber: row.monthNumber,
    weekNumber: row.weekNumber,
    from: row.week?.from ?? null,
    to: row.week?.to ?? null,
    cutoff,
    reason: row.reason,
    late: row.late,
    createdAt: row.createdAt,
    by: row.createdBy === row.customerID ? 'CUSTOMER' : 'OFFICE',
    ...(role === 'ADMIN' && row.creator !== null ? { createdBy: row.creator } : {}),
    version: row.version,
  }
}
