import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { browserAt, OIDC, verified } from '../../support/oidc-browser.ts'
import { openProvider, type TestProvider } from '../../support/oidc-provider.ts'
import { type Body, nobodyOf, type Person } from '../../support/person.ts'
import { colleagueIn } from '../../support/second-admin.ts'

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
  test('signs in by a verified email, written in any case, and session and audit log name the method', async () => {
    expect((await office.nobody.get('/v1/config')).body['signInProvider']).toBe('Contoso')
    const answer = await browserAt(office, provider).signIn(verified(admin.email.toUpperCase()))
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), expiresAt: expect.any(String) } })
    const page = await person(answer).get<{ items: unknown[] }>('/v1/users/sessions')
    expect(page.body.items).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ current: true, method: 'oidc' })]),
    )
    const audit = await admin.get<{ items: unknown[] }>('/v1/audit?action=session.sign-in')
    // Beside the sign-in of the test's admin, which may be of the same millisecond.
    expect(audit.body.items).toContainEqual(
      expect.objectContaining({
        actorID: admin.userID,
        after: expect.objectContaining({ method: 'oidc', failedBefore: 0 }),
      }),
    )
  })

  test('goes to the provider with state, nonce and PKCE, and the browser keeps their secrets where no script reads them', async () => {
    const browser = browserAt(office, provider)
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
      expect(await browserAt(office, provider).signIn(claims)).toMatchObject(NOT_HERE)
    expect(await rows('select count(*) from users')).toEqual(before)
    expect(await rows("select * from sessions where method like 'oidc%'")).toEqual([])
  })

  test('can’t sign in from a browser that did not begin it, twice, after ten minutes, or once another was begun', async () => {
    const browser = browserAt(office, provider)
    const answer = await provider.authorize(await browser.begin(), verified(admin.email))
    expect(await browserAt(office, provider).end(answer)).toMatchObject(AGAIN)
    const other = browserAt(office, provider)
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
    const begun = await browserAt(office, provider).begin()
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
      expect(await browserAt(office, provider).signIn(verified(admin.email))).toMatchObject(AGAIN)
    }
    provider.reset()
    provider.foreignKey = true
    expect(await browserAt(office, provider).signIn(verified(admin.email))).toMatchObject(AGAIN)
    provider.reset()
    const answer = await browserAt(office, provider).end('?error=access_denied&state=x')
    expect(answer).toMatchObject(AGAIN)
    expect((await browserAt(office, provider).signIn(verified(admin.email))).status).toBe(200)
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

test('the operator names the claim that says an email is verified, as Microsoft’s xms_edov', async () => {
  const office = await openOffice(databases[0]!, {
    environment: { ...provider.environment, OIDC_VERIFIED_CLAIM: 'xms_edov' },
  })
  try {
    const { email } = office.admin
    for (const yes of [true, 1, '1', 'true'])
      expect((await browserAt(office, provider).signIn({ email, xms_edov: yes })).status).toBe(200)
    for (const no of [false, 0, '0', 'false', '', null, [true], 'yes'])
      expect(await browserAt(office, provider).signIn({ email, xms_edov: no })).toMatchObject(NOT_HERE)
    expect(await browserAt(office, provider).signIn(verified(email))).toMatchObject(NOT_HERE)
    // What the ID token says beside what the provider's other address says.
    const signInWith = (token: object, more: Parameters<TestProvider['authorize']>[1]) => {
      provider.alter = (claims) => ({ ...claims, ...token })
      return browserAt(office, provider).signIn(more)
    }
    expect(await signInWith({ xms_edov: true }, { email })).toMatchObject(NOT_HERE)
    expect(await signInWith({ email }, { email: 'another@rounds.example', xms_edov: true })).toMatchObject(NOT_HERE)
    expect(await signInWith({ email, xms_edov: false }, { email, xms_edov: true })).toMatchObject(NOT_HERE)
    expect((await signInWith({ email, xms_edov: true }, {})).status).toBe(200)
  } finally {
    provider.reset()
    await office.close()
  }
})
