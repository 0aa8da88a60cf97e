import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '#contract/v1/devices.ts'
import { audit } from '#server/db/tables/audit.ts'
import { sessions } from '#server/db/tables/users.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { activeRun, photograph, deviceOf } from '../../fixtures/runs.ts'

/** A client of a driver that sends its deviceID with every call. */
function onDevice(person: Person, deviceID: string): Person {
  const said = { 'x-device-id': deviceID }
  return {
    ...person,
    get: (path, headers) => person.get(path, { ...said, ...headers }),
    post: (path, body, headers) => person.post(path, body, { ...said, ...headers }),
    put: (path, body, headers) => person.put(path, body, { ...said, ...headers }),
    delete: (path, body, headers) => person.delete(path, body, { ...said, ...headers }),
  }
}

describe.each(databases)('a revoked phone, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const revoke = (deviceID: string, body: object = {}) =>
    office.admin.put<Device>(`/v1/devices/${deviceID}/revoke`, body)
  const allow = (deviceID: string, body: object = {}) => office.admin.put<Device>(`/v1/devices/${deviceID}/allow`, body)

  /** A phone that has contacted the server once, its session bound to it. */
  async function aDevice(stops = 3) {
    const { run, driver: person } = await activeRun(office, stops)
    const deviceID = `phone-${person.userID}`
    const driver = onDevice(person, deviceID)
    const device = deviceOf(office, driver, run, deviceID)
    await device.send([device.done(run.jobs[0]!)])
    return { run, person, driver, phone: device, deviceID }
  }

  test('sends outcomes and photos, and reads nothing of the customers any more', async () => {
    const { run, driver, phone: device, deviceID, person } = await aDevice()
    expect((await revoke(deviceID, { reason: 'Left on a train' })).body).toMatchObject({
      state: 'revoked',
      revokedAt: office.clock.now().toISOString(),
      wipedAt: null,
    })
    const photo = await photograph(office, driver, device, run.jobs[1]!)
    const answer = await device.send([device.done(run.jobs[1]!), photo])
    expect(answer).toMatchObject({
      run: null,
      device: { revoked: true },
      results: [{ result: 'applied' }, { result: 'applied' }],
    })
    expect(JSON.stringify(answer)).not.toContain(run.jobs[0]!.capturedCustomerName)
    // Also without the deviceID: the session is bound to the phone.
    for (const who of [driver, person]) {
      for (const path of [
        '/v1/runs',
        `/v1/runs/${run.runOrderID}`,
        '/v1/pays',
        `/v1/photos/${'photoID' in photo ? photo.photoID : ''}`,
      ]) {
        expect(await who.get(path), path).toMatchObject({ status: 403, body: { code: 'device_revoked' } })
      }
      expect((await who.get('/v1/users/profile')).status).toBe(200)
    }
    expect((await driver.post('/v1/users/signout')).status).toBe(204)
  })

  test('gets that answer also when its session has ended in the meantime', async () => {
    const { driver, deviceID, person } = await aDevice(1)
    await revoke(deviceID)
    await office.admin.post(`/v1/users/${person.userID}/end-sessions`)
    expect(await driver.get('/v1/runs')).toMatchObject({ status: 403, body: { code: 'device_revoked' } })
    await allow(deviceID)
    expect(await driver.get('/v1/runs')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('stays revoked after a new sign-in on it; another phone of the driver works on', async () => {
    const { driver, deviceID } = await aDevice(1)
    await revoke(deviceID)
    const again = onDevice(await signedIn(office.fetch, driver), deviceID)
    expect((await again.get('/v1/runs')).status).toBe(403)
    const elsewhere = onDevice(await signedIn(office.fetch, driver), 'the-other-phone')
    expect((await elsewhere.get('/v1/runs')).status).toBe(200)
    expect(await elsewhere.put('/v1/runs/none/done', { deviceID: 'the-other-phone', events: [] })).toMatchObject({
      body: { device: { revoked: false } },
    })
  })

  test('has the sessions it used first; a session is bound to no second phone', async () => {
    const { driver, deviceID, person } = await aDevice(1)
    await onDevice(person, 'somewhere-else').get('/v1/runs')
    const bound = await office.deps.database.db
      .select({ deviceID: sessions.deviceID })
      .from(sessions)
      .where(eq(sessions.userID, driver.userID))
    expect(bound.map((row) => row.deviceID)).toEqual([deviceID])
    await revoke(deviceID)
    expect((await onDevice(person, 'somewhere-else').get('/v1/runs')).status).toBe(403)
  })

  test('whose database was lost and came back under another id is refused by that id too', async () => {
    const { run, person, driver } = await aDevice(1)
    const fresh = `fresh-${person.userID}`
    await deviceOf(office, onDevice(person, fresh), run, fresh).send([])
    await revoke(fresh)
    expect((await onDevice(person, fresh).get('/v1/runs')).status).toBe(403)
    expect((await driver.get('/v1/runs')).status).toBe(200)
  })

  test('revoked twice is revoked once; revoking and allowing are in the audit log with who and why', async () => {
    const { deviceID } = await aDevice(1)
    const first = await revoke(deviceID, { reason: 'Lost' })
    office.clock.pass(60_000)
    expect((await revoke(deviceID)).body.revokedAt).toBe(first.body.revokedAt)
    expect((await allow(deviceID, { reason: 'Found' })).body).toMatchObject({ revokedAt: null, state: 'ok' })
    expect((await allow(deviceID)).status).toBe(200)
    const trail = await office.deps.database.db
      .select()
      .from(audit)
      .where(and(eq(audit.subjectKind, 'device'), eq(audit.subjectID, deviceID)))
    expect(trail.map(({ action, actorID, after }) => [action, actorID, (after as { reason: string }).reason])).toEqual([
      ['device.revoke', office.admin.userID, 'Lost'],
      ['device.allow', office.admin.userID, 'Found'],
    ])
    expect((await revoke('no-such-phone')).status).toBe(404)
  })

  test('reports when it has emptied itself; allowed again it works as before', async () => {
    const { run, driver, phone: device, deviceID } = await aDevice(1)
    await device.send([], { reconcile: { highestSeq: 1, unsent: [], accounted: [], wiped: true } })
    expect((await office.admin.get<Device>(`/v1/devices/${deviceID}`)).body.wipedAt).toBeNull()
    await revoke(deviceID)
    await device.send([], { reconcile: { highestSeq: 1, unsent: [], accounted: [], wiped: true } })
    expect((await office.admin.get<Device>(`/v1/devices/${deviceID}`)).body).toMatchObject({
      state: 'wiped',
      wipedAt: office.clock.now().toISOString(),
    })
    await allow(deviceID)
    expect(await device.send([])).toMatchObject({ device: { revoked: false }, run: { runOrderID: run.runOrderID } })
    expect((await driver.get('/v1/runs')).status).toBe(200)
  })
})
