import type { Day } from '#domain/dates.ts'

export interface PublicHoliday {
  readonly day: Day
  readonly name: string
}

const MIDNIGHT = '00:00'
const byState = new Map<string, readonly PublicHoliday[]>()

/**
 * A state's public holidays of a year, in order. Substitute days are separate entries, and one that starts in the
 * evening says so. They are computed from rules, so a day that a government adds or moves for one year comes with the
 * library's next version.
 * @param state as in STATES_OF_AUSTRALIA
 */
export async function publicHolidays(state: string, yearNumber: number): Promise<readonly PublicHoliday[]> {
  const key = `${state} ${yearNumber}`
  const known = byState.get(key)
  if (known) return known
  // A megabyte of rules, which is rarely needed.
  const { default: Holidays } = await import('date-holidays')
  const found = new Holidays('AU', state, { types: ['public'], languages: 'en' })
    .getHolidays(yearNumber)
    .map(({ date, name }) => {
      // The local date text of the state; the instant would depend on the server's time zone.
      const [day = '', time = ''] = date.split(' ')
      const from = time.slice(0, MIDNIGHT.length)
      return { day, name: from === MIDNIGHT ? name : `${name} (from ${from})` }
    })
  byState.set(key, found)
  return found
}
