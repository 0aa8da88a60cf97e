import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, made } from '../../fixtures/office-bodies.ts'
import { importOf, type Result } from '../../fixtures/import-files.ts'

describe.each(databases)('A file of suburbs on %s', (kind) => {
  let office: Office
  let bringIn: (csv: string | Uint8Array, query?: string) => Promise<{ status: number; body: Result }>
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  beforeEach(async () => {
    await office.reset()
    bringIn = importOf(office, 'suburbs')
  })
  afterAll(() => office.close())

  const listed = async (keyword: string) =>
    (await office.admin.get<{ items: Record<string, unknown>[] }>(`/v1/users/suburbs?keyword=${keyword}`)).body.items

  test('makes new suburbs, changes known ones and leaves equal ones unchanged', async () => {
    expect(
      await bringIn('label,postCode,state,weekNumber\nWahroonga,2076,NSW,1\nAlice Springs,870,,2\nHornsby,2077,NSW,\n'),
    ).toMatchObject({
      status: 200,
      body: { rows: 3, created: 3, updated: 0, unchanged: 0, written: true, errors: [] },
    })
    expect(await listed('Alice')).toMatchObject([{ postCode: '0870', state: 'NT', weekNumber: 2 }])
    expect((await bringIn('weekNumber;LABEL;Post code\r\n3;wahroonga;2076\r\n;HORNSBY;2077\r\n')).body).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
    })
    expect(await listed('Wahroonga')).toMatchObject([{ label: 'Wahroonga', weekNumber: 3, version: 2 }])
  })

  test('a suburb is recognised however its apostrophe and accents are typed; two stored ones stay two', async () => {
    await bringIn('label,postCode,weekNumber\nO’Connor,2602,1')
    expect((await bringIn("label,postCode,weekNumber\nO'CONNOR,2602,3")).body).toMatchObject({ created: 0, updated: 1 })
    expect((await bringIn("label,postCode\nO'Connor,2602\nO’Connor,2602")).body.errors).toMatchObject([
      { line: 3, message: 'label “O’Connor”: Duplicate of line 2' },
    ])
    await made(office.admin, '/v1/users/suburbs', { label: "O'Connor", postCode: '2602', state: 'ACT', weekNumber: 4 })
    const both = "label,postCode,weekNumber\nO'Connor,2602,5\nO’Connor,2602,3"
    expect((await bringIn(both)).body).toMatchObject({ created: 0, updated: 1, unchanged: 1, errors: [] })
    expect((await bringIn('label,postCode\nOConnor,2602')).body.errors).toMatchObject([
      { line: 2, message: expect.stringContaining('Several suburbs here have nearly this name') },
    ])
  })

  test('a dry run reports what an import would do and writes nothing', async () => {
    expect((await bringIn('label,postCode\nWahroonga,2076', '?dryRun=true')).body).toMatchObject({
      created: 1,
      written: false,
    })
    expect(await listed('Wahroonga')).toEqual([])
  })

  test('every bad line is listed with its number and all its errors, and nothing is written', async () => {
    const { body } = await bringIn(
      'label,postCode,weekNumber\nWahroonga,2076,1\n,99,7\n\n"Horns\nby",0000,soon\nWAHROONGA,2076,2\nHornsby,2077,1,more\n',
    )
    expect(body).toEqual({
      rows: 5,
      created: 1,
      updated: 0,
      unchanged: 0,
      written: false,
      errors: [
        {
          line: 3,
          name: '99',
          message:
            'postCode “99”: use an Australian postcode; label: This field is mandatory; weekNumber “7”: At most 5',
        },
        {
          line: 5,
          name: 'Horns\nby 0000',
          message: 'weekNumber “soon”: use a week from 1 to 5; postCode “0000”: use an Australian postcode',
        },
        { line: 7, name: 'WAHROONGA 2076', message: 'label “WAHROONGA”: Duplicate of line 2' },
        { line: 8, name: 'Hornsby 2077', message: 'This row has more columns than the first one.' },
      ],
    })
    expect(await listed('Wahroonga')).toEqual([])
  })

  test('a state that is not the postcode’s is a warning of its line, as in the form', async () => {
    expect((await bringIn('label,postCode,state\nWahroonga,2076,VIC\nHornsby,2077.0,nsw')).body).toMatchObject({
      created: 2,
      errors: [],
      warnings: [{ line: 2, message: 'state “VIC”: Postcode 2076 is in NSW, not in VIC.' }],
    })
  })

  test('a suburb in week 5 is told how seldom that is, in the import and in the form', async () => {
    const message = 'Week 5 comes about 4 times a year.'
    const csv = 'label,postCode,weekNumber\nWahroonga,2076,5\nHornsby,2077,4'
    expect((await bringIn(csv)).body).toMatchObject({
      created: 2,
      warnings: [{ line: 2, message: `weekNumber “5”: ${message}` }],
    })
    expect(await bringIn(csv)).toMatchObject({ body: { unchanged: 2 } })
    expect(await listed('Wahroonga')).toMatchObject([{ warnings: [{ code: 'week_five', message }] }])
    expect(await listed('Hornsby')).toMatchObject([{ warnings: [] }])
  })

  test('the good lines are imported when asked', async () => {
    expect((await bringIn('label,postCode\nWahroonga,2076\nHornsby,1', '?skipErrors=true')).body).toMatchObject({
      created: 1,
      written: true,
      errors: [{ line: 3 }],
    })
    expect(await listed('Wahroonga')).toHaveLength(1)
  })

  test('customers who follow a suburb’s week move with it, one with an own week stays', async () => {
    const home = await aHome(office.admin, { suburb: { label: 'Wahroonga', weekNumber: 2 } })
    const follower = await made<{ customerID: string }>(office.admin, '/v1/users/customers', aCustomer(home))
    const own = await made<{ customerID: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { weekNumber: 4 }),
    )
    const file = 'label,postCode,weekNumber\nWahroonga,2076,3'
    expect((await bringIn(file, '?dryRun=true')).body).toMatchObject({ updated: 1, moves: 1, written: false })
    expect((await bringIn(file)).body).toMatchObject({ updated: 1, moves: 1 })
    expect((await bringIn(file)).body).not.toHaveProperty('moves')
    expect(await office.admin.get(`/v1/users/customers/${follower.customerID}`)).toMatchObject({
      body: { weekNumber: 3, ownWeek: false, version: 2 },
    })
    expect(await office.admin.get(`/v1/users/customers/${own.customerID}`)).toMatchObject({
      body: { weekNumber: 4, version: 1 },
    })
  })

  test('every suburb made or changed is in the audit log, and the import once', async () => {
    await bringIn('label,postCode,weekNumber\nWahroonga,2076,1\nHornsby,2077,2')
    await bringIn('label,postCode,weekNumber\nWahroonga,2076,2\nHornsby,2077,2')
    const { rows } = await office.deps.database.pool.query<{ action: string }>(
      `select action from audit where action like 'suburb.%' or action like 'import.%' order by created_at, action`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'import.suburbs',
      'import.suburbs',
      'suburb.create',
      'suburb.create',
      'suburb.update',
    ])
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    [
      'an unknown heading',
      'label,postCode,colour\n',
      /“colour” isn’t known\. Known headings: label, postCode, state, weekNumber/,
    ],
    ['a heading twice', 'label,postCode,label\n', /“label” is used twice/],
    ['a missing heading', 'label,state\n', /Missing: postCode/],
    ['nothing in it', '\n \n', /empty/],
    [
      'a quotation mark that is never closed',
      'label,postCode\n"a\nb",2076\n"c,2077\nd,2078',
      /Line 4: a quotation mark isn’t closed/,
    ],
    [
      'characters that are no text',
      new Uint8Array([...new TextEncoder().encode('\uFEFFlabel,postCode\n'), 0xff]),
      /aren’t valid UTF-8/,
    ],
    ['an .xlsx', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]), /Excel workbook \(\.xlsx\).*CSV UTF-8/],
    ['an .xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x00]), /old Excel workbook \(\.xls\)/],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x6c, 0x00]), /isn’t saved as UTF-8/],
  ])('a file with %s is refused with a sentence', async (_what, csv, message) => {
    expect(await bringIn(csv)).toMatchObject({
      status: 422,
      body: { code: 'csv_unreadable', message: expect.stringMatching(message) },
    })
  })

  test('a file of more than 50,000 lines or 32 MB is refused', async () => {
    expect(await bringIn(`label,postCode\n${'a,2076\n'.repeat(50_001)}`)).toMatchObject({
      status: 422,
      body: { message: 'This file has 50001 rows; at most 50000 can be imported at once.' },
    })
    expect(await bringIn(`label,postCode\n${'a'.repeat(33 * 1_048_576)}`)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  })

  test('a file saved by Excel is read: a byte-order mark, tabs, Windows-1252, missing columns', async () => {
    expect((await bringIn('\uFEFFlabel\tpostCode\t\t-\nWahroonga\t2076\tx\ty')).body).toMatchObject({ created: 1 })
    expect(
      (
        await bringIn(
          new Uint8Array([
            ...Buffer.from('label;postCode\nL'),
            0x92,
            ...Buffer.from('Est'),
            0xe9,
            ...Buffer.from(';2077'),
          ]),
        )
      ).body,
    ).toMatchObject({ created: 1 })
    expect(await listed('Est')).toMatchObject([{ label: 'L’Esté' }])
  })

  test('of a file that is wrong in every line, the first 1,000 lines are listed and the others counted', async () => {
    const csv = `label,postCode\n${Array.from({ length: 1_800 }, (_, at) => `Suburb ${at},x`).join('\n')}\n`
    const { body } = await bringIn(csv, '?dryRun=true')
    expect(body).toMatchObject({ rows: 1_800, created: 0, more: { errors: 800, questions: 0, warnings: 0 } })
    expect(body.errors.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 2))
  })

  test('5,000 lines with 40 bad ones: each bad line is listed, the good ones are imported only when asked, and once', async () => {
    const wrong = new Set(Array.from({ length: 40 }, (_, place) => 2 + place * 125))
    const csv = `label,postCode,weekNumber\n${Array.from({ length: 5_000 }, (_, at) => (wrong.has(at + 2) ? `Suburb ${at},none,1` : `Suburb ${at},2076,${(at % 4) + 1}`)).join('\n')}`
    const lines = [...wrong].map((line) => ({
      line,
      name: `Suburb ${line - 2} none`,
      message: 'postCode “none”: use an Australian postcode',
    }))
    expect((await bringIn(csv)).body).toEqual({
      rows: 5_000,
      created: 4_960,
      updated: 0,
      unchanged: 0,
      written: false,
      errors: lines,
    })
    expect(await listed('Suburb')).toEqual([])
    expect((await bringIn(csv, '?skipErrors=true')).body).toEqual({
      rows: 5_000,
      created: 4_960,
      updated: 0,
      unchanged: 0,
      written: true,
      errors: lines,
    })
    expect((await bringIn(csv, '?skipErrors=true')).body).toEqual({
      rows: 5_000,
      created: 0,
      updated: 0,
      unchanged: 4_960,
      written: true,
      errors: lines,
    })
  })
})
