import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases, inFull } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, aPackage, aSuburb, made } from '../../fixtures/office-bodies.ts'
import { bad, csvOf, importOf, type Result } from '../../fixtures/import-files.ts'

/** The proof imports a large firm. */
const LINES = inFull ? 5_000 : 1_000

const ANNA = {
  firstName: 'Anna',
  lastName: 'Smith',
  address: '12 High Street',
  suburbLabel: 'Wahroonga',
  packageName: 'Garden bag',
  startDate: '01/02/2026',
  accountType: 'Personal',
  invoiceType: '1a',
}

describe.each(databases)('A file of customers on %s', (kind) => {
  let office: Office
  let bringIn: (rows: readonly Record<string, unknown>[], query?: string) => Promise<{ status: number; body: Result }>
  let home: { suburbID: string; productID: string }
  let freshly: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    await office.make.calendarYear()
    home = await aHome(office.admin, {
      suburb: { label: 'Wahroonga', postCode: '2076', weekNumber: 2 },
      product: { name: 'Garden bag', price: 25 },
    })
    freshly = await office.keep()
    const send = importOf(office, 'customers')
    bringIn = (rows, query) => send(csvOf(rows), query)
  })
  beforeEach(() => freshly())
  afterAll(() => office.close())

  const found = async (keyword: string) =>
    (
      await office.admin.get<{ items: Record<string, unknown>[] }>(
        `/v1/users/customers?keyword=${encodeURIComponent(keyword)}`,
      )
    ).body.items
  const shown = async (keyword: string) => {
    const [row] = await found(keyword)
    return (await office.admin.get<Record<string, unknown>>(`/v1/users/customers/${String(row?.['customerID'])}`)).body
  }
  const rowsOf = async (statement: string) =>
    (await office.deps.database.pool.query<Record<string, unknown>>(statement)).rows

  test('makes a customer as the form does: missing values come from suburb, package and calendar', async () => {
    expect(
      (
        await bringIn([
          {
            ...ANNA,
            mobilePhone: '0412 345 678',
            email: 'anna@home.example',
            notes: 'Gate code 12\nDog',
            features: 'Blue bag|Key',
            propertyManagement: 'yes',
          },
        ])
      ).body,
    ).toEqual({
      rows: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      written: true,
      errors: [],
    })
    const byHand = await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { startDate: '2026-02-01', lastName: 'Zander' }),
    )
    expect(await shown('Smith')).toMatchObject({
      ...Object.fromEntries(
        [
          'state',
          'postcode',
          'suburbID',
          'productID',
          'weekNumber',
          'ownWeek',
          'runNumber',
          'amount',
          'due',
          'paymentScheme',
          'collectionScheme',
          'serviceType',
          'nextPickUp',
          'status',
        ].map((name) => [name, byHand[name]]),
      ),
      refId: '10001',
      origin: 'MIGRATED',
      startDate: '2026-02-01',
      mobilePhone: '+61412345678',
      notes: 'Gate code 12\nDog',
      features: ['Blue bag', 'Key'],
      propertyManagement: true,
    })
  })

  test('a value without a column can be given in the heading, for every line that has no own value', async () => {
    const csv =
      'firstName,lastName,address,suburbLabel,packageName=Garden bag,startDate=2026-02-01,"accountType=personal",invoiceType=1A\nAnna,Smith,12 High Street,Wahroonga\nBen,Brown,14 High Street,Wahroonga,,,Business,1C'
    const send = importOf(office, 'customers')
    expect((await send(csv)).body).toMatchObject({ rows: 2, created: 2, errors: [] })
    expect(await shown('Smith')).toMatchObject({
      accountType: 'PERSONAL',
      invoiceType: '1A',
      startDate: '2026-02-01',
      servicePackage: 'Garden bag',
    })
    expect(await shown('Brown')).toMatchObject({ accountType: 'BUSINESS', invoiceType: '1C' })
    expect((await send(csv)).body).toMatchObject({ created: 0, unchanged: 2 })
    expect((await send(csv.replace('=1A', '=9Z'))).body.errors).toMatchObject([{ line: 2 }])
  })

  test('a customer and a suburb are recognised however apostrophes and accents are typed; two stored ones stay two', async () => {
    const suburb = { label: 'O’Connor', postCode: '2602', state: 'ACT', weekNumber: 1 }
    await made(office.admin, '/v1/users/suburbs', aSuburb(suburb))
    const renee = { ...ANNA, firstName: 'Renée', lastName: 'O’Brien', suburbLabel: "O'Connor" }
    expect((await bringIn([renee])).body).toMatchObject({ created: 1, errors: [] })
    const typed = { ...renee, firstName: 'Renee', lastName: "O'BRIEN", suburbLabel: 'O‘Connor', postcode: '2602' }
    expect((await bringIn([{ ...typed, notes: 'Dog' }])).body).toMatchObject({ created: 0, updated: 1, errors: [] })
    expect((await bringIn([renee, typed])).body.errors).toMatchObject([
      { line: 3, message: expect.stringContaining('Same customer as line 2') },
    ])
    // Like two customers from earlier files with numbers.
    const [one, other] = [
      { ...renee, address: '1 High Street' },
      { ...typed, address: '1 High Street' },
    ]
    await bringIn([
      { ...one, refId: 501 },
      { ...other, refId: 502 },
    ])
    expect((await bringIn([one, other])).body).toMatchObject({ created: 0, unchanged: 2, errors: [] })
    expect((await bringIn([{ ...one, lastName: 'OBrien' }])).body.errors).toMatchObject([
      { line: 2, message: expect.stringContaining('Several customers have this name') },
    ])
  })

  test('an imported customer signs in by “Forgot password?”', async () => {
    await bringIn([{ ...ANNA, email: 'anna@home.example' }])
    expect(await office.nobody.post('/v1/users/forgot-password', { email: 'anna@home.example' })).toMatchObject({
      status: 204,
    })
    expect(await rowsOf(`select purpose from one_time_tokens where user_id is not null`)).toEqual([
      { purpose: 'reset' },
    ])
  })

  test('the same file a second time changes nothing, with numbers, with e-mails and without either', async () => {
    const rows = [
      { ...ANNA, refId: 4711, openingBalance: '-$60.00' },
      {
        ...ANNA,
        lastName: 'Jones',
        email: 'Jones@Home.example',
        amount: 27.5,
        weekNumber: 4,
        dueYear: 2026,
        dueMonth: 12,
      },
      { ...ANNA, lastName: 'Miller', status: 'Blocked', collectionScheme: 'Flexible' },
      { ...ANNA, refId: '', lastName: 'Brown' },
    ]
    expect((await bringIn(rows)).body).toMatchObject({ created: 4, errors: [] })
    const before = await rowsOf('select * from customers order by ref_number')
    expect((await bringIn(rows)).body).toMatchObject({ created: 0, updated: 0, unchanged: 4, errors: [] })
    expect(await rowsOf('select * from customers order by ref_number')).toEqual(before)
    expect(before.map(({ ref_number }) => ref_number)).toEqual([4711, 10_001, 10_002, 10_003])
  })

  test('a known number means that customer: only the file’s columns change, and an empty cell changes nothing', async () => {
    await bringIn([{ ...ANNA, refId: 10_500, notes: 'Gate code 12' }])
    expect(
      (await bringIn([{ refId: 10_500, mobilePhone: '0498 765 432', notes: '', collectionScheme: 'Second-monthly' }]))
        .body,
    ).toMatchObject({ updated: 1, errors: [] })
    expect(await shown('10500')).toMatchObject({
      firstName: 'Anna',
      mobilePhone: '+61498765432',
      notes: 'Gate code 12',
      collectionScheme: 'SECOND_MONTHLY',
      version: 2,
    })
    expect(await found('0498765432')).toHaveLength(1)
  })

  test('a new number is kept, and the next customer gets a higher one', async () => {
    await bringIn([
      { ...ANNA, refId: 20_000 },
      { ...ANNA, lastName: 'Jones' },
    ])
    expect(await rowsOf('select ref_number from customers order by 1')).toEqual([
      { ref_number: 20_000 },
      { ref_number: 20_001 },
    ])
    expect(await made(office.admin, '/v1/users/customers', aCustomer(home))).toMatchObject({ refId: '20002' })
  })

  test('the check of a file says what it books: debts, credits, prepaid collections and other prices', async () => {
    await bringIn([{ ...ANNA, refId: 4711, amount: 25 }])
    const rows = [
      { ...ANNA, refId: 4711, amount: 27.5, openingBalance: '-60' },
      { ...ANNA, refId: 4712, lastName: 'Jones', openingBalance: '-40.50' },
      { ...ANNA, refId: 4713, lastName: 'Miller', openingBalance: '12' },
      { ...ANNA, refId: 4714, lastName: 'Brown', paymentScheme: 'PREPAID', prepaidLeft: 2 },
    ]
    const money = { debts: 2, owed: 100.5, credits: 1, credit: 12, prepaid: 2, prices: 1 }
    expect((await bringIn(rows, '?dryRun=true')).body).toMatchObject({ written: false, errors: [], money })
    expect((await bringIn(rows)).body).toMatchObject({ written: true, errors: [], money })
    expect((await bringIn(rows, '?dryRun=true')).body).not.toHaveProperty('money')
  })

  test('the opening balance is kept once; another one later is an error of its line', async () => {
    const row = { ...ANNA, refId: 4711, openingBalance: '(60.00)' }
    await bringIn([row])
    expect(await rowsOf('select amount_cents from opening_balances')).toEqual([{ amount_cents: -6000 }])
    expect((await bringIn([{ ...row, openingBalance: '-60' }])).body).toMatchObject({ unchanged: 1 })
    expect((await bringIn([{ ...row, openingBalance: '-61' }])).body.errors).toEqual(
      bad([2], 'openingBalance: This customer already has another opening balance, which can’t change'),
    )
    expect(await rowsOf('select amount_cents from opening_balances')).toEqual([{ amount_cents: -6000 }])
  })

  test('an opening balance of a customer who was invoiced here is asked about, because it may be our own', async () => {
    await bringIn([{ ...ANNA, refId: 4711 }])
    const { customerID } = (await found('Smith'))[0] as { customerID: string }
    const lines = [{ description: 'Bag', quantity: 1, price: 25 }]
    expect(await office.admin.post('/v1/invoices', { customerID, lines })).toMatchObject({ status: 201 })
    const row = { refId: 4711, openingBalance: '-25' }
    expect((await bringIn([row], '?skipErrors=true')).body).toMatchObject({
      updated: 0,
      errors: [],
      questions: [{ line: 2, message: expect.stringContaining('This customer was invoiced here already') }],
    })
    expect(await rowsOf('select 1 from opening_balances')).toEqual([])
    expect((await bringIn([{ ...row, confirmed: 'yes' }])).body).toMatchObject({ updated: 1, errors: [] })
    expect(await rowsOf('select amount_cents from opening_balances')).toEqual([{ amount_cents: -2500 }])
  })

  test('a customer with an imported balance is hidden, not deleted', async () => {
    await bringIn([{ ...ANNA, openingBalance: 20 }])
    const [row] = await found('Smith')
    expect(await office.admin.delete(`/v1/users/customers/${String(row?.['customerID'])}`)).toMatchObject({
      status: 204,
    })
    expect(await rowsOf('select amount_cents from opening_balances')).toEqual([{ amount_cents: 2000 }])
  })

  test('an e-mail of two homes is asked about, and then kept at both when the file comes again', async () => {
    const two = [
      { ...ANNA, refId: 501, email: 'a@home.example' },
      { ...ANNA, refId: 502, lastName: 'Jones', email: 'A@home.example' },
      { ...ANNA, refId: 503, lastName: 'Kay', email: 'office@bagrun.example' },
    ]
    expect((await bringIn(two)).body).toMatchObject({
      written: false,
      errors: [],
      questions: [
        {
          line: 3,
          message: 'email “A@home.example”: Same email as line 2. Is it for both? Then this customer can’t log in',
        },
        {
          line: 4,
          message:
            'email “office@bagrun.example”: Another account uses this email. Is it for both? Then this customer can’t log in',
        },
      ],
    })
    const confirmed = two.map((row) => ({ ...row, confirmed: 'yes' }))
    expect((await bringIn(confirmed)).body).toMatchObject({ created: 3, errors: [] })
    expect(
      await rowsOf(
        `select email, signs_in from users where last_name in ('Smith', 'Jones', 'Kay') order by last_name desc`,
      ),
    ).toEqual([
      { email: 'a@home.example', signs_in: 1 },
      { email: 'office@bagrun.example', signs_in: 0 },
      { email: 'A@home.example', signs_in: 0 },
    ])
    expect((await bringIn(two)).body).toMatchObject({ unchanged: 3, errors: [] })
  })

  test('all errors of a line are listed at once, by column', async () => {
    const { body } = await bringIn([
      ANNA,
      {
        ...ANNA,
        lastName: 'Wrong',
        email: 'no mail',
        startDate: '2026-13-01',
        invoiceType: '9Z',
        amount: 'a lot',
        runNumber: 100,
        doNotRemind: 'maybe',
        packageName: 'Gold',
        suburbLabel: 'Atlantis',
      },
    ])
    expect(body).toMatchObject({ created: 1, written: false })
    expect(body.errors).toEqual([
      {
        line: 3,
        name: 'Anna Wrong',
        message:
          'startDate “2026-13-01”: use a date such as 23/06/2026; invoiceType “9Z”: use 1A, 1B, 1C, 2A or 3A; amount “a lot”: use the price of one bag, such as 25 or $25.00; ' +
          'doNotRemind “maybe”: use yes or no; ' +
          'suburbLabel “Atlantis”: No suburb has this name; packageName “Gold”: No service package has this name; email “no mail”: Invalid email address; runNumber “100”: At most 99',
      },
    ])
  })

  test.each<[string, Record<string, unknown>[], number, RegExp]>([
    [
      'the same number twice',
      [
        { ...ANNA, refId: 7 },
        { ...ANNA, refId: 7 },
      ],
      3,
      /^refId “7”: Duplicate of line 2$/,
    ],
    [
      'the same customer twice',
      [ANNA, { ...ANNA, firstName: 'ANNA ', address: '12  high street' }],
      3,
      /^lastName “Smith”: Same name and address as line 2$/,
    ],
    [
      'a suburb that its postcode does not tell',
      [{ ...ANNA, postcode: '2077' }],
      2,
      /^suburbLabel “Wahroonga”: No suburb has this name and the postcode 2077$/,
    ],
    [
      'a new number and not all that a new customer needs',
      [{ refId: 7, firstName: 'Anna' }],
      2,
      /lastName: This field is mandatory.*suburbLabel: This field is mandatory/,
    ],
    ['half a due period', [{ ...ANNA, dueYear: 2026 }], 2, /^dueMonth: This field is mandatory$/],
    [
      'a due period for somebody who is collected on request',
      [{ ...ANNA, collectionScheme: 'FLEXIBLE', dueYear: 2026, dueMonth: 12 }],
      2,
      /^dueYear “2026”: Customers collected on request have no first collection$/,
    ],
    [
      'the same feature twice',
      [{ ...ANNA, features: 'Key|KEY' }],
      2,
      /^features “Key\|KEY”: This feature has been defined$/,
    ],
    ['number 0', [{ ...ANNA, refId: 0 }], 2, /^refId “0”: use the customer’s number/],
  ])('%s is an error of its line', async (_what, rows, line, message) => {
    expect((await bringIn(rows)).body.errors).toEqual([
      { line, name: expect.any(String) as string, message: expect.stringMatching(message) },
    ])
    expect(await rowsOf('select 1 from customers')).toEqual([])
  })

  test('suburbs with the same name are distinguished by postcode', async () => {
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Wahroonga', postCode: '2999' }))
    expect((await bringIn([ANNA])).body.errors).toEqual(
      bad([2], 'suburbLabel: Several suburbs have this name. Add the postcode or state'),
    )
    expect((await bringIn([{ ...ANNA, postcode: '2999' }])).body).toMatchObject({ created: 1 })
    expect(await shown('Smith')).toMatchObject({ postcode: '2999' })
  })

  test('a state chooses between suburbs of one name, and one that contradicts the suburb is a warning', async () => {
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Richmond', postCode: '2753', state: 'NSW' }))
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Richmond', postCode: '3121', state: 'VIC' }))
    const richmond = { ...ANNA, suburbLabel: 'Richmond' }
    expect((await bringIn([richmond])).body.errors).toHaveLength(1)
    expect((await bringIn([{ ...richmond, state: 'Victoria' }])).body).toMatchObject({ created: 1, errors: [] })
    expect(await shown('Smith')).toMatchObject({ postcode: '3121', state: 'VIC' })
    const { body } = await bringIn([{ ...ANNA, lastName: 'Border', state: 'VIC' }])
    expect(body).toMatchObject({
      created: 1,
      errors: [],
      warnings: [{ line: 2, name: 'Anna Border', message: 'state “VIC”: Wahroonga 2076 is in NSW here' }],
    })
    // What the office was told of once it is not told of again.
    expect((await bringIn([{ ...ANNA, lastName: 'Border', state: 'VIC' }])).body).toMatchObject({ unchanged: 1 })
  })

  test('a phone is read from what is written around it; the rest is kept in the notes, and no row is refused for it', async () => {
    const rows = [
      { ...ANNA, lastName: 'Zero', mobilePhone: '412345678', homePhone: 'n/a' },
      { ...ANNA, lastName: 'Marks', mobilePhone: "'+61\u200e412\u2212345\u2212679\u200b\ufe0f", homePhone: 'none' },
      { ...ANNA, lastName: 'Two', mobilePhone: '0412 345 670 / 02 9876 5432', notes: 'Dog' },
      { ...ANNA, lastName: 'Words', homePhone: 'ask at no. 14' },
      { ...ANNA, lastName: 'Mail', email: 'Anna <anna@home.example>; ben@home.example' },
    ]
    const { body } = await bringIn(rows)
    expect(body).toMatchObject({ created: 5, errors: [] })
    expect(body.warnings?.map(({ line, message }) => [line, message])).toEqual([
      [4, 'mobilePhone “0412 345 670 / 02 9876 5432”: 0412 345 670 was taken. The rest is kept in the notes'],
      [5, 'homePhone “ask at no. 14”: This isn’t a phone number. It is kept in the notes'],
      [
        6,
        'email “Anna anna@home.example ; ben@home.example”: anna@home.example was taken. The rest is kept in the notes',
      ],
    ])
    expect(
      await rowsOf(
        'select last_name, mobile_phone, home_phone, notes from customers join users on user_id = customer_id order by ref_number',
      ),
    ).toEqual([
      { last_name: 'Zero', mobile_phone: '+61412345678', home_phone: null, notes: null },
      { last_name: 'Marks', mobile_phone: '+61412345679', home_phone: null, notes: null },
      {
        last_name: 'Two',
        mobile_phone: '+61412345670',
        home_phone: null,
        notes: 'Dog\nMobile phone in the file: 0412 345 670 / 02 9876 5432',
      },
      { last_name: 'Words', mobile_phone: null, home_phone: null, notes: 'Home phone in the file: ask at no. 14' },
      {
        last_name: 'Mail',
        mobile_phone: null,
        home_phone: null,
        notes: 'Email in the file: Anna <anna@home.example>; ben@home.example',
      },
    ])
    expect((await bringIn(rows)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
  })

  test.each(['1/11/26', '01-Nov-26', '01/11/2026 00:00', '46327', '20261101', '2026-11-01'])(
    'the start date %s is 1 November 2026',
    async (startDate) => {
      expect((await bringIn([{ ...ANNA, startDate }])).body).toMatchObject({ created: 1, errors: [] })
      expect(await shown('Smith')).toMatchObject({ startDate: '2026-11-01' })
    },
  )

  test('the office’s own customers are recognised only by their number', async () => {
    await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { firstName: 'Anna', lastName: 'Smith', email: 'anna@home.example' }),
    )
    expect((await bringIn([{ ...ANNA, email: 'anna@home.example' }])).body.questions).toEqual(
      bad([2], 'email: Another account uses this email. Is it for both? Then this customer can’t log in'),
    )
    expect((await bringIn([{ refId: 10_001, email: 'new@home.example' }])).body).toMatchObject({ updated: 1 })
    expect(await shown('Smith')).toMatchObject({ email: 'new@home.example', origin: 'NEW' })
  })

  test('a new customer with the name and address of one already here is asked about, however the address is written', async () => {
    await made(office.admin, '/v1/users/customers', aCustomer(home, { lastName: 'Smith', address: '12 High St' }))
    for (const row of [ANNA, { ...ANNA, refId: 4711 }]) {
      expect((await bringIn([row], '?skipErrors=true')).body).toMatchObject({
        created: 0,
        errors: [],
        questions: [
          {
            line: 2,
            name: 'Anna Smith',
            message: 'lastName “Smith”: Same name and address as 10001 Anna Smith. Is it the same customer?',
          },
        ],
      })
    }
    expect(await rowsOf('select 1 from customers')).toHaveLength(1)
    expect((await bringIn([{ ...ANNA, confirmed: 'yes' }])).body).toMatchObject({ created: 1, errors: [] })
    // Now the row means the customer it made.
    expect((await bringIn([{ ...ANNA, confirmed: 'yes' }])).body).toMatchObject({ created: 0, unchanged: 1 })
  })

  test('a new customer with a phone and the name or address of one already here is asked about; a phone alone is a warning', async () => {
    await made(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { lastName: 'Smith', address: '12 High St', mobilePhone: '0412 345 678' }),
    )
    const phone = { mobilePhone: '412345678' }
    const { body } = await bringIn(
      [
        { ...ANNA, ...phone, firstName: 'A', address: '9 Park Avenue' },
        { ...ANNA, ...phone, firstName: 'Ben', lastName: 'Brown' },
        { ...ANNA, homePhone: '+61 412 345 678', lastName: 'Miller', address: '7 Park Avenue' },
      ],
      '?skipErrors=true',
    )
    expect(body).toMatchObject({ created: 1, errors: [] })
    expect(body.questions?.map(({ line, message }) => [line, message])).toEqual([
      [2, 'mobilePhone “412345678”: 0412 345 678 is also the phone of 10001 Anna Smith. Is it the same customer?'],
      [3, 'mobilePhone “412345678”: 0412 345 678 is also the phone of 10001 Anna Smith. Is it the same customer?'],
    ])
    expect(body.warnings?.map(({ line, message }) => [line, message])).toEqual([
      [4, 'homePhone “+61 412 345 678”: 0412 345 678 is also the phone of 10001 Anna Smith'],
    ])
  })

  test('two new customers of one file with a phone and address in common are asked about, unless each has a number', async () => {
    const rows = [
      { ...ANNA, mobilePhone: '0412 345 678' },
      { ...ANNA, firstName: 'Ben', mobilePhone: '0412 345 678' },
    ]
    expect((await bringIn(rows, '?dryRun=true')).body).toMatchObject({ created: 1, questions: [{ line: 3 }] })
    const numbered = rows.map((row, at) => ({ ...row, refId: 501 + at }))
    expect((await bringIn(numbered)).body).toMatchObject({ created: 2, errors: [], warnings: [{ line: 3 }] })
  })

  test('a customer in week 5 is told how seldom that is, unless the cycle has no such week', async () => {
    const { body } = await bringIn([
      { ...ANNA, weekNumber: 5 },
      { ...ANNA, lastName: 'Jones', weekNumber: 5, collectionScheme: 'on request' },
      { ...ANNA, lastName: 'Miller', weekNumber: 4 },
    ])
    expect(body).toMatchObject({ created: 3, errors: [] })
    expect(body.warnings).toMatchObject([{ line: 2, message: 'weekNumber “5”: Week 5 comes about 4 times a year.' }])
    expect(await shown('Smith')).toMatchObject({
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'week_five' })]),
    })
    expect(await shown('Jones')).toMatchObject({ warnings: [] })
  })

  test('a file does not set back the status and next due period of a known customer', async () => {
    const row = { ...ANNA, refId: 4711, status: 'ACTIVE', dueYear: 2026, dueMonth: 11 }
    await bringIn([row])
    const { customerID } = (await found('Smith'))[0] as { customerID: string }
    await office.admin.put(`/v1/users/customers/${customerID}/cycles`, {
      collectionScheme: 'MONTHLY',
      weekNumber: 2,
      runNumber: 1,
      due: { yearNumber: 2026, monthNumber: 12 },
    })
    expect((await bringIn([row])).body).toMatchObject({ unchanged: 1 })
    await office.admin.put(`/v1/users/customers/${customerID}/block`, { reason: 'Moved' })
    expect((await bringIn([row])).body.errors).toEqual(
      bad([2], 'status: This customer is Blocked now. Change the status on the customer’s page'),
    )
  })

  test('a known customer can move to another suburb and package', async () => {
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: 'Hornsby', postCode: '2077', weekNumber: 3 }))
    await made(office.admin, '/v1/products', aPackage({ name: 'Big bag', price: 40 }))
    await bringIn([{ ...ANNA, refId: 1 }])
    expect(
      (
        await bringIn([
          { refId: 1, suburbLabel: 'hornsby', postcode: '2077', packageName: 'big BAG', lastName: 'Brown' },
        ])
      ).body,
    ).toMatchObject({ updated: 1, errors: [] })
    expect(await shown('Hornsby')).toMatchObject({
      fullName: 'Anna Brown',
      suburb: 'Hornsby',
      postcode: '2077',
      weekNumber: 3,
      servicePackage: 'Big bag',
      amount: 25,
    })
  })

  test('every customer made or changed is in the audit log without names, and the import once', async () => {
    await bringIn([
      { ...ANNA, refId: 1, openingBalance: 5 },
      { ...ANNA, refId: 2 },
    ])
    await bringIn([{ refId: 1, lastName: 'Brown' }, { refId: 2 }])
    const rows = await rowsOf(
      `select action, after from audit where action in ('customer.create', 'customer.update', 'import.customers') order by created_at, action`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'customer.create',
      'customer.create',
      'customer.update',
      'import.customers',
      'import.customers',
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Anna|Smith|Brown|High Street/)
    expect(JSON.stringify(rows)).toContain('"openingBalanceCents":500')
  })

  test('Many lines with 40 bad ones: each bad line is listed, the good ones are imported only when asked, and once', async () => {
    const wrong = new Set(Array.from({ length: 40 }, (_, place) => 3 + place * (LINES / 40)))
    const rows = Array.from({ length: LINES }, (_, at) => ({
      ...ANNA,
      lastName: `Line ${at}`,
      email: wrong.has(at + 2) ? 'no mail' : `line${at}@home.example`,
      openingBalance: at % 7,
    }))
    const errors = bad([...wrong], 'email: Invalid email address')
    const credits = rows.filter((_, at) => !wrong.has(at + 2)).map(({ openingBalance }) => openingBalance)
    const money = {
      debts: 0,
      owed: 0,
      credits: credits.filter((credit) => credit > 0).length,
      credit: credits.reduce((sum, credit) => sum + credit, 0),
      prices: 0,
      prepaid: 0,
    }
    expect((await bringIn(rows)).body).toEqual({
      rows: LINES,
      created: LINES - 40,
      updated: 0,
      unchanged: 0,
      written: false,
      errors,
      money,
    })
    expect(await rowsOf('select count(*)::int as count from customers')).toEqual([{ count: 0 }])
    expect((await bringIn(rows, '?skipErrors=true')).body).toEqual({
      rows: LINES,
      created: LINES - 40,
      updated: 0,
      unchanged: 0,
      written: true,
      errors,
      money,
    })
    expect((await bringIn(rows, '?skipErrors=true')).body).toEqual({
      rows: LINES,
      created: 0,
      updated: 0,
      unchanged: LINES - 40,
      written: true,
      errors,
    })
    expect(
      await rowsOf(
        'select count(*)::int as count, max(ref_number) as last, sum(opening_balances.amount_cents)::int as cents from customers join opening_balances using (customer_id)',
      ),
    ).toMatchObject([{ count: LINES - 40, last: 10_000 + LINES - 40 }])
    expect(await found(`Line ${LINES - 1}`)).toMatchObject([{ fullName: `Anna Line ${LINES - 1}`, hasEmail: true }])
  })
})
