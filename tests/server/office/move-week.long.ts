import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MovedWeek } from '#contract/v1/calendar-move.ts'
import type { Run } from '#contract/v1/runs.ts'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, generated, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'

interface Moved extends Body {
  version: number
  weeks: MovedWeek[]
  warnings: { code: string; message: string }[]
  refusal: { code: string; message: string } | null
}

/** Tuesday 10/11/2026. The week from Monday 07/12/2026, and the one of THIS_WEEK from 09/11/2026. */
const DECEMBER = { yearNumber: 2026, monthNumber: 12, weekNumber: 1 }

describe.each(databases)('moving a week on %s', (kind) => {
  let office: Office
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    customer = await office.customer(await suburbAndPackage(office))
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const weekOf = async (week: object): Promise<CalendarSetting> => {
    const query = new URLSearchParams(Object.entries(week).map(([name, value]) => [name, String(value)]))
    return (await office.admin.get<{ items: CalendarSetting[] }>(`/v1/settings/calendars?${query}`)).body.items[0]!
  }
  const path = ({ calendarSettingID }: CalendarSetting) => `/v1/settings/calendars/${calendarSettingID}/move`
  const move = (week: CalendarSetting, wish: object, version?: number) =>
    office.admin.put<Moved>(path(week), wish, version === undefined ? undefined : { 'if-match': `"${version}"` })
  const preview = (week: CalendarSetting, wish: object) => office.admin.post<Moved>(`${path(week)}/preview`, wish)
  const allDays = async () =>
    (await office.admin.get<{ items: CalendarSetting[] }>('/v1/settings/calendars?perPage=100')).body.items.map(
      ({ from, to }) => [from, to],
    )
  const nextPickUp = async () =>
    (await office.admin.get<{ nextPickUp: string }>(`/v1/users/customers/${customer.userID}`)).body.nextPickUp
  const schedule = async () => (await customer.get<ScheduledWeek[] & Body>('/v1/runs/customer-schedules')).body
  const audited = async () =>
    (await office.admin.get<{ items: { action: string }[] }>('/v1/audit?perPage=100')).body.items
      .map(({ action }) => action)
      .filter((action) => action.endsWith('.move'))
  const draft = (asked: object = {}) =>
    generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }], ...asked })
  /** 16/11/2026 and the four weeks after it: no week of the calendar follows directly. */
  const gapAfter = async (week: object) => {
    const { calendarSettingID } = await weekOf(week)
    await office.admin.delete(`/v1/settings/calendars/${calendarSettingID}`)
  }

  test('moves its active run too: the driver’s phone and the office see the new days and a new version', async () => {
    const run = await act<Run>(office.admin, await draft(), 'activate')
    const before = (await driver.get('/v1/runs')).headers.get('etag') ?? ''
    await gapAfter({ ...THIS_WEEK, weekNumber: 3 })
    const week = await weekOf(THIS_WEEK)
    expect(await move(week, { from: '2026-11-16', to: '2026-11-22' }, week.version)).toMatchObject({
      status: 200,
      body: { version: week.version + 1, warnings: [] },
    })
    expect(await weekOf(THIS_WEEK)).toMatchObject({ from: '2026-11-16', to: '2026-11-22', version: week.version + 1 })
    expect(await runNow(office, run)).toMatchObject({
      fromDate: '2026-11-16',
      toDate: '2026-11-22',
      version: run.version + 1,
      status: 'active',
    })
    const seen = await driver.get<{ items: Run[] }>('/v1/runs', { 'if-none-match': before })
    expect(seen).toMatchObject({
      status: 200,
      body: { items: [{ runOrderID: run.runOrderID, fromDate: '2026-11-16', toDate: '2026-11-22' }] },
    })
  })

  test('moves its draft too, and what the driver then records counts as always', async () => {
    const run = await draft()
    await gapAfter({ ...THIS_WEEK, weekNumber: 3 })
    await move(await weekOf(THIS_WEEK), { from: '2026-11-16', to: '2026-11-22' })
    expect(await runNow(office, run)).toMatchObject({
      fromDate: '2026-11-16',
      version: run.version + 1,
      status: 'draft',
    })
    const active = await act<Run>(office.admin, run, 'activate')
    const device = deviceOf(office, driver, active)
    expect((await device.send([device.done(active.jobs[0]!)])).results).toMatchObject([{ result: 'applied' }])
  })

  test('changes next pick up, the cut-off and the customer’s own schedule; a no pickup stays', async () => {
    const december = { ...THIS_WEEK, monthNumber: 12 }
    await office.make.noPickup({ ...december, customerID: customer.userID, reason: 'Away' })
    expect(await nextPickUp()).toBe('2026-11-09')
    await gapAfter({ ...THIS_WEEK, weekNumber: 3 })
    await gapAfter({ ...december, weekNumber: 3 })
    await move(await weekOf(THIS_WEEK), { from: '2026-11-16', to: '2026-11-22' })
    await move(await weekOf(december), { from: '2026-12-21', to: '2026-12-27' })
    expect(await nextPickUp()).toBe('2026-11-16')
    expect(await schedule()).toMatchObject([
      { ...THIS_WEEK, from: '2026-11-16', to: '2026-11-22', cutoff: '2026-11-15T13:00:00.000Z', state: 'upcoming' },
      { ...december, from: '2026-12-21', cutoff: '2026-12-20T13:00:00.000Z', state: 'skipped', reason: 'Away' },
    ])
    // Wednesday of the old week is before the cut-off of the new one.
    office.clock.set('2026-11-11T02:00:00Z')
    expect((await customer.post<Body>('/v1/runs/no-pickups', THIS_WEEK)).body).toMatchObject({ late: false })
  })

  test('into days of another week is refused with that week’s name, and nothing is changed', async () => {
    const before = await allDays()
    const week = await weekOf(THIS_WEEK)
    const answer = await move(week, { from: '2026-11-16', to: '2026-11-22' })
    expect(answer).toMatchObject(refusal(409, 'calendar_overlap'))
    expect(answer.body.message).toBe('These dates overlap week 3 of 11/2026, from 16/11/2026 to 22/11/2026.')
    expect(await move(week, { from: '2026-11-16', to: '2026-11-22', following: 'keep' })).toMatchObject(
      refusal(409, 'calendar_overlap'),
    )
    expect([await allDays(), await audited()]).toEqual([before, []])
  })

  test('moves the weeks after it and their runs too, up to the first gap', async () => {
    await gapAfter({ ...THIS_WEEK, weekNumber: 5 })
    const other = await office.customer({ ...(await suburbAndPackage(office)), weekNumber: 3 })
    const [mine, theirs] = [await draft(), await draft({ weekNumber: 3 })]
    const week = await weekOf(THIS_WEEK)
    const moved = await move(week, { from: '2026-11-16', to: '2026-11-22', following: 'push' })
    expect(moved.body.weeks.map(({ weekNumber, after }) => [weekNumber, after.from])).toEqual([
      [2, '2026-11-16'],
      [3, '2026-11-23'],
      [4, '2026-11-30'],
    ])
    expect(await weekOf(DECEMBER)).toMatchObject({ from: '2026-12-07', version: 1 })
    expect([await runNow(office, mine), await runNow(office, theirs)]).toMatchObject([
      { fromDate: '2026-11-16' },
      { fromDate: '2026-11-23', toDate: '2026-11-29' },
    ])
    expect((await office.admin.get(`/v1/users/customers/${other.userID}`)).body).toMatchObject({
      nextPickUp: '2026-11-23',
    })
    expect(await audited()).toEqual(expect.arrayContaining(['calendar.move', 'run.move']))
    expect((await audited()).length).toBe(5)
  })

  test('shows beforehand: weeks, runs with their drivers, customers, no pickups and requests', async () => {
    await gapAfter({ ...THIS_WEEK, weekNumber: 4 })
    const { suburbID, productID } = await suburbAndPackage(office)
    for (const weekNumber of [3, 3]) await office.make.customer({ suburbID, productID, weekNumber })
    await office.make.customer({ suburbID, productID, weekNumber: 3, due: { yearNumber: 2026, monthNumber: 12 } })
    const flexible = await office.make.customer({ suburbID, productID, collectionScheme: 'FLEXIBLE' })
    await office.admin.post('/v1/runs/pickup-requests', {
      customerID: flexible.customerID,
      ...THIS_WEEK,
      weekNumber: 3,
    })
    await office.make.noPickup({ ...THIS_WEEK, customerID: customer.userID })
    const run = await draft()
    const week = await weekOf(THIS_WEEK)
    const wish = { from: '2026-11-16', to: '2026-11-22', following: 'push' }
    const shown = await preview(week, wish)
    expect(shown).toMatchObject({
      status: 200,
      body: {
        refusal: null,
        version: week.version,
        weeks: [
          {
            ...THIS_WEEK,
            before: { from: '2026-11-09' },
            customers: 1,
            noPickups: 1,
            pickupRequests: 0,
            runs: [
              {
                runOrderID: run.runOrderID,
                readableID: run.readableID,
                status: 'draft',
                stops: 1,
                drivers: [run.jobs[0]!.driver],
              },
            ],
          },
          {
            weekNumber: 3,
            after: { from: '2026-11-23', to: '2026-11-29' },
            customers: 3,
            noPickups: 0,
            pickupRequests: 1,
            runs: [],
          },
        ],
      },
    })
    expect(await weekOf(THIS_WEEK)).toEqual(week)
    expect((await move(week, wish)).body.weeks).toEqual(shown.body.weeks)
    expect(
      (await preview(await weekOf(DECEMBER), { from: '2026-12-14', to: '2026-12-20' })).body.refusal,
    ).toMatchObject({ code: 'calendar_overlap' })
  })

  test('is refused once a run of it, or of another week that it would move, is completed or archived', async () => {
    const run = await act<Run>(office.admin, await draft({ weekNumber: 2 }), 'activate')
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    await act(office.admin, run, 'complete')
    const [first, second] = [await weekOf({ ...THIS_WEEK, weekNumber: 1 }), await weekOf(THIS_WEEK)]
    const push = { following: 'push' }
    const wishes: [CalendarSetting, object][] = [
      [second, { from: '2026-11-16', to: '2026-11-22', ...push }],
      [first, { from: '2026-11-09', to: '2026-11-15', ...push }],
    ]
    for (const archived of [false, true]) {
      if (archived) await act(office.admin, run, 'archive')
      for (const [week, wish] of wishes) {
        const answer = await move(week, wish)
        expect(answer).toMatchObject(refusal(409, 'week_completed'))
        expect(answer.body.message).toContain(run.readableID)
        expect((await preview(week, wish)).body.refusal).toMatchObject({ code: 'week_completed' })
      }
    }
    expect(await runNow(office, run)).toMatchObject({ fromDate: '2026-11-09' })
  })

  test('to an end before its start, to days that are over, or to too many days is refused at the field', async () => {
    const week = await weekOf(THIS_WEEK)
    for (const ask of [move, preview]) {
      expect(await ask(week, { from: '2026-11-20', to: '2026-11-19' })).toMatchObject(wrongField('to'))
      expect(await ask(week, { from: '2026-11-02', to: '2026-11-09' })).toMatchObject(wrongField('to'))
      expect(await ask(week, { from: '2026-11-09', to: '2026-11-23', following: 'push' })).toMatchObject(
        wrongField('to'),
      )
      expect(await ask(week, { from: '2026-11-31', to: '2026-12-01' })).toMatchObject(wrongField('from'))
      expect(await ask(week, { from: '2999-12-20', to: '2999-12-31', following: 'push' })).toMatchObject(
        wrongField('to'),
      )
    }
    expect(
      await move(
        { ...week, calendarSettingID: '00000000-0000-7000-8000-000000000000' },
        { from: '2026-11-16', to: '2026-11-22' },
      ),
    ).toMatchObject({ status: 404 })
  })

  test('to the days it already has changes nothing, whatever version was seen', async () => {
    const run = await draft()
    const week = await weekOf(THIS_WEEK)
    expect(await move(week, { from: week.from, to: week.to, following: 'push' }, 99)).toMatchObject({
      status: 200,
      body: { version: week.version, weeks: [] },
    })
    expect([(await runNow(office, run)).version, await weekOf(THIS_WEEK), await audited()]).toEqual([
      run.version,
      week,
      [],
    ])
  })

  test('warns of days that are not Monday to Sunday, once for all moved weeks, and of an order that is lost', async () => {
    const week = await weekOf(THIS_WEEK)
    const shown = await preview(week, { from: '2026-11-10', to: '2026-11-16', following: 'push' })
    expect(shown.body.warnings.map(({ code }) => code)).toEqual(['not_monday_sunday', 'not_monday_sunday'])
    await gapAfter({ ...THIS_WEEK, weekNumber: 4 })
    const jumped = await move(week, { from: '2026-11-23', to: '2026-11-29' })
    expect(jumped.body.warnings).toEqual([
      { code: 'out_of_order', message: 'It will no longer stand in its order: week 3 of 11/2026 is from 16/11/2026.' },
    ])
  })

  test('by two admins at once moves it once, and no two weeks ever share a day', async () => {
    await gapAfter({ ...THIS_WEEK, weekNumber: 4 })
    const [second, third] = [await weekOf(THIS_WEEK), await weekOf({ ...THIS_WEEK, weekNumber: 3 })]
    const answers = await Promise.all([
      move(second, { from: '2026-11-23', to: '2026-11-29' }, second.version),
      move(third, { from: '2026-11-23', to: '2026-11-29' }, third.version),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const same = { from: '2026-12-14', to: '2026-12-20', following: 'push' }
    const december = await weekOf(DECEMBER)
    const twice = await Promise.all([move(december, same, december.version), move(december, same, december.version)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await weekOf(DECEMBER)).version).toBe(december.version + 1)
    const days = (await allDays()).sort()
    for (const [i, [from]] of days.slice(1).entries()) expect(from! > days[i]![1]!).toBe(true)
    expect(await move(december, { from: '2027-12-14', to: '2027-12-20' }, december.version)).toMatchObject({
      status: 412,
    })
  })
})
