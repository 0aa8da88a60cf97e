import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, describe, test } from 'vitest'
import { makePasswordLink } from '#server/password-link.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('a password link for the operator on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  const ask = (email: string) => makePasswordLink({ ...office.deps }, email)

  test('works once, ends the sessions, and is in the audit log without the link', async () => {
    const link = await ask(office.admin.email.toUpperCase())
    expect(link).toMatch(/^http:\/\/office\.test\/recover\?token=[\w-]{43}$/)
    const token = link.split('token=')[1]!
    const choose = () => office.nobody.post('/v1/users/reset-password', { token, password: 'a numbat asleep in a log' })
    expect((await choose()).status).toBe(204)
    expect((await choose()).status).toBe(400)
    expect((await office.admin.get('/v1/users/profile')).status).toBe(401)
    const { rows } = await office.deps.database.db.execute(
      sql`select * from audit where action = 'session.password-link'`,
    )
    expect(rows).toMatchObject([{ actor_id: null, subject_id: office.admin.userID }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is not made for an unknown email', async () => {
    await expect(ask('nobody@bagrun.example')).rejects.toThrow('No open account signs in with nobody@bagrun.example.')
  })
})
