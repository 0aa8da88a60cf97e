import type { AnswerOf } from '#contract/endpoint.ts'
import type { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { cutoffOf } from '#domain/calendar.ts'
import type { Entry, KnownSchedule } from './schedules-reads.ts'

type ScheduledWeek = AnswerOf<typeof customerSchedules>[number]

/** One week of a customer's schedule, for the customer or for the office. */
export function presentWeek(
  { row, state, stop, noPickup }: Entry,
  { customer, settings, takenAt }: Pick<KnownSchedule, 'customer' | 'settings' | 'takenAt'>,
  isOffice: boolean,
): ScheduledWeek {
  const links = (stop?.photoIDs ?? [])
    .filter((photoID) => takenAt.has(photoID))
    .map((photoID) => ({ photoID, url: `/v1/photos/${photoID}`, takenAt: takenAt.get(photoID) ?? null }))
  // Only the office sees its reason for shifting or removing a stop.
  const reason = noPickup?.reason ?? (isOffice ? stop?.reason : null)
  const { shiftedYear = null, shiftedMonth = null, shiftedWeek = null } = stop ?? {}
  return {
    yearNumber: row.yearNumber,
    monthNumber: row.monthNumber,
    weekNumber: row.weekNumber,
    from: row.from,
    to: row.to,
    cutoff: cutoffOf(row, settings['business.timeZone'], settings['noPickup.cutoff']),
    serviceType: stop?.serviceType ?? customer.serviceType,
    state,
    ...(stop?.outcome ? { outcome: stop.outcome, pu: stop.pu } : {}),
    ...(reason ? { reason } : {}),
    ...(shiftedYear !== null && shiftedMonth !== null && shiftedWeek !== null
      ? { shiftedTo: { yearNumber: shiftedYear, monthNumber: shiftedMonth, weekNumber: shiftedWeek } }
      : {}),
    ...(links.length > 0 ? { photos: links } : {}),
    ...(noPickup ? { noPickupID: noPickup.noPickupID, late: noPickup.late } : {}),
    ...(stop ? { assignmentID: stop.assignmentID } : {}),
    ...(isOffice && stop ? { runOrderID: stop.runOrderID } : {}),
  }
}
