import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome } from '../../fixtures/office-bodies.ts'

describe.each(databases)('Many at once on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('forty new customers at one moment all get their number, without a gap', async () => {
    const home = await aHome(office.admin)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => office.admin.post<{ refId: string }>('/v1/users/customers', aCustomer(home))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201))
    const numbers = answers.map(({ body }) => Number(body.refId)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => numbers[0]! + i))
  })
})
