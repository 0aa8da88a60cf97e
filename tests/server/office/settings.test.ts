import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTINGS } from '#domain/settings.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Fields, ids, refusal, wrongField } from '../../fixtures/office-bodies.ts'

describe.each(databases)('Settings on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('every setting is listed with its current value', async () => {
    const answer = await office.admin.get('/v1/settings')
    expect(ids(answer, 'key')).toEqual(Object.keys(SETTINGS))
    expect(await office.admin.get('/v1/settings/start.leadDays')).toMatchObject({
      status: 200,
      body: { key: 'start.leadDays', value: 3, isDefault: true, version: 0 },
    })
  })

  test('every setting says what it is for, its limits and its default', async () => {
    await office.admin.put('/v1/settings/pay.emptyAsBags', { value: 1 })
    expect(await office.admin.get('/v1/settings/pay.emptyAsBags')).toMatchObject({
      body: {
        value: 1,
        default: 0,
        isDefault: false,
        kind: 'whole',
        about: SETTINGS['pay.emptyAsBags'].about,
        min: 0,
        max: 10,
      },
    })
    const { body } = await office.admin.get<{ items: Fields[] }>('/v1/settings')
    const shown = new Map(body.items.map((item) => [item['key'], item]))
    expect(shown.get('fee.attempt')).toMatchObject({ kind: 'money', default: null, min: 0, max: 1_000_000 })
    expect(shown.get('business.state')).toMatchObject({ kind: 'state', default: 'NSW', min: null, max: null })
    expect(shown.get('mail.quotation.text')).toMatchObject({
      kind: 'mailText',
      min: 1,
      max: 4000,
      default: SETTINGS['mail.quotation.text'].default,
    })
  })

  test('an unknown key is not found', async () => {
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
    ['business.state', ['nsw', '', 1]],
    ['business.email', ['office', 'a b@c.example', 'a@b.example,c@d.example', 'a@b..example', 1]],
    ['business.phone', ['call us', '12', 61299991234]],
    ['bank.bsb', ['06200', 62000]],
    ['bank.accountNumber', ['12345', '12345678901']],
    ['route.startTime', ['7:00', '24:00', '', 7]],
    ['route.depot', ['the yard', '151.2093, -33.8688', '33.8688, 151.2093', '0, 0', '51.5, -0.1', '-34.5, 155', 1]],
    ['mail.quotation.text', ['', 'No link in it', 'x'.repeat(4001)]],
    ['mail.welcome.subject', ['', 'two\nlines']],
  ])('%s refuses a value outside its limits, with a sentence', async (key, values) => {
    for (const value of values)
      expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject(wrongField('value'))
  })

  test.each([
    ['invoice.dueDays', 14],
    ['business.gstRegistered', true],
    ['business.timeZone', 'Australia/Perth'],
    ['business.abn', '51 824 753 556'],
    ['fee.attempt', 12.5],
    ['noPickup.cutoff', 'FRI 17:00'],
    ['remind.firstDays', 1],
    ['business.state', 'VIC'],
    ['business.address', '1 High Street\nWahroonga NSW 2076'],
    ['business.email', 'office@bags.example'],
    ['business.phone', '(02) 9999 1234'],
    ['bank.bsb', '062-000'],
    ['bank.accountNumber', '12345678'],
    ['mail.quotation.subject', 'What it costs, {firstName}'],
    ['mail.welcome.text', 'Hello {firstName}\n{passwordLink}'],
  ])('%s can be changed and set back to its default', async (key, value) => {
    expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject({
      status: 200,
      body: { key, value, isDefault: false, version: 1 },
    })
    expect(await office.admin.put(`/v1/settings/${key}`, { value: null })).toMatchObject({
      body: { value: SETTINGS[key as keyof typeof SETTINGS].default, isDefault: true, version: 2 },
    })
  })

  test.each([
    ['business.abn', 'ABN 51-824-753-556', '51824753556'],
    ['business.abn', '51.824.753.556', '51824753556'],
    ['bank.bsb', '062 000', '062-000'],
    ['business.abn', ' 51824753556 ', '51824753556'],
    ['bank.bsb', 'BSB: 062000', '062-000'],
    ['bank.bsb', '062000', '062-000'],
    ['bank.accountNumber', '1234 5678', '12345678'],
    ['bank.accountNumber', '1234-5678', '12345678'],
  ])('%s typed as %s is stored as %s', async (key, typed, value) => {
    expect(await office.admin.put(`/v1/settings/${key}`, { value: typed })).toMatchObject({ body: { key, value } })
  })

  test.each([
    '51824753556',
    '1300',
    '0',
    'true',
    'false',
    'null',
    '"quoted"',
    '{"a":1}',
    '[1]',
    '1e3',
    '-1',
    ' ',
    'Rubbish & Co “Ü”',
  ])('a business named %j keeps its name', async (name) => {
    expect(await office.admin.put('/v1/settings/business.name', { value: name })).toMatchObject({
      status: 200,
      body: { value: name },
    })
    expect(await office.admin.get('/v1/settings/business.name')).toMatchObject({
      status: 200,
      body: { value: name, isDefault: false },
    })
    expect(await office.admin.get('/v1/users/profile')).toMatchObject({ body: { business: { name } } })
  })

  test.each(['51824753556', '51 824 753 556'])('an ABN written as %j is kept as it is written', async (abn) => {
    expect(await office.admin.put('/v1/settings/business.abn', { value: abn })).toMatchObject({
      status: 200,
      body: { value: abn, isDefault: false },
    })
    expect(await office.admin.get('/v1/settings/business.abn')).toMatchObject({
      body: { value: abn, isDefault: false },
    })
  })

  test('a time zone and a cut-off come back as they were given', async () => {
    for (const [key, value] of [
      ['business.timeZone', 'UTC'],
      ['noPickup.cutoff', 'MON 00:00'],
    ] as const) {
      expect(await office.admin.put(`/v1/settings/${key}`, { value })).toMatchObject({ status: 200, body: { value } })
      expect(await office.admin.get(`/v1/settings/${key}`)).toMatchObject({ body: { value, isDefault: false } })
      await office.admin.put(`/v1/settings/${key}`, { value: null })
    }
  })

  test('of two admins changing the same setting, the one who saw the old value is refused', async () => {
    const change = (value: number) =>
      office.admin.put('/v1/settings/remind.secondDays', { value }, { 'if-match': '"0"' })
    const answers = await Promise.all([change(20), change(21)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('books are closed beyond today only after a second answer, because nothing could be dated until then', async () => {
    // Today is 10/11/2026.
    const close = (value: string | null, more: object = {}) =>
      office.admin.put<object>('/v1/settings/books.lockedThrough', { value, ...more })
    expect(await close('2026-11-10')).toMatchObject({ status: 200 })
    expect(await close('2027-11-10')).toMatchObject({ status: 409, body: { code: 'lock_ahead' } })
    expect(await office.admin.get('/v1/settings/books.lockedThrough')).toMatchObject({ body: { value: '2026-11-10' } })
    expect(await close('2026-11-11', { lockAhead: true })).toMatchObject({ status: 200 })
    expect(await close(null)).toMatchObject({ status: 200 })
  })

  test('the preview of a mail template shows it as its reader would see it, names unknown fields, and stores nothing', async () => {
    await office.admin.put('/v1/settings/business.name', { value: 'Green Bags' })
    const text = 'Hello {firstName},\n\n{message}\n{nickname}\n{acceptLink}\n{businessName}'
    const { status, body } = await office.admin.post<
      Record<'subject' | 'text' | 'html', string> & { unknown: string[] }
    >('/v1/settings/mails/preview', { template: 'quotation', subject: '{businessName}: {price} {refId}', text })
    expect(status).toBe(200)
    expect(body.subject).toBe('Green Bags: $25.00 a bag, GST included {refId}')
    expect(body.text).toMatch(/^Hello Anna,\n\n.+\n\{nickname\}\nhttps:\/\/.+\nGreen Bags$/)
    expect(body.unknown).toEqual(['refId', 'nickname'])
    expect(body.html).toContain('<p>Hello Anna,</p>')
    expect(body.html).toContain('<a class="button">See and accept the offer</a>')
    expect(body.html).not.toMatch(/href=|cid:/)
    expect(
      await office.admin.post('/v1/settings/mails/preview', { template: 'postcard', subject: '', text: '' }),
    ).toMatchObject(wrongField('template'))
    expect(
      await office.admin.post('/v1/settings/mails/preview', {
        template: 'welcome',
        subject: '',
        text: 'x'.repeat(4001),
      }),
    ).toMatchObject(wrongField('text'))
    expect(await office.admin.get('/v1/mails')).toMatchObject({ body: { total: 0 } })
  })

  describe('several at once', () => {
    const several = (...settings: Fields[]) => office.admin.put('/v1/settings', { settings })
    const valueOf = async (key: string) => (await office.admin.get<Fields>(`/v1/settings/${key}`)).body['value']

    test('two reminders move further away together, which no order of single changes needs to know', async () => {
      expect(
        await several({ key: 'remind.firstDays', value: 40 }, { key: 'remind.secondDays', value: 60 }),
      ).toMatchObject({ status: 200, body: { items: [{ value: 40 }, { value: 60 }] } })
      expect(
        await several({ key: 'remind.firstDays', value: null }, { key: 'remind.secondDays', value: null }),
      ).toMatchObject({ status: 200, body: { items: [{ isDefault: true }, { isDefault: true }] } })
    })

    test('a notice comes with its last day, and both go together', async () => {
      expect(
        await several({ key: 'notice.text', value: 'Closed' }, { key: 'notice.until', value: '2027-01-26' }),
      ).toMatchObject({ status: 200 })
      expect(await several({ key: 'notice.until', value: null }, { key: 'notice.text', value: null })).toMatchObject({
        status: 200,
      })
    })

    test('when one is wrong none is stored, and each wrong one is named by its key', async () => {
      const answer = await several(
        { key: 'start.leadDays', value: 9 },
        { key: 'invoice.dueDays', value: 500 },
        { key: 'colour', value: 'green' },
      )
      expect(answer).toMatchObject(wrongField('colour'))
      expect(await several({ key: 'start.leadDays', value: 9 }, { key: 'invoice.dueDays', value: 500 })).toMatchObject(
        wrongField('invoice.dueDays'),
      )
      expect(await several({ key: 'start.leadDays', value: 9 }, { key: 'start.leadDays', value: 8 })).toMatchObject(
        wrongField('start.leadDays'),
      )
      expect(await valueOf('start.leadDays')).toBe(3)
      expect(await several()).toMatchObject(wrongField('settings'))
    })

    test('when somebody else changed one of them none is stored', async () => {
      const { body } = await office.admin.put<Fields>('/v1/settings/fee.attempt', { value: 12.5 })
      const version = Number(body['version'])
      expect(
        await several({ key: 'start.leadDays', value: 9 }, { key: 'fee.attempt', value: 20, version: version - 1 }),
      ).toMatchObject(refusal(412, 'version_conflict'))
      expect([await valueOf('start.leadDays'), await valueOf('fee.attempt')]).toEqual([3, 12.5])
      expect(await several({ key: 'fee.attempt', value: 20, version })).toMatchObject({ status: 200 })
    })

    test('closing the books beyond today holds up all of them until it is meant', async () => {
      const settings = [
        { key: 'start.leadDays', value: 9 },
        { key: 'books.lockedThrough', value: '2027-11-10' },
      ]
      expect(await office.admin.put('/v1/settings', { settings })).toMatchObject(refusal(409, 'lock_ahead'))
      expect(await valueOf('start.leadDays')).toBe(3)
      expect(await office.admin.put('/v1/settings', { settings, lockAhead: true })).toMatchObject({ status: 200 })
      await several({ key: 'books.lockedThrough', value: null }, { key: 'start.leadDays', value: null })
    })
  })
})
