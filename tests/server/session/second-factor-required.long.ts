import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathNames } from '#contract/endpoint.ts'
import { signInByPasskey, withPasskey } from '../../support/authenticator.ts'
import { colleagueIn } from '../../support/second-admin.ts'
import { databases } from '../../support/databases.ts'
import { NEVER } from '../../fixtures/runs.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, type Person, signedIn } from '../../support/person.ts'

const FACTOR = '/v1/users/second-factor'
const KEY = 'security.adminSecondFactor'

describe.each(databases)('the second factor required of admins, on %s', (kind) => {
  let office: Office
  let admin: Person
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    admin = office.admin
  })

  const rows = async (statement: string) => (await office.deps.database.db.execute(sql.raw(statement))).rows
  const demand = (value: boolean, person: Person = admin) => person.put(`/v1/settings/${KEY}`, { value })
  const missing = { status: 409, body: { code: 'second_factor_missing' } }

  const colleague = () => colleagueIn(office)

  test('an admin without a second factor can’t require it', async () => {
    expect(await demand(true)).toMatchObject({
      status: 422,
      body: { fields: { value: expect.stringContaining('Set up your own second step') as string } },
    })
    await withPasskey(admin)
    expect(await demand(true)).toMatchObject({ status: 200, body: { value: true } })
    expect(await admin.get(FACTOR)).toMatchObject({ body: { required: true } })
  })

  test('an admin without one may only call what sets one up', async () => {
    const ada = await colleague()
    await withPasskey(admin)
    await demand(true)
    const { endpoints, answers } = {
      endpoints: office.routes.map(({ endpoint }) => endpoint),
      answers: new Map<string, string>(),
    }
    for (const one of endpoints.filter(({ roles }) => roles !== 'public' && roles.ADMIN !== undefined)) {
      const path = pathNames(one.path).reduce<string>((whole, name) => whole.replace(`{${name}}`, NEVER), one.path)
      const send = {
        GET: () => ada.get(path),
        POST: () => ada.post(path, {}),
        PUT: () => ada.put(path, {}),
        DELETE: () => ada.delete(path),
      }[one.method]
      // A separate session for operations that end it.
      const { status, body } = /signout|sessions/.test(one.path) ? { status: 0, body: {} as Body } : await send()
      if (status !== 0)
        answers.set(
          `${one.method} ${one.path}`,
          status === 409 && body.code === 'second_factor_missing' ? 'closed' : 'answered',
        )
    }
    const expected = endpoints
      .filter((one) => answers.has(`${one.method} ${one.path}`))
      .map((one) => [`${one.method} ${one.path}`, one.setsUpFactor ? 'answered' : 'closed'])
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected))
    expect([...answers.values()].filter((what) => what === 'answered').length).toBeGreaterThan(8)
    expect([...answers.values()].filter((what) => what === 'closed').length).toBeGreaterThan(60)
  })

  test('the profile shows it; once there is a passkey or an app everything is open, with the same session', async () => {
    const ada = await colleague()
    await withPasskey(admin)
    await demand(true)
    expect(await ada.get('/v1/users/profile')).toMatchObject({ status: 200, body: { secondFactorMissing: true } })
    expect(await ada.get('/v1/users/admins')).toMatchObject(missing)
    const { body } = await ada.post<{ secret: string }>(`${FACTOR}/totp`, { currentPassword: ada.password })
    expect(await ada.get('/v1/users/admins')).toMatchObject(missing)
    await ada.put(`${FACTOR}/totp`, {
      code: new TOTP({ secret: body.secret }).generate({ timestamp: office.clock.now().getTime() }),
    })
    expect((await ada.get('/v1/users/admins')).status).toBe(200)
    expect((await ada.get('/v1/users/profile')).body).not.toHaveProperty('secondFactorMissing')
    expect((await admin.get('/v1/users/profile')).body).not.toHaveProperty('secondFactorMissing')
  })

  test('drivers, customers and callers who are not signed in need none', async () => {
    const [driver, customer] = [await office.driver(), await office.customer()]
    await withPasskey(admin)
    await demand(true)
    expect((await driver.get('/v1/runs')).status).toBe(200)
    expect(await driver.get(FACTOR)).toMatchObject({ body: { required: false } })
    expect((await customer.get('/v1/runs/no-pickups')).status).toBe(200)
    expect((await office.nobody.get('/v1/config')).status).toBe(200)
  })

  test('once it is not required any more, an admin without one works on', async () => {
    const ada = await colleague()
    await withPasskey(admin)
    await demand(true)
    expect(await ada.get('/v1/users/admins')).toMatchObject(missing)
    await demand(false)
    expect((await ada.get('/v1/users/admins')).status).toBe(200)
  })

  test('the last one can’t be removed while it is required', async () => {
    const [first, second] = [await withPasskey(admin, 'Laptop'), await withPasskey(admin, 'Phone')]
    await demand(true)
    const remove = ({ passkeyID }: { passkeyID: string }) =>
      admin.post(`${FACTOR}/passkeys/${passkeyID}/remove`, { currentPassword: admin.password })
    expect((await remove(first)).status).toBe(200)
    expect(await remove(second)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringContaining('your only second step') as string },
    })
    expect(await admin.get(FACTOR)).toMatchObject({ body: { passkeys: [{ name: 'Phone' }] } })
    await demand(false)
    expect((await remove(second)).status).toBe(200)
  })

  test('of two passkeys removed at the same moment one stays', async () => {
    const both = [await withPasskey(admin, 'Laptop'), await withPasskey(admin, 'Phone')]
    await demand(true)
    const answers = await Promise.all(
      both.map(({ passkeyID }) =>
        admin.post(`${FACTOR}/passkeys/${passkeyID}/remove`, { currentPassword: admin.password }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('another admin resets a lost one: the sessions end, it is audited and mailed, and the password signs in', async () => {
    const ada = await colleague()
    const { device } = await withPasskey(ada)
    const { body: codes } = await ada.post<{ recoveryCodes: string[] }>(`${FACTOR}/recovery-codes`, {
      currentPassword: ada.password,
    })
    expect((await admin.post(`/v1/users/${ada.userID}/reset-second-factor`)).status).toBe(204)
    expect((await ada.get('/v1/users/profile')).status).toBe(401)
    expect((await signInByPasskey(office.nobody, device)).status).toBe(422)
    expect(
      (
        await office.nobody.post('/v1/users/signin', {
          email: ada.email,
          password: 'a wrong password',
          code: codes.recoveryCodes[0],
        })
      ).status,
    ).toBe(401)
    const again = await signedIn(office.fetch, ada)
    expect(await again.get(FACTOR)).toMatchObject({ body: { totpSince: null, recoveryCodesLeft: 0, passkeys: [] } })
    expect(
      await rows("select actor_id, subject_id, before, after from audit where action = 'second-factor.reset'"),
    ).toEqual([
      {
        actor_id: admin.userID,
        subject_id: ada.userID,
        before: { authenticatorApp: false, passkeys: 1, recoveryCodesLeft: 10 },
        after: { ended: 1 },
      },
    ])
    const mails = (await rows(
      `select text from mails where to_address = '${ada.email}' and subject like 'Second step at sign-in reset%'`,
    )) as { text: string }[]
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Admin removed the passkeys, authenticator app and recovery codes from your account'),
    ])
  })

  test('a challenge from before the reset adds no passkey after it', async () => {
    const ada = await colleague()
    const { device } = await withPasskey(ada)
    const { body } = await ada.post<{ options: unknown }>(`${FACTOR}/passkeys/options`, {
      currentPassword: ada.password,
    })
    await admin.post(`/v1/users/${ada.userID}/reset-second-factor`)
    const again = await signedIn(office.fetch, ada)
    expect(
      (await again.post(`${FACTOR}/passkeys`, { name: 'Late', response: device.register(body.options) })).status,
    ).toBe(422)
  })

  test('a driver’s is reset the same way; one’s own, an unknown user’s and a missing one are refused', async () => {
    const driver = await office.driver()
    expect(await admin.post(`/v1/users/${driver.userID}/reset-second-factor`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringContaining('no second step to reset') as string },
    })
    await withPasskey(driver)
    expect((await driver.post(`/v1/users/${driver.userID}/reset-second-factor`)).status).toBe(403)
    expect((await admin.post(`/v1/users/${driver.userID}/reset-second-factor`)).status).toBe(204)
    await withPasskey(admin)
    expect(await admin.post(`/v1/users/${admin.userID}/reset-second-factor`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringContaining('ask another admin') as string },
    })
    expect((await admin.post(`/v1/users/${NEVER}/reset-second-factor`)).status).toBe(404)
  })

  test('the nightly clean-up deletes challenges that were never answered', async () => {
    await office.nobody.post('/v1/users/signin/passkey/options', {})
    const { maintain: maintenance } = await import('#server/maintenance.ts')
    await maintenance(office.deps)
    expect(await rows('select 1 as one from passkey_challenges')).toHaveLength(1)
    office.clock.pass(6 * 60_000)
    await maintenance(office.deps)
    expect(await rows('select 1 as one from passkey_challenges')).toEqual([])
  })
})
