import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endCalendarFeed, getCalendarFeed, makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import type { Run } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { databases } from '../../support/databases.ts'
import { pythonWithIcalendar, type ReadCalendar, readByIcalJs, readByPython } from '../../support/icalendar-readers.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

const python = pythonWithIcalendar()
const DECEMBER = { ...THIS_WEEK, monthNumber: 12 }

/** Tuesday 03/11/2026: before the cut-off of the first week, 09/11 to 15/11. */
describe.each(databases)('a customer’s calendar on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await suburbAndPackage(office)
    await office.make.calendarYear(2027)
    customer = await office.customer({ ...home, address: '7 Secret Lane' })
    driver = await office.driver()
    await office.admin.put('/v1/settings/business.name', { value: 'Grün, Bags & Söhne; Pty Ltd' })
    office.clock.set('2026-11-03T00:00:00Z')
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const made = async (person = customer) => (await office.call(person, makeCalendarFeed, {})).url
  /** As a calendar program: no cookie, no session. */
  const get = (url: string, headers: Record<string, string> = {}) => office.fetch(new URL(url).pathname, { headers })
  async function read(url: string): Promise<ReadCalendar['entries']> {
    const answer = await get(url)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const calendar = readByIcalJs(text)
    if (python !== null) expect(readByPython(python, text)).toEqual({ ...calendar, name: expect.any(String) })
    return calendar.entries
  }
  const told = (entries: ReadCalendar['entries']) =>
    entries.map(({ start, end, sequence, summary }) => `${start} ${end} #${sequence} ${summary}`)
  const active = async (asked: object = {}) =>
    act<Run>(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }], ...asked }),
      'activate',
    )
  const sayNo = (week: object = THIS_WEEK) => customer.post<{ noPickupID: string }>('/v1/runs/no-pickups', week)

  test('has an entry of whole days for each week, free time, and nobody’s address', async () => {
    const url = await made()
    expect(url).toMatch(/^http.*\/v1\/calendar-feeds\/[0-9a-f-]{36}\.[0-9a-f]{64}\.ics$/)
    const answer = await get(url)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    const text = await answer.text()
    expect(text).toContain('X-WR-CALNAME:Grün\\, Bags & Söhne\\; Pty Ltd collections')
    expect(text).not.toMatch(/Secret Lane|Wattle Grove|2173|GEO|LOCATION/)
    expect(text).not.toContain(customer.email)
    const entries = await read(url)
    expect(told(entries).slice(0, 3)).toEqual([
      '2026-11-09 2026-11-16 #0 Garden bag collection',
      '2026-12-14 2026-12-21 #0 Garden bag collection',
      '2027-01-11 2027-01-18 #0 Garden bag collection',
    ])
    expect(entries[0]!.description).toMatch(
      /^Put your bag out by Monday 9 November, 6:00 am\. Don’t need it this time\? Tell us by Sunday 8 November, 11:59 pm: http.*\/schedules$/,
    )
    for (const { status, transp, changed } of entries)
      expect({ status, transp, changed }).toEqual({
        status: 'CONFIRMED',
        transp: 'TRANSPARENT',
        changed: '2026-11-03T00:00:00Z',
      })
    const uids = entries.map(({ uid }) => uid)
    expect(new Set(uids).size).toBe(uids.length)
    const [first = ''] = uids
    expect(first).toMatch(new RegExp(`^${customer.userID}-2026-11-2@[0-9a-f-]{36}$`))
  })

  test('is the same to the octet until something changes, and 304 to whom has it', async () => {
    const url = await made()
    const first = await get(url)
    const etag = first.headers.get('etag')!
    const text = await first.text()
    office.clock.pass(3_600_000)
    const again = await get(url, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
    expect(await (await get(url)).text()).toBe(text)
    await sayNo()
    const changed = await get(url, { 'if-none-match': `W/${etag}, "other"` })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  test('a no pickup stays as an entry that says so, its undo brings it back, each with the next sequence', async () => {
    const url = await made()
    const [before] = await read(url)
    const { noPickupID } = (await sayNo()).body
    office.clock.pass(60_000)
    const [skipped] = await read(url)
    expect(skipped).toMatchObject({
      uid: before!.uid,
      summary: 'No pickup',
      sequence: 1,
      status: 'CONFIRMED',
      transp: 'TRANSPARENT',
      changed: '2026-11-03T00:01:00Z',
    })
    await customer.delete(`/v1/runs/no-pickups/${noPickupID}`)
    expect((await read(url))[0]).toMatchObject({ uid: before!.uid, summary: before!.summary, sequence: 2 })
    // Nobody reads in between: nobody was told.
    const second = (await sayNo()).body
    await customer.delete(`/v1/runs/no-pickups/${second.noPickupID}`)
    expect((await read(url))[0]).toMatchObject({ sequence: 2 })
  })

  test('does not ask by when to skip once the cut-off has passed', async () => {
    const url = await made()
    await read(url)
    office.clock.set('2026-11-08T13:00:00Z')
    const [first, second] = await read(url)
    expect(first).toMatchObject({ sequence: 1 })
    expect(first!.description).toMatch(
      /^Put your bag out by Monday 9 November, 6:00 am\. Your collections: http.*\/schedules$/,
    )
    expect(second!.description).toContain('Tell us by Sunday 13 December, 11:59 pm')
  })

  test('a moved week moves its entry', async () => {
    const url = await made()
    const [before] = await read(url)
    const weeks = (await office.admin.get<{ items: CalendarSetting[] }>('/v1/settings/calendars?perPage=100')).body
      .items
    const week = weeks.find((one) => one.yearNumber === 2026 && one.monthNumber === 11 && one.weekNumber === 2)!
    const moved = await office.admin.put(`/v1/settings/calendars/${week.calendarSettingID}/move`, {
      from: '2026-11-10',
      to: '2026-11-15',
    })
    expect(moved.status).toBe(200)
    expect((await read(url))[0]).toMatchObject({
      uid: before!.uid,
      start: '2026-11-10',
      end: '2026-11-16',
      sequence: 1,
      summary: 'Garden bag collection',
    })
  })

  test('a shift leaves “Moved to”, and adds an entry of its own', async () => {
    const url = await made()
    const [before, next] = await read(url)
    const run = await active()
    const { assignmentID } = run.jobs.find(({ customerID }) => customerID === customer.userID)!
    const to = { yearNumber: 2026, monthNumber: 11, weekNumber: 3 }
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${assignmentID}/shift`, {
      to,
      reason: 'Truck broke down',
    })
    const entries = await read(url)
    expect(told(entries).slice(0, 3)).toEqual([
      '2026-11-09 2026-11-16 #1 Moved to week of Mon 16/11/2026',
      '2026-11-16 2026-11-23 #0 Garden bag collection',
      '2026-12-14 2026-12-21 #0 Garden bag collection',
    ])
    expect(entries[0]).toMatchObject({ uid: before!.uid, transp: 'TRANSPARENT' })
    expect(entries[2]!.uid).toBe(next!.uid)
    expect(JSON.stringify(entries)).not.toContain('Truck')
  })

  test('says what became of a past one, in words for the customer', async () => {
    const url = await made()
    const run = await active()
    const stop = run.jobs.find(({ customerID }) => customerID === customer.userID)!
    const device = deviceOf(office, driver, run)
    const missed = device.not(stop, 'OVERWEIGHT')
    await device.send([missed])
    expect((await read(url))[0]).toMatchObject({
      summary: 'Not collected',
      description: expect.stringMatching(/^We came, but it was too heavy to lift\. Your collections: http/),
    })
    await device.send([device.undo(missed), device.done(stop, 2)])
    expect((await read(url))[0]).toMatchObject({ summary: 'Collected: 2 bags', sequence: 1 })
  })

  test('an entry that went and comes back is newer than before', async () => {
    const url = await made()
    const before = await read(url)
    await office.admin.put(`/v1/users/customers/${customer.userID}/block`, { reason: 'Never pays' })
    expect(await read(url)).toEqual([])
    await office.admin.put(`/v1/users/customers/${customer.userID}/active`, {
      due: { yearNumber: 2026, monthNumber: 11 },
    })
    expect(told(await read(url))).toEqual(told(before).map((line) => line.replace('#0', '#1')))
  })

  test('read by many programs at once, all are told the same, and each change counts once', async () => {
    const url = await made()
    const all = await Promise.all(Array.from({ length: 6 }, () => read(url)))
    for (const entries of all) expect(entries).toEqual(all[0])
    await sayNo(DECEMBER)
    const after = await Promise.all(Array.from({ length: 6 }, () => read(url)))
    for (const entries of after) expect(entries).toEqual(after[0])
    expect(after[0]!.map(({ sequence }) => sequence).filter((one) => one > 0)).toEqual([1])
  })

  test('a new address ends the old one, and keeps IDs and sequences; ended, it is gone', async () => {
    const old = await made()
    await sayNo()
    const before = await read(old)
    const fresh = await made()
    expect(fresh).not.toBe(old)
    expect((await get(old)).status).toBe(404)
    expect(await read(fresh)).toEqual(before)
    expect(await office.call(customer, getCalendarFeed, {})).toMatchObject({
      feed: { url: fresh, readAt: '2026-11-03T00:00:00.000Z' },
    })
    // The office sees that it is in use, and not the address.
    const seen = await office.call(office.admin, getCustomer, { customerID: customer.userID })
    expect(seen.calendarFeed).toEqual({
      createdAt: '2026-11-03T00:00:00.000Z',
      readAt: '2026-11-03T00:00:00.000Z',
    })
    expect(JSON.stringify(seen)).not.toContain('.ics')
    await office.call(customer, endCalendarFeed, {})
    await office.call(customer, endCalendarFeed, {})
    expect((await get(fresh)).status).toBe(404)
    expect(await office.call(customer, getCalendarFeed, {})).toEqual({ feed: null })
    const third = await made()
    await sayNo(DECEMBER)
    expect((await read(third)).map(({ uid, sequence }) => `${uid} ${sequence}`)).toEqual(
      before.map(({ uid, sequence }) => `${uid} ${uid.includes('-2026-12-') ? sequence + 1 : sequence}`),
    )
  })

  test('an address that this server did not sign opens nothing', async () => {
    const url = await made()
    const [token = ''] = url.split('/').slice(-1)
    const [feedID = '', signature = ''] = token.split('.')
    const other = (await made(await office.customer(home))).split('/').at(-1)!
    const wrong = [
      `${feedID}.${other.split('.')[1]}.ics`,
      `${newID()}.${signature}.ics`,
      `${customer.userID}.${office.deps.secrets.hmac('calendar-feed', customer.userID)}.ics`,
      `${feedID}.${signature}`,
      `${feedID}.ics`,
      feedID,
      `${feedID}.${signature.toUpperCase()}.ics`,
      `${feedID}.${office.deps.secrets.hmac('skip', feedID)}.ics`,
      "'; drop table calendar_feeds",
      'x'.repeat(190),
    ]
    for (const one of wrong)
      expect([one, (await office.fetch(`/v1/calendar-feeds/${encodeURIComponent(one)}`)).status]).toEqual([one, 404])
    // Nothing of the address is in the log.
    await get(url)
    expect(JSON.stringify(office.logged)).not.toContain(signature)
  })

  test('is each customer’s own: staff have none, and another customer’s is not shown', async () => {
    const url = await made()
    const other = await office.customer(home)
    expect(await office.call(other, getCalendarFeed, {})).toEqual({ feed: null })
    await office.call(other, endCalendarFeed, {})
    expect((await get(url)).status).toBe(200)
    for (const person of [office.admin, driver]) {
      expect((await person.get('/v1/calendar-feeds')).status).toBe(403)
      expect((await person.post('/v1/calendar-feeds', {})).status).toBe(403)
    }
    expect((await office.nobody.get('/v1/calendar-feeds')).status).toBe(401)
  })

  test('ends with the customer: deleted at once, cancelled with the sign-in', async () => {
    const url = await made()
    await read(url)
    await office.admin.delete(`/v1/users/customers/${customer.userID}/cancel`)
    expect(await read(url)).toEqual([])
    office.clock.pass(91 * 86_400_000)
    expect((await get(url)).status).toBe(404)
    await bringBack()
    const again = await made()
    await read(again)
    const admin = await office.admin.delete(`/v1/users/customers/${customer.userID}`)
    expect(admin.status).toBe(204)
    expect((await get(again)).status).toBe(404)
  })
})
