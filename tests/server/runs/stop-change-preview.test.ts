import { describe, expect, test } from 'vitest'
import type { Income } from '#contract/v1/incomes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { previewStopChange, type StopChange } from '#contract/v1/stop-change.ts'
import { databases } from '../../support/databases.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device, deviceOf, runNow } from '../../fixtures/runs.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

describe.each(databases)('a change at a stop is shown in money before it is made, on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))

  const stop = () => run.jobs[0]!
  const shown = (change: StopChange) =>
    office.call(office.admin, previewStopChange, {
      runOrderID: run.runOrderID,
      assignmentID: stop().assignmentID,
      change,
    })
  const pays = async () =>
    (await office.admin.get<{ items: Income[] }>('/v1/pays')).body.items.map(({ amount }) => amount)
  const name = async () => (await runNow(office, run)).jobs[0]!.driver

  test('a record shows the bill and the driver’s pay, and is not kept', async () => {
    const before = await runNow(office, run)
    expect(await shown({ type: 'done', pu: 3 })).toEqual({
      bills: { before: null, after: 3 * stop().amount },
      pays: [{ driver: await name(), before: 0, after: 12, gst: { before: 0, after: 0 } }],
    })
    expect(await runNow(office, run)).toEqual(before)
    expect(await pays()).toEqual([])
  })

  test('another outcome shows both sums before and after', async () => {
    await device.send([device.done(stop(), 2)])
    office.clock.pass(300_000)
    expect(await shown({ type: 'not-collected', outcome: 'NOT_OUT' })).toMatchObject({
      bills: { before: 2 * stop().amount, after: stop().amount },
      pays: [{ before: 8, after: 0 }],
    })
  })

  test('an undo shows which bill and which pay go', async () => {
    const tap = device.done(stop(), 2)
    await device.send([tap])
    office.clock.pass(300_000)
    expect(await shown({ type: 'undo', undoes: tap.eventID })).toEqual({
      bills: { before: 2 * stop().amount, after: null },
      pays: [{ driver: await name(), before: 8, after: 0, gst: { before: 0, after: 0 } }],
    })
    expect(await pays()).toEqual([8])
  })

  test('another price shows what a recorded stop is billed afterwards', async () => {
    await device.send([device.done(stop(), 2)])
    expect(await shown({ type: 'price', amount: 20 })).toMatchObject({
      bills: { before: 2 * stop().amount, after: 40 },
      pays: [{ before: 8, after: 8 }],
    })
    expect((await runNow(office, run)).jobs[0]!.amount).toBe(stop().amount)
  })

  test('another driver shows whose pay the recorded stops leave and whose they reach', async () => {
    const other = await office.driver()
    const desk = deviceOf(office, office.admin, run)
    await desk.send([desk.done(run.jobs[0]!, 2)])
    await device.send([device.done(run.jobs[1]!, 1)])
    const driverID = other.userID
    const pair = await shown({ type: 'driver', driverID, others: [run.jobs[1]!.assignmentID] })
    expect(pair.bills).toEqual({ before: 3 * stop().amount, after: 3 * stop().amount })
    // The driver's own record stays his.
    expect(pair.pays).toEqual([
      { driver: await name(), before: 12, after: 4, gst: { before: 0, after: 0 } },
      { driver: expect.any(String), before: 0, after: 8, gst: { before: 0, after: 0 } },
    ])
    expect((await runNow(office, run)).jobs.map((one) => one.driverID)).toEqual([driver.userID, driver.userID])
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: run.jobs.map(({ assignmentID }) => assignmentID), driverID }] },
    })
    expect([...(await pays())].sort()).toEqual([4, 8])
  })

  test('nothing is shown of a completed run, where a record waits for a decision', async () => {
    await device.send(run.jobs.map((one) => device.done(one, 1)))
    await act(office.admin, run, 'complete')
    const body = { change: { type: 'done', pu: 2 } }
    const path = `/v1/runs/${run.runOrderID}/assignments/${stop().assignmentID}/preview`
    expect((await office.admin.post(path, body)).body).toMatchObject({ code: 'wrong_state' })
    expect(await office.admin.get<{ total: number }>('/v1/runs/exceptions')).toMatchObject({ body: { total: 0 } })
    expect((await driver.post(path, body)).status).toBe(403)
  })
})
