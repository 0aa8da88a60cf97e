import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureFirstAdmin } from '#server/first-admin.ts'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'

const FIRST = {
  firstName: 'Olive',
  lastName: 'Ott',
  email: 'olive@bagrun.example',
  password: 'a very long password',
  businessName: 'Green Bags',
}

describe.each(databases)('setting up on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    for (const table of ['audit', 'sessions', 'users'])
      await office.deps.database.db.execute(sql.raw(`delete from ${table}`))
  })

  const link = () => ensureFirstAdmin(office.deps, undefined)
  const tokenOf = (text: string | null) => /^http:\/\/office\.test\/set-up\?token=([\w-]+)$/.exec(text ?? '')?.[1] ?? ''
  const setUp = (token: string, some = {}) => office.nobody.post('/v1/users/set-up', { ...FIRST, token, ...some })

  test('the printed link makes the first admin, names the business and signs the admin in', async () => {
    expect(await office.nobody.get('/v1/config')).toMatchObject({ body: { setUpNeeded: true } })
    const answer = await setUp(tokenOf(await link()))
    expect(answer).toMatchObject({ status: 201, body: { token: expect.any(String) } })
    const profile = await office.nobody.get('/v1/users/profile', {
      authorization: `Bearer ${String(answer.body['token'])}`,
    })
    expect(profile).toMatchObject({ body: { role: 'ADMIN', fullName: 'Olive Ott', business: { name: 'Green Bags' } } })
    expect(await office.nobody.get('/v1/config')).toMatchObject({
      body: { setUpNeeded: false, businessName: 'Green Bags' },
    })
  })

  test('once there is an admin no link is printed and none works', async () => {
    const token = tokenOf(await link())
    await setUp(token)
    expect(await link()).toBeNull()
    expect(await setUp(token)).toMatchObject({ status: 409, body: { code: 'set_up_done' } })
  })

  test('a new start ends the link printed before', async () => {
    const [old, fresh] = [tokenOf(await link()), tokenOf(await link())]
    expect(await setUp(old)).toMatchObject({ status: 400, body: { code: 'token_invalid' } })
    expect((await setUp(fresh)).status).toBe(201)
  })

  test('of two who use the link at the same moment one becomes the admin', async () => {
    const token = tokenOf(await link())
    const answers = await Promise.all([setUp(token), setUp(token, { email: 'second@bagrun.example' })])
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    const { rows } = await office.deps.database.db.execute(sql`select email from users`)
    expect(rows).toHaveLength(1)
  })

  test('a weak password makes no first admin, by neither way', async () => {
    const token = tokenOf(await link())
    expect(await setUp(token, { password: 'greenbags2026' })).toMatchObject({
      status: 422,
      body: { fields: { password: expect.stringContaining('business’s name') } },
    })
    const weak = { email: 'first@bagrun.example', password: '1234567890' }
    await expect(ensureFirstAdmin(office.deps, weak)).rejects.toThrow(
      'ADMIN_PASSWORD: This password is too common. Choose another one.',
    )
    expect((await setUp(token)).status).toBe(201)
    // Once there is an admin, no further one is created from it.
    expect(await ensureFirstAdmin(office.deps, weak)).toBeNull()
  })

  test('ADMIN_EMAIL and ADMIN_PASSWORD make the admin at the first start and change no account later', async () => {
    expect(
      await ensureFirstAdmin(office.deps, { email: 'first@bagrun.example', password: 'the first password' }),
    ).toBeNull()
    await ensureFirstAdmin(office.deps, { email: 'second@bagrun.example', password: 'the second password' })
    const { rows } = await office.deps.database.db.execute(sql`select email, role from users`)
    expect(rows).toEqual([{ email: 'first@bagrun.example', role: 'ADMIN' }])
  })

  test('ADMIN_EMAIL alone makes the admin, who chooses the password by a mailed link', async () => {
    expect(await ensureFirstAdmin(office.deps, { email: 'first@bagrun.example' })).toBeNull()
    expect(await ensureFirstAdmin(office.deps, { email: 'first@bagrun.example' })).toBeNull()
    const tokens = await tokensTo(office, 'first@bagrun.example')
    expect(tokens).toHaveLength(1)
    const password = 'a password of my own'
    expect((await office.nobody.post('/v1/users/reset-password', { token: tokens[0], password })).status).toBe(204)
    const signedIn = await office.nobody.post('/v1/users/signin', { email: 'first@bagrun.example', password })
    expect(signedIn.status).toBe(200)
  })
})
