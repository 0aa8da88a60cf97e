import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone } from '../support/phone.ts'
import { officeView, type SimulatedBusiness, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

describe('an outcome this phone does not hold', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())

  /** The driver finished a stop on a phone they no longer have, and opens it on another phone. */
  async function secondPhone() {
    const { driver, stops, runOrderID } = await business.newRound()
    const first = await aPhone(office, driver)
    await first.settles()
    const event = await first.finish(stops[0]!, 3)
    await first.settles()
    await first.close()
    const phone = await aPhone(office, driver)
    await phone.settles()
    return { phone, stop: stops[0]!, runOrderID, event }
  }

  test('is undone without signal, and then at the office', async () => {
    const { phone, stop, runOrderID, event } = await secondPhone()
    phone.goOffline()
    expect(await phone.stop(stop)).toMatchObject({
      outcome: 'COLLECTED',
      pu: 3,
      lastEventID: null,
      outcomeEventID: event.eventID,
    })
    const undo = await phone.undo({ eventID: (await phone.stop(stop)).outcomeEventID! })
    expect((await phone.undo(event)).eventID).toBe(undo.eventID)
    expect(await phone.stop(stop)).toMatchObject({ outcome: null, pu: 0, shownState: 'planned', outcomeEventID: null })
    phone.goOnline()
    await phone.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({
      outcome: null,
      outcomeEventID: null,
      state: 'planned',
    })
    await phone.close()
  })

  test('is undone only as long as a stop stands on it', async () => {
    const { phone, stop, event } = await secondPhone()
    await phone.couldNot(stop, 'NO_ACCESS')
    await phone.settles()
    await expect(phone.undo(event)).rejects.toMatchObject({ reason: 'unknown-stop' })
    await phone.close()
  })

  test('is not known from the row of an older server; what this phone recorded is still undone', async () => {
    const { phone, stop } = await secondPhone()
    const { outcomeEventID: _newer, ...row } = (await phone.phone.db.jobs.get(stop.assignmentID))!
    phone.goOffline()
    await phone.phone.db.jobs.put(row)
    expect(await phone.stop(stop)).toMatchObject({ outcome: 'COLLECTED', outcomeEventID: null })
    const own = await phone.finish(stop, 1)
    expect(await phone.stop(stop)).toMatchObject({ pu: 1, outcomeEventID: own.eventID })
    await phone.undo(own)
    expect(await phone.stop(stop)).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    await phone.close()
  })
})
