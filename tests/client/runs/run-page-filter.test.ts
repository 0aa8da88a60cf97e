import { expect, test } from 'vitest'
import { passes } from '#client/features/runs/page/stop-filter.ts'
import { foldedFilter } from '#client/ui/office/folded-filter.ts'
import { madeStop } from '../../fixtures/answers/run-page.ts'

const stop = madeStop(1, {
  customer: 'Siobhán O’Brien',
  capturedCustomerName: 'Siobhán O’Brien',
  address: '4 Smith-Jones Lane',
  mobilePhone: '+61412345678',
  adminNotes: 'ring 02 9999 1234 first',
  driverNotes: null,
})
const shows = (text: string) => passes({ driver: '', state: '', suburb: '', text })(stop)

test.each([
  "O'Brien",
  'o’brien',
  'siobhan',
  'smith jones',
  'smithjones',
  'Smith–Jones',
  '0412345678',
  '0412 345 678',
  '+61 412 345',
  '(0412) 345',
  '0299991234',
  '(02) 9999 1234',
  '9999 1234',
  '',
])('“%s” shows the stop', (text) => expect(shows(text)).toBe(true))

test.each(['obrian', '0412 345 679', "''", 'jones-smith'])('“%s” does not show the stop', (text) =>
  expect(shows(text)).toBe(false),
)

test('An option is found without its accents and dashes, within its group, up to the limit', () => {
  const options = [
    {
      group: 'Here',
      items: [
        { value: '1', label: 'O’Connor' },
        { value: '2', label: 'Perth' },
      ],
    },
    { value: '3', label: "9–15 Nov, O'Connor" },
    { value: '4', label: 'OConnor East' },
  ]
  const kept = (search: string, limit = Infinity) =>
    JSON.stringify(foldedFilter({ options, search, limit } as never)).match(/(?<="value":")\d/g)
  expect([kept("o'connor"), kept('9-15'), kept('OCONNOR', 2), kept(''), kept('nowhere')]).toEqual([
    ['1', '3', '4'],
    ['3'],
    ['1', '3'],
    ['1', '2', '3', '4'],
    null,
  ])
})
