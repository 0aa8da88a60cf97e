import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTINGS } from '#domain/settings.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { ids, refusal, wrongField } from './bodies.ts'

describe.each(databases)('Settings on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('every setting is listed with the value in force', async () => {
    const answer = await office.admin.get('/v1/settings')
    expect(ids(answer, 'key')).toEqual(Object.keys(SETTINGS))
    expect(await office.admin.get('/v1/settings/start.leadDays')).toMatchObject({ status: 200, body: { key: 'start.leadDays', value: 3, isDefault: true, version: 0 } })
  })

  test('a key nobody knows does not exist', async () => {
    expect(await office.admin.get('/v1/settings/colour')).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.put('/v1/settings/colour', { value: 1 })).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.get('/v1/settings/toString')).toMatchObject(refusal(404, 'not_found'))
  })

  test.each([
    ['start.leadDays', [-1, 61, 1.5, '3', true]],
    ['business.gstRegistered', ['yes', 1]],
    ['business.timeZone', ['Mars/Olympus', 10]],
    ['business.abn', ['51 824 753 557', 'abc']],
    ['fee.attempt', [-5, 1.001, 'free']],
    ['noPickup.cutoff', ['SUN 25:00', 'Sunday']],
    ['business.name', ['x'.repeat(201), { name: 'x' }]],
  ])('%s refuses what lies outside its bounds, with a sentence', async (key, values) => {
    for (const value of values) expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject(wrongField('value'))
  })

  test.each([
    ['invoice.dueDays', 14],
    ['business.gstRegistered', true],
    ['business.timeZone', 'Australia/Perth'],
    ['business.abn', '51 824 753 556'],
    ['fee.attempt', 12.5],
    ['noPickup.cutoff', 'FRI 17:00'],
    ['remind.firstDays', 1],
  ])('%s can be changed and goes back to its default', async (key, value) => {
    expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject({ status: 200, body: { key, value, isDefault: false, version: 1 } })
    expect(await office.admin.put(`/v1/settings/${key}`, { value: null })).toMatchObject({
      body: { value: SETTINGS[key as keyof typeof SETTINGS].default, isDefault: true, version: 2 },
    })
  })

  test.each(['51824753556', '1300', '0', 'true', 'false', 'null', '"quoted"', '{"a":1}', '[1]', '1e3', '-1', ' ', 'Rubbish & Co “Ü”'])('a business named %j keeps its name', async (name) => {
    expect(await office.admin.put('/v1/settings/business.name', { value: name })).toMatchObject({ status: 200, body: { value: name } })
    expect(await office.admin.get('/v1/settings/business.name')).toMatchObject({ status: 200, body: { value: name, isDefault: false } })
    expect(await office.admin.get('/v1/users/profile')).toMatchObject({ body: { business: { name } } })
  })

  test.each(['51824753556', '51 824 753 556'])('an ABN written as %j is kept as it is written', async (abn) => {
    expect(await office.admin.put('/v1/settings/business.abn', { value: abn })).toMatchObject({ status: 200, body: { value: abn, isDefault: false } })
    expect(await office.admin.get('/v1/settings/business.abn')).toMatchObject({ body: { value: abn, isDefault: false } })
  })

  test('a time zone and a cut-off come back as they were given', async () => {
    for (const [key, value] of [['business.timeZone', 'UTC'], ['noPickup.cutoff', 'MON 00:00']] as const) {
      expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject({ status: 200, body: { value } })
      expect(await office.admin.get(`/v1/settings/${key}`)).toMatchObject({ body: { value, isDefault: false } })
      await office.admin.put(`/v1/settings/${key}`, { value: null })
    }
  })

  test('of two admins changing the same setting, the one who saw the old value is told', async () => {
    const change = (value: number) => office.admin.put('/v1/settings/remind.secondDays', { value }, { 'if-match': '"0"' })
    const answers = await Promise.all([change(20), change(21)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
