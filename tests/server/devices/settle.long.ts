import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '#contract/v1/devices.ts'
import type { DriverProgress } from '#contract/v1/progress.ts'
import { createDepot } from '#contract/v1/depots.ts'
import { audit } from '#server/db/tables/audit.ts'
import { devices } from '#server/db/tables/events.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { databases } from '../../support/databases.ts'
import { officeUser } from '../../support/office-user.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { activeRun, deviceOf } from '../../fixtures/runs.ts'

describe.each(databases)('records that never came are marked as resolved, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  /** A phone that has sent its second record and lost its first. */
  async function aLoss(stops = 3) {
    await office.reset()
    // Extends the calendar so that only the alert under test appears.
    await office.make.calendarYear(2027)
    const { run, driver } = await activeRun(office, stops)
    const device = deviceOf(office, driver, run)
    const lost = device.done(run.jobs[0]!)
    const count = (highestSeq: number, events: unknown[] = []) =>
      device.send(events, { reconcile: { highestSeq, unsent: [], accounted: [] } })
    await count(2, [device.done(run.jobs[1]!)])
    return { run, driver, phone: device, jobs: run.jobs, lost, count, deviceID: device.deviceID }
  }
  const one = async (deviceID: string) => (await office.admin.get<Device>(`/v1/devices/${deviceID}`)).body
  const settle = (deviceID: string, body: object = {}) =>
    office.admin.post<Device & { code?: string; message?: string }>(`/v1/devices/${deviceID}/settle`, body)
  const told = async () => {
    await checkAlerts(office.deps)
    return (
      await office.admin.get<{ items: { kind: string; subject: string; title: string; advice: string }[] }>(
        '/v1/alerts',
      )
    ).body.items
  }

  test('the list, the run and Home no longer report them; the phone is still asked for them', async () => {
    const { run, count, deviceID } = await aLoss()
    expect(await told()).toMatchObject([
      { kind: 'records-missing', subject: deviceID, advice: expect.stringContaining('choose Mark resolved') },
    ])
    expect(await settle(deviceID, { reason: 'Asked, and entered by hand' })).toMatchObject({
      status: 200,
      body: { state: 'ok', reconciliation: { stops: 1, holes: [], equal: true } },
    })
    expect(await told()).toEqual([])
    expect((await count(2)).reconcile).toMatchObject({ holes: [1], settled: [1], equal: false })
    expect(await one(deviceID)).toMatchObject({ state: 'ok', reconciliation: { holes: [], equal: true } })
    const progress = (await office.admin.get<{ drivers: DriverProgress[] }>(`/v1/runs/${run.runOrderID}/progress`)).body
    expect(progress.drivers).toMatchObject([{ phones: [{ deviceID, state: 'ok' }] }])
    expect(await told()).toEqual([])
  })

  test('a user of one depot resolves those of their own drivers, on a phone that another depot uses too', async () => {
    const { driver, deviceID } = await aLoss()
    const { db } = office.deps.database
    const another = await office.driver()
    const [used] = await db.select().from(devices).where(eq(devices.deviceID, deviceID))
    await db.insert(devices).values({ ...used!, userID: another.userID })
    const { depotID } = await office.call(office.admin, createDepot, { name: 'North' })
    expect((await office.admin.put(`/v1/users/drivers/${driver.userID}`, { depotID })).status).toBe(200)
    const ofNorth = await officeUser(office, 'DISPATCHER', depotID)
    expect((await ofNorth.post(`/v1/devices/${deviceID}/settle`, {})).status).toBe(200)
    const rows = await db.select().from(devices).where(eq(devices.deviceID, deviceID))
    expect(new Map(rows.map(({ userID, settled }) => [userID, settled]))).toEqual(
      new Map([
        [driver.userID, [1]],
        [another.userID, []],
      ]),
    )
  })

  test('records that go missing later are reported again, without the resolved ones', async () => {
    const { phone: device, jobs: stops, count, deviceID } = await aLoss()
    await settle(deviceID)
    device.note(stops[2]!, 'Lost too')
    await count(4, [device.done(stops[2]!)])
    expect(await one(deviceID)).toMatchObject({
      state: 'records-missing',
      reconciliation: { holes: [3], equal: false },
    })
    expect(await told()).toMatchObject([{ kind: 'records-missing', title: expect.stringMatching(/^1 record from/) }])
    expect((await settle(deviceID)).body).toMatchObject({ state: 'ok' })
  })

  test('a record that arrives after all is accepted as always', async () => {
    const { phone: device, lost, count, deviceID } = await aLoss()
    await settle(deviceID)
    expect((await device.send([lost])).results).toMatchObject([{ result: 'applied' }])
    expect((await count(2)).reconcile).toMatchObject({ holes: [], equal: true })
    expect(await one(deviceID)).toMatchObject({ state: 'ok', reconciliation: { stops: 2, equal: true } })
  })

  test('who, when, what and why is in the audit log; nothing missing, an unknown phone or a long reason is refused', async () => {
    const { driver, phone: device, deviceID } = await aLoss()
    const none = {
      status: 409,
      body: { code: 'wrong_state', message: expect.stringMatching(/Nothing is missing from this phone/) },
    }
    expect(await settle(deviceID, { numbers: [1] })).toMatchObject({ status: 422 })
    expect(await settle(deviceID, { holes: ['1'] })).toMatchObject({ status: 422 })
    expect((await settle(deviceID, { reason: 'Fell in the river' })).status).toBe(200)
    expect(await settle(deviceID)).toMatchObject(none)
    expect((await settle('no-such-phone')).status).toBe(404)
    const other = deviceOf(office, driver, { runOrderID: '00000000-0000-7000-8000-000000000000' })
    await other.send([])
    expect(await settle(other.deviceID)).toMatchObject(none)
    const trail = await office.deps.database.db
      .select()
      .from(audit)
      .where(and(eq(audit.subjectKind, 'device'), eq(audit.action, 'device.settle')))
    expect(trail).toMatchObject([
      {
        actorID: office.admin.userID,
        subjectID: device.deviceID,
        after: { settled: [{ driver: driver.userID, numbers: [1] }], reason: 'Fell in the river' },
      },
    ])
  })

  test('two admins at once, while the phone reports its count: resolved once, one audit entry', async () => {
    const { count, deviceID } = await aLoss()
    const [first, second] = await Promise.all([settle(deviceID), settle(deviceID), count(2), count(2)])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect(await one(deviceID)).toMatchObject({ state: 'ok', reconciliation: { holes: [] } })
    expect(await office.deps.database.db.select().from(audit).where(eq(audit.action, 'device.settle'))).toHaveLength(1)
  })

  test('of a phone that two drivers use the records of each are resolved, and by name', async () => {
    const { run, driver, deviceID } = await aLoss()
    const other = await office.driver()
    await deviceOf(office, other, run, deviceID).send([], { reconcile: { highestSeq: 2, unsent: [], accounted: [] } })
    await settle(deviceID)
    const { items } = (await office.admin.get<{ items: Device[] }>('/v1/devices')).body
    expect(items.map(({ state, reconciliation: { holes } }) => [state, holes])).toEqual([
      ['ok', []],
      ['ok', []],
    ])
    const [trail] = await office.deps.database.db.select().from(audit).where(eq(audit.action, 'device.settle'))
    const { settled } = trail!.after as { settled: { driver: string; numbers: number[] }[] }
    expect(new Map(settled.map((entry) => [entry.driver, entry.numbers]))).toEqual(
      new Map([
        [driver.userID, [1]],
        [other.userID, [1, 2]],
      ]),
    )
  })

  test('records that went missing while the admin was deciding are not resolved unseen', async () => {
    const { count, deviceID } = await aLoss()
    await count(4)
    expect(await settle(deviceID, { holes: [1], reason: 'Entered by hand' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringMatching(/check the list again/) },
    })
    expect((await one(deviceID)).reconciliation.holes).toEqual([1, 3, 4])
    expect(await settle(deviceID, { holes: [1, 3, 4] })).toMatchObject({
      status: 200,
      body: { reconciliation: { holes: [] } },
    })
  })

  test('of a phone that two drivers use one driver’s records are resolved alone when that driver is named', async () => {
    const { run, deviceID } = await aLoss()
    const other = await office.driver()
    await deviceOf(office, other, run, deviceID).send([], { reconcile: { highestSeq: 2, unsent: [], accounted: [] } })
    expect((await settle(deviceID, { driverID: other.userID, holes: [1, 2] })).status).toBe(200)
    const { items } = (await office.admin.get<{ items: Device[] }>('/v1/devices')).body
    expect(
      Object.fromEntries(items.map(({ driverID, reconciliation: { holes } }) => [driverID === other.userID, holes])),
    ).toEqual({ true: [], false: [1] })
    expect((await settle(deviceID, { driverID: office.admin.userID })).status).toBe(404)
  })

  test('where more are missing than one answer holds, the resolved ones do not take the place of the rest', async () => {
    const { count, deviceID } = await aLoss()
    await count(1203)
    expect((await one(deviceID)).reconciliation.holes).toHaveLength(1000)
    await settle(deviceID)
    expect((await count(1203)).reconcile!.holes).toHaveLength(1000)
    expect((await one(deviceID)).reconciliation.holes).toEqual(Array.from({ length: 202 }, (_, at) => 1002 + at))
    await settle(deviceID)
    await count(1203)
    expect(await one(deviceID)).toMatchObject({ state: 'ok' })
  })
})
