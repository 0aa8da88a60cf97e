import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeInvoiceAmount, getInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { bad, csvOf, importOf, type Result } from '../../fixtures/import-files.ts'

/** Today is 10/11/2026. */
const OLD = { oldNumber: 'A-4711', refId: 501, issueDate: '01/09/2026', dueDate: '2026-09-08', owing: '$50.00' }

describe.each(databases)('A file of the old program’s open invoices, on %s', (kind) => {
  let office: Office
  let freshly: () => Promise<void>
  let olive: string
  let bringIn: (rows: readonly Record<string, unknown>[], query?: string) => Promise<{ status: number; body: Result }>
  let bringCustomers: typeof bringIn
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    await office.make.suburb({ label: 'Berowra', postCode: '2081' })
    await office.make.product({ name: 'Monthly bag' })
    bringIn = (rows, query) => importOf(office, 'invoices')(csvOf(rows), query)
    bringCustomers = (rows, query) => importOf(office, 'customers')(csvOf(rows), query)
    expect((await bringCustomers([customer(501), customer(502), customer(503)])).body.errors).toEqual([])
    olive = await idOf(501)
    freshly = await office.keep()
  })
  beforeEach(() => freshly())
  afterAll(() => office.close())
  afterEach(async () => expect((await auditAllLedgers(office.deps.database.db)).difference).toBeNull())

  const customer = (refId: number, more: Record<string, unknown> = {}) => ({
    refId,
    firstName: 'Olive',
    lastName: `Owes ${refId}`,
    address: `${refId} High Street`,
    suburbLabel: 'Berowra',
    packageName: 'Monthly bag',
    startDate: '2026-01-05',
    accountType: 'PERSONAL',
    invoiceType: '1A',
    ...more,
  })
  const idOf = async (refId: number) => {
    const { body } = await office.admin.get<{ items: { customerID: string; refId: string }[] }>(
      `/v1/users/customers?keyword=${refId}`,
    )
    return body.items.find((each) => each.refId === String(refId))!.customerID
  }
  const listed = (input: object = {}) => office.call(office.admin, listInvoices, { sort: 'number', ...input })
  const ledgerOf = (customerID: string) => office.call(office.admin, getLedger, { customerID })
  const errorsOf = async (...rows: Record<string, unknown>[]) => (await bringIn(rows)).body.errors

  test('makes an opening debt of each, with its own dates and number, that is no sale', async () => {
    const rows = [OLD, { ...OLD, oldNumber: 'A-4712', issueDate: '2026-10-20', dueDate: '', owing: 25.5 }]
    expect((await bringIn(rows, '?dryRun=true')).body).toMatchObject({
      created: 2,
      written: false,
      errors: [],
      money: { debts: 2, owed: 75.5, credits: 0, credit: 0, prepaid: 0, prices: 0 },
    })
    expect((await listed()).items).toEqual([])
    expect((await bringIn(rows)).body).toMatchObject({ created: 2, written: true, errors: [] })
    const { items, ageing } = await listed({ kind: 'opening' })
    expect(items).toMatchObject([
      {
        number: 'OPEN-000001',
        oldNumber: 'A-4711',
        issueDate: '2026-09-01',
        dueDate: '2026-09-08',
        owing: 50,
        gst: 0,
        age: '61-90',
      },
      // Without a date of its own it is due as invoices here are: after 7 days.
      { number: 'OPEN-000002', oldNumber: 'A-4712', dueDate: '2026-10-27', owing: 25.5, age: '1-30' },
    ])
    expect(ageing.filter(({ owing }) => owing > 0)).toEqual([
      { age: '1-30', invoices: 1, owing: 25.5 },
      { age: '61-90', invoices: 1, owing: 50 },
    ])
    const [row] = (await office.admin.get<{ items: unknown[] }>('/v1/users/customers?keyword=501')).body.items
    expect(row).toMatchObject({ accountBalance: -75.5, totalSales: 0 })
  })

  test('shows the old number on the ledger, the statement and the invoice’s own paper, and is found by it', async () => {
    await bringIn([OLD])
    expect((await ledgerOf(olive)).items).toMatchObject([
      { day: '2026-09-01', number: 'OPEN-000001', description: 'Owed before: invoice A-4711', effect: -50 },
    ])
    const [found] = (await listed({ keyword: 'a-4711' })).items
    expect(found).toMatchObject({ number: 'OPEN-000001' })
    expect(await office.call(office.admin, getInvoice, { invoiceID: found!.invoiceID })).toMatchObject({
      oldNumber: 'A-4711',
      accountBalance: -50,
    })
    const { rows } = await office.deps.database.pool.query('select document from invoices')
    expect(rows).toMatchObject([
      {
        document: {
          invoiceKind: 'opening',
          lines: [{ day: '2026-09-01', description: 'Owed before: invoice A-4711' }],
        },
      },
    ])
    expect((await listed({ keyword: 'a-4719' })).items).toEqual([])
  })

  test('adds nothing the second time, and a line that says something else of the same invoice is an error', async () => {
    await bringIn([OLD])
    const again = await bringIn([
      { ...OLD, oldNumber: ' A-4711 ', issueDate: '2026-09-01' },
      { ...OLD, dueDate: '' },
    ])
    expect(again.body.errors).toEqual(bad([3], 'oldNumber: Duplicate of line 2'))
    expect((await bringIn([{ ...OLD, dueDate: '' }])).body).toMatchObject({ created: 0, unchanged: 1, errors: [] })
    const sentence = 'oldNumber: Imported before, and can’t change: $50.00 of 01/09/2026, due 08/09/2026'
    for (const other of [{ owing: 51 }, { dueDate: '2026-09-09' }, { issueDate: '2026-09-02' }])
      expect(await errorsOf({ ...OLD, ...other })).toEqual(bad([2], sentence))
    // Another customer’s invoice may have the same number.
    expect((await bringIn([{ ...OLD, refId: 502 }])).body).toMatchObject({ created: 1, errors: [] })
    expect((await listed()).total).toBe(2)
  })

  test.each([
    ['000777', '777'],
    ['777', '000777'],
    ['INV-000777', 'inv 777'],
    ['INV-000777', '777'],
    ['A/0042', 'A 42'],
    ['2024-001', '2024-1'],
    ['\u200e000777', '777.0'],
    ['12,345', '12345'],
  ])('invoice %s is booked once, though a spreadsheet brings it back as %s', async (oldNumber, eaten) => {
    await bringIn([{ ...OLD, oldNumber }])
    expect((await bringIn([{ ...OLD, oldNumber: eaten }])).body).toMatchObject({ created: 0, unchanged: 1, errors: [] })
    expect(await ledgerOf(olive)).toMatchObject({ accountBalance: -50 })
  })

  test('an eaten number with another amount is the same invoice, and two spellings in one file are one row too many', async () => {
    await bringIn([{ ...OLD, oldNumber: '000777' }])
    expect(await errorsOf({ ...OLD, oldNumber: '777', owing: 60 })).toEqual(
      bad([2], 'oldNumber: Imported before, and can’t change: “000777”, $50.00 of 01/09/2026, due 08/09/2026'),
    )
    expect(await errorsOf({ ...OLD, oldNumber: '00888' }, { ...OLD, oldNumber: '888' })).toEqual(
      bad([3], 'oldNumber: Duplicate of line 2'),
    )
  })

  test('a number that a spreadsheet shortened is refused by name, since its last digits are lost', async () => {
    const sentence = 'A spreadsheet shortened this number. Format the column as text there and save the file again'
    for (const oldNumber of ['1.23E+05', '1E+11', '2,5e+12'])
      expect(await errorsOf({ ...OLD, oldNumber })).toEqual(bad([2], `oldNumber: ${sentence}`))
    expect(await errorsOf({ ...OLD, refId: '5.01E+02' })).toEqual(bad([2], `refId: ${sentence}`))
    expect((await bringIn([{ ...OLD, oldNumber: '12E3' }])).body).toMatchObject({ created: 1, errors: [] })
  })

  test('a row with the customer, date and amount of one already booked is asked about, and imported when confirmed', async () => {
    await bringIn([OLD])
    const other = { ...OLD, oldNumber: 'B-90' }
    const asked = {
      line: 2,
      name: '501 B-90',
      message:
        'oldNumber “B-90”: Looks like one imported before: “A-4711”, $50.00 of 01/09/2026, due 08/09/2026. Is it the same invoice?',
    }
    const doubtful = await bringIn([other], '?skipErrors=true')
    expect(doubtful.body).toMatchObject({ created: 0, errors: [], questions: [asked] })
    expect(await ledgerOf(olive)).toMatchObject({ accountBalance: -50 })
    expect((await bringIn([{ ...other, confirmed: 'yes' }])).body).toMatchObject({ created: 1, errors: [] })
    expect(await ledgerOf(olive)).toMatchObject({ accountBalance: -100 })
    // Both are in the file now, so nothing looks like another.
    expect((await bringIn([OLD, other])).body).toEqual({
      rows: 2,
      created: 0,
      updated: 0,
      unchanged: 2,
      written: true,
      errors: [],
    })
  })

  test('a number without the letters of another invoice is asked about where date or amount differ', async () => {
    await bringIn([{ ...OLD, oldNumber: 'INV777' }])
    const { body } = await bringIn([{ ...OLD, oldNumber: '777', owing: 60 }])
    expect(body).toMatchObject({ created: 0, written: false, questions: [{ line: 2 }] })
    expect((await bringIn([{ ...OLD, oldNumber: 'RR777', owing: 60 }])).body).toMatchObject({ created: 1, errors: [] })
  })

  test('equal amounts of one day under different numbers of one file are imported, also when it is sent again after a stop', async () => {
    const rows = [OLD, { ...OLD, oldNumber: 'A-4712' }]
    await bringIn([OLD])
    expect((await bringIn(rows)).body).toMatchObject({ created: 1, unchanged: 1, errors: [] })
  })

  test('its dates are read as banks and spreadsheets write them', async () => {
    const rows = ['1/9/26', '01-Sep-26', '01/09/2026 00:00', '46266', '2026-09-01T00:00:00'].map((issueDate, at) => ({
      ...OLD,
      oldNumber: `A-${at}`,
      owing: at + 1,
      issueDate,
      dueDate: issueDate,
    }))
    expect((await bringIn(rows)).body).toMatchObject({ created: 5, errors: [] })
    expect(new Set((await listed()).items.map(({ issueDate, dueDate }) => issueDate + dueDate))).toEqual(
      new Set(['2026-09-012026-09-01']),
    )
  })

  test('a customer number is found as spreadsheets write it', async () => {
    expect((await bringIn([{ ...OLD, refId: '501.0' }])).body).toMatchObject({ created: 1, errors: [] })
  })

  test.each<[string, object, RegExp]>([
    ['an unknown customer', { refId: 999 }, /^refId “999”: No customer has this number$/],
    ['no customer', { refId: '' }, /^refId: This field is mandatory$/],
    ['a customer number that is none', { refId: 'Olive' }, /^refId “Olive”: use the customer’s number, 1 to 99999999$/],
    ['nothing owing', { owing: 0 }, /^owing “0”: Nothing is owing$/],
    ['a credit note', { owing: -5 }, /^owing “-5”: use the amount still owing, such as 25 or \$25.00$/],
    ['three decimals', { owing: '5.005' }, /^owing “5.005”/],
    ['too much', { owing: '1000000.01' }, /^owing “1000000.01”: At most \$1,000,000$/],
    ['no number', { oldNumber: '' }, /^oldNumber: This field is mandatory$/],
    ['a long number', { oldNumber: 'x'.repeat(61) }, /^oldNumber “x+”: This field is too long$/],
    ['a day that does not exist', { issueDate: '31/09/2026' }, /^issueDate “31\/09\/2026”: use a date such as/],
    ['tomorrow', { issueDate: '2026-11-11', dueDate: '' }, /^issueDate “2026-11-11”: This is in the future$/],
    ['a mistyped year', { issueDate: '0206-09-01', dueDate: '' }, /^issueDate “0206-09-01”: From 01\/01\/1900/],
    [
      'eleven years ago',
      { issueDate: '2015-09-01', dueDate: '' },
      /^issueDate “2015-09-01”: More than 10 years ago. Check the year$/,
    ],
    [
      'due before it was issued',
      { dueDate: '2026-08-31' },
      /^dueDate “2026-08-31”: This is before the invoice’s date$/,
    ],
    ['due in some years', { dueDate: '2028-09-08' }, /^dueDate “2028-09-08”: More than a year ahead. Check the year$/],
  ])('%s is an error of its line', async (_what, wrong, message) => {
    expect(await errorsOf({ ...OLD, oldNumber: 'A-1' }, { ...OLD, ...wrong })).toEqual([
      { line: 3, name: expect.any(String) as string, message: expect.stringMatching(message) },
    ])
    expect((await listed()).items).toEqual([])
  })

  test('a customer who was deleted has no open invoices', async () => {
    await bringIn([{ ...OLD, refId: 503 }])
    await office.admin.delete(`/v1/users/customers/${await idOf(503)}`)
    expect(await errorsOf({ ...OLD, oldNumber: 'A-2', refId: 503 })).toEqual(
      bad([2], 'refId: The customer with this number was deleted'),
    )
  })

  test('nothing is dated into a closed period (M16)', async () => {
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-09-30' })
    expect(await errorsOf(OLD)).toEqual(bad([2], 'issueDate: The books are closed up to 30/09/2026 (Settings)'))
    expect((await bringIn([{ ...OLD, issueDate: '2026-10-01', dueDate: '' }])).body).toMatchObject({ created: 1 })
  })

  test('a debt comes as one sum or as open invoices, never as both', async () => {
    await bringCustomers([customer(504, { openingBalance: -60 })])
    expect(await errorsOf({ ...OLD, refId: 504 })).toEqual(
      bad([2], 'refId: This customer’s debt was imported as an opening balance: it would count twice'),
    )
    // Brought to $0, it no longer counts.
    const [sum] = (await listed({ customerID: await idOf(504) })).items
    const toZero = { invoiceID: sum!.invoiceID, amount: 0, reason: 'Imported one by one instead' }
    await office.call(office.admin, changeInvoiceAmount, toZero)
    expect((await bringIn([{ ...OLD, refId: 504 }])).body).toMatchObject({ created: 1, errors: [] })
    // The same file of customers still changes nothing.
    expect((await bringCustomers([customer(504, { openingBalance: -60 })])).body).toMatchObject({ unchanged: 1 })

    await bringIn([OLD])
    const both = await bringCustomers([customer(501, { openingBalance: -50 })])
    expect(both.body.errors).toEqual(
      bad([2], 'openingBalance: This customer’s open invoices were imported: the debt would count twice'),
    )
    expect(await ledgerOf(olive)).toMatchObject({ accountBalance: -50 })
  })

  test('credit pays open invoices at once, whichever is imported first', async () => {
    await bringCustomers([customer(501, { openingBalance: 30 })])
    await bringIn([OLD, { ...OLD, oldNumber: 'A-1', issueDate: '2026-08-01', dueDate: '2026-08-08', owing: 20 }])
    expect((await listed({ customerID: olive })).items).toMatchObject([
      { owing: 40 },
      { owing: 0, datePaid: '2026-11-10' },
    ])
    expect(await ledgerOf(olive)).toMatchObject({ credit: 0, owing: 40, accountBalance: -40 })

    await bringIn([{ ...OLD, refId: 502 }])
    await bringCustomers([customer(502, { openingBalance: 30 })])
    expect(await ledgerOf(await idOf(502))).toMatchObject({ credit: 0, owing: 20, accountBalance: -20 })
  })

  test('the good lines are imported when asked; each invoice and the import are in the audit log', async () => {
    const { body } = await bringIn([OLD, { ...OLD, refId: 999 }, { ...OLD, oldNumber: 'A-2' }], '?skipErrors=true')
    expect(body).toMatchObject({ created: 2, written: true, errors: [{ line: 3, name: '999 A-4711' }] })
    const { rows } = await office.deps.database.pool.query<{ action: string; after: object }>(
      `select action, after from audit where action like '%import%' and action <> 'import.customers' order by created_at, action`,
    )
    expect(rows).toMatchObject([
      { action: 'import.invoices', after: { created: 2, errors: 1 } },
      { action: 'invoice.import', after: { amountCents: 5000, dueDate: '2026-09-08' } },
      { action: 'invoice.import' },
    ])
  })

  test('one invoice is stored once, whoever writes it, and what was imported never changes', async () => {
    await bringIn([OLD])
    const { pool } = office.deps.database
    const copy = `insert into invoices select (jsonb_populate_record(invoices, '{"invoice_id": "01890000-0000-7000-8000-000000000001", "number": 2}')).* from invoices`
    await expect(pool.query(copy)).rejects.toThrow(/invoices_old_number/)
    await expect(pool.query(`update invoices set old_number = 'A-1'`)).rejects.toThrow(/never changes/)
    await expect(pool.query(`update invoices set due_day = '2026-12-01'`)).rejects.toThrow(/never changes/)
  })

  test('1,200 open invoices of three customers are imported, and once', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      ...OLD,
      oldNumber: at,
      refId: 501 + (at % 3),
      owing: 0.01,
    }))
    expect((await bringIn(rows)).body).toMatchObject({ created: 1_200, errors: [] })
    expect((await bringIn(rows)).body).toMatchObject({ created: 0, unchanged: 1_200, errors: [] })
    expect(await ledgerOf(olive)).toMatchObject({ accountBalance: -4 })
  })
})
