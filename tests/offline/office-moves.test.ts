import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withOffice } from '#client/offline/attention.ts'
import { moveNext, placeBefore } from '#client/offline/own-order.ts'
import { readReadiness } from '#client/offline/readiness.ts'
import { mergeRun } from '#client/offline/server-copies.ts'
import { startSync } from '#client/offline/sync.ts'
import { openPhone } from '#client/offline/phone.ts'
import type { DriverRun } from '#contract/v1/runs.ts'
import { type Office, openOffice } from '../support/office.ts'
import { aPhone } from '../support/phone.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { type SimulatedBusiness, eventsKept, officeView, openBusiness } from '../support/simulation/business.ts'

// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 60_000 })

describe('the week on the phone and the office’s changes', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    office = await openOffice('embedded')
    business = await openBusiness(office)
  }, 60_000)
  afterAll(() => office.close())

  async function ready(settings: Parameters<typeof aPhone>[2] = {}) {
    const round = await business.newRound()
    const put = async (path: string, body: object) =>
      expect((await office.admin.put(`/v1/runs/${round.runOrderID}${path}`, body)).status).toBe(200)
    return { ...round, phone: await aPhone(office, round.driver, settings), put }
  }

  test('one call fetches the week; nothing new is a 304', async () => {
    const { phone } = await ready()
    expect(
      phone.network.requests.filter(({ method, url }) => method === 'GET' && url.startsWith('/v1/runs')),
    ).toHaveLength(1)
    expect(await phone.clock.during(phone.sync.pullNow())).toEqual({ ended: 'unchanged' })
    expect((await phone.run()).total).toBe(5)
    await phone.close()
  })

  test('a stop the office shifted while his record of it was unsent stays, as moved; once sent it is with the office', async () => {
    const { phone, stops, put, driver } = await ready()
    phone.goOffline()
    const event = await phone.finish(stops[0]!, 2)
    await put(`/assignments/${stops[0]!.assignmentID}/shift`, {})
    phone.network.online = true
    phone.network.fate = (url) => (url.endsWith('/done') ? 'foreign-502' : 'none')
    await phone.clock.during(phone.sync.pullNow())
    expect(await phone.stop(stops[0]!)).toMatchObject({
      movedByOffice: true,
      outcome: 'COLLECTED',
      delivery: 'saved-here',
    })
    expect(await phone.run()).toMatchObject({ total: 4 })
    phone.network.fate = () => 'none'
    phone.goOnline()
    await phone.settles()
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    expect((await withOffice(phone.phone.db)).map((one) => one.eventID)).toEqual([event.eventID])
    expect(await phone.stop(stops[0]!)).toMatchObject({ delivery: 'with-office', movedByOffice: true })
    expect((await eventsKept(business, driver.userID))[0]).toMatchObject({ result: 'review', code: 'job_shifted' })
    await phone.close()
  })

  test('what waits for the office is shown so when the first answer to it was lost', async () => {
    const { phone, stops, put } = await ready()
    phone.goOffline()
    const event = await phone.finish(stops[0]!, 2)
    await put(`/assignments/${stops[0]!.assignmentID}/shift`, {})
    let answers = 0
    phone.network.fate = (url) => (url.endsWith('/done') && answers++ === 0 ? 'drop-answer' : 'none')
    phone.goOnline()
    await phone.settles()
    expect(await phone.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'review' })
    expect((await withOffice(phone.phone.db)).map((one) => one.eventID)).toEqual([event.eventID])
    await phone.close()
  })

  test('a stop taken away without a record of his goes with the next fetch', async () => {
    const { phone, stops, put } = await ready()
    await put('', { jobs: { assign: [{ assignmentIDs: [stops[2]!.assignmentID], driverID: business.otherDriverID }] } })
    await phone.clock.during(phone.sync.pullNow())
    expect((await phone.run()).jobs.map((job) => job.assignmentID)).not.toContain(stops[2]!.assignmentID)
    await phone.close()
  })

  test('an acknowledged event is shown until the fetched row holds it; an older answer never takes it back', async () => {
    const { phone, stops, runOrderID } = await ready()
    const before = await phone.phone.db.jobs.get(stops[0]!.assignmentID)
    const run = (await phone.phone.db.runs.get(runOrderID))!
    await phone.finish(stops[0]!, 3)
    await phone.settles()
    const { place: _p, absent: _a, epoch, ...job } = before!
    await phone.phone.db.transaction('rw', phone.phone.db.runs, phone.phone.db.jobs, () =>
      mergeRun(phone.phone.db, { ...run, jobs: [job] } as DriverRun, epoch),
    )
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3 })
    // The row from before the tap, as if no newer one had ever arrived: the receipt is still shown.
    await phone.phone.db.jobs.put(before!)
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: 'COLLECTED', pu: 3, delivery: 'sent' })
    await phone.close()
  })

  test('an outcome the office holds already can be undone from the stop', async () => {
    const { phone, stops, runOrderID } = await ready()
    await phone.finish(stops[0]!, 3)
    await phone.settles()
    phone.goOffline()
    const { lastEventID } = await phone.stop(stops[0]!)
    await phone.undo({ eventID: lastEventID! })
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: null, pu: 0, shownState: 'planned' })
    phone.goOnline()
    await phone.settles()
    expect((await officeView(business, runOrderID)).jobs[0]).toMatchObject({ outcome: null, state: 'planned' })
    expect(await phone.stop(stops[0]!)).toMatchObject({ outcome: null })
    await phone.close()
  })

  test('his own order is kept over fetches, and a new stop finds its place in it', async () => {
    const { phone, stops, put } = await ready()
    await placeBefore(phone.phone, stops[4]!.assignmentID, stops[1]!.assignmentID)
    await moveNext(phone.phone, stops[3]!.assignmentID)
    const order = [3, 0, 4, 1, 2]
    expect((await phone.run()).jobs.map((job) => job.stopOrder - 1)).toEqual(order)
    await put('', { jobs: { edit: [{ assignmentID: stops[1]!.assignmentID, adminNotes: 'Mind the dog' }] } })
    await phone.clock.during(phone.sync.pullNow())
    expect((await phone.run()).jobs.map((job) => job.stopOrder - 1)).toEqual(order)
    expect(await phone.stop(stops[1]!)).toMatchObject({ adminNotes: 'Mind the dog' })
    await phone.close()
  })

  test('what he earned is readable without signal', async () => {
    const { phone, stops } = await ready()
    await phone.finish(stops[0]!, 2)
    await phone.settles()
    phone.goOffline()
    const incomes = await phone.phone.db.incomes.toArray()
    expect(incomes).toMatchObject([{ pu: 2, amount: 8, status: 'pending' }])
    await phone.close()
  })

  test('what he earned is fetched again when the line broke between his week and his pay', async () => {
    const { phone, stops } = await ready()
    await phone.finish(stops[0]!, 2)
    phone.network.fate = (url) => (url.includes('/v1/pays') ? 'drop-answer' : 'none')
    await phone.settles()
    expect(await phone.phone.db.incomes.count()).toBe(0)
    phone.network.fate = () => 'none'
    await phone.pulls()
    expect(await phone.phone.db.incomes.toArray()).toMatchObject([{ pu: 2, amount: 8 }])
    await phone.close()
  })

  test('ready to leave: every stop is here, and what the browser promises is said', async () => {
    const { phone } = await ready({
      ports: { persisted: async () => true, estimate: async () => ({ usage: 0, quota: 2_000_000_000 }) },
    })
    expect(await readReadiness(phone.phone)).toMatchObject({
      stops: 5,
      total: 5,
      photosPinned: 0,
      photosTotal: 0,
      protected: true,
      ready: true,
    })
    await phone.close()
  })

  test('two tabs send one thing once, and either may be closed', async () => {
    const { phone, stops, driver } = await ready()
    const second = new CrashInjector()
    const tab = await openPhone(phone.portsOf(second), { userID: driver.userID })
    const sync = startSync(tab)
    phone.goOffline()
    for (const stop of stops) await phone.finish(stop)
    phone.goOnline()
    sync.wake('online')
    await phone.settles()
    expect(phone.network.batches.flat().sort()).toEqual((await phone.events()).map((event) => event.eventID).sort())
    phone.kill()
    await phone.open({ watch: false })
    await phone.note(stops[0]!, 'after the other tab')
    sync.wake('online')
    await phone.passes(5000)
    expect(await eventsKept(business, driver.userID)).toHaveLength(6)
    await phone.clock.during(sync.stop())
    tab.db.close()
    tab.deviceDb.close()
    await phone.close()
  })

  test('without the browser’s locks two tabs may send twice, and the office counts once', async () => {
    const { phone, stops, driver, runOrderID } = await ready({ locks: false })
    const tab = await openPhone(phone.portsOf(new CrashInjector()), { userID: driver.userID })
    const sync = startSync(tab)
    phone.goOffline()
    for (const stop of stops) await phone.finish(stop, 2)
    phone.goOnline()
    sync.wake('online')
    await phone.settles()
    expect((await officeView(business, runOrderID)).totalBags).toBe(10)
    expect(await eventsKept(business, driver.userID)).toHaveLength(5)
    await phone.clock.during(sync.stop())
    tab.db.close()
    tab.deviceDb.close()
    await phone.close()
  })
})
