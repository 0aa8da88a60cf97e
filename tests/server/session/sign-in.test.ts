import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('signing in on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('the admin signs in and is told who he is', async () => {
    const answer = await office.admin.get('/v1/users/profile')
    expect(answer).toMatchObject({ status: 200, body: { role: 'ADMIN', fullName: 'Admin', email: 'office@bagrun.example', accountBalance: 0 } })
  })
})
