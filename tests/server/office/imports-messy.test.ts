import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { csvOf, importOf } from '../../fixtures/import-files.ts'
import { linesForAPerson, messyCustomers } from '../../fixtures/messy-customers.ts'
import { aHome, aSuburb, made } from '../../fixtures/office-bodies.ts'

describe.each(databases)('A messy file of customers on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    await aHome(office.admin, {
      suburb: { label: 'Wahroonga', postCode: '2076', weekNumber: 2 },
      product: { name: 'Garden bag', price: 25 },
    })
    for (const [postCode, state] of [
      ['2753', 'NSW'],
      ['3121', 'VIC'],
    ])
      await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Richmond', postCode, state }))
  })
  afterAll(() => office.close())

  test('needs a person for rows that can mean two things, keeps everything that was written, and changes nothing the second time', async () => {
    const send = () => importOf(office, 'customers')(csvOf(messyCustomers), '?skipErrors=true')
    const { body } = await send()
    expect(body.questions).toBeUndefined()
    expect(body.errors.map(({ line }) => line)).toEqual(linesForAPerson)
    expect(body.created).toBe(messyCustomers.length - linesForAPerson.length)
    const { rows } = await office.deps.database.pool.query<Record<string, unknown>>(
      'select mobile_phone, home_phone, notes, start_date::text from customers order by ref_number',
    )
    expect(new Set(rows.map(({ start_date }) => start_date))).toEqual(new Set(['2026-02-01']))
    expect(rows.filter(({ mobile_phone }) => String(mobile_phone).startsWith('+61412345'))).toHaveLength(15)
    expect(rows.flatMap(({ notes }) => notes ?? [])).toEqual([
      'Mobile phone in the file: 0412 345 611 / 0412 345 711',
      'Mobile phone in the file: 0412 345 612 or 02 9876 5412',
      'Mobile phone in the file: 0412 345 613 (after 5pm)',
      'Home phone in the file: 9876 5415',
      'Home phone in the file: ask at no. 14',
      'Mobile phone in the file: 4.12E+08',
      'Email in the file: row38@home.example; other38@home.example',
    ])
    expect((await send()).body).toMatchObject({ created: 0, updated: 0, unchanged: body.created })
  })
})
