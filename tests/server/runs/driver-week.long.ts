import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DriverRun, Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { activeRun, act, customersOf, generated, deviceOf } from '../../fixtures/runs.ts'

describe.each(databases)('a driver’s week on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    ;({ run, driver } = await activeRun(office, 3, { adminNotes: 'Dog', mobilePhone: '0412 000 111' }))
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const week = (person: Person = driver, headers: Record<string, string> = {}) =>
    person.get<{ items: DriverRun[]; total: number; dataEpoch: string }>('/v1/runs', headers)

  test('is one call: the driver’s active runs and stops in order, with all that a stop needs', async () => {
    const { body } = await week()
    expect(body).toMatchObject({ total: 1, page: 1, dataEpoch: expect.any(String) as string, backedUpThrough: null })
    expect(body.items[0]).toMatchObject({ stops: 3, trrNotes: null })
    expect(body.items[0]!.jobs.map(({ stopOrder }) => stopOrder)).toEqual([1, 2, 3])
    expect(body.items[0]!.jobs[0]).toMatchObject({
      adminNotes: 'Dog',
      mobilePhone: '+61412000111',
      suburb: expect.any(String) as string,
      amount: 25,
      version: 1,
    })
    expect((await week()).body.dataEpoch).toBe(body.dataEpoch)
  })

  test('has nothing else: no draft, no other driver’s stop, no notes of the office', async () => {
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      trrNotes: 'Secret',
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    await customersOf(office, 1)
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    expect((await week()).body.items).toMatchObject([{ runOrderID: run.runOrderID, stops: 2 }])
    expect((await driver.get(`/v1/runs/${draft.runOrderID}`)).status).toBe(404)
    const theirs = await driver.get<Run>(`/v1/runs/${run.runOrderID}`)
    expect(theirs.body).toMatchObject({ stops: 2, trrNotes: null })
    expect(theirs.body).not.toHaveProperty('attemptFee')
    expect((await (await office.driver()).get(`/v1/runs/${run.runOrderID}`)).status).toBe(404)
  })

  test('answers 304 while nothing changed for the driver, whatever others do', async () => {
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    const first = await week()
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect((await week(driver, { 'if-none-match': etag })).status).toBe(304)
    expect((await week(other, { 'if-none-match': etag })).status).toBe(200)

    const theirs = deviceOf(office, other, run)
    await theirs.send([theirs.done(run.jobs[0]!)])
    expect((await week(driver, { 'if-none-match': etag })).status).toBe(304)
    const mine = deviceOf(office, driver, run)
    await mine.send([mine.done(run.jobs[1]!)])
    expect((await week(driver, { 'if-none-match': etag })).status).toBe(200)
  })

  test('answers 200 after every change of what it shows', async () => {
    const [first, second] = run.jobs
    const ofRun = (change: object) => () => office.admin.put(`/v1/runs/${run.runOrderID}`, change)
    const device = deviceOf(office, driver, run)
    const thisWeek = { yearNumber: run.yearNumber, monthNumber: run.monthNumber, weekNumber: run.weekNumber }
    const changes: Record<string, () => Promise<unknown>> = {
      'a note of the office': ofRun({
        jobs: { edit: [{ assignmentID: first!.assignmentID, adminNotes: 'Two dogs' }] },
      }),
      'the run': ofRun({ description: 'The long one' }),
      'the customer’s name': () =>
        office.admin.put(`/v1/users/customers/${first!.customerID}`, { lastName: 'Renamed' }),
      'their own name': () => office.admin.put(`/v1/users/drivers/${driver.userID}`, { lastName: 'Renamed' }),
      'no pickup': () =>
        office.admin.post('/v1/runs/no-pickups', { customerID: second!.customerID, ...thisWeek, reason: 'Away' }),
      'what they recorded': () => device.send([device.done(first!)]),
      'a stop taken from them': ofRun({ jobs: { remove: [second!.assignmentID] } }),
    }
    for (const [what, change] of Object.entries(changes)) {
      const etag = (await week()).headers.get('etag') ?? ''
      // Requested twice: from the second time on it is answered without reading the week.
      for (const _ of [1, 2]) expect((await week(driver, { 'if-none-match': etag })).status, what).toBe(304)
      await change()
      expect((await week(driver, { 'if-none-match': etag })).status, what).toBe(200)
    }
  })

  test('has a completed run for 7 days', async () => {
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop)))
    await act(office.admin, run, 'complete')
    const completed = office.clock.now().getTime()
    office.clock.set(new Date(completed + 7 * 86_400_000).toISOString())
    expect((await week()).body.items).toMatchObject([{ status: 'completed' }])
    office.clock.set(new Date(completed + 7 * 86_400_000 + 1).toISOString())
    expect((await week()).body.total).toBe(0)
  })

  test('no longer has a stop after it was shifted or removed', async () => {
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [run.jobs[0]!.assignmentID] } })
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${run.jobs[1]!.assignmentID}/shift`, {})
    const left = (await week()).body.items[0]!
    expect(left).toMatchObject({ stops: 1, jobs: [{ assignmentID: run.jobs[2]!.assignmentID }] })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [run.jobs[2]!.assignmentID] } })
    const none = { stops: 0, planned: 3, moved: 1, removed: 2, jobs: [] }
    expect((await week()).body).toMatchObject({ total: 1, items: [none] })
    expect((await deviceOf(office, driver, run).send([])).run).toMatchObject(none)
  })

  test('no longer has a run of which all stops were removed', async () => {
    const remove = run.jobs.map(({ assignmentID }) => assignmentID)
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove } })
    expect((await week()).body.total).toBe(0)
    expect((await deviceOf(office, driver, run).send([])).run).toBeNull()
  })
})
