import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { customerCan, CUSTOMER_TARGET } from '#domain/customers.ts'
import { CUSTOMER_STATUSES, type CustomerStatus } from '#domain/words.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import { aCustomer, aHome, type Fields, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

const CUSTOMERS = '/v1/users/customers'
const DECEMBER = { yearNumber: 2026, monthNumber: 12 }
type Action = 'edit' | 'cycle' | 'block' | 'cancel' | 'reactivate' | 'delete'

describe.each(databases)('The states of a customer on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear(2026)
    await office.make.calendarYear(2027)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  const add = async (fields: Fields = {}) =>
    String((await made(office.admin, CUSTOMERS, aCustomer(home, fields)))['customerID'])
  const now = async (id: string) => (await office.admin.get(`${CUSTOMERS}/${id}`)).body

  /** Performs an action of the office. */
  const press = (action: Action, id: string, headers: Record<string, string> = {}) => {
    const path = `${CUSTOMERS}/${id}`
    switch (action) {
      case 'edit':
        return office.admin.put(path, { notes: `Note ${Math.random()}` }, headers)
      case 'cycle':
        return office.admin.put(`${path}/cycles`, { collectionScheme: 'MONTHLY', weekNumber: 3, runNumber: 2 }, headers)
      case 'block':
        return office.admin.put(`${path}/block`, { reason: 'Does not pay' }, headers)
      case 'cancel':
        return office.admin.delete(`${path}/cancel?reason=Moved`, undefined, headers)
      case 'reactivate':
        return office.admin.put(`${path}/active`, { due: DECEMBER }, headers)
      case 'delete':
        return office.admin.delete(path, undefined, headers)
    }
  }

  const ACTIONS: Action[] = ['edit', 'cycle', 'block', 'cancel', 'reactivate', 'delete']
  describe.each(CUSTOMER_STATUSES)('%s', (status) => {
    test.each(ACTIONS)('%s works in the states of the table, and is refused by name in the others', async (action) => {
      const id = await add({ status })
      const before = await now(id)
      const answer = await press(action, id)
      if (!customerCan(status, action)) {
        expect(answer).toMatchObject(refusal(409, 'wrong_state'))
        expect(await now(id)).toEqual(before)
      } else if (action === 'delete') {
        expect(answer.status).toBe(204)
        expect(await office.admin.get(`${CUSTOMERS}/${id}`)).toMatchObject(refusal(404, 'not_found'))
      } else {
        expect(answer.status).toBe(action === 'cancel' ? 204 : 200)
        expect(await now(id)).toMatchObject({
          status: action in CUSTOMER_TARGET ? CUSTOMER_TARGET[action as keyof typeof CUSTOMER_TARGET] : status,
          version: 2,
        })
      }
    })
  })

  test('blocking keeps the reason, and the customer still signs in', async () => {
    const customer = await office.customer()
    expect(await office.admin.put(`${CUSTOMERS}/${customer.userID}/block`, { reason: ' Gate locked ' })).toMatchObject({
      status: 200,
      body: { status: 'BLOCKED', statusReason: 'Gate locked', canceledAt: null, nextPickUp: null },
    })
    expect(await customer.get('/v1/users/profile')).toMatchObject({ status: 200 })
    expect(await office.admin.put(`${CUSTOMERS}/${await add()}/block`, {})).toMatchObject(wrongField('reason'))
  })

  test('cancelling keeps when and why; the reason comes in the address, in the body, or not at all', async () => {
    const [one, other, third] = [await add(), await add(), await add()]
    expect(await office.admin.delete(`${CUSTOMERS}/${one}/cancel?reason=Moved%20away`)).toMatchObject({ status: 204 })
    expect(await now(one)).toMatchObject({
      status: 'CANCELED',
      statusReason: 'Moved away',
      canceledAt: '2026-11-09T21:00:00.000Z',
      nextPickUp: null,
    })
    expect(await office.admin.delete(`${CUSTOMERS}/${other}/cancel`, { reason: 'Too dear' })).toMatchObject({
      status: 204,
    })
    expect(await now(other)).toMatchObject({ statusReason: 'Too dear' })
    expect(await office.admin.delete(`${CUSTOMERS}/${third}/cancel`)).toMatchObject({ status: 204 })
    expect(await now(third)).toMatchObject({ status: 'CANCELED', statusReason: null })
  })

  test('a reactivated customer is due from the named period on, and reason and date of the cancellation are gone', async () => {
    const id = await add()
    await press('cancel', id)
    expect(await press('reactivate', id)).toMatchObject({
      status: 200,
      body: {
        status: 'ACTIVE',
        statusReason: null,
        canceledAt: null,
        due: DECEMBER,
        nextPickUp: '2026-12-14',
        version: 3,
      },
    })
  })

  test('the first due period is required, has to exist and must not be over', async () => {
    const id = await add({ status: 'CANCELED' })
    const again = (body: object) => office.admin.put(`${CUSTOMERS}/${id}/active`, body)
    expect(await again({})).toMatchObject(wrongField('due'))
    expect(await again({ due: { yearNumber: 2026, monthNumber: 10 } })).toMatchObject(
      wrongField('due', 'This week has ended'),
    )
    expect(await again({ due: { yearNumber: 2025, monthNumber: 12 } })).toMatchObject(wrongField('due'))
    expect(await again({ due: { yearNumber: 2026, monthNumber: 13 } })).toMatchObject(wrongField('due.monthNumber'))
    // The current week is not over.
    expect(await again({ due: { yearNumber: 2026, monthNumber: 11 } })).toMatchObject({
      status: 200,
      body: { nextPickUp: '2026-11-09' },
    })
  })

  test('a fortnightly customer’s week must not be over either', async () => {
    const id = await add({ status: 'BLOCKED', weekNumber: 1, collectionScheme: 'FORTNIGHTLY' })
    const again = (weekNumber: number) =>
      office.admin.put(`${CUSTOMERS}/${id}/active`, { due: { yearNumber: 2026, monthNumber: 11, weekNumber } })
    expect(await again(1)).toMatchObject(wrongField('due', 'This week has ended'))
    expect(await again(3)).toMatchObject({
      status: 200,
      body: { due: { yearNumber: 2026, monthNumber: 11, weekNumber: 3 } },
    })
  })

  test('a customer on request, or without a week, needs no due period', async () => {
    const flexible = await add({ status: 'BLOCKED', collectionScheme: 'FLEXIBLE' })
    expect(await office.admin.put(`${CUSTOMERS}/${flexible}/active`, { due: DECEMBER })).toMatchObject(
      wrongField('due'),
    )
    expect(await office.admin.put(`${CUSTOMERS}/${flexible}/active`, {})).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', due: null },
    })
    const nowhere = await aHome(office.admin, { suburb: { weekNumber: null } })
    const weekless = await add({ ...nowhere, status: 'CANCELED' })
    expect(await office.admin.put(`${CUSTOMERS}/${weekless}/active`, {})).toMatchObject({
      status: 200,
      body: { due: null, warnings: [{ code: 'no_week' }] },
    })
  })

  test.each<[Action, Action]>([
    ['block', 'block'],
    ['cancel', 'cancel'],
    ['block', 'cancel'],
    ['cancel', 'delete'],
  ])('of two admins who %s and %s a customer at once, each gets the true result', async (one, other) => {
    const id = await add()
    const answers = await Promise.all([press(one, id, { 'if-match': '"1"' }), press(other, id, { 'if-match': '"1"' })])
    const kept = answers.filter(({ status }) => status < 300)
    expect(kept).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status >= 300))
      expect(['wrong_state', 'version_conflict', 'not_found']).toContain(body.code)
    if (one === other) expect(answers.find(({ status }) => status >= 300)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('an admin who saw an older version is refused before anything happens', async () => {
    const id = await add()
    await press('edit', id)
    for (const action of ['block', 'cancel', 'delete'] as const)
      expect(await press(action, id, { 'if-match': '"1"' })).toMatchObject(refusal(412, 'version_conflict'))
    expect(await now(id)).toMatchObject({ status: 'ACTIVE', version: 2 })
  })

  test('each step is in the audit log by its name, without the reason', async () => {
    const id = await add()
    for (const action of ['block', 'reactivate', 'cancel'] as const) await press(action, id)
    const { rows } = await office.deps.database.pool.query<{ action: string; after: Fields | null }>({
      text: "select action, after from audit where subject_id = $1 and action <> 'customer.create'",
      values: [id],
    })
    // The office's clock does not advance: the entries have the same time.
    expect(new Map(rows.map(({ action, after }) => [action, after?.['status']]))).toEqual(
      new Map([
        ['customer.block', 'BLOCKED'],
        ['customer.reactivate', 'ACTIVE'],
        ['customer.cancel', 'CANCELED'],
      ]),
    )
    expect(JSON.stringify(rows)).not.toContain('Does not pay')
  })

  test('after any sequence of actions a customer has a cancellation date exactly while cancelled', async () => {
    const pressed = fc.array(fc.constantFrom<Action>('edit', 'cycle', 'block', 'cancel', 'reactivate'), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<CustomerStatus>('ACTIVE', 'BLOCKED', 'CANCELED'),
        pressed,
        async (first, actions) => {
          const id = await add({ status: first })
          let status = first
          for (const action of actions) {
            const allowed = customerCan(status, action)
            const { status: code } = await press(action, id)
            expect(code === 409).toBe(!allowed)
            if (allowed && action in CUSTOMER_TARGET) status = CUSTOMER_TARGET[action as keyof typeof CUSTOMER_TARGET]
            const body = await now(id)
            expect(body).toMatchObject({ status })
            expect(body['canceledAt'] !== null).toBe(status === 'CANCELED')
            if (status === 'ACTIVE') expect(body['statusReason']).toBeNull()
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  describe('with a stop in a run', () => {
    const week = (weekNumber: number) => ({ ...THIS_WEEK, weekNumber })

    /** Two customers and a run of their own week. */
    async function aRun(weekNumber: number, active: boolean) {
      const { suburbID } = await office.make.suburb({ weekNumber })
      const place = { suburbID, productID: home.productID, weekNumber, due: { yearNumber: 2026, monthNumber: 11 } }
      const [leaving, staying] = [await add(place), await add(place)]
      const driver = await office.driver()
      const draft = (
        await office.admin.post<Run>('/v1/runs', {
          ...week(weekNumber),
          drivers: [{ runNumber: 1, driverID: driver.userID }],
        })
      ).body
      const run = active ? await act<Run>(office.admin, draft, 'activate') : draft
      const stopOf = (customerID: string) => run.jobs.find((stop) => stop.customerID === customerID)!
      return { leaving, staying, driver, run, stopOf }
    }

    test('the customer is removed from a draft completely, blocked or cancelled', async () => {
      const { leaving, staying, run } = await aRun(3, false)
      await press('block', leaving)
      const inDraft = async () => (await runNow(office, run)).jobs.map(({ customerID }) => customerID)
      expect(await inDraft()).toEqual(run.jobs.map(({ customerID }) => customerID).filter((id) => id !== leaving))
      expect((await runNow(office, run)).version).toBe(run.version + 1)
      await press('cancel', staying)
      expect(await inDraft()).not.toContain(staying)
      expect(await press('delete', leaving)).toMatchObject({ status: 204 })
      await office.admin.delete(`/v1/runs/${run.runOrderID}`)
    })

    test('in an active run the stop is cancelled with the reason, and the driver reads that the customer cancelled', async () => {
      const { leaving, staying, driver, run, stopOf } = await aRun(4, true)
      const phone = deviceOf(office, driver, run)
      await phone.send([phone.done(stopOf(staying))])
      await press('cancel', leaving)
      const after = await runNow(office, run)
      const stop = after.jobs.find(({ customerID }) => customerID === leaving)!
      expect(stop).toMatchObject({
        state: 'cancelled',
        reason: 'Moved',
        customerCancelledAt: '2026-11-09T21:00:00.000Z',
        version: stopOf(leaving).version + 1,
      })
      // This customer's stop was the last one without an outcome.
      expect(after.doneAt).toBe('2026-11-09T21:00:00.000Z')
      const { items } = (await driver.get<{ items: Run[] }>('/v1/runs')).body
      expect(items[0]!.jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)).toMatchObject({
        state: 'cancelled',
        customerCancelledAt: stop.customerCancelledAt,
      })
      // The driver had collected all the same: the record is stored, and the office decides.
      const { results } = await phone.send([phone.done(stopOf(leaving))])
      expect(said(results)).toEqual(['review job_removed'])
    })

    test('what the driver had recorded before stays as it is', async () => {
      const { leaving, driver, run, stopOf } = await aRun(5, true)
      const phone = deviceOf(office, driver, run)
      await phone.send([phone.done(stopOf(leaving), 2)])
      await press('block', leaving)
      expect((await runNow(office, run)).jobs.find(({ customerID }) => customerID === leaving)).toMatchObject({
        state: 'done',
        outcome: 'COLLECTED',
        pu: 2,
        customerCancelledAt: null,
      })
    })
  })
})
