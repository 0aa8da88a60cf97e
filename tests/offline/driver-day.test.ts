import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activeRun, runNow } from '../fixtures/runs.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aDevice } from '../support/device.ts'
import { databases } from '../support/databases.ts'

describe('a driver’s day', () => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(databases[0]!)), 60_000)
  afterAll(() => office.close())

  test('after work without signal, restarts of the app and a moved stop every record is in the office exactly once', async () => {
    const { run, driver } = await activeRun(office, 4)
    const device = await aDevice(office, driver)
    const [first, second, third, fourth] = (await device.run()).jobs

    device.goOffline()
    await device.finish(first!, 2, { extraAmount: 10, notes: 'Left by the gate' })
    await device.photograph(first!)
    await device.restart()
    await device.bagMT(second!)
    await device.finish(third!)
    expect(await device.run()).toMatchObject({ recorded: 3, total: 4, bags: 3 })
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${third!.assignmentID}/shift`, {})
    device.goOnline()
    await device.settles()

    const seen = new Map((await runNow(office, run)).jobs.map((stop) => [stop.assignmentID, stop]))
    expect(seen.get(first!.assignmentID)).toMatchObject({
      outcome: 'COLLECTED',
      pu: 2,
      extraAmount: 10,
      driverNotes: 'Left by the gate',
      photos: [expect.anything()],
    })
    expect(seen.get(second!.assignmentID)).toMatchObject({ outcome: 'EMPTY', events: [{ type: 'bag-mt' }] })
    expect(seen.get(third!.assignmentID)).toMatchObject({
      state: 'shifted',
      outcome: null,
      events: [{ type: 'done', result: 'review', code: 'job_shifted' }],
    })
    expect(seen.get(fourth!.assignmentID)).toMatchObject({ outcome: null, events: [] })
    expect(await device.run()).toMatchObject({ recorded: 2, total: 3, bags: 2 })
    expect(await device.stop(third!)).toMatchObject({ delivery: 'with-office' })
    expect((await device.status()).kind).toBe('all-sent')
    await device.close()
  })

  test('the phone counts the bags of a run with a rubbish removal as the office does', async () => {
    const { run, driver } = await activeRun(office, 1)
    const { productID } = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 150,
    })
    const { customerID } = await office.make.customer({ productID, due: undefined })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { add: [customerID] } })
    const device = await aDevice(office, driver)
    for (const stop of (await device.run()).jobs) await device.finish(stop, stop.customerID === customerID ? 1 : 3)
    await device.settles()
    expect([(await device.run()).bags, (await runNow(office, run)).totalBags]).toEqual([3, 3])
    await device.close()
  })
})
