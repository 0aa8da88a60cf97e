import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { PickupRequest } from '#contract/v1/pickup-requests.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, generated, NEVER, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

const PATH = '/v1/runs/pickup-requests'
const NEXT_WEEK = { ...THIS_WEEK, weekNumber: 3 }

describe.each(databases)('pickup requests on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  /** Collected on request, whatever the week of the customer's suburb is. */
  let flexible: { customerID: string; refId: string }
  let driver: Person
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await suburbAndPackage(office)
    flexible = await office.make.customer({ ...home, collectionScheme: 'FLEXIBLE', adminNotes: 'Beware of the dog' })
    driver = await office.driver()
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  type Asked = PickupRequest & Body
  const ask = (body: object = {}) =>
    office.admin.post<Asked>(PATH, { customerID: flexible.customerID, ...THIS_WEEK, ...body })
  const list = async (query = '') =>
    (await office.admin.get<{ items: PickupRequest[]; total: number }>(`${PATH}${query}`)).body
  const remove = ({ pickupRequestID }: PickupRequest) => office.admin.delete<Body>(`${PATH}/${pickupRequestID}`)
  const draft = (asked: object = {}) =>
    generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }], ...asked })
  const somebody = (some: Partial<CallOf<typeof createCustomer>> = {}) => office.make.customer({ ...home, ...some })
  const edit = (run: Run, stops: object) => office.admin.put<Run & Body>(`/v1/runs/${run.runOrderID}`, { jobs: stops })
  const nextPickUp = async () =>
    (await office.admin.get<{ nextPickUp: string | null }>(`/v1/users/customers/${flexible.customerID}`)).body
      .nextPickUp
  const stopOf = (run: Run) => run.jobs.find(({ customerID }) => customerID === flexible.customerID)

  test('without a run of the week it stays open, and the customer’s next pick up is that week', async () => {
    expect(await nextPickUp()).toBeNull()
    const asked = await ask({ ...NEXT_WEEK, notes: 'Two bags behind the shed' })
    expect(asked).toMatchObject({
      status: 201,
      body: {
        customerID: flexible.customerID,
        refId: flexible.refId,
        ...NEXT_WEEK,
        from: '2026-11-16',
        to: '2026-11-22',
        notes: 'Two bags behind the shed',
        assignmentID: null,
        runOrderID: null,
        runOrder: null,
      },
    })
    expect(await nextPickUp()).toBe('2026-11-16')
    expect(await list(`?customerID=${flexible.customerID}&open=true`)).toMatchObject({ total: 1, items: [asked.body] })
    const entries = await office.admin.get<{ items: { subject: string | null }[] }>(
      `/v1/audit?subjectKind=pickup_request&subjectID=${asked.body.pickupRequestID}`,
    )
    expect(entries.body.items.map(({ subject }) => subject)).toEqual([
      `${asked.body.customer}, Week 3, November · 16–22 Nov 2026`,
    ])
  })

  test('the run takes it when it is generated, its notes beside the customer’s own', async () => {
    await ask({ notes: 'Two bags behind the shed' })
    const run = await draft()
    const stop = stopOf(run)!
    expect(stop).toMatchObject({ adminNotes: 'Beware of the dog\nTwo bags behind the shed' })
    expect(await list()).toMatchObject({
      items: [{ assignmentID: stop.assignmentID, runOrderID: run.runOrderID, runOrder: run.readableID }],
    })
    expect(await list('?open=true')).toMatchObject({ total: 0 })
  })

  test('the week’s draft gets the stop at once', async () => {
    await somebody()
    const run = await draft()
    const asked = await ask()
    expect(asked.body).toMatchObject({ runOrderID: run.runOrderID, runOrder: run.readableID })
    const now = await runNow(office, run)
    expect(stopOf(now)).toMatchObject({
      assignmentID: asked.body.assignmentID,
      driverID: driver.userID,
      adminNotes: 'Beware of the dog',
    })
    expect(now.version).toBe(run.version + 1)
  })

  test('the week’s active run gets it too, on the driver’s phone at the next fetch; it ends with the completed run', async () => {
    await somebody()
    const run = await act<Run>(office.admin, await draft(), 'activate')
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    expect((await runNow(office, run)).doneAt).not.toBeNull()
    const { assignmentID } = (await ask({ notes: 'Side gate' })).body
    const seen = (await driver.get<{ items: Run[] }>('/v1/runs')).body.items[0]!
    expect(seen).toMatchObject({ stops: 2, done: 1, doneAt: null })
    expect(stopOf(seen)).toMatchObject({ assignmentID, adminNotes: 'Beware of the dog\nSide gate' })
    await device.send([device.done(stopOf(seen)!)])
    await act(office.admin, run, 'complete')
    expect(await nextPickUp()).toBeNull()
    expect((await ask()).body.reason).toBe('This customer already has a stop in Week 2, November · 9–15 Nov 2026.')
  })

  test('where the round of an active run has no driver it is refused with the reason, and nothing is stored', async () => {
    await somebody()
    await act(office.admin, await draft(), 'activate')
    await office.driver()
    await office.driver()
    const { customerID } = await somebody({ collectionScheme: 'FLEXIBLE', runNumber: 7 })
    expect(await ask({ customerID })).toMatchObject({
      status: 409,
      body: { code: 'cannot_generate_pickup', message: 'Cannot generate pickup', reason: 'No driver for run 7.' },
    })
    expect(await list()).toMatchObject({ total: 0 })
  })

  test('a single rubbish removal is requested the same way', async () => {
    const { productID } = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 120,
    })
    const removal = await somebody({ productID, collectionScheme: 'ONE_OFF' })
    expect(await ask({ customerID: removal.customerID })).toMatchObject({ status: 201 })
    expect((await draft()).jobs).toMatchObject([
      { customerID: removal.customerID, serviceType: 'RUBBISH_REMOVAL', amount: 120 },
    ])
  })

  test('is refused with the reason in words', async () => {
    const reason = async (body: object) => {
      const answer = await ask(body)
      return answer.body.code === 'cannot_generate_pickup' ? answer.body.reason : answer.body
    }
    const inTurn = await somebody()
    const later = await somebody({ collectionScheme: 'FLEXIBLE', startDate: '2026-11-23' })
    const pending = await somebody({ collectionScheme: 'FLEXIBLE', status: 'PENDING' })
    const blocked = await somebody({ collectionScheme: 'FLEXIBLE' })
    await office.admin.put(`/v1/users/customers/${blocked.customerID}/block`, { reason: 'Does not pay' })
    expect(await reason({ customerID: inTurn.customerID })).toBe(
      'This customer has regular collections. Add the stop to the week’s run instead.',
    )
    expect(await reason({ customerID: later.customerID })).toBe('Service starts after this week.')
    expect(await reason({ customerID: pending.customerID })).toBe('Customer isn’t active.')
    expect(await reason({ customerID: blocked.customerID })).toBe('Customer is blocked.')
    expect(await reason({ yearNumber: 2031 })).toBe('This week isn’t in the calendar.')
    expect(await reason({ weekNumber: 1 })).toBe('This week has ended.')
    await office.make.noPickup({ ...NEXT_WEEK, customerID: flexible.customerID })
    expect(await reason(NEXT_WEEK)).toBe('There’s a no pickup for this week. Withdraw it first.')
    await ask()
    expect(await reason({})).toBe('There’s already a request for this week.')
    await draft()
    expect(await reason({})).toBe('This customer already has a stop in Week 2, November · 9–15 Nov 2026.')
    expect((await ask({ customerID: NEVER })).body.fields).toEqual({ customerID: 'This customer doesn’t exist' })
    expect((await ask({ weekNumber: 6 })).body.fields).toHaveProperty('weekNumber')
  })

  test('made by two admins at the same moment it is one', async () => {
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await list()).toMatchObject({ total: 1 })
  })

  test('an open one can be withdrawn, one that is a stop can’t; removed from the draft it is open again', async () => {
    const open = (await ask(NEXT_WEEK)).body
    expect((await remove(open)).status).toBe(204)
    expect((await remove(open)).status).toBe(404)
    await ask()
    await somebody()
    const run = await draft()
    const [taken] = (await list()).items
    expect(await remove(taken!)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    await edit(run, { remove: [stopOf(run)!.assignmentID] })
    expect(await list('?open=true')).toMatchObject({
      items: [{ pickupRequestID: taken!.pickupRequestID, assignmentID: null }],
    })
    expect(await nextPickUp()).toBe('2026-11-09')
    expect((await remove(taken!)).status).toBe(204)
    expect(await nextPickUp()).toBeNull()
    const { body } = await office.admin.get<{ items: { action: string }[] }>('/v1/audit?subjectKind=pickup_request')
    expect(body.items.map(({ action }) => action).sort()).toEqual([
      'pickup_request.create',
      'pickup_request.create',
      'pickup_request.delete',
      'pickup_request.delete',
    ])
  })

  test('a deleted draft makes it open again, and the next draft takes it', async () => {
    await ask()
    const run = await draft()
    await office.admin.delete(`/v1/runs/${run.runOrderID}`)
    expect(await list('?open=true')).toMatchObject({ total: 1 })
    expect(stopOf(await draft())).toBeDefined()
  })

  test('shifted out of a draft that is then deleted, it is not requested twice', async () => {
    await ask()
    await somebody()
    const run = await draft()
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${stopOf(run)!.assignmentID}/shift`, {
      to: NEXT_WEEK,
    })
    await office.admin.delete(`/v1/runs/${run.runOrderID}`)
    expect(await list()).toMatchObject({ total: 0 })
    expect(stopOf(await draft())).toBeUndefined()
    expect(await nextPickUp()).toBe('2026-11-16')
  })

  test('removed from an active run it is used up, and a new one may be made', async () => {
    await ask()
    await somebody()
    const run = await act<Run>(office.admin, await draft(), 'activate')
    await edit(run, { remove: [stopOf(run)!.assignmentID] })
    expect(await list('?open=true')).toMatchObject({ total: 0 })
    expect(await ask()).toMatchObject({ status: 201, body: { runOrderID: run.runOrderID } })
    expect(
      (await runNow(office, run)).jobs
        .filter(({ customerID }) => customerID === flexible.customerID)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['cancelled', 'planned'])
  })

  test('shifted, the customer comes in the week of the shift, and not in the requested one', async () => {
    await ask()
    await somebody()
    const run = await draft()
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${stopOf(run)!.assignmentID}/shift`, {
      to: NEXT_WEEK,
    })
    expect(await nextPickUp()).toBe('2026-11-16')
    expect(await list('?open=true')).toMatchObject({ total: 0 })
    expect((await draft(NEXT_WEEK)).jobs).toMatchObject([{ customerID: flexible.customerID }])
  })

  test('the list is filtered by week, customer and text', async () => {
    const other = await somebody({ collectionScheme: 'FLEXIBLE', lastName: 'Zeppelin' })
    await ask({ customerID: other.customerID, notes: 'Ring twice' })
    await ask(NEXT_WEEK)
    const totals = [
      '',
      '?weekNumber=3&monthNumber=11&yearNumber=2026',
      `?customerID=${other.customerID}`,
      '?keyword=zeppelin',
      '?keyword=twice',
      '?keyword=nobody',
      '?from=2026-11-11',
      '?sort=-week&perPage=1',
    ]
    expect(await Promise.all(totals.map(async (query) => (await list(query)).total))).toEqual([2, 1, 1, 1, 1, 0, 0, 2])
    expect((await list('?sort=-week')).items.map(({ weekNumber }) => weekNumber)).toEqual([3, 2])
  })
})
