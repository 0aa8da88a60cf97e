import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aDriver, aHome, aPackage, made, wrongField } from '../../fixtures/office-bodies.ts'

describe.each(databases)('A field of one line on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  test('stores a line break within it as a space; notes keep theirs', async () => {
    const said = { firstName: ' Anna\r\nMaria ', company: 'Green\u2028Bags', notes: 'Side gate\nBeware of the dog' }
    expect(await made(office.admin, '/v1/users/customers', aCustomer(home, said))).toMatchObject({
      firstName: 'Anna Maria',
      company: 'Green Bags',
      notes: said.notes,
    })
    expect(await made(office.admin, '/v1/users/drivers', aDriver({ businessName: 'Dan\n& Co' }))).toMatchObject({
      businessName: 'Dan & Co',
    })
    expect(await made(office.admin, '/v1/products', aPackage({ features: ['Skip\nany time'] }))).toMatchObject({
      features: ['Skip any time'],
    })
  })

  test('is empty when it has only line breaks', async () => {
    expect(await office.admin.post('/v1/users/customers', aCustomer(home, { lastName: '\n\n' }))).toMatchObject(
      wrongField('lastName', 'This field is mandatory'),
    )
  })

  test('the firm’s name is in the subjects of mails, and is refused with a line break in it', async () => {
    expect(await office.admin.put('/v1/settings/business.name', { value: 'Green\nBags' })).toMatchObject(
      wrongField('value', 'This must be one line.'),
    )
    expect(await office.admin.put('/v1/settings/business.address', { value: '1 High Street\nEpping' })).toMatchObject({
      status: 200,
    })
  })
})
