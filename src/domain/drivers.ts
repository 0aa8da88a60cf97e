import { type Day, daysBetween } from './dates.ts'

/** Days before its expiry from which a licence is flagged, because renewing one takes weeks. */
export const LICENCE_WARN_DAYS = 60

export type LicenceState = 'unknown' | 'fine' | 'ending' | 'expired'

/** A licence is valid on its last day. */
export function licenceState(expiresAt: Day | null, today: Day): LicenceState {
  if (expiresAt === null) return 'unknown'
  const left = daysBetween(today, expiresAt)
  return left < 0 ? 'expired' : left <= LICENCE_WARN_DAYS ? 'ending' : 'fine'
}

/** Why this can't be a date of birth; null: it can. */
export function birthProblem(dob: Day, today: Day): string | null {
  return dob > today ? 'This date is in the future' : null
}

/** The last day of employment is a working day. */
export function employmentHasEnded(lastDay: Day | null, today: Day): boolean {
  return lastDay !== null && lastDay < today
}
