import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, another, made } from '../../fixtures/office-bodies.ts'
import { csvOf, importOf } from '../../fixtures/import-files.ts'

const CUSTOMERS = '/v1/users/customers'

describe.each(databases)('The total of a list, on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let elsewhere: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    home = await aHome(office.admin, {
      suburb: { label: 'Totalham', postCode: '2076', weekNumber: 2 },
      product: { name: 'Garden bag' },
    })
    elsewhere = await aHome(office.admin, { suburb: { weekNumber: 3 } })
  })
  afterAll(() => office.close())

  const add = (fields = {}) =>
    made<{ customerID: string }>(
      office.admin,
      CUSTOMERS,
      aCustomer(home, { email: `total${another()}@rounds.example`, ...fields }),
    )
  const put = async (path: string, body: unknown) =>
    expect(await office.admin.put(`${CUSTOMERS}/${path}`, body)).toMatchObject({ status: 200 })
  const count = async (where: string) => {
    const { rows } = await office.deps.database.pool.query<{ count: number }>(
      `select count(*)::integer as count from customers c join users u on u.user_id = c.customer_id where c.hidden_at is null and ${where}`,
      [],
    )
    return rows[0]!.count
  }
  const FILTERS = (): [string, string][] => [
    ['', "c.status <> 'PENDING'"],
    ['status=ACTIVE', "c.status = 'ACTIVE'"],
    ['status=CANCELED', "c.status = 'CANCELED'"],
    [`suburbID=${home.suburbID}`, `c.status <> 'PENDING' and c.suburb_id = '${home.suburbID}'`],
    ['weekNumber=2', "c.status <> 'PENDING' and c.week_number = 2"],
    ['runNumber=1', "c.status <> 'PENDING' and c.run_number = 1"],
    [`productID=${home.productID}`, `c.status <> 'PENDING' and c.product_id = '${home.productID}'`],
    ['serviceType=GARDEN_BAG', "c.status <> 'PENDING' and c.service_type = 'GARDEN_BAG'"],
    ['accountType=BUSINESS', "c.status <> 'PENDING' and c.account_type = 'BUSINESS'"],
    ['invoiceType=1B', "c.status <> 'PENDING' and c.invoice_type = '1B'"],
    ['origin=MIGRATED', "c.status <> 'PENDING' and c.origin = 'MIGRATED'"],
    ['hasEmail=false', "c.status <> 'PENDING' and u.email is null"],
    ['keyword=Moved', "c.status <> 'PENDING' and c.search_text like '%moved%'"],
  ]
  /** One item a page, so that a list with two items has to count. */
  const totals = async (path = '?perPage=1&') =>
    Promise.all(
      FILTERS().map(async ([query]) => {
        const { body } = await office.admin.get<{ total?: number; customers?: number }>(`${CUSTOMERS}${path}${query}`)
        return [query, body.total ?? body.customers]
      }),
    )
  const real = async () => {
    const counted: unknown[] = []
    for (const [query, where] of FILTERS()) {
      counted.push([query, await count(where)])
    }
    return counted
  }

  test('is right after every kind of change, for every filter', async () => {
    for (let at = 0; at < 4; at += 1) await add()
    const { customerID } = await add()
    const { suburbID: _suburb, productID: _package, ...byFile } = aCustomer(home)
    const steps: [string, () => Promise<unknown>][] = [
      ['nothing yet', async () => undefined],
      ['another one', () => add()],
      ['a note and an address', () => put(customerID, { notes: 'Dog', address: '1 Moved Street' })],
      ['another suburb, whose week is another', () => put(customerID, { suburbID: elsewhere.suburbID })],
      ['another package', () => put(customerID, { productID: elsewhere.productID })],
      ['a week of their own', () => put(customerID, { weekNumber: 1 })],
      ['another round', () => put('run-numbers/mass', { customers: [{ customerID, runNumber: 5 }] })],
      ['a business', () => put(customerID, { accountType: 'BUSINESS' })],
      ['other accounts', () => put(customerID, { invoiceType: '1B' })],
      ['no e-mail', () => put(customerID, { email: null })],
      ['an e-mail', () => put(customerID, { email: `back${another()}@rounds.example` })],
      ['blocked', () => put(`${customerID}/block`, { reason: 'Away' })],
      ['active again', () => put(`${customerID}/active`, { due: { yearNumber: 2026, monthNumber: 12 } })],
      ['cancelled', () => office.admin.delete(`${CUSTOMERS}/${customerID}/cancel`)],
      ['a request', () => add({ status: 'PENDING' })],
      [
        'a file',
        async () =>
          expect(
            await importOf(
              office,
              'customers',
            )(csvOf([{ ...byFile, suburbLabel: 'Totalham', packageName: 'Garden bag' }])),
          ).toMatchObject({ body: { created: 1 } }),
      ],
      ['deleted', () => office.admin.delete(`${CUSTOMERS}/${customerID}`)],
      [
        'written by another server',
        () => office.deps.database.pool.query('update customers set run_number = 9, week_number = 4', []),
      ],
      [
        'by one that puts triggers to sleep',
        () =>
          office.deps.database.pool.query(
            "do $$ begin set local session_replication_role = 'replica'; update customers set run_number = 1; end $$",
            [],
          ),
      ],
    ]
    for (const [what, step] of steps) {
      await step()
      expect([what, await totals()]).toEqual([what, await real()])
    }
    expect(await totals('/total-sales?')).toEqual(await real())
  })

  test.runIf(kind === 'postgres')(
    'includes a change that was running while it was counted as soon as that is committed',
    async () => {
      await add()
      const before = await totals()
      const client = await office.deps.database.pool.connect()
      try {
        await client.query('begin')
        await client.query("update customers set account_type = 'BUSINESS', status = 'ACTIVE'")
        await office.deps.database.pool.query('update customers set origin = origin where false', [])
        expect(await totals()).toEqual(before)
        expect(await totals()).toEqual(before)
        await client.query('commit')
      } finally {
        client.release()
      }
      expect(await totals()).toEqual(await real())
      expect(await totals()).not.toEqual(before)
    },
  )

  test('the next pick-up follows the calendar and the settings at once', async () => {
    await office.reset()
    home = await aHome(office.admin, { suburb: { weekNumber: 2 } })
    await add({ due: { yearNumber: 2026, monthNumber: 12 } })
    const next = async () =>
      (await office.admin.get<{ items: { nextPickUp: string | null }[] }>(CUSTOMERS)).body.items[0]!.nextPickUp
    expect([await next(), await next()]).toEqual([null, null])
    const week = await made<{ calendarSettingID: string }>(office.admin, '/v1/settings/calendars', {
      yearNumber: 2026,
      monthNumber: 12,
      weekNumber: 2,
      from: '2026-12-07',
      to: '2026-12-13',
    })
    expect([await next(), await next()]).toEqual(['2026-12-07', '2026-12-07'])
    await office.admin.put(`/v1/settings/calendars/${week.calendarSettingID}`, { from: '2026-12-08' })
    expect(await next()).toBe('2026-12-08')
    office.clock.set('2026-12-13T15:00:00Z')
    const token = await office.deps.database.pool.query('update sessions set expires_at = $1', ['2027-12-31T00:00:00Z'])
    expect(token.rowCount).toBeGreaterThan(0)
    // Monday in Sydney, still Sunday in Perth.
    expect(await next()).toBe(null)
    await office.admin.put('/v1/settings/business.timeZone', { value: 'Australia/Perth' })
    expect(await next()).toBe('2026-12-08')
  })
})
