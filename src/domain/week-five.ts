import { isOnRequest } from './cycle.ts'
import type { Warning } from './warnings.ts'
import type { CollectionScheme } from './words.ts'

/**
 * Week 5 is the spare week: of twelve months four have a fifth Monday, in some years five. Whoever is collected in it
 * waits about three months each time, which a suburb or customer seldom means.
 */
export const WEEK_FIVE = 'Week 5 comes about 4 times a year.'

/** @param scheme of a customer; a fortnightly one never uses week 5, one on request has no week */
export function weekFiveWarning(weekNumber: number | null, scheme?: CollectionScheme): Warning | null {
  const usesWeek = scheme === undefined || (scheme !== 'FORTNIGHTLY' && !isOnRequest(scheme))
  return weekNumber === 5 && usesWeek ? { code: 'week_five', message: WEEK_FIVE } : null
}

/**
 * How often a customer of this scheme is collected in week 5, for the customer; null: as often as the scheme says, which
 * every third month nearly is.
 */
export function weekFiveRhythm(weekNumber: number | null | undefined, scheme: CollectionScheme): string | null {
  const isRarer = weekNumber === 5 && (scheme === 'MONTHLY' || scheme === 'SECOND_MONTHLY')
  return isRarer ? 'About 4 times a year, in the fifth week of a month' : null
}
