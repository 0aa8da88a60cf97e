import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '#contract/v1/devices.ts'
import { devices } from '#server/db/tables/events.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { activeRun, photograph, deviceOf } from '../../fixtures/runs.ts'

interface Page {
  items: Device[]
  total: number
}

describe.each(databases)('the list of devices on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  async function aRound(stops = 2) {
    await office.reset()
    const { run, driver } = await activeRun(office, stops)
    return { run, driver, phone: deviceOf(office, driver, run), jobs: run.jobs }
  }
  const readIn = (
    file: { userID: string; deviceID: string; exportedAt: string },
    { runOrderID }: { runOrderID: string },
    ...events: object[]
  ) =>
    office.admin.post('/v1/runs/unsent/import', {
      format: 'bagrun-unsent',
      v: 1,
      appBuild: 'test',
      photos: [],
      ...file,
      events: events.map((event) => ({ ...event, runOrderID })),
    })
  const list = async (query = '') => (await office.admin.get<Page>(`/v1/devices${query}`)).body
  const one = async (deviceID: string) =>
    (await office.admin.get<Device>(`/v1/devices/${encodeURIComponent(deviceID)}`)).body

  test('a phone that has sent everything is listed with its build and its count: equal', async () => {
    const { driver, phone: device, jobs: stops } = await aRound()
    const photo = await photograph(office, driver, device, stops[0]!)
    await device.send([device.done(stops[0]!), photo], {
      reconcile: {
        highestSeq: 2,
        unsent: [],
        accounted: [],
        needsAttention: 0,
        oldestUnsentAt: null,
        appBuild: 'build-7',
      },
    })
    expect(await list()).toMatchObject({ total: 1 })
    expect(await one(device.deviceID)).toMatchObject({
      deviceID: device.deviceID,
      driverID: driver.userID,
      driverName: expect.any(String),
      firstSeenAt: office.clock.now().toISOString(),
      lastSeenAt: office.clock.now().toISOString(),
      oldestUnsentAt: null,
      unsent: 0,
      needsAttention: 0,
      appBuild: 'build-7',
      clockOffset: 0,
      clockWarning: false,
      revokedAt: null,
      wipedAt: null,
      state: 'ok',
      silent: false,
      reconciliation: { stops: 1, photos: 1, equal: true, holes: [] },
    })
  })

  test('a driver’s phones are counted, on every page of the list; another driver’s are not', async () => {
    const { run, driver, phone: device } = await aRound()
    const second = deviceOf(office, driver, run)
    const another = deviceOf(office, await office.driver(), run)
    for (const one of [device, second, another]) await one.send([])
    for (const page of [1, 2, 3]) {
      const [{ deviceID, phonesOfDriver: devicesOfDriver }] = (await list(`?sort=deviceID&perPage=1&page=${page}`))
        .items as [Device]
      expect(devicesOfDriver).toBe(deviceID === another.deviceID ? 1 : 2)
    }
    expect(await one(second.deviceID)).toMatchObject({ phonesOfDriver: 2 })
  })

  test('what a phone still holds is listed, since when, and what needs a person', async () => {
    const { phone: device, jobs: stops } = await aRound()
    const made = new Date(office.clock.now().getTime() - 3_600_000).toISOString()
    const counted = { highestSeq: 3, unsent: [randomUUID(), randomUUID()], accounted: [1, 2], oldestUnsentAt: made }
    device.done(stops[1]!)
    device.done(stops[1]!)
    await device.send([device.done(stops[0]!)], { reconcile: { ...counted, needsAttention: 0 } })
    expect(await one(device.deviceID)).toMatchObject({
      unsent: 2,
      oldestUnsentAt: made,
      needsAttention: 0,
      state: 'waiting',
      reconciliation: { equal: false, holes: [] },
    })
    await device.send([], { reconcile: { ...counted, needsAttention: 1 } })
    expect(await one(device.deviceID)).toMatchObject({ needsAttention: 1, state: 'needs-attention' })
  })

  test('a phone is informed which records it holds the office has from its own driver already', async () => {
    const { run, driver, phone: device, jobs: stops } = await aRound()
    const [file, others] = [
      device.done(stops[0]!),
      deviceOf(office, await office.driver(), run).note(stops[1]!, 'Not theirs'),
    ]
    const read = (userID: string, event: object) =>
      readIn({ userID, deviceID: device.deviceID, exportedAt: office.clock.now().toISOString() }, run, event)
    const count = async () =>
      (
        await device.send([], {
          reconcile: {
            highestSeq: 1,
            unsent: [file.eventID, others.eventID, randomUUID()],
            accounted: [1],
            needsAttention: 1,
          },
        })
      ).reconcile
    expect(await count()).not.toHaveProperty('known')
    await read(driver.userID, file)
    await read((await office.driver()).userID, others)
    expect(await count()).toMatchObject({ known: [file.eventID] })
  })

  test('numbers that a phone accounts for up to one are not missing, and none beyond its highest is', async () => {
    const { phone: device, jobs: stops } = await aRound()
    await device.send([device.done(stops[0]!)], { reconcile: { highestSeq: 1, unsent: [], accounted: [] } })
    const holes = async (accountedThrough?: number) => {
      const reconcile = { highestSeq: 9, unsent: [], accounted: [9], accountedThrough }
      return (await device.send([], { reconcile })).reconcile?.holes
    }
    expect(await holes()).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(await holes(7)).toEqual([8])
    expect(await holes(50)).toEqual([])
  })

  test('a lower highest number misses the later ones, but not in a request that arrives after a later one', async () => {
    const { phone: device, jobs: stops } = await aRound()
    const first = device.done(stops[0]!)
    const [sentAt, later] = [0, 1_000].map((ms) => new Date(office.clock.now().getTime() + ms).toISOString())
    const counts = (highestSeq: number, sent: string | undefined, accounted: number[] = []) => ({
      sentAt: sent,
      reconcile: { highestSeq, unsent: [], accounted },
    })
    await device.send([first], counts(1, sentAt))
    // A photo, number 2, waits on the phone.
    await device.send([], counts(3, later, [2, 3]))
    expect((await device.send([first], counts(1, sentAt))).reconcile).toMatchObject({ holes: [] })
    // The database of the phone has lost numbers 2 and 3.
    const evenLater = new Date(office.clock.now().getTime() + 2_000).toISOString()
    expect((await device.send([], counts(1, evenLater))).reconcile).toMatchObject({ holes: [2, 3], highestSeq: 3 })
  })

  test('what the office has read in from a phone’s file no longer counts as held by that phone alone', async () => {
    const { run, driver, phone: device, jobs: stops } = await aRound()
    const [first, second] = [device.done(stops[0]!), device.done(stops[1]!)]
    const made = office.clock.now().toISOString()
    await device.send([], {
      reconcile: {
        highestSeq: 2,
        unsent: [first.eventID, second.eventID],
        accounted: [1, 2],
        needsAttention: 2,
        oldestUnsentAt: made,
      },
    })
    const read = (exportedAt: string, ...events: object[]) =>
      readIn({ userID: driver.userID, deviceID: device.deviceID, exportedAt }, run, ...events)
    // Exported before the phone's last report, which counted this record among others.
    await read(new Date(Date.parse(made) - 60_000).toISOString(), first)
    expect(await one(device.deviceID)).toMatchObject({
      unsent: 1,
      needsAttention: 1,
      oldestUnsentAt: made,
      reconciliation: { equal: false },
    })
    office.clock.pass(60_000)
    for (const _again of [1, 2]) {
      await read(office.clock.now().toISOString(), first, second)
      expect(await one(device.deviceID)).toMatchObject({
        unsent: 0,
        needsAttention: 0,
        oldestUnsentAt: null,
        state: 'ok',
        reconciliation: { equal: true },
      })
    }
    await read(office.clock.now().toISOString(), { ...second, eventID: 'no id' })
    expect(await one(device.deviceID)).toMatchObject({ unsent: 1 })
  })

  test('the browser on which the office records for a driver is no phone', async () => {
    const { run, jobs: stops } = await aRound(1)
    const desk = deviceOf(office, office.admin, run)
    expect(
      (await desk.send([desk.done(stops[0]!)], { reconcile: { highestSeq: 1, unsent: [], accounted: [] } })).results,
    ).toMatchObject([{ result: 'applied' }])
    expect(await list()).toMatchObject({ total: 0, items: [] })
    expect((await office.admin.get(`/v1/devices/${desk.deviceID}`)).status).toBe(404)
  })

  test('a phone that holds records and had no contact for a day is silent', async () => {
    const { phone: device, jobs: stops } = await aRound()
    device.done(stops[1]!)
    await device.send([device.done(stops[0]!)], {
      reconcile: { highestSeq: 2, unsent: [randomUUID()], accounted: [1] },
    })
    await office.deps.database.db
      .update(devices)
      .set({ lastSeenAt: new Date(office.clock.now().getTime() - 25 * 3_600_000) })
    expect(await one(device.deviceID)).toMatchObject({ state: 'silent', silent: true })
    await office.deps.database.db.update(devices).set({ needsAttention: 1 })
    expect(await one(device.deviceID)).toMatchObject({ state: 'needs-attention', silent: true })
    await device.send([])
    expect(await one(device.deviceID)).toMatchObject({ silent: false })
  })

  test('a number that never came is listed as missing until its record arrives', async () => {
    const { phone: device, jobs: stops } = await aRound()
    const lost = device.done(stops[0]!)
    await device.send([device.done(stops[1]!)], { reconcile: { highestSeq: 2, unsent: [], accounted: [] } })
    expect(await one(device.deviceID)).toMatchObject({
      state: 'records-missing',
      reconciliation: { holes: [1], equal: false },
    })
    // As when the phone's file is imported: the phone itself sends no report.
    await device.send([lost])
    expect(await one(device.deviceID)).toMatchObject({
      state: 'ok',
      reconciliation: { stops: 2, holes: [], equal: true },
    })
  })

  test('a clock more than ten minutes off is reported, and the times of that phone are corrected', async () => {
    const { phone: device, jobs: stops } = await aRound()
    const behind = 3_600_000
    const byItsClock = (ms: number) => new Date(office.clock.now().getTime() - behind + ms).toISOString()
    device.done(stops[1]!)
    await device.send([device.done(stops[0]!)], {
      sentAt: byItsClock(0),
      reconcile: { highestSeq: 2, unsent: [randomUUID()], accounted: [1], oldestUnsentAt: byItsClock(-60_000) },
    })
    expect(await one(device.deviceID)).toMatchObject({
      clockOffset: behind,
      clockWarning: true,
      oldestUnsentAt: new Date(office.clock.now().getTime() - 60_000).toISOString(),
    })
  })

  test.each(['+275760-09-13T00:00:00.000Z', 'yesterday', '', null])(
    'records are accepted from a phone that says its oldest is of %s',
    async (oldestUnsentAt) => {
      const { phone: device, jobs: stops } = await aRound(1)
      device.note(stops[0]!, 'Behind the shed')
      const { results } = await device.send([device.done(stops[0]!)], {
        reconcile: { highestSeq: 2, unsent: [randomUUID()], accounted: [1], oldestUnsentAt },
      })
      expect(results.map(({ result }) => result)).toEqual(['applied'])
      expect((await one(device.deviceID)).oldestUnsentAt).toBeNull()
    },
  )

  test('a phone that only asks for the week has had contact', async () => {
    const { driver, phone: device, jobs: stops } = await aRound(1)
    await device.send([device.done(stops[0]!)])
    await driver.get('/v1/runs', { 'x-device-id': device.deviceID })
    office.clock.pass(3_600_000)
    await driver.get('/v1/runs', { 'x-device-id': device.deviceID })
    expect((await one(device.deviceID)).lastSeenAt).toBe(office.clock.now().toISOString())
  })

  test('the list can be searched by driver, run, keyword and day, in the order asked for', async () => {
    const { run, driver, phone: device, jobs: stops } = await aRound(1)
    await device.send([device.done(stops[0]!)])
    const other = await office.driver({ firstName: 'Zoe', lastName: 'Zebra' })
    const otherDevice = deviceOf(office, other, run)
    await otherDevice.send([])
    const ids = async (query: string) => (await list(query)).items.map(({ deviceID }) => deviceID)
    expect(await ids(`?driverID=${driver.userID}`)).toEqual([device.deviceID])
    expect(await ids(`?runOrderID=${run.runOrderID}`)).toEqual([device.deviceID])
    expect(await ids('?keyword=zebra')).toEqual([otherDevice.deviceID])
    expect(await ids('?sort=-driverName')).toEqual([otherDevice.deviceID, device.deviceID])
    expect(await ids('?from=2026-11-11')).toEqual([])
    expect(await list('?perPage=1&page=2')).toMatchObject({ total: 2, page: 2, items: [{}] })
    expect((await office.admin.get('/v1/devices?sort=state')).status).toBe(422)
    expect((await office.admin.get('/v1/devices/no-such-phone')).status).toBe(404)
  })

  test('the reconciliation counts the run asked for, or all', async () => {
    const { run, phone: device, jobs: stops } = await aRound(2)
    await device.send([device.done(stops[0]!), device.done(stops[1]!)])
    const ofRun = async (runOrderID: string) =>
      (await office.admin.get<Device>(`/v1/devices/${device.deviceID}?runOrderID=${runOrderID}`)).body.reconciliation
        .stops
    expect([
      await ofRun(run.runOrderID),
      await ofRun(randomUUID()),
      (await one(device.deviceID)).reconciliation.stops,
    ]).toEqual([2, 0, 2])
  })

  test('a second driver who uses the same device id does not take over the first one’s entry', async () => {
    const { run, driver, phone: device, jobs: stops } = await aRound(1)
    await device.send([device.done(stops[0]!)])
    office.clock.pass(60_000)
    await deviceOf(office, await office.driver(), run, device.deviceID).send([])
    expect((await one(device.deviceID)).driverID).toBe(driver.userID)
    expect(
      await office.deps.database.db.select().from(devices).where(eq(devices.deviceID, device.deviceID)),
    ).toHaveLength(2)
  })
})
