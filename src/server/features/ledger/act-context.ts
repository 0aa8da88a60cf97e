import { type Day, dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type ActContext, LedgerRefusal } from '#domain/ledger-acts.ts'
import { Refused } from '../../http/refused.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** What an act on a ledger needs. @param day the effective date; by default today, in business time */
export function actContext(settings: SettingsInForce, now: Date, day?: Day): ActContext {
  return {
    newID,
    autoApply: settings['credit.autoApply'],
    day: day ?? dayOf(now, settings['business.timeZone']),
  }
}

/** Nothing is dated into a closed period (domain.md 11, M16). */
export function requireOpenBooks(settings: SettingsInForce, day: Day): void {
  if (day <= settings['books.lockedThrough']) throw new Refused('books_closed')
}

/** Runs an act of the ledger and turns its refusals into the server's. */
export function acting<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof LedgerRefusal ? new Refused(error.code) : error
  }
}
