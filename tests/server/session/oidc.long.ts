import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInByPasskey, withPasskey } from '../../support/authenticator.ts'
import { oidcProvider } from '#server/adapters/oidc/oidc-provider.ts'
import { users } from '#server/db/tables/users.ts'
import { namesNoAdmin } from '#server/first-admin.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { browserAt, OIDC, verified } from '../../support/oidc-browser.ts'
import { openProvider, type TestProvider } from '../../support/oidc-provider.ts'
import { type Body, nobodyOf, type Person } from '../../support/person.ts'

const FACTOR = '/v1/users/second-factor'
const MINUTE = 60_000
const OF_CONTOSO = {
  clientID: 'bagrun',
  clientSecret: 'secret',
  name: 'Contoso',
  redirectUri: 'http://office.test/login/callback',
  secondFactors: [],
  verifiedClaim: 'email_verified',
  passwordAdmin: null,
}
const NOT_HERE = {
  status: 403,
  body: { code: 'oidc_refused', message: 'This account can’t log in here. Please ask the office.' },
}
const AGAIN = {
  status: 422,
  body: { code: 'oidc_failed', message: 'This login didn’t work, or took too long. Please start again.' },
}

let provider: TestProvider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())
beforeEach(() => provider.reset())

describe.each(databases)('an admin with the firm’s provider on %s', (kind) => {
  let office: Office
  let admin: Person
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { ...provider.environment, OIDC_SECOND_FACTOR: 'mfa, urn:two' } })
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    admin = office.admin
  })

  const rows = async (statement: string) => (await office.deps.database.db.execute(sql.raw(statement))).rows
  const person = (answer: { body: Body }) => nobodyOf(office.fetch, String(answer.body['token']))
  const demandSecondFactor = async () => {
    await office.deps.database.db.execute(
      sql`insert into settings (key, value, updated_at) values ('security.adminSecondFactor', 'true'::jsonb, now())`,
    )
  }
  const appOf = async (one: Person) => {
    const { body } = await one.post<{ secret: string }>(`${FACTOR}/totp`, { currentPassword: one.password })
    const codeNow = () => new TOTP({ secret: body.secret }).generate({ timestamp: office.clock.now().getTime() })
    const made = await one.put<{ recoveryCodes: string[] }>(`${FACTOR}/totp`, { code: codeNow() })
    office.clock.pass(MINUTE)
    return { codeNow, recoveryCodes: made.body.recoveryCodes }
  }

  test('has shown a second factor where the provider says one that the operator lists, and only then', async () => {
    await demandSecondFactor()
    provider.amr = ['pwd']
    const once = person(await browserAt(office, provider).signIn(verified(admin.email)))
    expect(await once.get('/v1/customers')).toMatchObject({ status: 404 })
    expect(await once.get('/v1/users/customers')).toMatchObject({
      status: 409,
      body: { code: 'second_factor_missing' },
    })
    for (const [amr, acr] of [
      [['pwd', 'mfa'], undefined],
      [['pwd'], 'urn:two'],
    ] as const) {
      Object.assign(provider, { amr, acr })
      const both = person(await browserAt(office, provider).signIn(verified(admin.email)))
      expect((await both.get('/v1/users/customers')).status).toBe(200)
    }
    expect(await rows("select method from sessions where method like 'oidc%' order by created_at, method")).toEqual([
      { method: 'oidc' },
      { method: 'oidc+mfa' },
      { method: 'oidc+mfa' },
    ])
  })

  test('may demand a second step of all admins after showing one at the provider, not without', async () => {
    const demand = (one: ReturnType<typeof person>) =>
      one.put('/v1/settings/security.adminSecondFactor', { value: true })
    expect((await demand(person(await browserAt(office, provider).signIn(verified(admin.email))))).status).toBe(422)
    provider.amr = ['mfa']
    const both = person(await browserAt(office, provider).signIn(verified(admin.email)))
    expect((await demand(both)).status).toBe(200)
    expect((await both.get('/v1/users/customers')).status).toBe(200)
  })

  test('enters the code of an own authenticator app after the provider, unless the provider showed a second factor', async () => {
    const { codeNow, recoveryCodes } = await appOf(admin)
    const browser = browserAt(office, provider)
    expect(await browser.code('123456')).toMatchObject(AGAIN)
    expect(await browser.signIn(verified(admin.email))).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    })
    expect(await browserAt(office, provider).code(codeNow())).toMatchObject(AGAIN)
    expect(await browser.code('000000')).toMatchObject({ status: 422, body: { code: 'code_wrong' } })
    const right = await browser.code(codeNow())
    expect(right).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(await browser.code(recoveryCodes[0]!)).toMatchObject(AGAIN)
    await browser.signIn(verified(admin.email))
    expect((await browser.code(recoveryCodes[1]!)).status).toBe(200)
    provider.amr = ['mfa']
    expect((await browser.signIn(verified(admin.email))).status).toBe(200)
    expect(await rows("select method from sessions where method like 'oidc%' order by method")).toEqual([
      { method: 'oidc+mfa' },
      { method: 'oidc+recovery-code' },
      { method: 'oidc+totp' },
    ])
  })

  test('whose account is closed while the code is typed is refused', async () => {
    const { codeNow } = await appOf(admin)
    const browser = browserAt(office, provider)
    await browser.signIn(verified(admin.email))
    await office.deps.database.db.execute(sql`update users set disabled_at = now() where user_id = ${admin.userID}`)
    expect(await browser.code(codeNow())).toMatchObject(NOT_HERE)
  })

  test('has sixty answers that sign nobody in from one address in a quarter of an hour, and then waits', async () => {
    const stranger = browserAt(office, provider)
    for (let i = 0; i < 60; i++) expect((await stranger.end('?state=x&code=y')).status).toBe(422)
    expect((await stranger.end('?state=x&code=y')).status).toBe(429)
  })

  test('reads a clear sentence while the provider is away, and the password still signs in, however often it was tried', async () => {
    const browser = browserAt(office, provider)
    const answer = await provider.authorize(await browser.begin(), verified(admin.email))
    provider.instead = (path, response) => path === '/token' && Boolean(response.writeHead(502).end('bad gateway'))
    const away = {
      status: 503,
      body: {
        code: 'oidc_unavailable',
        message: 'Contoso can’t be reached at the moment. Try again, or log in with your password.',
      },
    }
    expect(await browser.end(answer)).toMatchObject(away)
    for (let i = 0; i < 65; i++) {
      await office.deps.database.db.execute(sql`delete from passkey_challenges`)
      const again = browserAt(office, provider)
      const { searchParams } = new URL(await again.begin())
      expect((await again.end(`?state=${searchParams.get('state')}&code=x&iss=${provider.issuer}`)).status).toBe(503)
    }
    const { email, password } = admin
    expect((await office.nobody.post('/v1/users/signin', { email, password })).status).toBe(200)
  })

  test('is not sent to a provider that is away, slow, or leads elsewhere', async () => {
    const begin = () => office.nobody.post(`${OIDC}/begin`, {})
    const away = {
      status: 503,
      body: { code: 'oidc_unavailable', message: expect.stringContaining('Contoso can’t be reached') },
    }
    provider.instead = (_path, response) => Boolean(response.writeHead(500).end())
    expect(await begin()).toMatchObject(away)
    provider.instead = (_path, response) =>
      Boolean(response.writeHead(302, { location: `${provider.issuer}/elsewhere` }).end())
    provider.asked.length = 0
    expect(await begin()).toMatchObject(away)
    expect(provider.asked).toEqual(['/.well-known/openid-configuration'])
    provider.instead = () => true
    const impatient = oidcProvider({ ...OF_CONTOSO, issuer: provider.issuer }, 0.05)
    await expect(impatient.begin()).rejects.toMatchObject({ kind: 'away', failure: 'OAUTH_TIMEOUT' })
    provider.instead = null
    expect((await begin()).status).toBe(200)
  })

  test('a second server of the installation takes the answer to what the first began', async () => {
    const second = await openOffice(kind, {
      database: office.deps.database,
      environment: { ...provider.environment },
    }).catch((error: unknown) => error)
    expect(second).not.toBeInstanceOf(Error)
    const browser = browserAt(office, provider)
    const answer = await provider.authorize(await browser.begin(), verified(admin.email))
    const there = await (second as Office).nobody.post<Body>(OIDC, { answer }, browser.headers())
    expect(there.status).toBe(200)
    expect(await browser.end(answer)).toMatchObject(AGAIN)
    await (second as Office).app.close()
  })

  test('nothing secret is logged, only the code of what failed', async () => {
    const browser = browserAt(office, provider)
    const url = new URL(await browser.begin())
    const answer = await provider.authorize(url.href, verified(admin.email))
    provider.alter = (claims) => ({ ...claims, aud: 'another program' })
    await browser.end(answer)
    const written = JSON.stringify(office.logged)
    expect(office.logged).toContainEqual(
      expect.objectContaining({
        message: 'signing in with the provider failed',
        fields: { failure: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' },
      }),
    )
    for (const secret of [
      new URLSearchParams(answer).get('code')!,
      url.searchParams.get('state')!,
      url.searchParams.get('nonce')!,
      browser.cookieLine.split(';')[0]!.slice('bagrun-oidc='.length),
      provider.environment['OIDC_CLIENT_SECRET']!,
      admin.email,
      'another program',
    ])
      expect(written).not.toContain(secret)
  })
})

describe('where one admin keeps the password (OIDC_PASSWORD_ADMIN)', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(databases[0]!, {
      environment: { ...provider.environment, OIDC_PASSWORD_ADMIN: 'Office@Bagrun.example' },
    })
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const byPassword = ({ email, password }: Person) => office.nobody.post('/v1/users/signin', { email, password })
  const ELSEWHERE = { status: 403, body: { code: 'oidc_required', message: 'Please log in with Contoso.' } }

  /** Made before the rule, which only looks at sign-ins. */
  async function colleague(): Promise<Person> {
    const { email, password } = office.admin
    const made = await office.admin.post<{ adminID: string }>('/v1/users/admins', {
      firstName: 'Ada',
      lastName: 'Abel',
      email: 'ada@bagrun.example',
    })
    await office.deps.database.db.execute(sql`
      update users set password_hash = (select password_hash from users where email = ${email})
      where user_id = ${made.body.adminID}`)
    const signedIn = await browserAt(office, provider).signIn(verified('ada@bagrun.example'))
    const client = nobodyOf(office.fetch, String(signedIn.body['token']))
    const token = String(signedIn.body['token'])
    return { ...client, userID: made.body.adminID, token, email: 'ada@bagrun.example', password }
  }

  test('every other admin is sent to the provider after the right password, and told nothing after a wrong one', async () => {
    const ada = await colleague()
    expect(await byPassword(ada)).toMatchObject(ELSEWHERE)
    expect(await byPassword({ ...ada, password: 'a wrong password' })).toMatchObject({
      status: 401,
      body: { code: 'credentials_wrong' },
    })
    expect((await byPassword(office.admin)).status).toBe(200)
  })

  test('the start warns once no admin has that address any more', async () => {
    expect(await namesNoAdmin(office.deps)).toBe(false)
    const { database, clock } = office.deps
    await database.db.update(users).set({ email: 'renamed@bagrun.example' }).where(eq(users.email, office.admin.email))
    expect(await namesNoAdmin(office.deps)).toBe(true)
    await database.db.update(users).set({ email: office.admin.email }).where(eq(users.userID, office.admin.userID))
    await database.db.update(users).set({ disabledAt: clock.now() }).where(eq(users.userID, office.admin.userID))
    expect(await namesNoAdmin(office.deps)).toBe(true)
  })

  test('drivers and customers sign in as ever', async () => {
    expect((await byPassword(await office.driver())).status).toBe(200)
    expect((await byPassword(await office.customer())).status).toBe(200)
  })

  test('another admin’s passkey is the second step after the provider, and no way past it', async () => {
    const ada = await colleague()
    const { device } = await withPasskey(ada)
    expect(await signInByPasskey(office.nobody, device)).toMatchObject(ELSEWHERE)
    const browser = browserAt(office, provider)
    expect(await browser.signIn(verified(ada.email))).toMatchObject({ status: 401, body: { code: 'passkey_required' } })
    const sameBrowser: typeof office.nobody = {
      ...office.nobody,
      post: (path, body, headers) => office.nobody.post(path, body, { ...headers, ...browser.headers() }),
    }
    expect((await signInByPasskey(sameBrowser, device)).status).toBe(200)
    expect(await signInByPasskey(sameBrowser, device)).toMatchObject(ELSEWHERE)
  })
})
