import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aDriver, aHome, aPackage, aSuburb, made, wrongField } from '../../fixtures/office-bodies.ts'

const SENTENCE = 'This field contains a character that can’t be used'

describe.each(databases)('Texts that no database can store on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  describe.each([
    ['a NUL', 'A\0B'],
    ['the first half of a character', 'A\ud83d'],
    ['the second half of a character', '\udc4dB'],
  ])('%s', (_what, text) => {
    test.each([
      ['label', '/v1/users/suburbs', () => aSuburb({ label: text })],
      ['name', '/v1/products', () => aPackage({ name: text })],
      ['features.0', '/v1/products', () => aPackage({ features: [text] })],
      ['notes', '/v1/users/customers', () => aCustomer(home, { notes: text })],
      ['address', '/v1/users/customers', () => aCustomer(home, { address: text })],
      ['mobilePhone', '/v1/users/customers', () => aCustomer(home, { mobilePhone: `0412 345 678${text}` })],
      ['password', '/v1/users/drivers', () => aDriver({ password: `a long password ${text}` })],
      ['email', '/v1/users/drivers', () => aDriver({ email: `dan${text}@rounds.example` })],
      ['nextOfKin', '/v1/users/drivers', () => aDriver({ nextOfKin: text })],
    ])('in %s of %s is refused at the field', async (field, path, body) => {
      expect(await office.admin.post(path, body())).toMatchObject(wrongField(field))
    })

    test('in a setting is refused at the field', async () => {
      expect(await office.admin.put('/v1/settings/business.name', { value: text })).toMatchObject(
        wrongField('value', 'This contains a character that can’t be used.'),
      )
      for (const key of ['business.timeZone', 'business.abn', 'noPickup.cutoff', 'fee.attempt'])
        expect(await office.admin.put(`/v1/settings/${key}`, { value: text })).toMatchObject(wrongField('value'))
    })
  })

  test('are refused with a sentence; a whole character outside the first Unicode plane is stored', async () => {
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ label: '\ud83d' }))).toMatchObject(
      wrongField('label', SENTENCE),
    )
    expect(await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Wattle 🌿' }))).toMatchObject({
      label: 'Wattle 🌿',
    })
  })
})
