import type { AnswerOf } from '#contract/endpoint.ts'
import type { getNoPickup } from '#contract/v1/no-pickups.ts'
import type { NoPickupShown } from './no-pickups-reads.ts'

export function presentNoPickup(row: NoPickupShown): AnswerOf<typeof getNoPickup> {
  return {
    noPickupID: row.noPickupID,
    refId: String(row.refNumber),
    customerID: row.customerID,
    customer: row.customer,
    yearNumber: row.yearNumber,
    monthNumber: row.monthNumber,
    weekNumber: row.weekNumber,
    reason: row.reason,
    late: row.late,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }
}
