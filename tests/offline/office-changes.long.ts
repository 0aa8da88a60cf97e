import { describe, expect, test } from 'vitest'

import { refreshIncomes } from '#client/offline/pull.ts'
import { moveNext, placeBefore } from '#client/offline/week.ts'
import { readReadiness } from '#client/features/sync/readiness.ts'
import { mergeRun } from '#client/offline/store/office-rows.ts'
import { newID } from '#domain/identifiers.ts'
import { startSync } from '#client/offline/sync.ts'
import { openDevice } from '#client/offline/store/device.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import type { Office } from '../support/office.ts'
import { aDevice } from '../support/device.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { type SimulatedBusiness, eventsKept, officeView } from '../support/simulation/business.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('the week on the phone and the office’s changes', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready(settings: Parameters<typeof aDevice>[2] = {}) {
    const round = await business.newRound()
    const put = async (path: string, body: object) =>
      expect((await office.admin.put(`/v1/runs/${round.runOrderID}${path}`, body)).status).toBe(200)
    return { ...round, device: await aDevice(office, round.driver, settings), put }
  }

  test('one call fetches the week; nothing new is a 304', async () => {
    const { device } = await ready()
    expect(
      device.network.requests.filter(({ method, url }) => method === 'GET' && url.startsWith('/v1/runs')),
    ).toHaveLength(1)
    expect(await device.clock.during(device.sync.pullNow())).toEqual({ ended: 'unchanged' })
    expect((await device.run()).total).toBe(5)
    await device.close()
  })

  test('a shifted stop with an unsent record stays on the phone as moved; once sent the record is with the office', async () => {
    const { device, stops, put, driver } = await ready()
    device.goOffline()
    const event = await device.finish(stops[0]!, 2)
    await put(`/assignments/${stops[0]!.assignmentID}/shift`, {})
    device.network.online = true
    device.network.fate = (url) => (url.endsWith('/done') ? 'foreign-502' : 'none')
    await device.clock.during(device.sync.pullNow())
    expect(await device.stop(stops[0]!)).toMatchObject({
      movedByOffice: true,
      outcome: 'COLLECTED',
      delivery: 'saved-here',
    })
    expect(await device.run()).toMatchObject({ total: 4 })
    device.network.fate = () => 'none'
    device.goOnline()
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    expect((await device.withOffice()).map((one) => one.eventID)).toEqual([event.eventID])
    expect(await device.stop(stops[0]!)).toMatchObject({ delivery: 'with-office', movedByOffice: true })
    expect((await eventsKept(business, driver.userID))[0]).toMatchObject({ result: 'review', code: 'job_shifted' })
    await device.close()
  })

  test('a record that waits for the office is shown as that when the first answer to it was lost', async () => {
    const { device, stops, put } = await ready()
    device.goOffline()
    const event = await device.finish(stops[0]!, 2)
    await put(`/assignments/${stops[0]!.assignmentID}/shift`, {})
    let answers = 0
    device.network.fate = (url) => (url.endsWith('/done') && answers++ === 0 ? 'drop-answer' : 'none')
    device.goOnline()
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    expect((await device.withOffice()).map((one) => one.eventID)).toEqual([event.eventID])
    await device.close()
  })

  test('a record that the office has dismissed is shown no more, and the stop is to do again', async () => {
    const { device, stops, put } = await ready()
    const [stop] = stops
    const assign = (driverID: string) =>
      put('', { jobs: { assign: [{ assignmentIDs: [stop!.assignmentID], driverID }] } })
    device.goOffline()
    const event = await device.couldNot(stop!, 'NO_ACCESS')
    await assign(business.otherDriverID)
    device.goOnline()
    await device.settles()
    expect(await device.stop(stop!)).toMatchObject({
      outcome: 'NO_ACCESS',
      delivery: 'with-office',
      movedByOffice: true,
    })
    await assign(device.driver.userID)
    await device.pulls()
    expect(await device.stop(stop!)).toMatchObject({ outcome: 'NO_ACCESS', delivery: 'with-office' })
    const dismissed = await office.admin.put(`/v1/runs/exceptions/${event.eventID}`, {
      decision: 'dismiss',
      reason: 'Try again',
    })
    expect(dismissed.status).toBe(200)
    await device.pulls()
    expect(await device.stop(stop!)).toMatchObject({ outcome: null, shownState: 'planned', movedByOffice: false })
    await device.close()
  })

  test('the office’s outcome is shown over a record that it has accepted and corrected', async () => {
    const { device, stops, put } = await ready()
    const [stop] = stops
    const assign = (driverID: string) =>
      put('', { jobs: { assign: [{ assignmentIDs: [stop!.assignmentID], driverID }] } })
    device.goOffline()
    const event = await device.finish(stop!, 2)
    await assign(business.otherDriverID)
    device.goOnline()
    await device.settles()
    await assign(device.driver.userID)
    await office.admin.put(`/v1/runs/exceptions/${event.eventID}`, { decision: 'accept' })
    const correction = { eventID: newID(), v: 1, assignmentID: stop!.assignmentID, seq: 1, type: 'done', pu: 5 }
    await put('/done', { events: [{ ...correction, occurredAt: office.clock.now().toISOString() }] })
    await device.pulls()
    expect(await device.stop(stop!)).toMatchObject({ outcome: 'COLLECTED', pu: 5 })
    await device.close()
  })

  test('a stop taken away that has no record is gone with the next fetch', async () => {
    const { device, stops, put } = await ready()
    await put('', { jobs: { assign: [{ assignmentIDs: [stops[2]!.assignmentID], driverID: business.otherDriverID }] } })
    await device.clock.during(device.sync.pullNow())
    expect((await device.run()).jobs.map((stop) => stop.assignmentID)).not.toContain(stops[2]!.assignmentID)
    await device.close()
  })

  test('a fetch that the answer to a record overtakes leaves the stop that the answer brought', async () => {
    const { device, stops, put } = await ready()
    const [stop, given] = stops
    const assign = (driverID: string) =>
      put('', { jobs: { assign: [{ assignmentIDs: [given!.assignmentID], driverID }] } })
    await assign(business.otherDriverID)
    let isPulled = false
    device.network.fate = (url, { method }) =>
      method !== 'PUT' && /\/v1\/runs(\?|$)/.test(url) ? 'slow-answer' : 'none'
    const pulled = device.sync.pullNow().then(() => (isPulled = true))
    await device.passes(1_000)
    await assign(device.driver.userID)
    await device.finish(stop!)
    await device.passes(1_000)
    expect(isPulled).toBe(false)
    await device.clock.during(pulled)
    expect(await device.stop(given!)).toMatchObject({ movedByOffice: false })
    await device.close()
  })

  test('an acknowledged event is shown until the fetched row holds it; an older answer never removes it', async () => {
    const { device, stops, runOrderID } = await ready()
    const before = await device.device.db.jobs.get(stops[0]!.assignmentID)
    const run = (await device.device.db.runs.get(runOrderID))!
    await device.finish(stops[0]!, 3)
    await device.settles()
    const { place: _p, absent: _a, epoch, ...stop } = before!
    await device.device.db.transaction('rw', device.device.db.runs, device.device.db.jobs, () =>
      mergeRun(device.device.db, { ...run, jobs: [stop] } as DriverRun, epoch),
    )
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    // The row from before the tap, as if no newer one had ever arrived: the receipt is still shown.
    await device.device.db.jobs.put(before!)
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3, delivery: 'sent' })
    await device.close()
  })

  test('an outcome that is only in the office’s row can be undone from the stop', async () => {
    const { device, stops, runOrderID } = await ready()
    await device.finish(stops[0]!, 3)
    await device.settles()
    device.goOffline()
    const { lastEventID } = await device.stop(stops[0]!)
    await device.undo({ eventID: lastEventID! })
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, shownState: 'planned' })
    device.goOnline()
    await device.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: null, state: 'planned' })
    expect(await device.stop(stops[0]!)).toMatchObject({ outcome: null })
    await device.close()
  })

  test('the driver’s own order is kept when the week is fetched, and a new stop finds its place in it', async () => {
    const { device, stops, put } = await ready()
    await placeBefore(device.device, stops[4]!.assignmentID, stops[1]!.assignmentID)
    await moveNext(device.device, stops[3]!.assignmentID)
    const order = [3, 0, 4, 1, 2]
    expect((await device.run()).jobs.map((stop) => stop.stopOrder - 1)).toEqual(order)
    await put('', { jobs: { edit: [{ assignmentID: stops[1]!.assignmentID, adminNotes: 'Mind the dog' }] } })
    await device.clock.during(device.sync.pullNow())
    expect((await device.run()).jobs.map((stop) => stop.stopOrder - 1)).toEqual(order)
    expect(await device.stop(stops[1]!)).toMatchObject({ adminNotes: 'Mind the dog' })
    await device.close()
  })

  test('the driver’s incomes are readable without signal', async () => {
    const { device, stops } = await ready()
    await device.finish(stops[0]!, 2)
    await device.settles()
    device.goOffline()
    const incomes = await device.device.db.incomes.toArray()
    expect(incomes).toMatchObject([{ pu: 2, amount: 8, status: 'pending' }])
    await device.close()
  })

  test('incomes are fetched again when the connection broke between the week and the incomes', async () => {
    const { device, stops } = await ready()
    await device.finish(stops[0]!, 2)
    device.network.fate = (url) => (url.includes('/v1/pays') ? 'drop-answer' : 'none')
    await device.settles()
    expect(await device.device.db.incomes.count()).toBe(0)
    device.network.fate = () => 'none'
    await device.pulls()
    expect(await device.device.db.incomes.toArray()).toMatchObject([{ pu: 2, amount: 8 }])
    await device.close()
  })

  test('a driver who looks at the incomes sees a change that no run has, such as a payment', async () => {
    const { device, stops } = await ready()
    await device.finish(stops[0]!, 2)
    await device.settles()
    const asked: string[] = []
    device.network.fate = (url) => {
      asked.push(url)
      return 'none'
    }
    await device.pulls()
    expect(asked.filter((url) => url.includes('/v1/pays'))).toEqual([])
    await device.clock.during(refreshIncomes(device.device))
    expect(asked.filter((url) => url.includes('/v1/pays'))).toHaveLength(1)
    device.goOffline()
    await device.clock.during(refreshIncomes(device.device))
    expect(await device.device.db.incomes.toArray()).toMatchObject([{ pu: 2, amount: 8 }])
    await device.close()
  })

  test('ready to leave says that every stop is on the phone, and whether the browser protects the storage', async () => {
    const { device } = await ready({
      ports: { persisted: async () => true, estimate: async () => ({ usage: 0, quota: 2_000_000_000 }) },
    })
    expect(await readReadiness(device.device)).toMatchObject({
      stops: 5,
      total: 5,
      photosPinned: 0,
      photosTotal: 0,
      protected: true,
      ready: true,
    })
    await device.close()
  })

  test('two open tabs send each record once, and either may be closed', async () => {
    const { device, stops, driver } = await ready()
    const second = new CrashInjector()
    const tab = await openDevice(device.portsOf(second), { userID: driver.userID })
    const sync = startSync(tab)
    device.goOffline()
    for (const stop of stops) await device.finish(stop)
    device.goOnline()
    sync.wake('online')
    await device.settles()
    expect(device.network.batches.flat().sort()).toEqual((await device.events()).map((event) => event.eventID).sort())
    device.kill()
    await device.open({ watch: false })
    await device.note(stops[0]!, 'after the other tab')
    sync.wake('online')
    await device.passes(5000)
    expect(await eventsKept(business, driver.userID)).toHaveLength(6)
    await device.clock.during(sync.stop())
    tab.db.close()
    tab.deviceDb.close()
    await device.close()
  })

  test('without the browser’s locks two tabs may send a record twice, and the office counts it once', async () => {
    const { device, stops, driver, runOrderID } = await ready({ locks: false })
    const tab = await openDevice(device.portsOf(new CrashInjector()), { userID: driver.userID })
    const sync = startSync(tab)
    device.goOffline()
    for (const stop of stops) await device.finish(stop, 2)
    device.goOnline()
    sync.wake('online')
    await device.settles()
    expect((await officeView(business, runOrderID)).totalBags).toBe(8)
    expect(await eventsKept(business, driver.userID)).toHaveLength(5)
    await device.clock.during(sync.stop())
    tab.db.close()
    tab.deviceDb.close()
    await device.close()
  })
})
