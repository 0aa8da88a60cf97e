import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

describe.each(databases)('The calendar on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const CALENDARS = '/v1/settings/calendars'
  const path = ({ calendarSettingID }: Record<string, unknown>) => `${CALENDARS}/${String(calendarSettingID)}`
  const year = (yearNumber: number, mode: string, start?: string) =>
    office.admin.post(`${CALENDARS}/year`, { yearNumber, mode, ...(start && { start }) })
  const kept = async (yearNumber: number) =>
    (await office.admin.get(`${CALENDARS}?yearNumber=${yearNumber}&perPage=100`)).body as {
      total: number
      items: Record<string, unknown>[]
    }

  test('a year of months has a week for every Monday: five in March, June, August and November 2026', async () => {
    expect(await year(2026, 'MONTHS')).toMatchObject({ status: 201, body: { total: 52, page: 1 } })
    const { items } = await kept(2026)
    expect(items).toHaveLength(52)
    expect(items.filter(({ weekNumber }) => weekNumber === 5).map(({ monthNumber }) => monthNumber)).toEqual([
      3, 6, 8, 11,
    ])
    expect(items.find(({ monthNumber, weekNumber }) => monthNumber === 11 && weekNumber === 2)).toMatchObject({
      from: '2026-11-09',
      to: '2026-11-15',
      warnings: [],
      version: 1,
    })
    expect(await office.admin.get(`${CALENDARS}?yearNumber=2026&monthNumber=11&weekNumber=2`)).toMatchObject({
      body: { total: 1 },
    })
  })

  test('the same year a second time is refused and changes nothing', async () => {
    await year(2030, 'MONTHS')
    const before = await kept(2030)
    expect(await year(2030, 'MONTHS')).toMatchObject(refusal(409, 'calendar_taken'))
    expect(await kept(2030)).toEqual(before)
  })

  test('a four-weekly year has thirteen periods of four weeks', async () => {
    expect(await year(2032, 'FOUR_WEEKLY', '2031-12-29')).toMatchObject({ status: 201, body: { total: 52 } })
    const { items } = await kept(2032)
    expect(items[0]).toMatchObject({ monthNumber: 1, weekNumber: 1, from: '2031-12-29', to: '2032-01-04' })
    expect(items.at(-1)).toMatchObject({ monthNumber: 13, weekNumber: 4 })
  })

  test('a four-weekly year without a start leaves no week out after the year before', async () => {
    await year(2035, 'FOUR_WEEKLY')
    expect((await kept(2035)).items.at(-1)).toMatchObject({ to: '2035-12-30' })
    await year(2036, 'FOUR_WEEKLY')
    expect((await kept(2036)).items[0]).toMatchObject({ from: '2035-12-31' })
  })

  test('a year whose dates overlap another’s is refused as a whole', async () => {
    await made(office.admin, CALENDARS, {
      yearNumber: 2033,
      monthNumber: 1,
      weekNumber: 1,
      from: '2034-02-06',
      to: '2034-02-12',
    })
    expect(await year(2034, 'MONTHS')).toMatchObject(refusal(409, 'calendar_overlap'))
    expect(await kept(2034)).toMatchObject({ total: 0 })
  })

  test('a start outside the year is refused at its field', async () => {
    expect(await year(2035, 'MONTHS', '2036-02-01')).toMatchObject(wrongField('start'))
    expect(await year(2035, 'FOUR_WEEKLY', '2033-02-01')).toMatchObject(wrongField('start'))
    expect(await year(2035, 'WEEKLY')).toMatchObject(wrongField('mode'))
  })

  test('a week can be added once, and no two share a day', async () => {
    const week = { yearNumber: 2040, monthNumber: 1, weekNumber: 1, from: '2040-01-02', to: '2040-01-08' }
    await made(office.admin, CALENDARS, week)
    expect(await office.admin.post(CALENDARS, { ...week, from: '2040-02-06', to: '2040-02-12' })).toMatchObject(
      refusal(409, 'calendar_taken'),
    )
    expect(
      await office.admin.post(CALENDARS, { ...week, weekNumber: 2, from: '2040-01-08', to: '2040-01-14' }),
    ).toMatchObject(refusal(409, 'calendar_overlap'))
    expect(
      await office.admin.post(CALENDARS, { ...week, weekNumber: 2, from: '2040-01-09', to: '2040-01-15' }),
    ).toMatchObject({ status: 201 })
  })

  test('two admins adding overlapping weeks at once keep one', async () => {
    const add = (weekNumber: number, from: string, to: string) =>
      office.admin.post(CALENDARS, { yearNumber: 2041, monthNumber: 1, weekNumber, from, to })
    const answers = await Promise.all([
      add(1, '2041-01-07', '2041-01-13'),
      add(2, '2041-01-10', '2041-01-16'),
      add(3, '2041-01-13', '2041-01-19'),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect([
      [201, 409, 409],
      [201, 201, 409],
    ]).toContainEqual(statuses)
    const { items } = await kept(2041)
    for (const [i, later] of items.slice(1).entries())
      expect(String(later['from']) > String(items[i]!['to'])).toBe(true)
  })

  test('a week that ends before it begins is refused, one that is not Monday to Sunday is a warning', async () => {
    const week = { yearNumber: 2042, monthNumber: 1, weekNumber: 1 }
    expect(await office.admin.post(CALENDARS, { ...week, from: '2042-01-10', to: '2042-01-06' })).toMatchObject(
      wrongField('to'),
    )
    expect(await office.admin.post(CALENDARS, { ...week, from: '2042-01-07', to: '2042-01-10' })).toMatchObject({
      status: 201,
      body: { warnings: [{ code: 'not_monday_sunday' }] },
    })
    expect(
      await office.admin.post(CALENDARS, { ...week, weekNumber: 2, from: '2042-02-30', to: '2042-03-01' }),
    ).toMatchObject(wrongField('from', 'This field must be Date'))
    expect(
      await office.admin.post(CALENDARS, { ...week, weekNumber: 6, from: '2042-02-03', to: '2042-02-09' }),
    ).toMatchObject(wrongField('weekNumber'))
  })

  test('a free week can be moved and deleted by an admin who has seen its latest version', async () => {
    const week = await made(office.admin, CALENDARS, {
      yearNumber: 2043,
      monthNumber: 1,
      weekNumber: 1,
      from: '2043-01-05',
      to: '2043-01-11',
    })
    expect(await office.admin.put(path(week), { from: '2043-01-06' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { from: '2043-01-06', to: '2043-01-11', version: 2 },
    })
    expect(await office.admin.put(path(week), { from: '2043-01-07' }, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.put(path(week), { to: '2043-01-01' })).toMatchObject(wrongField('to'))
    expect(await office.admin.delete(path(week))).toMatchObject({ status: 204 })
    expect(await office.admin.delete(path(week))).toMatchObject(refusal(404, 'not_found'))
  })

  test('a customer without a first due period gets it as soon as the calendar has a week for them', async () => {
    const home = await aHome(office.admin, { suburb: { weekNumber: 3 } })
    const customer = await made(office.admin, '/v1/users/customers', aCustomer(home, { startDate: '2044-05-01' }))
    expect(customer).toMatchObject({ due: null, nextPickUp: null, warnings: [{ code: 'no_due_period' }] })
    await year(2044, 'MONTHS')
    expect(await office.admin.get(`/v1/users/customers/${String(customer['customerID'])}`)).toMatchObject({
      body: { due: { yearNumber: 2044, monthNumber: 5 }, nextPickUp: '2044-05-16', warnings: [] },
    })
  })

  describe('its public holidays', () => {
    const holidays = async (yearNumber: number) =>
      (
        await office.admin.get<{ items: { day: string; name: string }[] }>(
          `${CALENDARS}/holidays?yearNumber=${yearNumber}`,
        )
      ).body.items
    const days = async (yearNumber: number) => (await holidays(yearNumber)).map(({ day }) => day)
    const state = (value: string | null) => office.admin.put('/v1/settings/business.state', { value })

    test('are those of the business’s state, substitute days too, in order', async () => {
      const found = await holidays(2026)
      expect(found).toContainEqual({ day: '2026-10-05', name: 'Labour Day' })
      expect(found).toContainEqual({ day: '2026-04-27', name: 'Anzac Day (substitute day)' })
      expect(found.map(({ day }) => day)).toEqual(found.map(({ day }) => day).toSorted())
      // A holiday of Melbourne only, and one that is observed but is not a day off.
      expect(await days(2026)).not.toContain('2026-11-03')
      expect(await days(2026)).not.toContain('2026-05-10')
      await state('VIC')
      expect(await holidays(2026)).toContainEqual({ day: '2026-11-03', name: 'Melbourne Cup' })
      await state(null)
    })

    test.each(['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT'])(
      'are known for %s, New Year’s Day, Good Friday and Christmas among them',
      async (one) => {
        await state(one)
        expect(await days(2026)).toEqual(expect.arrayContaining(['2026-01-01', '2026-04-03', '2026-12-25']))
        expect((await days(2026)).every((day) => day.startsWith('2026-'))).toBe(true)
        await state(null)
      },
    )

    test('are marked when one begins in the evening', async () => {
      await state('SA')
      expect(await holidays(2026)).toContainEqual({ day: '2026-12-24', name: 'Christmas Eve (from 19:00)' })
      await state(null)
    })

    test('are listed by year', async () => {
      expect(await office.admin.get(`${CALENDARS}/holidays`)).toMatchObject(wrongField('yearNumber'))
      expect(await office.admin.get(`${CALENDARS}/holidays?yearNumber=2500`)).toMatchObject(wrongField('yearNumber'))
      expect(await holidays(2200)).not.toEqual([])
    })
  })
})
