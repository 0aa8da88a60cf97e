import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PickupRequest } from '#contract/v1/pickup-requests.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, deviceOf, generated, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/pickup-requests'
const NEXT_WEEK = { ...THIS_WEEK, weekNumber: 3 }
/** Of the week from Monday 09/11/2026. */
const CUTOFF = '2026-11-08T13:00:00Z'
const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()

/** Sunday 08/11/2026, 19:00 in Sydney. */
describe.each(databases)('a customer’s own pickup requests on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let customer: Person
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind, { at: '2026-11-08T08:00:00Z' })
    home = await suburbAndPackage(office)
    customer = await office.customer({ ...home, collectionScheme: 'FLEXIBLE' })
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  type Asked = PickupRequest & Body
  const ask = (person: Person, body: object = {}) => person.post<Asked>(PATH, { ...THIS_WEEK, ...body })
  const list = async (person: Person, query = '') =>
    (await person.get<{ items: PickupRequest[]; total: number }>(`${PATH}${query}`)).body
  const withdraw = (person: Person, { pickupRequestID }: PickupRequest) =>
    person.delete<Body>(`${PATH}/${pickupRequestID}`)
  const draft = () => generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
  const stopOf = async (run: Run) =>
    (await runNow(office, run)).jobs.find(({ customerID }) => customerID === customer.userID)
  const refusal = async (person: Person, body: object = {}) => {
    const answer = await ask(person, body)
    return answer.body.code === 'cannot_generate_pickup' ? answer.body.reason : answer.status
  }

  test('are made for a week before its cut-off, with a note for the driver, and the run of the week takes them', async () => {
    const asked = await ask(customer, { notes: 'Side gate' })
    expect(asked).toMatchObject({
      status: 201,
      body: { customerID: customer.userID, ...THIS_WEEK, from: '2026-11-09', notes: 'Side gate', assignmentID: null },
    })
    expect(await list(customer)).toMatchObject({ total: 1, items: [asked.body] })
    const schedule = await customer.get<{ from: string; state: string }[]>('/v1/runs/customer-schedules')
    expect(schedule.body).toMatchObject([{ from: '2026-11-09', state: 'upcoming' }])
    const run = await draft()
    expect(await stopOf(run)).toMatchObject({
      state: 'planned',
      adminNotes: expect.stringContaining('Side gate') as string,
    })
    const [taken] = (await list(customer)).items
    expect(taken).toMatchObject({ assignmentID: (await stopOf(run))!.assignmentID, runOrderID: null, runOrder: null })
    expect((await list(office.admin)).items[0]).toMatchObject({ runOrder: run.readableID })
  })

  test('go to the active run at its round’s end, while the cut-off has not passed', async () => {
    await office.make.customer(home)
    const run = await act<Run>(office.admin, await draft(), 'activate')
    expect((await ask(customer)).status).toBe(201)
    expect(await stopOf(run)).toMatchObject({ state: 'planned', stopOrder: 2, driverID: driver.userID })
  })

  test('are too late from the cut-off on, for the customer but not for the office', async () => {
    office.clock.set(before(CUTOFF))
    expect((await ask(customer)).status).toBe(201)
    await bringBack()
    office.clock.set(CUTOFF)
    expect(await refusal(customer)).toBe('It’s too late for this week. Please choose a later one.')
    expect((await ask(customer, NEXT_WEEK)).status).toBe(201)
    expect((await ask(office.admin, { customerID: customer.userID })).status).toBe(201)
  })

  test('follow the cut-off that is set', async () => {
    await office.admin.put('/v1/settings/noPickup.cutoff', { value: 'THU 12:00' })
    expect(await refusal(customer)).toBe('It’s too late for this week. Please choose a later one.')
    expect((await ask(customer, NEXT_WEEK)).status).toBe(201)
  })

  test('are refused with the reason in the customer’s words, and nothing is stored', async () => {
    expect(await refusal(await office.customer(home))).toBe(
      'You have regular collections. Please call us for another one.',
    )
    expect(
      await refusal(await office.customer({ ...home, collectionScheme: 'FLEXIBLE', startDate: '2026-12-01' })),
    ).toBe('Your service starts after this week.')
    const blocked = await office.customer({ ...home, collectionScheme: 'FLEXIBLE' })
    await office.admin.put(`/v1/users/customers/${blocked.userID}/block`, { reason: 'Does not pay' })
    expect(await refusal(blocked)).toBe('Your service is on hold. Please call us.')
    expect(await refusal(customer, { yearNumber: 2031 })).toBe('This week isn’t in the calendar.')
    expect(await refusal(customer, { monthNumber: 10 })).toBe('This week has ended.')
    await customer.post('/v1/runs/no-pickups', NEXT_WEEK)
    expect(await refusal(customer, NEXT_WEEK)).toBe('There’s a no pickup for this week. Withdraw it first.')
    expect((await list(office.admin)).total).toBe(0)
    await ask(customer)
    expect(await refusal(customer)).toBe('There’s already a request for this week.')
    await draft()
    expect(await refusal(customer)).toBe('You already have a pickup this week.')
  })

  test('where the active run has no driver for it: the reason names no round and no driver', async () => {
    await office.make.customer(home)
    await act(office.admin, await draft(), 'activate')
    await office.driver()
    const far = await office.customer({ ...home, collectionScheme: 'FLEXIBLE', runNumber: 7 })
    expect(await refusal(far)).toBe('Please call us about this week.')
    expect((await list(far)).total).toBe(0)
  })

  test('are the customer’s own: another customer’s do not exist for them', async () => {
    const other = await office.customer({ ...home, collectionScheme: 'FLEXIBLE' })
    const { body } = await ask(customer)
    expect([
      (await list(other)).total,
      (await other.get(`${PATH}?customerID=${customer.userID}`)).status,
      (await withdraw(other, body)).status,
      (await ask(other, { customerID: customer.userID })).status,
      (await ask(office.admin)).body.fields,
    ]).toEqual([0, 404, 404, 404, { customerID: 'This field is mandatory' }])
    expect((await ask(other, { customerID: other.userID })).status).toBe(201)
  })

  test('are withdrawn by the customer until the cut-off while they are open', async () => {
    const first = (await ask(customer)).body
    expect((await withdraw(customer, first)).status).toBe(204)
    const second = (await ask(customer)).body
    office.clock.set(CUTOFF)
    expect(await withdraw(customer, second)).toMatchObject({ status: 409, body: { code: 'cutoff_passed' } })
    expect((await withdraw(office.admin, second)).status).toBe(204)
  })

  test('on a run they are no longer withdrawn but skipped; the no pickup withdrawn, the stop is back', async () => {
    await office.make.customer(home)
    const request = (await ask(customer)).body
    const run = await act<Run>(office.admin, await draft(), 'activate')
    expect(await withdraw(customer, request)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: 'This pickup is already planned. Choose “No pickup” instead.' },
    })
    const no = await customer.post<{ noPickupID: string }>('/v1/runs/no-pickups', THIS_WEEK)
    expect(await stopOf(run)).toMatchObject({ state: 'shifted' })
    expect((await customer.delete(`/v1/runs/no-pickups/${no.body.noPickupID}`)).status).toBe(204)
    expect(await stopOf(run)).toMatchObject({ state: 'planned' })
    const device = deviceOf(office, driver, run)
    await device.send((await runNow(office, run)).jobs.map((stop) => device.done(stop)))
    await act(office.admin, run, 'complete')
    const { body } = await office.admin.get<{ nextPickUp: string | null }>(`/v1/users/customers/${customer.userID}`)
    expect(body.nextPickUp).toBeNull()
  })

  test('made in several tabs at the same moment are one', async () => {
    const answers = await Promise.all([ask(customer), ask(customer), ask(customer)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await list(customer)).total).toBe(1)
  })

  test('made while the run is generated or marked active are on it, once', async () => {
    await office.make.customer(home)
    for (const action of ['generate', 'activate'] as const) {
      await bringBack()
      await office.make.customer(home)
      const made = action === 'activate' ? await draft() : null
      const [asked] = await Promise.all([
        ask(customer),
        made
          ? office.admin.put(`/v1/runs/${made.runOrderID}/activate`)
          : office.admin.post('/v1/runs', { ...THIS_WEEK, drivers: [{ runNumber: 1, driverID: driver.userID }] }),
      ])
      expect(asked.status).toBe(201)
      const [run] = (await office.admin.get<{ items: Run[] }>('/v1/runs')).body.items
      const theirs = (await runNow(office, run!)).jobs.filter(({ customerID }) => customerID === customer.userID)
      expect(theirs).toHaveLength(1)
    }
  })
})
