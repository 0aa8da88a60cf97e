import { describe, expect, test } from 'vitest'
import type { Office } from '../support/office.ts'
import { aDevice } from '../support/device.ts'
import { officeView, type SimulatedBusiness } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('an outcome that another phone recorded', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  /** The driver finished a stop on a phone they no longer have, and opens it on another phone. */
  async function secondDevice() {
    const { driver, stops, runOrderID } = await business.newRound()
    const first = await aDevice(office, driver)
    await first.settles()
    const event = await first.finish(stops[0]!, 3)
    await first.settles()
    await first.close()
    const device = await aDevice(office, driver)
    await device.settles()
    return { phone: device, stop: stops[0]!, runOrderID, event }
  }

  test('is undone without signal on the phone, and then in the office', async () => {
    const { phone: device, stop, runOrderID, event } = await secondDevice()
    device.goOffline()
    expect(await device.stop(stop)).toMatchObject({
      outcome: 'COLLECTED',
      pu: 3,
      lastEventID: null,
      outcomeEventID: event.eventID,
    })
    const undo = await device.undo({ eventID: (await device.stop(stop)).outcomeEventID! })
    expect((await device.undo(event)).eventID).toBe(undo.eventID)
    expect(await device.stop(stop)).toMatchObject({ outcome: null, pu: 0, shownState: 'planned', outcomeEventID: null })
    device.goOnline()
    await device.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({
      outcome: null,
      outcomeEventID: null,
      state: 'planned',
    })
    await device.close()
  })

  test('can be undone only while it is the outcome of the stop', async () => {
    const { phone: device, stop, event } = await secondDevice()
    await device.couldNot(stop, 'NO_ACCESS')
    await device.settles()
    await expect(device.undo(event)).rejects.toMatchObject({ reason: 'unknown-stop' })
    await device.close()
  })

  test('can’t be undone on the row of an older server; what this phone recorded still can', async () => {
    const { phone: device, stop } = await secondDevice()
    const { outcomeEventID: _newer, ...row } = (await device.device.db.jobs.get(stop.assignmentID))!
    device.goOffline()
    await device.device.db.jobs.put(row)
    expect(await device.stop(stop)).toMatchObject({ outcome: 'COLLECTED', outcomeEventID: null })
    const own = await device.finish(stop, 1)
    expect(await device.stop(stop)).toMatchObject({ pu: 1, outcomeEventID: own.eventID })
    await device.undo(own)
    expect(await device.stop(stop)).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    await device.close()
  })
})
