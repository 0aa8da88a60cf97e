import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'

const MINUTE = 60_000
const NEW = 'a brand new password'

describe.each(databases)('a forgotten password on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    // The cost that a server has by default.
    office = await openOffice(kind, { environment: { PASSWORD_HASH_KIB: '' } })
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const forget = (email: string) => office.nobody.post('/v1/users/forgot-password', { email })
  const reset = (token: string, password = NEW) => office.nobody.post('/v1/users/reset-password', { token, password })
  const mails = async () =>
    (await office.admin.get<{ items: { to: string; subject: string; text: string; state: string }[] }>('/v1/mails'))
      .body.items

  async function linkTo(email: string): Promise<string> {
    await forget(email)
    return (await tokensTo(office, email)).at(-1) ?? ''
  }

  test('a link comes by mail, sets the password once, and ends every session', async () => {
    const driver = await office.driver()
    const token = await linkTo(driver.email)
    expect((await reset(token)).status).toBe(204)
    expect((await driver.get('/v1/users/profile')).status).toBe(401)
    expect((await office.nobody.post('/v1/users/signin', { email: driver.email, password: NEW })).status).toBe(200)
    expect(
      (await office.nobody.post('/v1/users/signin', { email: driver.email, password: driver.password })).status,
    ).toBe(401)
    expect(await reset(token, 'yet another password')).toMatchObject({ status: 400, body: { code: 'token_invalid' } })
  })

  test('known or unknown, the answer is the same and only the known email gets a mail', async () => {
    const [known, unknown] = [await forget(office.admin.email), await forget('nobody@bagrun.example')]
    expect([known.status, unknown.status]).toEqual([204, 204])
    expect(known.body).toEqual(unknown.body)
    expect((await mails()).map((mail) => mail.to)).toEqual([office.admin.email])
  })

  test('the link of an unknown or deleted account opens nothing', async () => {
    const driver = await office.driver()
    const token = await linkTo(driver.email)
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { employmentEndDate: '2026-11-01' })
    expect((await reset(token)).status).toBe(400)
    await forget(driver.email)
    expect((await mails()).filter((mail) => mail.to === driver.email)).toHaveLength(1)
  })

  test('a link lasts 60 minutes', async () => {
    const token = await linkTo(office.admin.email)
    office.clock.pass(60 * MINUTE)
    expect((await reset(token)).status).toBe(400)
    const fresh = await linkTo(office.admin.email)
    office.clock.pass(59 * MINUTE)
    expect((await reset(fresh)).status).toBe(204)
  })

  test('a new password ends the other links too', async () => {
    const first = await linkTo(office.admin.email)
    office.clock.pass(MINUTE)
    const second = await linkTo(office.admin.email)
    expect(second).not.toBe(first)
    expect((await reset(second)).status).toBe(204)
    expect((await reset(first)).status).toBe(400)
  })

  test('of two who use a link at the same moment one succeeds', async () => {
    const token = await linkTo(office.admin.email)
    const answers = await Promise.all([reset(token, 'the first new password'), reset(token, 'the second new password')])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 400])
  })

  test('a password has 10 to 200 characters', async () => {
    const token = await linkTo(office.admin.email)
    expect(await reset(token, 'too short')).toMatchObject({
      status: 422,
      body: { fields: { password: 'This field is too short' } },
    })
    expect(await reset(token, 'x'.repeat(201))).toMatchObject({
      status: 422,
      body: { fields: { password: 'This field is too long' } },
    })
    expect((await reset(token)).status).toBe(204)
  })

  test('after too many wrong passwords the new password still signs in at once', async () => {
    const token = await linkTo(office.admin.email)
    for (let i = 0; i < 11; i++)
      await office.nobody.post('/v1/users/signin', { email: office.admin.email, password: 'mistyped again' })
    await reset(token)
    expect((await office.nobody.post('/v1/users/signin', { email: office.admin.email, password: NEW })).status).toBe(
      200,
    )
  })

  test('the sixth link in an hour is refused for now, for known and unknown e-mails alike', async () => {
    for (const email of [office.admin.email, 'nobody@bagrun.example']) {
      for (let i = 0; i < 5; i++) expect((await forget(email)).status).toBe(204)
      expect((await forget(email)).status).toBe(429)
    }
  })

  test('guessing tokens is slowed down', async () => {
    for (let i = 0; i < 20; i++) expect((await reset(`guess-${i}`)).status).toBe(400)
    expect((await reset('guess-21')).status).toBe(429)
  })

  test('a password does not expire', async () => {
    office.clock.pass(3 * 365 * 24 * 3_600_000)
    const { email, password } = office.admin
    expect((await office.nobody.post('/v1/users/signin', { email, password })).status).toBe(200)
  })

  test('passwords are stored as argon2id with 19 MiB, and tokens as hashes', async () => {
    const token = await linkTo(office.admin.email)
    const { rows: users } = await office.deps.database.db.execute<{ hash: string }>(
      sql`select password_hash as hash from users where role = 'ADMIN'`,
    )
    expect(users[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const { rows } = await office.deps.database.db.execute(sql`select * from one_time_tokens`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
