import { type Day, daysBetween } from './dates.ts'

/** A licence that ends so soon is told beside its driver: renewing one takes weeks. */
export const LICENCE_WARN_DAYS = 60

export type LicenceState = 'unknown' | 'fine' | 'ending' | 'expired'

/** A licence is good on its last day. */
export function licenceState(expiresAt: Day | null, today: Day): LicenceState {
  if (expiresAt === null) return 'unknown'
  const left = daysBetween(today, expiresAt)
  return left < 0 ? 'expired' : left <= LICENCE_WARN_DAYS ? 'ending' : 'fine'
}

/** Why nobody can be born then; null when somebody can. */
export function birthProblem(dob: Day, today: Day): string | null {
  return dob > today ? 'This date is in the future' : null
}

/** He works on his last day. */
export function employmentHasEnded(lastDay: Day | null, today: Day): boolean {
  return lastDay !== null && lastDay < today
}
