import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { previewShift } from '#contract/v1/runs-plan.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, generated, NEVER, nextPeriod, deviceOf, runNow } from '../../fixtures/runs.ts'

describe.each(databases)('shifting many stops on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  type Answer = Run & { code?: string; reason?: string; fields?: Record<string, string> }
  const shift = (
    run: { runOrderID: string },
    stops: readonly { assignmentID: string }[],
    body: object = {},
    headers: Record<string, string> = {},
  ) =>
    office.admin.put<Answer>(
      `/v1/runs/${run.runOrderID}/shift`,
      { assignmentIDs: stops.map(({ assignmentID }) => assignmentID), ...body },
      headers,
    )
  const dueOf = async (customerID: string) =>
    (await office.admin.get<{ due: object | null }>(`/v1/users/customers/${customerID}`)).body.due
  const audited = async (action: string) =>
    (await office.admin.get<{ total: number }>(`/v1/audit?action=${action}`)).body.total

  test('moves each to its next period with the reason, in one step', async () => {
    const { run } = await activeRun(office, 4)
    const moving = run.jobs.slice(0, 3)
    const answer = await shift(run, moving, { reason: 'Flooded road' })
    expect(answer).toMatchObject({ status: 200, body: { version: run.version + 1, stops: 1 } })
    for (const { assignmentID } of moving) {
      expect(answer.body.jobs.find((stop) => stop.assignmentID === assignmentID)).toMatchObject({
        state: 'shifted',
        reason: 'Flooded road',
        shiftedTo: nextPeriod,
        version: 2,
      })
    }
    for (const { customerID } of moving)
      expect(await dueOf(customerID)).toMatchObject({ yearNumber: 2026, monthNumber: 12 })
    expect(await audited('job.shift')).toBe(3)
  })

  test('before, the office is shown the week that each would move to, and nothing moves', async () => {
    const { run } = await activeRun(office, 2)
    const assignmentIDs = run.jobs.map(({ assignmentID }) => assignmentID)
    const { items } = await office.call(office.admin, previewShift, { runOrderID: run.runOrderID, assignmentIDs })
    expect(items).toMatchObject(assignmentIDs.map((assignmentID) => ({ assignmentID, to: nextPeriod })))
    expect((await runNow(office, run)).version).toBe(run.version)
    expect((await office.admin.post(`/v1/runs/${NEVER}/shift/preview`, { assignmentIDs })).status).toBe(404)
  })

  test('the same again changes nothing, whatever version is named; with one more stop only that one moves', async () => {
    const { run } = await activeRun(office, 3)
    const once = await shift(run, run.jobs.slice(0, 2), {}, { 'if-match': `"${run.version}"` })
    const twice = await shift(run, run.jobs.slice(0, 2), {}, { 'if-match': `"${run.version}"` })
    expect([twice.status, twice.body]).toEqual([200, once.body])
    const more = await shift(run, run.jobs)
    expect(more.body.jobs.map(({ state, version }) => [state, version])).toEqual([
      ['shifted', 2],
      ['shifted', 2],
      ['shifted', 2],
    ])
    expect(await audited('job.shift')).toBe(3)
  })

  test('all or none: with one that has an outcome, is of another run, or a week that is over, nothing moves', async () => {
    const { run, driver } = await activeRun(office, 3)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[2]!)])
    expect(await shift(run, run.jobs)).toMatchObject({ status: 409, body: { code: 'job_has_outcome' } })
    expect(await shift(run, [run.jobs[0]!, { assignmentID: NEVER }])).toMatchObject({
      status: 422,
      body: { fields: { assignmentIDs: 'This stop isn’t on this run' } },
    })
    expect(await shift(run, run.jobs.slice(0, 2), { to: { ...THIS_WEEK, weekNumber: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'cannot_generate_pickup', reason: 'This week has ended.' },
    })
    expect(await shift(run, run.jobs.slice(0, 2), { to: THIS_WEEK })).toMatchObject({
      body: { reason: 'The stop is already in this week.' },
    })
    expect(await shift(run, run.jobs.slice(0, 2), {}, { 'if-match': '"99"' })).toMatchObject({
      status: 412,
      body: { code: 'version_conflict' },
    })
    expect((await shift(run, [])).status).toBe(422)
    expect((await shift({ runOrderID: NEVER }, run.jobs)).status).toBe(404)
    expect((await runNow(office, run)).jobs.map(({ state }) => state)).toEqual(['planned', 'planned', 'done'])
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(await shift(run, run.jobs)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
  })

  test('the draft of a named week gets them all, after its last, in their order, with their notes', async () => {
    const { run, driver } = await activeRun(office, 3)
    const to = { ...THIS_WEEK, weekNumber: 4 }
    await office.make.customer({ weekNumber: 4 })
    const draft = await generated(office, { ...to, drivers: [{ runNumber: 1, driverID: driver.userID }] })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { edit: [{ assignmentID: run.jobs[1]!.assignmentID, amount: 31, adminNotes: 'Two gates' }] },
    })
    await shift(run, run.jobs, { to })
    const there = await runNow(office, draft)
    expect(there.jobs.slice(1).map(({ customerID, stopOrder, driverID }) => [customerID, stopOrder, driverID])).toEqual(
      run.jobs.map(({ customerID }, at) => [customerID, at + 2, driver.userID]),
    )
    expect(there.jobs[2]).toMatchObject({ amount: 31, adminNotes: 'Two gates' })
    await shift(run, run.jobs, { to })
    expect((await runNow(office, draft)).jobs).toHaveLength(4)
    const elsewhere = await shift(run, run.jobs, { to: { ...THIS_WEEK, weekNumber: 3 } })
    expect(elsewhere.body.jobs.map(({ shiftedTo }) => shiftedTo)).toEqual([to, to, to])
  })

  test('stops of several rounds go each to their own round, from a draft as well', async () => {
    const { suburbID } = await office.make.suburb()
    const { productID } = await office.make.product()
    await office.make.calendarYear()
    for (const runNumber of [1, 2, 2]) await office.make.customer({ suburbID, productID, runNumber })
    const draft = await generated(office)
    await office.make.customer({ suburbID, productID, runNumber: 2, due: { yearNumber: 2026, monthNumber: 12 } })
    const next = await generated(office, nextPeriod)
    const known = next.jobs.filter(({ customerID }) => draft.jobs.some((stop) => stop.customerID === customerID))
    await office.admin.put(`/v1/runs/${next.runOrderID}`, {
      jobs: { remove: known.map(({ assignmentID }) => assignmentID) },
    })
    await shift(draft, draft.jobs)
    expect((await runNow(office, next)).jobs.map(({ runNumber, stopOrder }) => [runNumber, stopOrder])).toEqual([
      [1, 1],
      [2, expect.any(Number)],
      [2, expect.any(Number)],
      [2, expect.any(Number)],
    ])
    expect((await runNow(office, draft)).stops).toBe(0)
  })
})
