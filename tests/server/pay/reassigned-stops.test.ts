import { describe, expect, test } from 'vitest'
import type { Income } from '#contract/v1/incomes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { type Device, deviceOf } from '../../fixtures/runs.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

describe.each(databases)('the pay of a recorded stop that is given to another driver, on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))

  const stop = () => run.jobs[0]!
  const paid = async () =>
    (await office.admin.get<{ items: Income[] }>('/v1/pays')).body.items.map(({ driverID, amount }) => [
      driverID,
      amount,
    ])
  const giveTo = (driverID: string) =>
    office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [stop().assignmentID], driverID }] },
    })

  test('goes with the stop where the office recorded it', async () => {
    const other = await office.driver()
    const desk = deviceOf(office, office.admin, run)
    await desk.send([desk.done(stop(), 2)])
    expect(await paid()).toEqual([[driver.userID, 8]])
    expect((await giveTo(other.userID)).status).toBe(200)
    expect(await paid()).toEqual([[other.userID, 8]])
  })

  test('stays with the driver who recorded it', async () => {
    const other = await office.driver()
    await device.send([device.done(stop(), 2)])
    expect((await giveTo(other.userID)).status).toBe(200)
    expect(await paid()).toEqual([[driver.userID, 8]])
  })
})
