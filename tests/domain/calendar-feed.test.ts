import { expect, test } from 'vitest'
import { feedEntry, type FeedWeek } from '#domain/calendar-feed.ts'
import type { CustomerServiceType } from '#domain/words.ts'

const week: FeedWeek = {
  yearNumber: 2026,
  monthNumber: 11,
  weekNumber: 2,
  from: '2026-11-09',
  to: '2026-11-15',
  serviceType: 'GARDEN_BAG',
  state: 'upcoming',
  outcome: null,
  pu: 0,
  movedTo: null,
  putOut: 'Monday 9 November, 6:00 am',
  cutoff: 'Sunday 8 November, 11:59 pm',
}
const entryOf = (changes: Partial<FeedWeek>, serviceType: CustomerServiceType) =>
  feedEntry({ ...week, ...changes, serviceType }, 'https://bags.example/schedules')

test('A rubbish removal has no bag to put out, and none that were collected', () => {
  const removal = entryOf({}, 'RUBBISH_REMOVAL')
  expect(removal.summary).toBe('Rubbish collection')
  expect(removal.description).toMatch(/^Put your rubbish out by Monday 9 November, 6:00 am\./)
  expect(entryOf({}, 'GARDEN_BAG').description).toMatch(/^Put your bag out by /)
  const done = { state: 'done', outcome: 'COLLECTED' } as const
  expect(entryOf({ ...done, pu: 0 }, 'RUBBISH_REMOVAL').summary).toBe('Rubbish collected')
  expect(entryOf({ ...done, pu: 2 }, 'GARDEN_BAG').summary).toBe('Collected: 2 bags')
  const empty = { state: 'bag-mt', outcome: 'EMPTY' } as const
  expect(entryOf(empty, 'RUBBISH_REMOVAL').summary).toBe('There was nothing to collect')
  expect(entryOf(empty, 'GARDEN_BAG').summary).toBe('The bag was empty')
})
