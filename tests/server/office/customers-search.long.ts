import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureSearchIndex } from '#server/db/search-index.ts'
import { customers } from '#server/db/tables/customers.ts'
import { keywordInText } from '#server/http/keyword.ts'
import { bothDatabases } from '../../support/databases.ts'
import { memoryLog, type LogLine } from '../../support/memory-log.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, generated } from '../../fixtures/runs.ts'
import { aCustomer, aHome, another, type Fields, ids, made, refusal } from '../../fixtures/office-bodies.ts'

const CUSTOMERS = '/v1/users/customers'

describe.each(bothDatabases)('Searching customers on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  const add = (fields: Fields = {}) => made(office.admin, CUSTOMERS, aCustomer(home, fields))
  const finds = async (keyword: string) =>
    ids(await office.admin.get(`${CUSTOMERS}?keyword=${encodeURIComponent(keyword)}`), 'customerID')
  const indexed = async () =>
    (await office.deps.database.pool.query("select 1 from pg_indexes where indexname = 'customers_search'")).rows
      .length === 1

  test('each word is found in its field: reference, name, company, address, suburb, e-mail, phones as typed', async () => {
    const word = `numbat${another()}`
    const { suburbID } = await made<{ suburbID: string }>(office.admin, '/v1/users/suburbs', {
      label: `${word} Heights`,
      postCode: '2076',
      state: 'NSW',
      weekNumber: 2,
    })
    const { customerID, refId } = await add({
      suburbID,
      firstName: 'Zoë',
      lastName: `O’${word}`,
      company: `100% ${word} Pty`,
      address: `7/12 ${word}_Lane`,
      email: `${word}@rounds.example`,
      mobilePhone: '0455 666 777',
      homePhone: '02 5550 6161',
    })
    const keywords = [
      String(refId),
      `${word} zoë`,
      `ZOë o’${word}`,
      `100% ${word}`,
      `7/12 ${word}_lane`,
      `${word} heights`,
      `heights ${refId}`,
      `${word}@ROUNDS`,
      '0455 666 777',
      '0455666777',
      '455 666',
      '+61 455 666 777',
      '(02) 5550 6161',
      `${word} 0455666777`,
      `${word} +6125550`,
    ]
    for (const keyword of keywords) expect([keyword, await finds(keyword)]).toEqual([keyword, [customerID]])
    // Characters that are operators in the database are plain text in a search; a word does not match across two
    // fields.
    for (const keyword of [`7%${word}`, `${word}xlane`, `${word}\\`, `${word}pty`, `${word} nobody`, '2455 666'])
      expect([keyword, await finds(keyword)]).toEqual([keyword, []])
  })

  test('apostrophes, accents, hyphens and the spaces of phones make no difference, typed or stored', async () => {
    const word = `bettong${another()}`
    const idOf = async (fields: Fields) => (await add(fields))['customerID']
    const straight = await idOf({ firstName: 'Zoe', lastName: `O'${word}`, mobilePhone: '0433 111 222' })
    const curly = await idOf({ firstName: 'Zoë', lastName: `O’${word}`, homePhone: '(02) 9433 1112' })
    const all = async (keywords: readonly string[], ...customers: unknown[]) => {
      for (const keyword of keywords)
        expect([keyword, (await finds(keyword)).toSorted()]).toEqual([keyword, customers.toSorted()])
    }
    await all([`O'${word}`, `O’${word}`, `o${word}`, `zoe o'${word}`, `ZOË Oʼ${word}`], straight, curly)
    const hyphen = await idOf({ lastName: `${word}-Smith` })
    await all([`${word} smith`, `${word}-smith`, `${word}smith`, `${word}–SMITH`], hyphen)
    await all(['0433111222', '+61 (0)433 111 222', '0433-111-222', `${word} (0433)`], straight)
    await all(
      ['0294331112', '02 9433 1112', '(02)94331112', '0061 2 9433 1112', '9433.1112', `${word} (02) 9433`],
      curly,
    )
    await all(["'''", '---', `smith-${word}`])
  })

  test('names are sorted the way they are searched: an apostrophe or an accent does not separate equal names', async () => {
    const place = await aHome(office.admin)
    for (const lastName of ['Obrienz', "O'Briena", 'O’Brienb', 'Óbrienc']) await add({ ...place, lastName })
    const { body } = await office.admin.get<{ items: { fullName: string }[] }>(
      `${CUSTOMERS}?suburbID=${place.suburbID}&sort=fullName`,
    )
    expect(body.items.map(({ fullName }) => fullName.split(' ').at(-1))).toEqual([
      "O'Briena",
      'O’Brienb',
      'Óbrienc',
      'Obrienz',
    ])
  })

  test('after a change the customer is found by the new words at once, and no longer by the old ones', async () => {
    const [before, after] = [`quokka${another()}`, `bilby${another()}`]
    const { customerID } = await add({ lastName: before, mobilePhone: '0477 111 000' })
    await office.admin.put(`${CUSTOMERS}/${String(customerID)}`, { lastName: after, mobilePhone: '0477 222 000' })
    expect([await finds(before), await finds(after), await finds('0477 111'), await finds('0477 222')]).toEqual([
      [],
      [customerID],
      [],
      [customerID],
    ])
  })

  test('a suburb’s new name finds its customers, without a new version of the customers', async () => {
    const [before, after] = [`Bandicoot${another()}`, `Possum${another()}`]
    const { suburbID } = await made<{ suburbID: string }>(office.admin, '/v1/users/suburbs', {
      label: before,
      postCode: '2076',
      state: 'NSW',
      weekNumber: 2,
    })
    const { customerID } = await add({ suburbID })
    await office.admin.put(`/v1/users/suburbs/${suburbID}`, { label: after })
    expect([await finds(before), await finds(after)]).toEqual([[], [customerID]])
    expect(await office.admin.get(`${CUSTOMERS}/${String(customerID)}`)).toMatchObject({
      body: { suburb: after, version: 1 },
    })
  })

  test('a deleted customer with history is found by nothing', async () => {
    await office.make.calendarYear()
    const word = `Dunnart${another()}`
    const { customerID } = await add({
      lastName: word,
      email: `${word}@rounds.example`,
      mobilePhone: '0488 999 111',
      due: { yearNumber: 2026, monthNumber: 11 },
    })
    const driver = await office.driver()
    const run = await act(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }),
      'activate',
    )
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(await office.admin.delete(`${CUSTOMERS}/${String(customerID)}`)).toMatchObject({ status: 204 })
    const { rows } = await office.deps.database.pool.query<{ text: string; key: string }>({
      text: 'select search_text as text, name_key as key from customers where customer_id = $1',
      values: [customerID],
    })
    expect(rows[0]!.key).toBe('customer deleted')
    expect(rows[0]!.text).not.toMatch(new RegExp(`${word}|0488|high street`, 'i'))
  })

  test('total sales counts exactly the customers of the list with the same filters, and is 0 before there are invoices', async () => {
    const place = await aHome(office.admin)
    const email = () => `wallaby${another()}@rounds.example`
    for (const fields of [
      { email: email(), weekNumber: 1 },
      { runNumber: 2, accountType: 'BUSINESS' },
      { status: 'BLOCKED', email: email() },
      { status: 'PENDING' },
      { origin: 'MIGRATED' },
    ])
      await add({ ...place, ...fields })
    const of = `suburbID=${place.suburbID}`
    for (const [filter, count] of [
      [of, 4],
      [`${of}&status=ACTIVE`, 3],
      [`${of}&status=PENDING`, 1],
      [`${of}&hasEmail=true`, 2],
      [`${of}&hasEmail=false`, 2],
      [`${of}&weekNumber=1`, 1],
      [`${of}&runNumber=2`, 1],
      [`${of}&accountType=BUSINESS`, 1],
      [`${of}&origin=MIGRATED`, 1],
      [`${of}&keyword=wallaby`, 2],
      [`${of}&keyword=wallaby&status=BLOCKED`, 1],
      [`${of}&owing=true`, 0],
      [`${of}&page=3&perPage=1&sort=suburb&from=1990-01-01&to=1990-01-02`, 4],
      [`productID=${place.productID}&serviceType=ALL`, 4],
    ] as const) {
      expect([filter, (await office.admin.get(`${CUSTOMERS}/total-sales?${filter}`)).body]).toEqual([
        filter,
        { totalSales: 0, customers: count },
      ])
      expect([filter, (await office.admin.get(`${CUSTOMERS}?${filter}`)).body['total']]).toEqual([filter, count])
    }
    expect(await office.admin.get(`${CUSTOMERS}/total-sales?keyword=zo`)).toMatchObject(
      refusal(400, 'keyword_too_short'),
    )
  })

  test('every page has the total: the last one, one after the last, and one of search results', async () => {
    const place = await aHome(office.admin)
    const word = `echidna${another()}`
    for (let n = 0; n < 5; n++) await add({ ...place, company: word })
    for (const filter of [`suburbID=${place.suburbID}`, `keyword=${word}`]) {
      for (const [page, rows] of [
        [1, 2],
        [2, 2],
        [3, 1],
        [4, 0],
      ] as const) {
        const { body } = await office.admin.get<{ items: unknown[]; total: number }>(
          `${CUSTOMERS}?${filter}&perPage=2&page=${page}`,
        )
        expect([filter, page, body.items.length, body.total]).toEqual([filter, page, rows, 5])
      }
    }
  })

  test('a list that is read while it grows never has a lower total than an earlier answer', async () => {
    const place = await aHome(office.admin)
    const list = () => office.admin.get<{ total: number }>(`${CUSTOMERS}?suburbID=${place.suburbID}&perPage=1`)
    for (let there = 1; there <= 5; there++) {
      const others = Promise.all([list(), list(), list()])
      await add(place)
      const answers = await Promise.all([list(), list(), list(), list()])
      expect(answers.map(({ body }) => body.total)).toEqual([there, there, there, there])
      await others
    }
  })

  test('letters of other languages are found by their plain ones, and a foreign phone as it is dialled', async () => {
    const { customerID } = await add({
      firstName: 'Łucja',
      lastName: 'ÇELİK',
      company: 'Kowari & Co',
      mobilePhone: '+64 21 123 456',
      homePhone: '1300 123 456',
    })
    const { rows } = await office.deps.database.pool.query<{ text: string }>({
      text: 'select search_text as text from customers where customer_id = $1',
      values: [customerID],
    })
    expect(rows[0]!.text).toContain('+6421123456')
    for (const keyword of ['ÇELİK', 'celik', 'lucja']) expect(await finds(keyword)).toEqual([customerID])
    expect(await finds('021 123 456')).toEqual([customerID])
  })

  test('the index is used for a keyword with an apostrophe, one with a hyphen and a phone', async () => {
    const { db, pool } = office.deps.database
    const client = await pool.connect()
    try {
      await client.query('begin')
      // A handful of rows is read faster without any index.
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_indexscan = off')
      for (const keyword of ["O'Brien", 'smith-jones', '(02) 9999 1234']) {
        const { sql: text, params } = db
          .select({ id: customers.customerID })
          .from(customers)
          .where(keywordInText(keyword, customers.searchText, [customers.mobilePhone]))
          .toSQL()
        const { rows } = await client.query<Record<'QUERY PLAN', string>>({ text: `explain ${text}`, values: params })
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect([keyword, plan]).toEqual([keyword, expect.stringMatching(/Index Scan on customers_search/)])
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('the search uses an index; without the extension it still finds everything, and the log has one line about it', async () => {
    expect(await indexed()).toBe(true)
    const word = `potoroo${another()}`
    const { customerID } = await add({ lastName: word })
    const logged: LogLine[] = []
    const client = await office.deps.database.pool.connect()
    try {
      await client.query('drop extension pg_trgm cascade')
      await client.query('create role without_rights')
      await client.query('set role without_rights')
      await ensureSearchIndex(client, memoryLog(logged))
      await client.query('reset role')
      await client.query('drop role without_rights')
    } finally {
      client.release()
    }
    expect(logged).toHaveLength(1)
    expect(await indexed()).toBe(false)
    expect(await finds(word)).toEqual([customerID])
    const again = await office.deps.database.pool.connect()
    for (let times = 0; times < 2; times++) await ensureSearchIndex(again, memoryLog(logged))
    again.release()
    expect([await indexed(), logged.length]).toEqual([true, 1])
  })

  test('beside older tables, with the extension in another schema, the index is still made', async () => {
    const client = await office.deps.database.pool.connect()
    try {
      await client.query('create schema older')
      await client.query('drop index customers_search')
      await client.query('alter extension pg_trgm set schema older')
      await ensureSearchIndex(client)
    } finally {
      await client.query('alter extension pg_trgm set schema public')
      await client.query('drop schema older')
      client.release()
    }
    expect(await indexed()).toBe(true)
  })
})
