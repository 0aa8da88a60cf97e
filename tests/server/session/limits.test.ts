import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitAfter, waitingRoom } from '#server/features/session/slow-down.ts'
import type { Refused } from '#server/http/refused.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const MINUTE = 60_000
const XSRF = 'XSRF-TOKEN=xsrf-of-the-tests'

describe.each(databases)('guessing passwords on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.renew()
    office.clock.waited.length = 0
  })

  const from = (ip: string, device = '') => ({
    'x-forwarded-for': ip,
    cookie: [XSRF, device].filter(Boolean).join('; '),
  })
  const signIn = (password: string, headers: Record<string, string>, email = office.admin.email) =>
    office.nobody.post('/v1/users/signin', { email, password }, headers)
  const deviceOf = ({ headers }: { headers: Headers }) =>
    /bagrun-device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
  const right = () => office.admin.password

  /** Wrong attempts from many addresses, three from each. */
  async function attack(tries: number): Promise<void> {
    for (let i = 0; i < tries; i++)
      expect((await signIn('a wrong guess', from(`203.0.113.${Math.floor(i / 3)}`))).status).toBe(401)
  }

  test('wrong passwords from elsewhere lock no account, but slow down sign-ins from unknown browsers', async () => {
    await attack(10)
    expect(office.clock.waited).toEqual([])
    await attack(4)
    expect(office.clock.waited).toEqual([2000, 4000, 8000, 8000])
    expect((await signIn(right(), from('198.51.100.7'))).status).toBe(200)
    expect(office.clock.waited.at(-1)).toBe(8000)
    office.clock.pass(15 * MINUTE)
    office.clock.waited.length = 0
    await attack(1)
    expect(office.clock.waited).toEqual([])
  })

  test('a browser that has signed in before neither waits nor is refused, whatever other browsers do', async () => {
    const device = deviceOf(await signIn(right(), from('198.51.100.7')))
    await attack(12)
    office.clock.waited.length = 0
    // The state after sixty attempts from the same address.
    await office.deps.database.db.execute(sql`update rate_limits set hits = 60 where bucket like 'signin address:%'`)
    expect((await signIn(right(), from('198.51.100.7'))).status).toBe(429)
    expect((await signIn(right(), from('198.51.100.7', device))).status).toBe(200)
    expect(office.clock.waited).toEqual([])
  })

  test('a known browser’s own wrong passwords are counted separately', async () => {
    const device = deviceOf(await signIn(right(), from('198.51.100.7')))
    for (let i = 0; i < 10; i++) expect((await signIn('mistyped again', from('198.51.100.7', device))).status).toBe(401)
    const eleventh = await signIn(right(), from('198.51.100.7', device))
    const message = 'Too many tries. Please wait 15 minutes.'
    expect(eleventh).toMatchObject({ status: 429, body: { code: 'rate_limited', message } })
    expect(eleventh.headers.get('retry-after')).toBe('900')
    expect((await signIn(right(), from('198.51.100.7'))).status).toBe(200)
    office.clock.pass(15 * MINUTE)
    expect((await signIn(right(), from('198.51.100.7', device))).status).toBe(200)
  })

  test('one account is tried ten times from one address at most', async () => {
    for (let i = 0; i < 10; i++) await signIn('a wrong guess', from('203.0.113.1'))
    expect((await signIn(right(), from('203.0.113.1'))).status).toBe(429)
    expect((await signIn(right(), from('203.0.113.2'))).status).toBe(200)
  })

  test('unknown emails are slowed down in the same way', async () => {
    for (let i = 0; i < 12; i++)
      expect((await signIn('a guess', from(`203.0.113.${i}`), 'nobody@bagrun.example')).status).toBe(401)
    expect(office.clock.waited).toEqual([2000, 4000])
  })

  test('the cookie is for sign-in alone, unreadable for scripts and other sites, and holds a few accounts', async () => {
    const said = (await signIn(right(), from('198.51.100.7'))).headers.get('set-cookie') ?? ''
    expect(said).toMatch(/bagrun-device=[^;]+; Max-Age=31536000; Path=\/v1\/users; HttpOnly; SameSite=Strict/)
    expect(said).not.toContain('Secure')
    let device = deviceOf({ headers: new Headers({ 'set-cookie': said }) })
    const first = device
    const drivers = []
    for (let i = 0; i < 5; i++) {
      const driver = await office.driver()
      drivers.push(driver)
      device = deviceOf(await signIn(driver.password, from('198.51.100.7', device), driver.email))
    }
    expect(device.split('~')).toHaveLength(5)
    expect(device).not.toContain(office.admin.userID)
    for (const driver of drivers) expect(device).toContain(driver.userID)
    expect(deviceOf(await signIn(right(), from('198.51.100.7', first)))).toBe(first)
  })

  test('over https the cookie is sent over https alone', async () => {
    const secure = await openOffice(kind, { environment: { PUBLIC_URL: 'https://rounds.example' } })
    try {
      const answer = await secure.nobody.post('/v1/users/signin', {
        email: secure.admin.email,
        password: secure.admin.password,
      })
      expect(answer.headers.get('set-cookie')).toMatch(/bagrun-device=.*; Secure/)
    } finally {
      await secure.close()
    }
  })

  test('a forged cookie, another account’s, or one from before a password change has no effect', async () => {
    const driver = await office.driver()
    const device = deviceOf(await signIn(right(), from('198.51.100.7')))
    const drivers = deviceOf(await signIn(driver.password, from('198.51.100.7'), driver.email))
    const stolen = drivers.replace(driver.userID, office.admin.userID)
    const forged = device.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect(
      await office.admin.put('/v1/users/password', { currentPassword: right(), password: 'another good password' }),
    ).toMatchObject({ status: 204 })
    await attack(12)
    for (const [place, cookie] of [
      stolen,
      forged,
      device,
      `bagrun-device=${'~'.repeat(500)}`,
      'bagrun-device=%',
    ].entries()) {
      office.clock.waited.length = 0
      expect((await signIn('another good password', from(`198.51.100.${place}`, cookie))).status).toBe(200)
      expect(office.clock.waited).toHaveLength(1)
    }
  })

  test('changing the password renews this browser’s cookie', async () => {
    const answer = await office.admin.put('/v1/users/password', {
      currentPassword: right(),
      password: 'another good password',
    })
    await attack(12)
    office.clock.waited.length = 0
    expect((await signIn('another good password', from('198.51.100.7', deviceOf(answer)))).status).toBe(200)
    expect(office.clock.waited).toEqual([])
  })

  test('forgotten passwords: nobody is refused because of others, and at most five mails an hour are sent', async () => {
    const forget = (ip: string) =>
      office.nobody.post('/v1/users/forgot-password', { email: office.admin.email }, from(ip))
    for (let i = 0; i < 8; i++) expect((await forget(`203.0.113.${i}`)).status).toBe(204)
    const mailed = async () =>
      (await office.deps.database.db.execute(sql`select 1 from mails where link_user_id = ${office.admin.userID}`)).rows
        .length
    expect(await mailed()).toBe(5)
    office.clock.pass(60 * MINUTE)
    expect((await forget('203.0.113.9')).status).toBe(204)
    expect(await mailed()).toBe(6)
  })
})

describe('waiting', () => {
  test('the waits are 2, 4, then 8 seconds', () => {
    expect([-1, 0, 1, 2, 3, 4, 1000].map(waitAfter)).toEqual([0, 0, 2000, 4000, 8000, 8000, 8000])
  })

  test('only a limited number may wait at a time, and few from one address; each that is done makes room', async () => {
    const done: (() => void)[] = []
    const wait = waitingRoom({ wait: () => new Promise((resolve) => done.push(resolve)) })
    const refused = (ms: number, address: string) =>
      expect(wait(ms, address)).rejects.toMatchObject({
        code: 'rate_limited',
        details: { retryAfterSeconds: ms / 1000 },
      } satisfies Partial<Refused>)
    const waiting = [1, 2, 3].map(() => wait(2000, 'one'))
    await refused(2000, 'one')
    await wait(0, 'one')
    for (let i = 0; i < 97; i++) waiting.push(wait(8000, `address ${i}`))
    await refused(8000, 'another')
    for (const end of done) end()
    await Promise.all(waiting)
    const again = wait(8000, 'one')
    done.at(-1)!()
    await again
  })
})
