import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretsOf } from '#server/secrets.ts'
import { withPasskey } from '../../support/authenticator.ts'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const FACTOR = '/v1/users/second-factor'

describe.each(databases)('authenticator apps on %s', (kind) => {
  let office: Office
  let admin: Person
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.renew()
    admin = office.admin
  })

  const rows = async (statement: string) => (await office.deps.database.db.execute(sql.raw(statement))).rows
  const codeAt = (secret: string, offsetSeconds = 0) =>
    new TOTP({ secret }).generate({ timestamp: office.clock.now().getTime() + offsetSeconds * SECOND })
  const begin = async (person: Person = admin) =>
    (await person.post<{ secret: string; uri: string }>(`${FACTOR}/totp`, { currentPassword: person.password })).body
  const confirm = (code: string, person: Person = admin) =>
    person.put<{ recoveryCodes: string[] }>(`${FACTOR}/totp`, { code })
  const signIn = (code?: string, person: Person = admin) =>
    office.nobody.post('/v1/users/signin', {
      email: person.email,
      password: person.password,
      ...(code !== undefined && { code }),
    })
  const remove = (person: Person = admin) => person.post(`${FACTOR}/totp/remove`, { currentPassword: person.password })
  const wrongRecoveryCode = {
    status: 422,
    body: { code: 'code_wrong', fields: { code: 'Wrong code. Each recovery code works once.' } },
  }
  const wrongCode = {
    status: 422,
    body: { code: 'code_wrong', fields: { code: 'Wrong code. Codes change every 30 seconds.' } },
  }

  /** With the app confirmed half a minute ago, so that its next code is a fresh one. */
  async function withApp(person: Person = admin): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await begin(person)
    const { status, body } = await confirm(codeAt(secret), person)
    expect(status).toBe(200)
    office.clock.pass(30 * SECOND)
    return { secret, recoveryCodes: body.recoveryCodes }
  }

  test('an app is set up by its secret and a code', async () => {
    const { secret, uri } = await begin()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Bagrun:office%40bagrun.example?issuer=Bagrun&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await admin.get(FACTOR)).toMatchObject({ body: { totpSince: null } })
    expect(await confirm('000000')).toMatchObject(wrongCode)
    const code = codeAt(secret)
    const { status, body } = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)
    expect(status).toBe(200)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    for (const one of body.recoveryCodes) expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect(await admin.get(FACTOR)).toMatchObject({
      body: { totpSince: office.clock.now().toISOString(), recoveryCodesLeft: 10, passkeys: [] },
    })
  })

  test('until a code is confirmed the password alone signs in', async () => {
    await begin()
    expect((await signIn()).status).toBe(200)
  })

  test('then the password needs a code, and signs in with it', async () => {
    const { secret } = await withApp()
    expect(await signIn()).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required', message: 'Enter the code from your authenticator app.' },
    })
    expect(await signIn('000000')).toMatchObject(wrongCode)
    expect((await signIn(codeAt(secret))).status).toBe(200)
    expect(await rows('select method from sessions order by created_at desc, session_id desc limit 1')).toEqual([
      { method: 'password+totp' },
    ])
  })

  test('only after the right password does the answer show that there is an app', async () => {
    await withApp()
    const wrong = await office.nobody.post('/v1/users/signin', {
      email: admin.email,
      password: 'a wrong password',
      code: '000000',
    })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } })
  })

  test('a link to choose a new password neither skips nor removes the second factor', async () => {
    const { secret } = await withApp()
    await office.nobody.post('/v1/users/forgot-password', { email: admin.email })
    const [token] = await tokensTo(office, admin.email)
    const password = 'a new kettle on the shelf'
    expect((await office.nobody.post('/v1/users/reset-password', { token, password })).status).toBe(204)
    const signInWith = (code?: string) =>
      office.nobody.post('/v1/users/signin', { email: admin.email, password, ...(code !== undefined && { code }) })
    expect(await signInWith()).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    expect((await signInWith(codeAt(secret))).status).toBe(200)
  })

  test('a driver may have one too', async () => {
    const driver = await office.driver()
    const { secret } = await withApp(driver)
    expect(await signIn(undefined, driver)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    expect((await signIn(codeAt(secret), driver)).status).toBe(200)
  })

  test('the app’s clock may be half a minute wrong, and no more', async () => {
    const { secret } = await withApp()
    office.clock.pass(5 * MINUTE)
    expect(await signIn(codeAt(secret, -60))).toMatchObject(wrongCode)
    expect(await signIn(codeAt(secret, 60))).toMatchObject(wrongCode)
    expect((await signIn(codeAt(secret, -30))).status).toBe(200)
    expect((await signIn(codeAt(secret, 30))).status).toBe(200)
  })

  test('a code signs in once, an older one never after it, and the code that confirmed the app is used up', async () => {
    const { secret } = await begin()
    await confirm(codeAt(secret))
    expect(await signIn(codeAt(secret))).toMatchObject(wrongCode)
    office.clock.pass(30 * SECOND)
    expect((await signIn(codeAt(secret))).status).toBe(200)
    expect(await signIn(codeAt(secret))).toMatchObject(wrongCode)
    expect(await signIn(codeAt(secret, -30))).toMatchObject(wrongCode)
  })

  test('of two sign-ins with one code at the same moment one succeeds', async () => {
    const { secret, recoveryCodes } = await withApp()
    const statuses = async (code: string) =>
      (await Promise.all([signIn(code), signIn(code)])).map(({ status }) => status).toSorted()
    expect(await statuses(codeAt(secret))).toEqual([200, 422])
    expect(await statuses(recoveryCodes[0]!)).toEqual([200, 422])
  })

  test('wrong codes count as wrong tries: after ten the account has to wait, whatever is tried between', async () => {
    const { secret } = await withApp()
    for (let i = 0; i < 10; i++) {
      expect(await signIn('000000')).toMatchObject(wrongCode)
      // The request for a code neither counts as an attempt nor clears earlier ones.
      expect((await signIn()).status).toBe(i < 9 ? 401 : 429)
    }
    expect(await signIn(codeAt(secret))).toMatchObject({ status: 429 })
    office.clock.pass(15 * MINUTE)
    expect((await signIn(codeAt(secret))).status).toBe(200)
  })

  test('wrong codes count from every address, and after the fifth the user gets a mail', async () => {
    const proxied = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
    try {
      const { email, password } = proxied.admin
      const { body } = await proxied.admin.post<{ secret: string }>(`${FACTOR}/totp`, { currentPassword: password })
      const code = () => new TOTP({ secret: body.secret }).generate({ timestamp: proxied.clock.now().getTime() })
      await proxied.admin.put(`${FACTOR}/totp`, { code: code() })
      proxied.clock.pass(30 * SECOND)
      const from = async (address: string, given: string) => {
        const input = { email, password, code: given }
        return (await proxied.nobody.post('/v1/users/signin', input, { 'x-forwarded-for': address })).status
      }
      for (let i = 0; i < 10; i++) expect(await from(`203.0.113.${i}`, '000000')).toBe(422)
      expect(await from('203.0.113.99', code())).toBe(429)
      const mails = await proxied.deps.database.db.execute(
        sql`select text from mails where subject like 'Wrong codes%'`,
      )
      expect(mails.rows).toEqual([{ text: expect.stringContaining('a wrong code five times') as string }])
      proxied.clock.pass(15 * MINUTE)
      expect(await from('203.0.113.99', code())).toBe(200)
      const failed = sql`select after from audit where action = 'session.sign-in-failed'`
      expect((await proxied.deps.database.db.execute(failed)).rows).toMatchObject([{ after: { count: 10 } }])
    } finally {
      await proxied.close()
    }
  })

  test('a sign-in that is only asked for its code is no wrong try', async () => {
    const { secret } = await withApp()
    for (let i = 0; i < 65; i++) expect((await signIn()).status).toBe(401)
    expect((await signIn(codeAt(secret))).status).toBe(200)
  })

  test('a recovery code signs in once, however it is written, and a mail says how many are left', async () => {
    const { recoveryCodes } = await withApp()
    const [first, second] = recoveryCodes as [string, string]
    expect((await signIn(first)).status).toBe(200)
    office.clock.pass(SECOND)
    expect(await signIn(first)).toMatchObject(wrongRecoveryCode)
    expect(
      (await signIn(` ${second.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `)).status,
    ).toBe(200)
    expect(await admin.get(FACTOR)).toMatchObject({ body: { recoveryCodesLeft: 8 } })
    expect(
      await rows(
        "select actor_id, after from audit where action = 'second-factor.recovery-code-use' order by audit_id",
      ),
    ).toEqual([
      { actor_id: admin.userID, after: { left: 9 } },
      { actor_id: admin.userID, after: { left: 8 } },
    ])
    const mails = (await rows(
      "select text from mails where subject = 'Recovery code used for Bagrun' order by mail_id",
    )) as { text: string }[]
    expect(mails.map(({ text }) => /\d+ codes? (is|are) left/.exec(text)?.[0])).toEqual([
      '9 codes are left',
      '8 codes are left',
    ])
    expect(await rows('select method from sessions order by created_at desc, session_id desc limit 1')).toEqual([
      { method: 'password+recovery-code' },
    ])
  })

  test('another user’s recovery code is refused', async () => {
    await withApp()
    const driver = await office.driver()
    const { recoveryCodes } = await withApp(driver)
    expect(await signIn(recoveryCodes[0])).toMatchObject(wrongRecoveryCode)
    expect((await signIn(recoveryCodes[0], driver)).status).toBe(200)
  })

  test('new recovery codes end the earlier ones; without a second factor there are none', async () => {
    expect(await admin.post(`${FACTOR}/recovery-codes`, { currentPassword: admin.password })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
    const { recoveryCodes } = await withApp()
    const { body } = await admin.post<{ recoveryCodes: string[] }>(`${FACTOR}/recovery-codes`, {
      currentPassword: admin.password,
    })
    expect(await signIn(recoveryCodes[0])).toMatchObject(wrongRecoveryCode)
    expect((await signIn(body.recoveryCodes[0])).status).toBe(200)
  })

  test('another app replaces the first one once a code of it is confirmed', async () => {
    const { secret: first, recoveryCodes } = await withApp()
    const { secret: second } = await begin()
    expect(second).not.toBe(first)
    expect((await signIn(codeAt(first))).status).toBe(200)
    office.clock.pass(30 * SECOND)
    expect(await confirm(codeAt(first))).toMatchObject(wrongCode)
    expect((await confirm(codeAt(second))).status).toBe(200)
    office.clock.pass(30 * SECOND)
    expect(await signIn(codeAt(first))).toMatchObject(wrongCode)
    expect(await signIn(recoveryCodes[0])).toMatchObject(wrongRecoveryCode)
    expect((await signIn(codeAt(second))).status).toBe(200)
    expect(await rows("select after from audit where action = 'second-factor.totp-add' order by audit_id")).toEqual([
      { after: null },
      { after: { replaced: true } },
    ])
  })

  test('once the app is removed the password alone signs in again, and the recovery codes have ended', async () => {
    await withApp()
    expect(await remove()).toMatchObject({ status: 200, body: { totpSince: null, recoveryCodesLeft: 0 } })
    expect((await signIn()).status).toBe(200)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: 'There’s no authenticator app to remove.' },
    })
  })

  test('recovery codes stay while a passkey does', async () => {
    const { recoveryCodes } = await withApp()
    await withPasskey(admin)
    expect(await remove()).toMatchObject({ body: { recoveryCodesLeft: 10 } })
    expect((await signIn(recoveryCodes[0])).status).toBe(200)
  })

  test('with an app and a passkey the password asks for the code', async () => {
    const { secret } = await withApp()
    await withPasskey(admin)
    expect(await signIn()).toMatchObject({ status: 401, body: { code: 'second_factor_required' } })
    expect((await signIn(codeAt(secret))).status).toBe(200)
  })

  test('a code without a new app confirms nothing, and a code does not sign in an account with a passkey only', async () => {
    expect(await confirm('123456')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: 'There’s no authenticator app to confirm. Please start again.' },
    })
    await begin()
    await withPasskey(admin)
    expect(await signIn('123456')).toMatchObject(wrongRecoveryCode)
  })

  test('guessing the code that confirms is slowed down', async () => {
    await begin()
    for (let i = 0; i < 10; i++) expect((await confirm('000000')).status).toBe(422)
    expect((await confirm('000000')).status).toBe(429)
  })

  test('the current password is asked first', async () => {
    await withApp()
    for (const path of ['/totp', '/totp/remove', '/recovery-codes']) {
      expect(await admin.post(`${FACTOR}${path}`, { currentPassword: 'a wrong password' })).toMatchObject({
        status: 422,
        body: { code: 'password_wrong' },
      })
    }
  })

  test('a customer may not have one', async () => {
    const customer = await office.customer()
    expect((await customer.get(FACTOR)).status).toBe(403)
    expect((await signIn('000000', customer)).status).toBe(200)
  })

  test('adding, removing and new codes are in the audit log and mailed', async () => {
    await withApp()
    await admin.post(`${FACTOR}/recovery-codes`, { currentPassword: admin.password })
    office.clock.pass(SECOND)
    await remove()
    expect(
      await rows(
        "select action, actor_id, subject_id from audit where action like 'second-factor.%' order by audit_id",
      ),
    ).toEqual(
      ['totp-add', 'recovery-codes-renew', 'totp-remove'].map((act) => ({
        action: `second-factor.${act}`,
        actor_id: admin.userID,
        subject_id: admin.userID,
      })),
    )
    expect(await rows(`select subject from mails where to_address = '${admin.email}' order by mail_id`)).toEqual(
      ['Authenticator app added', 'New recovery codes', 'Authenticator app removed'].map((subject) => ({
        subject: `${subject} for Bagrun`,
      })),
    )
  })

  test('no secret and no code is stored or logged unencrypted', async () => {
    const { secret, recoveryCodes } = await withApp()
    await signIn(codeAt(secret))
    await signIn(recoveryCodes[0])
    const { rows: tables } = await office.deps.database.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const kept = await Promise.all(
      tables.map(async ({ name }) => JSON.stringify(await rows(`select t::text as row from "${name}" t`))),
    )
    const everything = `${kept.join('\n')}\n${JSON.stringify(office.logged)}`
    const hex = Buffer.from(secret).toString('hex')
    for (const one of [secret, hex, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(everything).not.toContain(one)
  })

  test('what an earlier SECRET_KEY encrypted and signed is still valid', async () => {
    const [old, fresh] = ['an earlier secret key, long enough', 'the secret key of today, long enough']
    let secrets = secretsOf(old)
    const turning = await openOffice(kind, {
      overrides: {
        secrets: {
          keyID: '',
          seal: (...given) => secrets.seal(...given),
          open: (...given) => secrets.open(...given),
          hmac: (...given) => secrets.hmac(...given),
          verifyHmac: (...given) => secrets.verifyHmac(...given),
        },
      },
    })
    try {
      const person = turning.admin
      const { body } = await person.post<{ secret: string }>(`${FACTOR}/totp`, { currentPassword: person.password })
      const code = () => new TOTP({ secret: body.secret }).generate({ timestamp: turning.clock.now().getTime() })
      const confirmed = await person.put<{ recoveryCodes: string[] }>(`${FACTOR}/totp`, { code: code() })
      secrets = secretsOf(fresh, [old])
      turning.clock.pass(30 * SECOND)
      for (const one of [code(), confirmed.body.recoveryCodes[0]]) {
        expect(
          (await turning.nobody.post('/v1/users/signin', { email: person.email, password: person.password, code: one }))
            .status,
        ).toBe(200)
      }
    } finally {
      await turning.close()
    }
  })
})
