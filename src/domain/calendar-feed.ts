import { hasBags } from './bags.ts'
import type { CalendarRow, WeekRef } from './calendar.ts'
import { type Day, showWeekOf } from './dates.ts'
import { whyNotCollected } from './pickup-sentence.ts'
import type { ScheduleState } from './schedules.ts'
import type { CustomerServiceType, Outcome } from './words.ts'

/** The entry of each collection in a customer's calendar (domain.md 16). */

export interface FeedWeek extends CalendarRow {
  readonly serviceType: CustomerServiceType
  readonly state: ScheduleState
  readonly outcome: Outcome | null
  /** Bags; 0 of a rubbish removal. */
  readonly pu: number
  /** First day of the week it was shifted to; null: not shifted, or the calendar no longer has that week. */
  readonly movedTo: Day | null
  /** Until when the bag is put out, in words. */
  readonly putOut: string
  /** The last minute to say "no pickup", in words; null: it has passed. */
  readonly cutoff: string | null
}

export interface FeedEntry extends CalendarRow {
  readonly summary: string
  readonly description: string
}

/** How often calendars are asked to read it; most do so about once a day. */
export const FEED_REFRESH = 'PT12H'

/** @param url where the customer sees their collections */
export function feedEntry(week: FeedWeek, url: string): FeedEntry {
  const { yearNumber, monthNumber, weekNumber, from, to } = week
  return { yearNumber, monthNumber, weekNumber, from, to, ...words(week, url) }
}

function words(week: FeedWeek, url: string): Pick<FeedEntry, 'summary' | 'description'> {
  const ofBags = hasBags(week.serviceType)
  switch (week.state) {
    case 'upcoming':
      return {
        summary: ofBags ? 'Garden bag collection' : 'Rubbish collection',
        description: `Put your ${ofBags ? 'bag' : 'rubbish'} out by ${week.putOut}. ${
          week.cutoff === null ? 'Your collections' : `Don’t need it this time? Tell us by ${week.cutoff}`
        }: ${url}`,
      }
    // Many calendars drop an entry with STATUS:CANCELLED, or show it as before.
    case 'skipped':
    case 'cancelled':
      return { summary: 'No pickup', description: `Your collections: ${url}` }
    case 'shifted':
      return {
        summary: week.movedTo === null ? 'Moved to another week' : `Moved to ${showWeekOf(week.movedTo)}`,
        description: `Your collections: ${url}`,
      }
    case 'not-reached':
      return {
        summary: 'We didn’t reach you',
        description: `${week.movedTo === null ? '' : `Moved to the ${showWeekOf(week.movedTo)}. `}Your collections: ${url}`,
      }
    case 'done':
      return { summary: ofBags ? `Collected: ${bags(week.pu)}` : 'Rubbish collected', description: '' }
    case 'bag-mt':
      return { summary: ofBags ? 'The bag was empty' : 'There was nothing to collect', description: '' }
    case 'missed':
      return {
        summary: 'Not collected',
        description: `We came, but ${whyNotCollected(week.outcome ?? 'OTHER')}. Your collections: ${url}`,
      }
  }
}

const bags = (pu: number) => (pu === 1 ? '1 bag' : `${pu} bags`)

/** What is stored of an entry, because calendars keep to the highest sequence they have seen. */
export interface StoredEntry {
  readonly sequence: number
  /** Hash of the content; empty: not in the calendar now. */
  readonly fingerprint: string
}

/** The sequence of an entry with this content: 0 at first, one more with each change, never lower. */
export function sequenceOf(before: StoredEntry | undefined, fingerprint: string): number {
  if (before === undefined) return 0
  return before.fingerprint === fingerprint ? before.sequence : before.sequence + 1
}

/** The entry's ID in every calendar: one week of one customer of one firm. */
export function feedUid(
  customerID: string,
  { yearNumber, monthNumber, weekNumber }: WeekRef,
  installationID: string,
): string {
  return `${customerID}-${yearNumber}-${monthNumber}-${weekNumber}@${installationID}`
}
