import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aSuburb, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

const PUBLIC = '/v1/suburbs/public'

interface Page {
  items: {
    label: string
    postcode: string
    state: string
    nextWeeks: { yearNumber: number; monthNumber: number; weekNumber: number; from: string; to: string }[]
    nextFortnights?: { from: string }[]
  }[]
  page: number
  perPage: number
  total: number
}

describe.each(databases)('The public list of suburbs, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  beforeEach(() => office.reset())
  afterAll(() => office.close())

  const add = (fields: Record<string, unknown>) =>
    made<{ suburbID: string }>(office.admin, '/v1/users/suburbs', aSuburb(fields))
  const page = async (query = '') => (await office.nobody.get<Page>(`${PUBLIC}${query}`)).body

  test('has each suburb with its next three weeks, without the current one, and nothing else', async () => {
    await office.make.calendarYear()
    const { suburbID } = await add({ label: 'Wahroonga', postCode: '2076', state: 'NSW', weekNumber: 2 })
    await add({ label: 'Turramurra', postCode: '2074', state: 'NSW', weekNumber: null })
    const { status, body, headers } = await office.nobody.get<Page>(PUBLIC)
    expect([status, body]).toEqual([
      200,
      {
        items: [
          {
            suburbID,
            label: 'Wahroonga',
            postcode: '2076',
            state: 'NSW',
            nextWeeks: [{ yearNumber: 2026, monthNumber: 12, weekNumber: 2, from: '2026-12-14', to: '2026-12-20' }],
            nextFortnights: [
              { yearNumber: 2026, monthNumber: 11, weekNumber: 4, from: '2026-11-23', to: '2026-11-29' },
              { yearNumber: 2026, monthNumber: 12, weekNumber: 2, from: '2026-12-14', to: '2026-12-20' },
              { yearNumber: 2026, monthNumber: 12, weekNumber: 4, from: '2026-12-28', to: '2027-01-03' },
            ],
          },
        ],
        page: 1,
        perPage: 25,
        total: 1,
      },
    ])
    expect(headers.get('cache-control')).toBe('private, max-age=300')
  })

  test('has the weeks of a customer collected every fortnight beside the suburb’s own', async () => {
    await office.make.calendarYear()
    await add({ label: 'Castle Hill', weekNumber: 5 })
    office.clock.set(new Date('2026-08-09T13:59:00Z'))
    const [suburb] = (await page()).items
    const from = (weeks: readonly { from: string }[] = []) => weeks.map((week) => week.from)
    expect(from(suburb!.nextWeeks)).toEqual(['2026-08-31', '2026-11-30'])
    expect(from(suburb!.nextFortnights)).toEqual(['2026-08-17', '2026-09-07', '2026-09-21'])
  })

  test('leaves out a week from its first day on, in the firm’s own time', async () => {
    await office.make.calendarYear()
    await add({ label: 'Wahroonga', weekNumber: 2 })
    const firstDay = async (now: string) => {
      office.clock.set(new Date(now))
      return (await page()).items[0]!.nextWeeks.map(({ from }) => from)
    }
    expect(await firstDay('2026-08-09T13:59:00Z')).toEqual(['2026-08-10', '2026-09-14', '2026-10-12'])
    expect(await firstDay('2026-08-09T14:00:00Z')).toEqual(['2026-09-14', '2026-10-12', '2026-11-09'])
  })

  test('is searched by name or postcode, filtered by state, and paged in the order of names', async () => {
    for (const [label, postCode, state] of [
      ["O'Connor", '2602', 'ACT'],
      ['Wahroonga', '2076', 'NSW'],
      ['o’connor', '6163', 'WA'],
      ['Asquith', '2077', 'NSW'],
    ])
      await add({ label, postCode, state, weekNumber: 1 })
    const labels = async (query: string) =>
      (await page(query)).items.map(({ label, postcode }) => `${label} ${postcode}`)
    expect(await labels('?keyword=O%E2%80%99CONNOR')).toHaveLength(2)
    expect(await labels('?keyword=2077')).toEqual(['Asquith 2077'])
    expect(await labels('?state=NSW')).toEqual(['Asquith 2077', 'Wahroonga 2076'])
    expect(await page('?state=NSW&perPage=1&page=2')).toMatchObject({
      items: [{ label: 'Wahroonga', nextWeeks: [] }],
      page: 2,
      perPage: 1,
      total: 2,
    })
    expect(await office.nobody.get(`${PUBLIC}?keyword=wa`)).toMatchObject(refusal(400, 'keyword_too_short'))
    expect(await office.nobody.get(`${PUBLIC}?sort=weekNumber`)).toMatchObject(wrongField('sort'))
  })

  test('answers sixty requests a minute from one address, no more', async () => {
    const ask = () => office.nobody.get(PUBLIC)
    for (let n = 0; n < 60; n++) expect((await ask()).status).toBe(200)
    expect(await ask()).toMatchObject(refusal(429, 'rate_limited'))
  })
})
