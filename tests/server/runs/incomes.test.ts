import { describe, expect, test } from 'vitest'
import type { Income } from '#contract/v1/incomes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { act, customersOf, generated, type Device, deviceOf, runNow } from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

interface Pays {
  items: Income[]
  total: number
  totalAmount: number
}

describe.each(databases)('incomes on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 3, (opened) => void ({ office, run, driver, device } = opened))

  const pays = async (person: Person = driver, query = '') => (await person.get<Pays>(`/v1/pays${query}`)).body

  test('five bags at $4.00 and half of $10.00 extra make $25.00', async () => {
    await device.send([device.done(run.jobs[0]!, 5, { extraAmount: 10 })])
    expect(await pays()).toMatchObject({
      items: [
        {
          amount: 25,
          pu: 5,
          formula: '5 bags × $4.00 + 50% of $10.00',
          status: 'pending',
          outcome: 'COLLECTED',
          runOrder: '2026-11-W2-1',
          readableId: expect.stringMatching(/^P-2026-11-W2-1-\d+$/) as string,
        },
      ],
      totalAmount: 25,
    })
  })

  test('names the driver to the office only', async () => {
    await device.send([device.done(run.jobs[0]!, 1)])
    const [row] = (await pays(office.admin)).items
    expect(row).toMatchObject({ driverID: driver.userID, driver: expect.stringMatching(/./) as string })
    expect((await pays()).items[0]).not.toHaveProperty('driver')
  })

  test('a rubbish removal pays a share of price and extra', async () => {
    const product = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 150,
    })
    const customer = await office.make.customer({ productID: product.productID, due: undefined })
    const added = await office.admin.put<Run>(`/v1/runs/${run.runOrderID}`, { jobs: { add: [customer.customerID] } })
    const stop = added.body.jobs.find(({ customerID }) => customerID === customer.customerID)!
    await device.send([device.done(stop, 1, { extraAmount: 25.01 })])
    expect(await pays()).toMatchObject({ items: [{ amount: 87.51, formula: '50% of ($150.00 + $25.01)' }] })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { edit: [{ assignmentID: stop.assignmentID, amount: 100 }] },
    })
    expect(await pays()).toMatchObject({ items: [{ amount: 62.51 }] })
  })

  test('an income follows the driver’s corrections while the run is active, and is gone with an undone outcome', async () => {
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    const [first] = (await pays()).items
    const correction = device.done(run.jobs[0]!, 3)
    await device.send([correction])
    expect(await pays()).toMatchObject({ items: [{ incomeID: first!.incomeID, amount: 12, pu: 3 }], total: 1 })
    await device.send([device.undo(correction), device.undo(tap)])
    expect(await pays()).toMatchObject({ items: [], totalAmount: 0 })
  })

  test('a Bag MT counts as many bags as the setting says', async () => {
    await device.send([device.bagMt(run.jobs[0]!)])
    expect(await pays()).toMatchObject({ items: [{ amount: 0, outcome: 'EMPTY' }] })
    await office.admin.put('/v1/settings/pay.emptyAsBags', { value: 1 })
    await device.send([device.bagMt(run.jobs[1]!)])
    expect((await pays()).items.map(({ amount }) => amount).sort()).toEqual([0, 4])
  })

  test('it keeps the rates of the day the stop was done', async () => {
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { payRate: 6 })
    await device.send([device.done(run.jobs[0]!, 3), device.done(run.jobs[1]!, 1)])
    expect((await pays()).items.map(({ amount }) => amount).sort()).toEqual([12, 6])
  })

  test('completing the run makes it payable; nothing in it changes after that', async () => {
    await device.send(run.jobs.map((stop) => device.done(stop)))
    await act(office.admin, run, 'complete')
    await device.send([device.done(run.jobs[0]!, 9)])
    const after = await pays()
    expect(after).toMatchObject({ total: 3, totalAmount: 12 })
    expect(new Set(after.items.map(({ status }) => status))).toEqual(new Set(['payable']))
  })

  test('a driver sees their own incomes, an admin all, by driver, run and status', async () => {
    await device.send([device.done(run.jobs[0]!, 2)])
    await customersOf(office, 1)
    const other = await office.driver()
    const further = await act<Run>(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: other.userID }] }),
      'activate',
    )
    const theirs = deviceOf(office, other, further)
    await theirs.send([theirs.done(further.jobs[0]!, 3)])
    await act(office.admin, further, 'complete')

    expect(await pays(driver)).toMatchObject({ total: 1, totalAmount: 8 })
    expect(await pays(other)).toMatchObject({ total: 1, totalAmount: 12 })
    expect(await pays(office.admin)).toMatchObject({ total: 2, totalAmount: 20 })
    expect((await driver.get(`/v1/pays?driverID=${other.userID}`)).status).toBe(404)
    expect(await pays(office.admin, `?driverID=${other.userID}`)).toMatchObject({ totalAmount: 12 })
    expect(await pays(office.admin, `?runOrderID=${run.runOrderID}`)).toMatchObject({ totalAmount: 8 })
    expect(await pays(office.admin, '?status=payable')).toMatchObject({ totalAmount: 12 })
    expect(await pays(office.admin, `?keyword=2026-11-W2-2&perPage=1`)).toMatchObject({ total: 1, totalAmount: 12 })
    expect((await runNow(office, run)).status).toBe('active')
  })
})
