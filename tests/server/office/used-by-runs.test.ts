import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { deviceOf } from '../../fixtures/runs.ts'
import { refusal } from '../../fixtures/office-bodies.ts'

interface Stop {
  assignmentID: string
  customerID: string
  capturedCustomerName: string
  address: string
  mobilePhone: string | null
  suburb: string
}

describe.each(databases)('What a run uses, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  beforeEach(() => office.reset())
  afterAll(() => office.close())

  const at = { customers: '/v1/users/customers', drivers: '/v1/users/drivers', calendars: '/v1/settings/calendars' }

  /** This week's run with one customer and the driver. */
  async function aRun(customerFields: Parameters<Office['make']['customer']>[0] = {}) {
    const customer = await office.customer(customerFields)
    const driver = await office.driver()
    const run = await office.make.run({ drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const step = (action: string, body?: unknown) => office.admin.put(`/v1/runs/${run.runOrderID}/${action}`, body)
    const stop = async () => {
      const { jobs: stops } = (await office.admin.get<{ jobs: Stop[] }>(`/v1/runs/${run.runOrderID}`)).body
      return stops.find(({ customerID }) => customerID === customer.userID)!
    }
    return { customer, driver, run, step, stop }
  }

  const weekOfRun = async () => {
    const { items } = (
      await office.admin.get<{ items: { calendarSettingID: string; version: number }[] }>(
        `${at.calendars}?yearNumber=2026&monthNumber=11&weekNumber=2`,
      )
    ).body
    return `${at.calendars}/${items[0]!.calendarSettingID}`
  }

  test('the week of a customer’s stop in a draft is the next pick up, whatever the due period says', async () => {
    const { customer, run } = await aRun()
    const cycle = {
      collectionScheme: 'MONTHLY',
      weekNumber: 2,
      runNumber: 1,
      due: { yearNumber: 2026, monthNumber: 12 },
    }
    await office.admin.put(`${at.customers}/${customer.userID}/cycles`, cycle)
    const next = async () => (await office.admin.get(`${at.customers}/${customer.userID}`)).body['nextPickUp']
    expect(await next()).toBe('2026-11-09')
    await office.admin.delete(`/v1/runs/${run.runOrderID}`)
    expect(await next()).toBe('2026-12-14')
  })

  test('a customer collected this week is next picked up in the next period, on the page and in the list', async () => {
    await office.make.calendarYear(2026)
    const { customer, driver, run, step, stop } = await aRun({ collectionScheme: 'MONTHLY' })
    const next = async () => [
      (await office.admin.get(`${at.customers}/${customer.userID}`)).body['nextPickUp'],
      (await office.admin.get<{ items: { nextPickUp: string }[] }>(at.customers)).body.items[0]!.nextPickUp,
    ]
    await step('activate')
    expect(await next()).toEqual(['2026-11-09', '2026-11-09'])
    const phone = deviceOf(office, driver, run)
    await phone.send([phone.done(await stop())])
    expect(await next()).toEqual(['2026-12-14', '2026-12-14'])
  })

  test('a customer with a no pickup is next picked up in the same week of the next period', async () => {
    await office.make.calendarYear(2026)
    await office.make.calendarYear(2027)
    const { customerID } = await office.make.customer({
      collectionScheme: 'SECOND_MONTHLY',
      due: { yearNumber: 2026, monthNumber: 12 },
    })
    const next = async () => (await office.admin.get(`${at.customers}/${customerID}`)).body['nextPickUp']
    const before = await next()
    await office.make.noPickup({ customerID, yearNumber: 2026, monthNumber: 12, weekNumber: 2 })
    expect([before, await next()]).toEqual(['2026-12-14', '2027-01-11'])
  })

  test('a customer in a draft or active run can’t be deleted', async () => {
    const { customer, step } = await aRun()
    expect(await office.admin.delete(`${at.customers}/${customer.userID}`)).toMatchObject(
      refusal(409, 'customer_has_open_jobs'),
    )
    expect(await step('activate')).toMatchObject({ status: 200 })
    expect(await office.admin.delete(`${at.customers}/${customer.userID}`)).toMatchObject(
      refusal(409, 'customer_has_open_jobs'),
    )
  })

  test('a deleted customer with past stops is hidden and made anonymous; the stops and numbers stay', async () => {
    const { customer, step, stop } = await aRun({ adminNotes: 'Key under the pot', company: 'Abbott & Sons' })
    await step('activate')
    expect(await step('complete', { outstanding: 'shift' })).toMatchObject({ status: 200 })
    const before = await stop()
    await office.nobody.post('/v1/users/forgot-password', { email: customer.email })
    const mailed = async () =>
      JSON.stringify((await office.admin.get('/v1/mails?perPage=100')).body).includes(customer.email)
    expect(await mailed()).toBe(true)
    expect(await office.admin.delete(`${at.customers}/${customer.userID}`)).toMatchObject({ status: 204 })

    expect(await office.admin.get(`${at.customers}/${customer.userID}`)).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.get(`${at.customers}?keyword=abbott`)).toMatchObject({
      body: { items: expect.not.arrayContaining([expect.objectContaining({ customerID: customer.userID })]) },
    })
    expect(await stop()).toMatchObject({
      assignmentID: before.assignmentID,
      suburb: before.suburb,
      capturedCustomerName: 'Deleted customer',
      address: '',
      mobilePhone: null,
      adminNotes: null,
    })
    expect(await mailed()).toBe(false)
    expect(await customer.get('/v1/users/profile')).toMatchObject({ status: 401 })
    expect(
      await office.nobody.post('/v1/users/signin', { email: customer.email, password: customer.password }),
    ).toMatchObject({ status: 401 })
    expect(await office.make.customer({ email: customer.email })).toMatchObject({ email: customer.email })
  })

  test('a deleted customer is in no later run', async () => {
    const { customer, step } = await aRun()
    await step('activate')
    await step('complete', { outstanding: 'shift' })
    await office.admin.delete(`${at.customers}/${customer.userID}`)
    const later = await office.admin.post<{ jobs: Stop[] }>('/v1/runs', {
      yearNumber: 2026,
      monthNumber: 12,
      weekNumber: 2,
    })
    expect(later.status).toBe(201)
    expect(later.body.jobs.map(({ customerID }) => customerID)).not.toContain(customer.userID)
  })

  test('a driver who had a stop can’t be deleted, even when it was given to another', async () => {
    const { driver, run, stop } = await aRun()
    expect(await office.admin.delete(`${at.drivers}/${driver.userID}`)).toMatchObject(
      refusal(409, 'driver_has_history'),
    )
    const other = await office.driver()
    const { assignmentID } = await stop()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [assignmentID], driverID: other.userID }] },
    })
    expect(await office.admin.delete(`${at.drivers}/${driver.userID}`)).toMatchObject(
      refusal(409, 'driver_has_history'),
    )
  })

  test('a calendar week that an active, completed or archived run uses can’t be changed or deleted', async () => {
    const { step } = await aRun()
    const week = await weekOfRun()
    for (const action of ['activate', 'complete', 'archive']) {
      expect(await step(action, action === 'complete' ? { outstanding: 'shift' } : undefined)).toMatchObject({
        status: 200,
      })
      expect(await office.admin.put(week, { to: '2026-11-14' })).toMatchObject(refusal(409, 'calendar_in_use'))
      expect(await office.admin.delete(week)).toMatchObject(refusal(409, 'calendar_in_use'))
    }
    expect(await office.admin.put(week, { from: '2026-11-09', weekNumber: 2 })).toMatchObject({
      status: 200,
      body: { version: 1 },
    })
  })

  test('a draft gets the new dates of its week', async () => {
    const { run } = await aRun()
    expect(await office.admin.put(await weekOfRun(), { to: '2026-11-13' })).toMatchObject({
      status: 200,
      body: { to: '2026-11-13', warnings: [{ code: 'not_monday_sunday' }] },
    })
    expect(await office.admin.get(`/v1/runs/${run.runOrderID}`)).toMatchObject({
      body: { fromDate: '2026-11-09', toDate: '2026-11-13' },
    })
  })
})
