import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticator, type CborValue, type Lies, signInByPasskey, withPasskey } from '../../support/authenticator.ts'
import { colleagueIn } from '../../support/second-admin.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, nobodyOf, type Person } from '../../support/person.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const FACTOR = '/v1/users/second-factor'

describe.each(databases)('passkeys on %s', (kind) => {
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
  const mailsTo = async (email: string) =>
    (await rows(`select subject, text from mails where to_address = '${email}' order by created_at, mail_id`)) as {
      subject: string
      text: string
    }[]
  const optionsToAdd = async (person: Person = admin) =>
    (
      await person.post<{ options: Record<string, unknown> }>(`${FACTOR}/passkeys/options`, {
        currentPassword: person.password,
      })
    ).body.options
  const add = (response: unknown, person: Person = admin) =>
    person.post(`${FACTOR}/passkeys`, { name: 'Laptop', response })
  const withPassword = (code?: string, person: Person = admin) =>
    office.nobody.post('/v1/users/signin', { email: person.email, password: person.password, ...(code && { code }) })
  const remove = (passkeyID: string, person: Person = admin) =>
    person.post(`${FACTOR}/passkeys/${passkeyID}/remove`, { currentPassword: person.password })

  test('a passkey signs in alone, and the session says so', async () => {
    const { device, passkeyID } = await withPasskey(admin, 'Office laptop')
    const answer = await signInByPasskey(office.nobody, device)
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), expiresAt: expect.any(String) } })
    const person = nobodyOf(office.fetch, String(answer.body.token))
    expect(await person.get('/v1/users/profile')).toMatchObject({ status: 200, body: { userID: admin.userID } })
    expect(await rows("select method from sessions where method <> 'password'")).toEqual([{ method: 'passkey' }])
    expect(await person.get(FACTOR)).toMatchObject({
      body: {
        totpSince: null,
        recoveryCodesLeft: 0,
        required: false,
        passkeys: [{ passkeyID, name: 'Office laptop', synced: false, lastUsedAt: office.clock.now().toISOString() }],
      },
    })
  })

  test('a driver may have passkeys, a customer may not', async () => {
    const driver = await office.driver()
    const { device } = await withPasskey(driver)
    expect((await signInByPasskey(office.nobody, device)).status).toBe(200)
    const customer = await office.customer()
    expect(await customer.post(`${FACTOR}/passkeys/options`, { currentPassword: customer.password })).toMatchObject({
      status: 403,
    })
  })

  test('the browser is asked for a discoverable passkey of this host with user verification and no attestation', async () => {
    const { device } = await withPasskey(admin)
    expect(await optionsToAdd()).toMatchObject({
      rp: { id: 'office.test', name: 'Bagrun' },
      user: {
        id: Buffer.from(admin.userID.replaceAll('-', ''), 'hex').toString('base64url'),
        name: admin.email,
        displayName: 'Admin',
      },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ id: device.credentialID, type: 'public-key', transports: ['internal'] }],
    })
    const { body } = await office.nobody.post<{ options: unknown }>('/v1/users/signin/passkey/options', {})
    expect(body.options).toMatchObject({ rpId: 'office.test', userVerification: 'required' })
    expect(body.options).not.toHaveProperty('allowCredentials')
  })

  test('with a passkey the password alone does not sign in; once it is removed, it does', async () => {
    const { passkeyID } = await withPasskey(admin)
    expect(await withPassword()).toMatchObject({ status: 401, body: { code: 'passkey_required' } })
    expect(await withPassword('123456')).toMatchObject({ status: 422, body: { code: 'code_wrong' } })
    expect(await remove(passkeyID)).toMatchObject({ status: 200, body: { passkeys: [] } })
    expect((await withPassword()).status).toBe(200)
  })

  test('only after the right password does the answer show that there is a passkey', async () => {
    await withPasskey(admin)
    expect(
      await office.nobody.post('/v1/users/signin', { email: admin.email, password: 'a wrong password' }),
    ).toMatchObject({ status: 401, body: { code: 'credentials_wrong' } })
  })

  test('after losing the passkey, password and recovery code sign in', async () => {
    await withPasskey(admin)
    const { body } = await admin.post<{ recoveryCodes: string[] }>(`${FACTOR}/recovery-codes`, {
      currentPassword: admin.password,
    })
    expect((await withPassword(body.recoveryCodes[0])).status).toBe(200)
    const message = 'Wrong code. Each recovery code works once.'
    const wrong = { status: 422, body: { code: 'code_wrong', message, fields: { code: message } } }
    expect(await withPassword(body.recoveryCodes[0])).toMatchObject(wrong)
    expect(await rows("select method from sessions where method <> 'password'")).toEqual([
      { method: 'password+recovery-code' },
    ])
  })

  test('the recovery codes end with the last passkey', async () => {
    const { passkeyID } = await withPasskey(admin)
    await admin.post(`${FACTOR}/recovery-codes`, { currentPassword: admin.password })
    expect(await admin.get(FACTOR)).toMatchObject({ body: { recoveryCodesLeft: 10 } })
    expect(await remove(passkeyID)).toMatchObject({ body: { recoveryCodesLeft: 0 } })
  })

  test.each<[string, Lies]>([
    ['made on another site', { origin: 'http://evil.test' }],
    ['made on another port', { origin: 'http://office.test:8080' }],
    ['made for another host', { rpID: 'evil.test' }],
    ['made without user verification', { userVerified: false }],
    ['made without a person', { userPresent: false }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['made as an answer to a sign-in', { type: 'webauthn.get' }],
    ['made for a challenge nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    [
      'made with a certificate nobody asked for',
      {
        attestation: {
          format: 'packed',
          statement: new Map<string, CborValue>([
            ['x5c', [Buffer.alloc(10)]],
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
          ]),
        },
      },
    ],
    ['made with an attestation of a chip', { attestation: { format: 'tpm', statement: new Map() } }],
  ])('a passkey is refused that was %s', async (_what, lies) => {
    expect(await add(authenticator().register(await optionsToAdd(), lies))).toMatchObject({
      status: 422,
      body: { code: 'passkey_refused' },
    })
    expect(await admin.get(FACTOR)).toMatchObject({ body: { passkeys: [] } })
    expect((await withPassword()).status).toBe(200)
  })

  test('a challenge adds one passkey, within five minutes, for the user who asked', async () => {
    const options = await optionsToAdd()
    expect((await add(authenticator().register(options))).status).toBe(201)
    expect(await add(authenticator().register(options))).toMatchObject({ status: 422 })
    const late = await optionsToAdd()
    office.clock.pass(5 * MINUTE)
    expect(await add(authenticator().register(late))).toMatchObject({ status: 422 })
    const driver = await office.driver()
    expect(await add(authenticator().register(await optionsToAdd()), driver)).toMatchObject({
      status: 422,
      body: { code: 'passkey_refused' },
    })
  })

  test('a refused answer uses up its challenge', async () => {
    const options = await optionsToAdd()
    expect((await add(authenticator().register(options, { userVerified: false }))).status).toBe(422)
    expect((await add(authenticator().register(options))).status).toBe(422)
  })

  test('of two tabs that add the same passkey one succeeds', async () => {
    const device = authenticator()
    const responses = [device.register(await optionsToAdd()), device.register(await optionsToAdd())]
    const answers = await Promise.all(responses.map((response) => add(response)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'passkey_refused',
      message: 'This passkey was already added.',
    })
  })

  test('another user’s passkey can’t be added', async () => {
    const { device } = await withPasskey(admin)
    const driver = await office.driver()
    expect((await add(device.register(await optionsToAdd(driver)), driver)).status).toBe(422)
  })

  test('there are at most 20', async () => {
    const { passkeyID } = await withPasskey(admin)
    await office.deps.database.db.execute(sql`
      insert into passkeys
        (passkey_id, credential_id, user_id, public_key, counter, transports, name, synced, created_at)
      select gen_random_uuid(), 'copy-' || n, user_id, public_key, counter, transports, name, synced, created_at
      from passkeys, generate_series(1, 18) as n where passkey_id = ${passkeyID}`)
    const [first, second] = [await optionsToAdd(), await optionsToAdd()]
    const answers = await Promise.all([add(authenticator().register(first)), add(authenticator().register(second))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await admin.post(`${FACTOR}/passkeys/options`, { currentPassword: admin.password })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', message: expect.stringContaining('20 passkeys') as string },
    })
  })

  test.each<[string, Lies]>([
    ['of another site', { origin: 'http://evil.test' }],
    ['for another host', { rpID: 'evil.test' }],
    ['without user verification', { userVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['of another key', { foreignKey: true }],
    ['for a challenge nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['made as a registration', { type: 'webauthn.create' }],
    ['with a counter that has not moved', { counter: 1 }],
    ['with a counter going back', { counter: 0 }],
    ['that names another person', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['that names nobody', { userHandle: null }],
  ])('a sign-in is refused %s', async (_what, lies) => {
    const { device } = await withPasskey(admin)
    expect(await signInByPasskey(office.nobody, device, lies)).toMatchObject({
      status: 422,
      body: { code: 'passkey_refused' },
    })
    expect(await rows("select 1 as one from sessions where method = 'passkey'")).toEqual([])
  })

  test('an unknown passkey is refused in the same words', async () => {
    const { device } = await withPasskey(admin)
    const known = await signInByPasskey(office.nobody, device, { foreignKey: true })
    const unknown = await signInByPasskey(office.nobody, authenticator())
    const words = ({ status, body: { code, message, fields } }: { status: number; body: Body }) => ({
      status,
      code,
      message,
      fields,
    })
    expect(words(unknown)).toEqual(words(known))
  })

  test('an answer signs in once, and within five minutes', async () => {
    const { device } = await withPasskey(admin)
    const { body } = await office.nobody.post<{ options: unknown }>('/v1/users/signin/passkey/options', {})
    const response = device.signIn(body.options)
    expect((await office.nobody.post('/v1/users/signin/passkey', { response })).status).toBe(200)
    expect(await office.nobody.post('/v1/users/signin/passkey', { response })).toMatchObject({
      status: 422,
      body: { code: 'passkey_refused' },
    })
    const late = await office.nobody.post<{ options: unknown }>('/v1/users/signin/passkey/options', {})
    office.clock.pass(5 * MINUTE)
    expect(
      (await office.nobody.post('/v1/users/signin/passkey', { response: device.signIn(late.body.options) })).status,
    ).toBe(422)
  })

  test('a challenge of a registration can’t sign anyone in', async () => {
    const { device } = await withPasskey(admin)
    const { challenge } = (await optionsToAdd()) as { challenge: string }
    expect((await signInByPasskey(office.nobody, device, { challenge })).status).toBe(422)
  })

  test('a synced passkey, which has no counter, signs in again and again', async () => {
    const { device } = await withPasskey(admin, 'Phone', authenticator({ counts: false }))
    for (let i = 0; i < 3; i++) expect((await signInByPasskey(office.nobody, device)).status).toBe(200)
  })

  test('a driver whose employment has ended reads that the account is closed', async () => {
    const driver = await office.driver()
    const { device } = await withPasskey(driver)
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { employmentEndDate: '2026-11-08' })
    expect(await signInByPasskey(office.nobody, device)).toMatchObject({
      status: 403,
      body: { code: 'account_closed' },
    })
  })

  test('a removed admin’s passkey does not sign in any more', async () => {
    const ada = await colleagueIn(office)
    const { device } = await withPasskey(ada)
    await admin.delete(`/v1/users/admins/${ada.userID}`)
    expect((await signInByPasskey(office.nobody, device)).status).toBe(403)
  })

  test('without PUBLIC_URL passkeys work only at the server’s own address; others are refused in words', async () => {
    const other = await openOffice(kind, { environment: { PUBLIC_URL: '' } })
    try {
      const sentence = {
        status: 409,
        body: { code: 'wrong_state', message: expect.stringContaining('Passkeys need a domain name') as string },
      }
      for (const host of ['192.168.1.20:3000', '[::1]:3000', 'desk.local:3000']) {
        const { admin: person, nobody } = other
        expect(
          await person.post(`${FACTOR}/passkeys/options`, { currentPassword: person.password }, { host }),
        ).toMatchObject(sentence)
        expect(await nobody.post('/v1/users/signin/passkey/options', {}, { host })).toMatchObject(sentence)
      }
      expect(await other.nobody.post('/v1/users/signin/passkey/options', {}, { host: 'localhost:3000' })).toMatchObject(
        { body: { options: { rpId: 'localhost' } } },
      )
    } finally {
      await other.close()
    }
  })

  test('passkeys can be renamed, one’s own only', async () => {
    const { passkeyID } = await withPasskey(admin)
    expect(await admin.put(`${FACTOR}/passkeys/${passkeyID}`, { name: 'Old laptop' })).toMatchObject({
      status: 200,
      body: { name: 'Old laptop' },
    })
    const driver = await office.driver()
    expect((await driver.put(`${FACTOR}/passkeys/${passkeyID}`, { name: 'Mine' })).status).toBe(404)
    expect((await remove(passkeyID, driver)).status).toBe(404)
  })

  test('the current password is asked again, and wrong tries are counted', async () => {
    const { passkeyID } = await withPasskey(admin)
    const wrong = {
      status: 422,
      body: { code: 'password_wrong', fields: { currentPassword: 'Wrong current password.' } },
    }
    expect(
      await admin.post(`${FACTOR}/passkeys/${passkeyID}/remove`, { currentPassword: 'a wrong password' }),
    ).toMatchObject(wrong)
    for (let i = 0; i < 9; i++)
      expect(await admin.post(`${FACTOR}/passkeys/options`, { currentPassword: 'a wrong password' })).toMatchObject(
        wrong,
      )
    expect(await admin.post(`${FACTOR}/passkeys/options`, { currentPassword: admin.password })).toMatchObject({
      status: 429,
    })
    office.clock.pass(15 * MINUTE)
    expect((await remove(passkeyID)).status).toBe(200)
  })

  test('adding and removing is in the audit log and mailed, without the key', async () => {
    const { passkeyID, device } = await withPasskey(admin, 'Front desk')
    office.clock.pass(SECOND)
    await admin.put(`${FACTOR}/passkeys/${passkeyID}`, { name: 'Back office' })
    office.clock.pass(SECOND)
    await remove(passkeyID)
    const written = await rows(
      "select action, actor_id, subject_id, before, after from audit where action like 'second-factor.%' order by created_at",
    )
    expect(written).toMatchObject([
      {
        action: 'second-factor.passkey-add',
        actor_id: admin.userID,
        subject_id: admin.userID,
        after: { passkeyID, name: 'Front desk' },
      },
      { action: 'second-factor.passkey-rename', before: { name: 'Front desk' }, after: { name: 'Back office' } },
      { action: 'second-factor.passkey-remove', before: { passkeyID, name: 'Back office' } },
    ])
    expect(JSON.stringify(written)).not.toContain(device.credentialID)
    expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual([
      'Passkey added for Bagrun',
      'Passkey removed for Bagrun',
    ])
    expect((await mailsTo(admin.email))[0]?.text).toContain('The passkey “Front desk” was added to your account')
  })
})
