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
    ...row,
    refId: String(row.refNumber),
    from: row.week?.from ?? null,
    to: row.week?.to ?? null,
    cutoff,
    by: row.createdBy === row.customerID ? 'CUSTOMER' : 'OFFICE',
    createdBy: (role === 'ADMIN' && row.creator) || undefined,
  }
}
