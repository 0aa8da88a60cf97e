import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { nobodyOf, type Person } from '../../support/person.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(bothDatabases)('signing in on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const signIn = (email: string, password: string) => office.nobody.post('/v1/users/signin', { email, password })
  const whoIs = async (person: Person) => (await person.get('/v1/users/profile')).status

  test('the admin signs in and gets their own user data', async () => {
    expect(await office.admin.get('/v1/users/profile')).toMatchObject({
      status: 200,
      body: {
        role: 'ADMIN',
        fullName: 'Admin',
        email: 'office@bagrun.example',
        accountBalance: 0,
        business: { name: 'Bagrun', logoUrl: null },
        config: {
          timeZone: 'Australia/Sydney',
          allowRegister: true,
          allowReAssignDriver: true,
          maxFiles: 5,
          maxUploadBytes: 20_971_520,
        },
      },
    })
  })

  test('every role is told that emails are only kept, because links to them are too', async () => {
    for (const person of [office.admin, await office.driver(), await office.customer()])
      expect((await person.get('/v1/users/profile')).body).toMatchObject({ config: { mailServer: false } })
  })

  test('case and spaces around the e-mail do not matter, in the password they do', async () => {
    expect((await signIn(' Office@Bagrun.Example ', office.admin.password)).status).toBe(200)
    expect((await signIn(office.admin.email, office.admin.password.toUpperCase())).status).toBe(401)
  })

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    const unknown = await signIn('nobody@bagrun.example', 'whatever it is')
    const wrong = await signIn(office.admin.email, 'whatever it is')
    const { requestID: _, ...words } = unknown.body
    expect(unknown.status).toBe(401)
    expect(wrong).toMatchObject({ status: 401, body: words })
    expect(words).toEqual({ code: 'credentials_wrong', message: 'Wrong email or password.' })
  })

  test('drivers and customers sign in too', async () => {
    expect(await (await office.driver()).get('/v1/users/profile')).toMatchObject({ body: { role: 'DRIVER' } })
    expect(await (await office.customer()).get('/v1/users/profile')).toMatchObject({ body: { role: 'CUSTOMER' } })
  })

  test('a driver can work on the last day of the employment; the day after they are signed out and can’t sign in', async () => {
    office.clock.set('2026-11-09T21:00:00Z')
    const driver = await office.driver({ employmentEndDate: '2026-11-10' })
    // 10/11/2026, 23:59 in Sydney.
    office.clock.set('2026-11-10T12:59:00Z')
    expect(await whoIs(driver)).toBe(200)
    office.clock.set('2026-11-10T13:00:00Z')
    expect(await whoIs(driver)).toBe(401)
    expect(await signIn(driver.email, driver.password)).toMatchObject({
      status: 403,
      body: { code: 'account_closed', message: expect.stringContaining('account is closed') as string },
    })
  })

  test('with a wrong password nobody learns that an account is closed', async () => {
    const left = await office.driver()
    await office.admin.put(`/v1/users/drivers/${left.userID}`, { employmentEndDate: '2026-11-08' })
    expect(await signIn(left.email, 'whatever it is')).toMatchObject({
      status: 401,
      body: { code: 'credentials_wrong' },
    })
  })

  test('an account the office disabled is signed out at once', async () => {
    const driver = await office.driver()
    await office.deps.database.db.execute(sql`update users set disabled_at = now() where user_id = ${driver.userID}`)
    expect(await whoIs(driver)).toBe(401)
    expect((await signIn(driver.email, driver.password)).body.code).toBe('account_closed')
  })

  test('signing out ends this session and no other', async () => {
    const answer = await signIn(office.admin.email, office.admin.password)
    const second = nobodyOf(office.fetch, String(answer.body['token']))
    expect((await second.post('/v1/users/signout')).status).toBe(204)
    expect((await second.get('/v1/users/profile')).status).toBe(401)
    expect(await whoIs(office.admin)).toBe(200)
  })

  test('the office ends all sessions of a driver with a lost phone at once, and it is in the audit log', async () => {
    const driver = await office.driver()
    await signIn(driver.email, driver.password)
    expect(await office.admin.post(`/v1/users/${driver.userID}/end-sessions`)).toMatchObject({
      status: 200,
      body: { ended: 2 },
    })
    expect(await whoIs(driver)).toBe(401)
    const { rows } = await office.deps.database.db.execute(
      sql`select actor_id, subject_id from audit where action = 'session.end-all'`,
    )
    expect(rows).toEqual([{ actor_id: office.admin.userID, subject_id: driver.userID }])
    expect((await office.admin.post('/v1/users/0190a000-0000-7000-8000-000000000000/end-sessions')).status).toBe(404)
  })

  test('each use extends a driver’s session: 29 days without signal do not end it, 31 do', async () => {
    const driver = await office.driver()
    for (let i = 0; i < 3; i++) {
      office.clock.pass(29 * DAY)
      expect(await whoIs(driver)).toBe(200)
    }
    office.clock.pass(31 * DAY)
    expect(await whoIs(driver)).toBe(401)
  })

  test('an admin is signed out after 12 idle hours', async () => {
    office.clock.pass(11 * HOUR)
    expect(await whoIs(office.admin)).toBe(200)
    office.clock.pass(11 * HOUR)
    expect(await whoIs(office.admin)).toBe(200)
    office.clock.pass(13 * HOUR)
    expect(await whoIs(office.admin)).toBe(401)
  })

  test('the use of a session is stored at most every five minutes', async () => {
    const seen = async () =>
      (
        await office.deps.database.db.execute<{ at: string }>(
          sql`select last_seen_at as at from sessions where user_id = ${office.admin.userID}`,
        )
      ).rows[0]?.at
    const before = await seen()
    office.clock.pass(4 * MINUTE)
    await whoIs(office.admin)
    expect(await seen()).toBe(before)
    office.clock.pass(2 * MINUTE)
    await whoIs(office.admin)
    expect(await seen()).not.toBe(before)
  })

  test('the database holds no token', async () => {
    const { rows } = await office.deps.database.db.execute(sql`select * from sessions`)
    expect(JSON.stringify(rows)).not.toContain(office.admin.token)
  })

  test('the eleventh wrong password in a quarter of an hour has to wait, for known and unknown e-mails alike', async () => {
    for (const email of [office.admin.email, 'nobody@bagrun.example']) {
      for (let i = 0; i < 10; i++) expect((await signIn(email, `wrong password ${i}`)).status).toBe(401)
      const eleventh = await signIn(email.toUpperCase(), office.admin.password)
      expect(eleventh).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(Number(eleventh.headers.get('retry-after'))).toBe(900)
    }
    office.clock.pass(15 * MINUTE)
    expect((await signIn(office.admin.email, office.admin.password)).status).toBe(200)
  })

  test('right passwords are not counted', async () => {
    for (let i = 0; i < 70; i++) await signIn(office.admin.email, office.admin.password)
    expect((await signIn(office.admin.email, office.admin.password)).status).toBe(200)
  })

  test('a right password clears the wrong ones before it', async () => {
    for (let i = 0; i < 3; i++) {
      for (let n = 0; n < 8; n++) await signIn(office.admin.email, 'mistyped again')
      expect((await signIn(office.admin.email, office.admin.password)).status).toBe(200)
    }
  })

  test('one address can’t try many accounts', async () => {
    for (let i = 0; i < 60; i++)
      expect((await signIn(`customer-${i}@elsewhere.example`, 'a guess of many')).status).toBe(401)
    expect((await signIn('another@elsewhere.example', 'a guess of many')).status).toBe(429)
  })

  test('the counters of tries hold no e-mail and no address', async () => {
    await signIn('wilhelmina@bagrun.example', 'a wrong password')
    const { rows } = await office.deps.database.db.execute(sql`select * from rate_limits`)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect(JSON.stringify(rows)).not.toMatch(/wilhelmina|127\.0\.0\.1/)
  })

  test('before the sign-in the app gets the firm’s name, the number customers call, and limits', async () => {
    await office.admin.put('/v1/settings/business.phone', { value: '02 9876 5432' })
    expect(await office.nobody.get('/v1/config')).toMatchObject({
      status: 200,
      body: {
        businessName: 'Bagrun',
        phone: '02 9876 5432',
        timeZone: 'Australia/Sydney',
        pageSize: 25,
        maxFiles: 5,
        setUpNeeded: false,
      },
    })
  })
})
