import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInByPasskey, withPasskey } from '../../support/authenticator.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { openProvider, type TestProvider } from '../../support/oidc-provider.ts'
import { type Body, nobodyOf, type Person } from '../../support/person.ts'
import { colleagueIn } from '../../support/second-admin.ts'

const OIDC = '/v1/users/signin/oidc'
const FACTOR = '/v1/users/second-factor'
const MINUTE = 60_000
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

type Claims = Parameters<TestProvider['authorize']>[1]

/** One browser: it keeps the cookie of the sign-in that it began. */
function browserAt({ nobody }: Office) {
  let cookie = ''
  const headers = () => ({ cookie: `XSRF-TOKEN=xsrf-of-the-tests; ${cookie}` })
  return {
    cookieLine: '',
    async begin(): Promise<string> {
      const answer = await nobody.post<{ url: string }>(`${OIDC}/begin`, {}, headers())
      expect(answer.status).toBe(200)
      this.cookieLine = answer.headers.getSetCookie().find((line) => line.startsWith('bagrun-oidc='))!
      cookie = this.cookieLine.split(';')[0]!
      return answer.body.url
    },
    end: (answer: string) => nobody.post<Body>(OIDC, { answer }, headers()),
    code: (code: string) => nobody.post<Body>(`${OIDC}/code`, { code }, headers()),
    headers,
    async signIn(claims: Claims) {
      return this.end(await provider.authorize(await this.begin(), claims))
    },
  }
}

const verified = (email: string): Claims => ({ email, email_verified: true })

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

  test('signs in by a verified email, written in any case, and session and audit log name the method', async () => {
    expect((await office.nobody.get('/v1/config')).body['signInProvider']).toBe('Contoso')
    const answer = await browserAt(office).signIn(verified(admin.email.toUpperCase()))
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), expiresAt: expect.any(String) } })
    const page = await person(answer).get<{ items: unknown[] }>('/v1/users/sessions')
    expect(page.body.items).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ current: true, method: 'oidc' })]),
    )
    const audit = await admin.get<{ items: unknown[] }>('/v1/audit?action=session.sign-in')
    expect(audit.body.items[0]).toMatchObject({ actorID: admin.userID, after: { method: 'oidc', failedBefore: 0 } })
  })

  test('goes to the provider with state, nonce and PKCE, and the browser keeps their secrets where no script reads them', async () => {
    const browser = browserAt(office)
    const url = new URL(await browser.begin())
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'bagrun',
      redirect_uri: 'http://office.test/login/callback',
      response_type: 'code',
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(browser.cookieLine).toMatch(
      /^bagrun-oidc=[\w-]{100,}; Max-Age=600; Path=\/v1\/users\/signin; HttpOnly; SameSite=Lax$/,
    )
    for (const secret of ['state', 'nonce', 'code_challenge'])
      expect(browser.cookieLine).not.toContain(url.searchParams.get(secret))
  })

  test('is refused in one sentence unless a verified email names an open admin, and nobody is created', async () => {
    const colleague = await colleagueIn(office)
    const driver = await office.driver()
    const customer = await office.customer()
    await office.deps.database.db.execute(sql`update users set disabled_at = now() where user_id = ${colleague.userID}`)
    const before = await rows('select count(*) from users')
    for (const claims of [
      { email: admin.email, email_verified: false },
      { email: admin.email },
      { email_verified: true },
      { email: admin.email, email_verified: 'true' as unknown as boolean },
      { email: admin.email, xms_edov: true },
      verified(`${admin.email}.example`),
      verified('not an email'),
      verified(driver.email),
      verified(customer.email),
      verified(colleague.email),
    ])
      expect(await browserAt(office).signIn(claims)).toMatchObject(NOT_HERE)
    expect(await rows('select count(*) from users')).toEqual(before)
    expect(await rows("select * from sessions where method like 'oidc%'")).toEqual([])
  })

  test('can’t sign in from a browser that did not begin it, twice, after ten minutes, or once another was begun', async () => {
    const browser = browserAt(office)
    const answer = await provider.authorize(await browser.begin(), verified(admin.email))
    expect(await browserAt(office).end(answer)).toMatchObject(AGAIN)
    const other = browserAt(office)
    await other.begin()
    expect(await other.end(answer)).toMatchObject(AGAIN)
    expect((await browser.end(answer)).status).toBe(200)
    expect(await browser.end(answer)).toMatchObject(AGAIN)

    const late = await provider.authorize(await browser.begin(), verified(admin.email))
    office.clock.pass(10 * MINUTE + 1)
    expect(await browser.end(late)).toMatchObject(AGAIN)
    office.clock.pass(-10 * MINUTE)

    const first = await provider.authorize(await browser.begin(), verified(admin.email))
    const second = await provider.authorize(await browser.begin(), verified(admin.email))
    expect(await browser.end(first)).toMatchObject(AGAIN)
    expect((await browser.end(second)).status).toBe(200)
  })

  test('is refused with a token for another browser, program or time, of another issuer, or signed by a stranger', async () => {
    const begun = await browserAt(office).begin()
    expect(new URL(begun).searchParams.get('nonce')).not.toBeNull()
    for (const change of [
      { nonce: 'of another browser' },
      { nonce: undefined },
      { aud: 'another program' },
      { iss: 'https://login.example' },
      { exp: Math.floor(Date.now() / 1000) - 3600 },
      { sub: undefined },
    ]) {
      provider.alter = (claims) => ({ ...claims, ...change })
      expect(await browserAt(office).signIn(verified(admin.email))).toMatchObject(AGAIN)
    }
    provider.reset()
    provider.foreignKey = true
    expect(await browserAt(office).signIn(verified(admin.email))).toMatchObject(AGAIN)
    provider.reset()
    const answer = await browserAt(office).end('?error=access_denied&state=x')
    expect(answer).toMatchObject(AGAIN)
    expect((await browserAt(office).signIn(verified(admin.email))).status).toBe(200)
  })

  test('has shown a second factor where the provider says one that the operator lists, and only then', async () => {
    await demandSecondFactor()
    provider.amr = ['pwd']
    const once = person(await browserAt(office).signIn(verified(admin.email)))
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
      const both = person(await browserAt(office).signIn(verified(admin.email)))
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
    expect((await demand(person(await browserAt(office).signIn(verified(admin.email))))).status).toBe(422)
    provider.amr = ['mfa']
    const both = person(await browserAt(office).signIn(verified(admin.email)))
    expect((await demand(both)).status).toBe(200)
    expect((await both.get('/v1/users/customers')).status).toBe(200)
  })

  test('enters the code of an own authenticator app after the provider, unless the provider showed a second factor', async () => {
    const { codeNow, recoveryCodes } = await appOf(admin)
    const browser = browserAt(office)
    expect(await browser.code('123456')).toMatchObject(AGAIN)
    expect(await browser.signIn(verified(admin.email))).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    })
    expect(await browserAt(office).code(codeNow())).toMatchObject(AGAIN)
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

  test('who was deleted or demoted while the code was typed is refused', async () => {
    const { codeNow } = await appOf(admin)
    const browser = browserAt(office)
    await browser.signIn(verified(admin.email))
    await office.deps.database.db.execute(sql`update users set disabled_at = now() where user_id = ${admin.userID}`)
    expect(await browser.code(codeNow())).toMatchObject(NOT_HERE)
  })

  test('has sixty answers that sign nobody in from one address in a quarter of an hour, and then waits', async () => {
    const stranger = browserAt(office)
    for (let i = 0; i < 60; i++) expect((await stranger.end('?state=x&code=y')).status).toBe(422)
    expect((await stranger.end('?state=x&code=y')).status).toBe(429)
  })

  test('reads a clear sentence while the provider is away, and the password still signs in, however often it was tried', async () => {
    const browser = browserAt(office)
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
      const again = browserAt(office)
      const { searchParams } = new URL(await again.begin())
      expect((await again.end(`?state=${searchParams.get('state')}&code=x&iss=${provider.issuer}`)).status).toBe(503)
    }
    const { email, password } = admin
    expect((await office.nobody.post('/v1/users/signin', { email, password })).status).toBe(200)
  })

  test('a second server of the installation takes the answer to what the first began', async () => {
    const second = await openOffice(kind, {
      database: office.deps.database,
      environment: { ...provider.environment },
    }).catch((error: unknown) => error)
    expect(second).not.toBeInstanceOf(Error)
    const browser = browserAt(office)
    const answer = await provider.authorize(await browser.begin(), verified(admin.email))
    const there = await (second as Office).nobody.post<Body>(OIDC, { answer }, browser.headers())
    expect(there.status).toBe(200)
    expect(await browser.end(answer)).toMatchObject(AGAIN)
    await (second as Office).app.close()
  })

  test('nothing secret is logged, only the code of what failed', async () => {
    const browser = browserAt(office)
    const url = new URL(await browser.begin())
    const answer = await provider.authorize(url.href, verified(admin.email))
    provider.alter = (claims) => ({ ...claims, aud: 'another program' })
    await browser.end(answer)
    const written = JSON.stringify(office.logged)
    expect(office.logged).toContainEqual(
      expect.objectContaining({
        message: 'signing in with the provider failed',
        failure: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
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

test('without a provider there is no such sign-in, and the login page is told so', async () => {
  const office = await openOffice(databases[0]!)
  try {
    expect((await office.nobody.get('/v1/config')).body['signInProvider']).toBeNull()
    expect((await office.nobody.post(`${OIDC}/begin`, {})).status).toBe(404)
  } finally {
    await office.close()
  }
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
    const signedIn = await browserAt(office).signIn(verified('ada@bagrun.example'))
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

  test('drivers and customers sign in as ever', async () => {
    expect((await byPassword(await office.driver())).status).toBe(200)
    expect((await byPassword(await office.customer())).status).toBe(200)
  })

  test('another admin’s passkey is the second step after the provider, and no way past it', async () => {
    const ada = await colleague()
    const { device } = await withPasskey(ada)
    expect(await signInByPasskey(office.nobody, device)).toMatchObject(ELSEWHERE)
    const browser = browserAt(office)
    expect(await browser.signIn(verified(ada.email))).toMatchObject({ status: 401, body: { code: 'passkey_required' } })
    const sameBrowser: typeof office.nobody = {
      ...office.nobody,
      post: (path, body, headers) => office.nobody.post(path, body, { ...headers, ...browser.headers() }),
    }
    expect((await signInByPasskey(sameBrowser, device)).status).toBe(200)
    expect(await signInByPasskey(sameBrowser, device)).toMatchObject(ELSEWHERE)
  })
})
