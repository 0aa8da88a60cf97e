import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listPayTotals } from '#contract/v1/pays.ts'
import { previewActivation, previewCompletion } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import { devices } from '#server/db/tables/events.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, generated, NEVER, deviceOf, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

describe.each(databases)('what a run’s next step would do, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const activation = ({ runOrderID }: { runOrderID: string }) =>
    office.call(office.admin, previewActivation, { runOrderID })
  const completion = ({ runOrderID }: { runOrderID: string }) =>
    office.call(office.admin, previewCompletion, { runOrderID })
  const before = '2026-11-05T00:00:00Z'
  /** The shifted stops: customer, reason and new week. */
  const shiftsOf = (run: Run) =>
    run.jobs
      .filter(({ state }) => state === 'shifted')
      .map(({ assignmentID, customerID, customer, address, suburb, reason, shiftedTo }) => ({
        assignmentID,
        customerID,
        customer,
        address,
        suburb,
        reason,
        to: shiftedTo,
      }))

  test('marking active: customers with a no pickup are listed with their next week, and move to it', async () => {
    office.clock.set(before)
    const home = await suburbAndPackage(office)
    const schemes = ['MONTHLY', 'SECOND_MONTHLY', 'FORTNIGHTLY', 'MONTHLY'] as const
    const customers = []
    for (const collectionScheme of schemes) {
      const due = {
        yearNumber: 2026,
        monthNumber: 11,
        ...(collectionScheme === 'FORTNIGHTLY' ? { weekNumber: 2 } : {}),
      }
      customers.push(await office.make.customer({ ...home, collectionScheme, due }))
    }
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    for (const { customerID } of customers.slice(0, 3))
      await office.make.noPickup({ ...THIS_WEEK, customerID, reason: 'Away' })

    const shown = await activation(draft)
    expect(shown).toMatchObject({
      refusal: null,
      stops: 1,
      undriven: [],
      drivers: [{ driverID: driver.userID, stops: 1 }],
    })
    expect(shown.shifted.map(({ customerID, refId }) => [customerID, refId]).sort()).toEqual(
      customers
        .slice(0, 3)
        .map(({ customerID, refId }) => [customerID, refId])
        .sort(),
    )
    expect((await runNow(office, draft)).version).toBe(draft.version)

    const active = await act<Run>(office.admin, draft, 'activate')
    expect(shown.shifted).toMatchObject(shiftsOf(active))
    expect(await activation(draft)).toEqual({
      refusal: null,
      stops: 0,
      shifted: [],
      held: [],
      undriven: [],
      drivers: [],
    })
  })

  test('marking active: rounds without a driver are counted, and the refusal is the command’s own', async () => {
    const home = await suburbAndPackage(office)
    for (const runNumber of [1, 2, 2]) await office.make.customer({ ...home, runNumber })
    const driver = await office.driver({ weekNumbers: [1] })
    await office.driver({ weekNumbers: [1] })
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const shown = await activation(draft)
    expect(shown).toMatchObject({
      refusal: { code: 'driver_missing' },
      stops: 3,
      undriven: [{ runNumber: 2, stops: 2 }],
      drivers: [{ driverID: driver.userID, stops: 1 }],
    })
    const refused = await office.admin.put(`/v1/runs/${draft.runOrderID}/activate`, {})
    expect(refused).toMatchObject({ status: 409, body: shown.refusal! })
    expect(await completion(draft)).toMatchObject({ refusal: { code: 'wrong_state' }, outcomes: [], outstanding: [] })
  })

  test('completing: the shown outcomes, charges, incomes and shifts are what it then does', async () => {
    const { run, driver } = await activeRun(office, 6)
    const device = deviceOf(office, driver, run)
    const [two, one, empty, notOut, unsafe, rest] = run.jobs
    await device.send(
      [
        device.done(two!, 2, { extraAmount: 10 }),
        device.done(one!),
        device.bagMt(empty!),
        device.not(notOut!, 'NOT_OUT'),
        device.not(unsafe!, 'UNSAFE'),
      ],
      {
        reconcile: { highestSeq: 6, unsent: [NEVER] },
      },
    )
    const shown = await completion(run)
    expect(shown).toMatchObject({ refusal: null, exceptions: 0, unsent: 1 })
    expect(shown.outcomes).toEqual([
      { outcome: 'COLLECTED', stops: 2, bags: 3 },
      { outcome: 'EMPTY', stops: 1, bags: 0 },
      { outcome: 'NOT_OUT', stops: 1, bags: 0 },
      { outcome: 'UNSAFE', stops: 1, bags: 0 },
    ])
    // Three bags at $25 and $10 extra, and two attempts at one bag's price each.
    expect(shown.charges).toEqual({ stops: 4, amount: 135 })
    expect(shown.incomes).toMatchObject([{ driverID: driver.userID, bags: 3, amount: 3 * 4 + 5 }])
    expect(shown.outstanding).toMatchObject([
      { assignmentID: rest!.assignmentID, reason: 'Not reached', to: { ...THIS_WEEK, monthNumber: 12 } },
    ])

    await office.admin.put('/v1/settings/fee.attempt', { value: 7.5 })
    expect((await completion(run)).charges).toEqual({ stops: 4, amount: 100 })

    const completed = await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(shown.outstanding).toMatchObject(shiftsOf(completed))
    const pays = await office.admin.get<{ items: { status: string; amount: number }[] }>(
      `/v1/pays?driverID=${driver.userID}`,
    )
    expect(
      pays.body.items.filter(({ status }) => status === 'payable').reduce((all, { amount }) => all + amount, 0),
    ).toBe(shown.incomes![0]!.amount)
    expect(await completion(run)).toMatchObject({
      refusal: null,
      outcomes: [],
      outstanding: [],
      charges: { stops: 0, amount: 0 },
      incomes: [],
      unsent: 1,
    })
  })

  test('completing: what a phone held before the run was activated is not this run’s, as on the run’s page', async () => {
    const { run, driver } = await activeRun(office, 1)
    await deviceOf(office, driver, run).send([], { reconcile: { highestSeq: 1, unsent: [NEVER] } })
    expect(await completion(run)).toMatchObject({ unsent: 1 })
    const before = new Date(Date.parse(run.activatedAt!) - 86_400_000)
    await office.deps.database.db.update(devices).set({ lastSeenAt: before, oldestUnsentAt: before })
    expect(await completion(run)).toMatchObject({ unsent: 0 })
  })

  test('completing: a driver whose tax invoices the firm writes gets GST on top, before and after', async () => {
    const { run, driver } = await activeRun(office, 2)
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop, 3)))
    const abn = '51 824 753 556'
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    await office.admin.put('/v1/settings/business.abn', { value: abn })
    expect((await completion(run)).incomes).toMatchObject([{ gst: 0 }])
    const agreed = { employmentType: 'CONTRACTOR', abn, gstRegistered: true, rctiAgreedOn: '2026-07-01' }
    expect((await office.admin.put(`/v1/users/drivers/${driver.userID}`, agreed)).status).toBe(200)
    const { amount } = (await completion(run)).incomes![0]!
    const gst = Math.round(amount * 10) / 100
    expect((await completion(run)).incomes).toMatchObject([{ amount, gst }])
    const totals = async () => (await office.call(office.admin, listPayTotals, {})).items
    expect(await totals()).toMatchObject([{ pending: amount, pendingGst: gst, payable: 0, payableGst: 0 }])
    await act(office.admin, run, 'complete')
    expect(await totals()).toMatchObject([{ pending: 0, pendingGst: 0, payable: amount, payableGst: gst }])
  })

  test('completing: exceptions are counted', async () => {
    const { run, driver } = await activeRun(office, 2)
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!), device.done(run.jobs[1]!)])
    expect(await completion(run)).toMatchObject({
      exceptions: 1,
      outcomes: [{ outcome: 'COLLECTED', stops: 1 }],
      outstanding: [{ assignmentID: run.jobs[0]!.assignmentID }],
    })
  })

  test('a customer who cancelled during the active run is listed apart from one who was not reached', async () => {
    const { run } = await activeRun(office, 2)
    await office.make.noPickup({ ...THIS_WEEK, customerID: run.jobs[0]!.customerID })
    const shown = await completion(run)
    expect(shown.outstanding.map(({ reason }) => reason)).toEqual(['No pickup', 'Not reached'])
    const completed = await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(shown.outstanding).toMatchObject(shiftsOf(completed))
  })

  test('an unknown run, or a caller who is no admin, gets no preview', async () => {
    const { run, driver } = await activeRun(office, 1)
    for (const step of ['activate', 'complete']) {
      expect((await office.admin.get(`/v1/runs/${NEVER}/${step}`)).status).toBe(404)
      expect((await driver.get(`/v1/runs/${run.runOrderID}/${step}`)).status).toBe(403)
    }
    expect(await activation(run)).toMatchObject({ refusal: null })
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(await activation(run)).toMatchObject({ refusal: { code: 'wrong_state' } })
  })
})
