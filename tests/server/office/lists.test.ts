import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTINGS } from '#domain/settings.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { activeRun, customersOf, generated, deviceOf } from '../../fixtures/runs.ts'
import { aCustomer, aDriver, aHome, ids, made, wrongField } from '../../fixtures/office-bodies.ts'

describe.each(databases)('Every list on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { PAGE_SIZE: '10' } })
  })
  afterAll(() => office.close())

  const KEYS = Object.keys(SETTINGS)
  const list = (path: string) =>
    office.admin.get<{ items: Record<string, unknown>[]; page: number; perPage: number; total: number }>(path)

  describe('of settings', () => {
    test('shows all of them on one page, or the requested page', async () => {
      expect((await list('/v1/settings')).body).toMatchObject({ page: 1, perPage: KEYS.length, total: KEYS.length })
      const second = await list('/v1/settings?page=2&perPage=5')
      expect(ids(second, 'key')).toEqual(KEYS.slice(5, 10))
      expect(second.body).toMatchObject({ page: 2, perPage: 5, total: KEYS.length })
    })

    test('is searched by key and words, and sorted', async () => {
      expect(ids(await list('/v1/settings?keyword=remind'), 'key')).toEqual([
        'business.legalName',
        'notice.text',
        'remind.firstDays',
        'remind.secondDays',
        'remind.auto',
        'remind.final',
        'remind.finalDays',
        'remind.least',
        'remind.bankDays',
        'remind.quietUntil',
        'hold.auto',
        'hold.noticeDays',
        'reminder.auto',
        'mail.perMinute',
        'mail.collectionReminder.subject',
        'mail.collectionReminder.text',
        'mail.remindFirst.subject',
        'mail.remindFirst.text',
        'mail.remindSecond.subject',
        'mail.remindSecond.text',
        'mail.overdueFirst.subject',
        'mail.overdueFirst.text',
        'mail.overdueSecond.subject',
        'mail.overdueSecond.text',
        'mail.overdueFinal.subject',
        'mail.overdueFinal.text',
      ])
      expect(ids(await list('/v1/settings?keyword=DRIVER'), 'key')).toEqual([
        'aba.remitter',
        'pay.emptyAsBags',
        'route.startTime',
        'route.depot',
        'route.tip',
        'mail.notReached.subject',
        'mail.notReached.text',
      ])
      expect(ids(await list('/v1/settings?sort=-key'), 'key')).toEqual(KEYS.toSorted().reverse())
      expect(await list('/v1/settings?keyword=ab')).toMatchObject({ status: 400 })
      expect(await list('/v1/settings?sort=colour')).toMatchObject(wrongField('sort'))
      expect(await list('/v1/settings?perPage=101')).toMatchObject(wrongField('perPage'))
    })

    test('is filtered by the day of the last change', async () => {
      await office.admin.put('/v1/settings/invoice.dueDays', { value: 21 })
      expect(ids(await list('/v1/settings?from=2026-11-10&to=2026-11-10'), 'key')).toEqual(['invoice.dueDays'])
      expect((await list('/v1/settings?from=2026-11-11')).body.total).toBe(0)
      expect(ids(await list('/v1/settings?sort=-version&perPage=1'), 'key')).toEqual(['invoice.dueDays'])
    })
  })

  test('of the calendar takes page, keyword, sort and days', async () => {
    await office.make.calendarYear(2026)
    const CALENDARS = '/v1/settings/calendars'
    expect(ids(await list(`${CALENDARS}?sort=-from&perPage=2&page=2`), 'from')).toEqual(['2026-12-14', '2026-12-07'])
    expect(ids(await list(`${CALENDARS}?keyword=2026-11-W2`), 'from')).toEqual(['2026-11-09'])
    expect(ids(await list(`${CALENDARS}?keyword=09/11/2026`), 'weekNumber')).toEqual([2])
    expect(ids(await list(`${CALENDARS}?from=2026-11-09&to=2026-11-16`), 'weekNumber')).toEqual([2, 3])
    expect(ids(await list(`${CALENDARS}?sort=-weekNumber&perPage=4`), 'weekNumber')).toEqual([5, 5, 5, 5])
    expect((await list(CALENDARS)).body).toMatchObject({ page: 1, perPage: 10, total: 52 })
    expect(await list(`${CALENDARS}?sort=warnings`)).toMatchObject(wrongField('sort'))
  })

  test('of people is sorted by last name and by phone', async () => {
    const home = await aHome(office.admin)
    const suburb = `suburbID=${home.suburbID}`
    for (const [firstName, lastName, mobilePhone] of [
      ['Anna', 'Zander', '0412 345 601'],
      ['Zoe', 'abbott', '0412 345 603'],
      ['Mia', 'Miller', '0412 345 602'],
    ]) {
      await made(office.admin, '/v1/users/customers', aCustomer(home, { firstName, lastName, mobilePhone }))
      await made(
        office.admin,
        '/v1/users/drivers',
        aDriver({ firstName, lastName, mobilePhone, employmentType: 'CASUAL' }),
      )
    }
    expect(ids(await list(`/v1/users/customers?${suburb}&sort=lastName`), 'fullName')).toEqual([
      'Zoe abbott',
      'Mia Miller',
      'Anna Zander',
    ])
    // By family name also without being asked, and page by page.
    for (const page of [1, 2, 3])
      expect(ids(await list(`/v1/users/customers?${suburb}&perPage=1&page=${page}`), 'fullName')).toEqual([
        ['Zoe abbott', 'Mia Miller', 'Anna Zander'][page - 1],
      ])
    expect(ids(await list(`/v1/users/customers?${suburb}&sort=-mobilePhone`), 'fullName')).toEqual([
      'Zoe abbott',
      'Mia Miller',
      'Anna Zander',
    ])
    expect(ids(await list('/v1/users/drivers?employmentType=CASUAL&sort=-lastName'), 'lastName')).toEqual([
      'Zander',
      'Miller',
      'abbott',
    ])
    expect(ids(await list('/v1/users/drivers?employmentType=CASUAL&sort=mobilePhone'), 'lastName')).toEqual([
      'Zander',
      'Miller',
      'abbott',
    ])
  })

  describe('of the rounds', () => {
    beforeAll(() => office.reset())

    test('is sorted by bags, by the pay’s name and by the week', async () => {
      const { run, driver } = await activeRun(office, 2)
      const device = deviceOf(office, driver, run)
      await device.send([device.done(run.jobs[0]!, 2), device.done(run.jobs[1]!, 1)])
      const [other] = await customersOf(office, 1)
      const second = await generated(office)
      expect(ids(await list('/v1/runs?sort=-totalBags'), 'runOrderID')).toEqual([run.runOrderID, second.runOrderID])
      expect(ids(await list('/v1/runs?sort=totalBags'), 'totalBags')).toEqual([0, 3])
      const pays = ids(await list('/v1/pays?sort=readableId'), 'readableId')
      expect(pays).toEqual(pays.toSorted())
      expect(ids(await list('/v1/pays?sort=-readableId'), 'readableId')).toEqual(pays.toReversed())
      for (const week of [4, 3])
        await office.make.noPickup({
          customerID: other!.customerID,
          yearNumber: 2026,
          monthNumber: 12,
          weekNumber: week,
        })
      expect(ids(await list('/v1/runs/no-pickups?sort=weekNumber'), 'weekNumber')).toEqual([3, 4])
      expect(ids(await list('/v1/runs/no-pickups?sort=-weekNumber'), 'weekNumber')).toEqual([4, 3])
    })

    test('gives a driver the whole week at once, or the requested page', async () => {
      await office.reset()
      const { run, driver } = await activeRun(office, 1)
      await customersOf(office, 1)
      const second = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
      await office.admin.put(`/v1/runs/${second.runOrderID}/activate`, {})
      const ownRuns = (query = '') =>
        driver.get<{ items: { runOrderID: string; jobs: unknown[] }[] }>(`/v1/runs${query}`)
      expect(await ownRuns()).toMatchObject({
        body: {
          items: [{ runOrderID: run.runOrderID }, { runOrderID: second.runOrderID }],
          page: 1,
          perPage: 10,
          total: 2,
        },
      })
      expect(await ownRuns('?perPage=1&page=2')).toMatchObject({
        body: { items: [{ runOrderID: second.runOrderID, jobs: [{}] }], page: 2, perPage: 1, total: 2 },
      })
      expect((await ownRuns('?perPage=1')).body.items).toHaveLength(1)
      expect(await ownRuns('?page=3&perPage=1')).toMatchObject({ body: { items: [], page: 3, perPage: 1, total: 2 } })
      expect(await ownRuns('?page=1&perPage=100')).toMatchObject({ body: { items: [{}, {}], perPage: 100, total: 2 } })
    })
  })
})
