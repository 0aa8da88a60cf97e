import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driver as driverAnswer } from '#contract/v1/drivers.ts'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'
import { aDriver, another, type Fields, ids, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

const DRIVERS = '/v1/users/drivers'
const path = ({ driverID }: Fields) => `${DRIVERS}/${String(driverID)}`
const PRIVATE = {
  dob: '1988-07-23',
  nextOfKin: 'Miriam Featherstone',
  licenseNumber: '17283945LX',
  taxFileNumber: '123 456 782',
}
const SECRETS = [...Object.values(PRIVATE), '123456782', '23/07/1988', 'Featherstone']

describe.each(databases)('Drivers on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const add = (fields: Fields = {}) => made(office.admin, DRIVERS, aDriver(fields))

  test('a driver is stored with the pay to the cent and the weeks in order, each once', async () => {
    const driver = await add({
      payRate: 4.25,
      payPercentage: 12.5,
      weekNumbers: [4, 2, 4, 1],
      abn: '51 824 753 556',
      licenseExpiresAt: '2027-01-31',
      notes: 'Own truck',
    })
    expect(driver).toMatchObject({
      payRate: 4.25,
      payPercentage: 12.5,
      weekNumbers: [1, 2, 4],
      abn: '51824753556',
      mobilePhone: '+61412345678',
      licenseExpiresAt: '2027-01-31',
      notes: 'Own truck',
      employmentEndDate: null,
      dob: null,
      nextOfKin: null,
      licenseNumber: null,
      taxFileNumber: null,
      version: 1,
    })
    expect(await office.admin.get(path(driver))).toMatchObject({ status: 200, body: driver })
  })

  test('a pay rate so high that the largest record of a stop could not be stored is refused at its field', async () => {
    const body = aDriver({ payRate: 10_000.01 })
    expect(await office.admin.post(DRIVERS, body)).toMatchObject(wrongField('payRate', 'At most $10,000'))
    await add({ payRate: 10_000 })
  })

  test('an answer has what its contract names, and no other column of its row', async () => {
    const created = await add(PRIVATE)
    const { items } = (await office.admin.get(DRIVERS)).body as { items: Fields[] }
    const named = Object.keys(driverAnswer.shape).sort()
    for (const answer of [created, ...items]) expect(Object.keys(answer).sort()).toEqual(named)
  })

  test('an ABN, BSB, account or tax file number is taken as people type it', async () => {
    const typed = {
      abn: 'ABN: 51-824.753 556',
      bsb: 'BSB 062 000',
      accountNumber: '1234-5678',
      taxFileNumber: '123-456-782',
    }
    const driver = await add(typed)
    expect(driver).toMatchObject({ abn: '51824753556', bsb: '*** *** 000', taxFileNumber: '*** *** 782' })
    expect(await office.admin.put(path(driver), { abn: 'ABN 51 824 753 557' })).toMatchObject(wrongField('abn'))
  })

  test('private fields are masked in every answer', async () => {
    const masks = {
      dob: '**/**/****',
      nextOfKin: '*** ***',
      licenseNumber: '*** *** 5LX',
      taxFileNumber: '*** *** 782',
    }
    const driver = await add(PRIVATE)
    const answers = [
      driver,
      (await office.admin.get(path(driver))).body,
      (await office.admin.put(path(driver), { notes: 'x' })).body,
      (await office.admin.get(`${DRIVERS}?keyword=${encodeURIComponent(String(driver['email']))}`)).body,
      (await office.admin.put(path(driver), { taxFileNumber: '123 456 789' })).body,
    ]
    expect(answers[0]).toMatchObject(masks)
    expect(answers[2]).toMatchObject(masks)
    expect(answers[3]).toMatchObject({ items: [masks] })
    expect(leaks(answers)).toEqual([])
  })

  test('a short licence number is masked completely', async () => {
    expect(await add({ licenseNumber: '12345' })).toMatchObject({ licenseNumber: '*** ***' })
  })

  test('private fields are encrypted in the database, and are in no log, audit entry or mail', async () => {
    const driver = await add(PRIVATE)
    await office.admin.put(path(driver), { ...PRIVATE, payRate: 5 })
    await office.admin.get(`${path(driver)}/private`)
    const { db } = office.deps.database
    const [row] = (await db.execute(sql`select * from drivers where driver_id = ${driver['driverID']}`)).rows
    const sealed = ['dob_sealed', 'next_of_kin_sealed', 'license_number_sealed', 'tax_file_number_sealed'].map(
      (column) => row![column] as Buffer,
    )
    expect(sealed.every((bytes) => bytes.length > 16)).toBe(true)
    expect(leaks(sealed.map((bytes) => bytes.toString('latin1') + bytes.toString('utf16le')))).toEqual([])
    const elsewhere = await Promise.all(
      ['drivers', 'users', 'audit', 'mails', 'idempotency_keys'].map(
        async (table) => (await db.execute(sql.raw(`select * from ${table}`))).rows,
      ),
    )
    expect(leaks([elsewhere, office.logged])).toEqual([])
  })

  test('the same number is encrypted differently for each driver', async () => {
    const [a, b] = [await add(PRIVATE), await add(PRIVATE)]
    const { rows } = await office.deps.database.db.execute(
      sql`select tax_file_number_sealed as sealed from drivers where driver_id in (${a['driverID']}, ${b['driverID']})`,
    )
    expect(rows[0]!['sealed']).not.toEqual(rows[1]!['sealed'])
  })

  test('revealing answers what was given, and who looked is in the audit log without it', async () => {
    const driver = await add(PRIVATE)
    const answer = await office.admin.get(`${path(driver)}/private`)
    expect(answer).toMatchObject({
      status: 200,
      body: { driverID: driver['driverID'], ...PRIVATE, taxFileNumber: '123456782' },
    })
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { rows } = await office.deps.database.db.execute(
      sql`select * from audit where subject_id = ${driver['driverID']} and action = 'driver.reveal'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ actor_id: office.admin.userID, before: null, after: null })
    expect(await office.admin.get(`${DRIVERS}/01990000-0000-7000-8000-000000000000/private`)).toMatchObject(
      refusal(404, 'not_found'),
    )
  })

  test('a reveal whose request is wrong reads nothing and leaves no audit entry', async () => {
    const driver = await add(PRIVATE)
    for (const framing of ['gzip', 'chunked'])
      expect(await office.admin.get(`${path(driver)}/private`, { 'transfer-encoding': framing })).toMatchObject(
        refusal(400, 'not_understood'),
      )
    const { rows } = await office.deps.database.db.execute(
      sql`select * from audit where subject_id = ${driver['driverID']} and action = 'driver.reveal'`,
    )
    expect(rows).toEqual([])
  })

  test('only an admin may read drivers, masked or revealed', async () => {
    const driver = await office.driver()
    for (const at of [DRIVERS, `${DRIVERS}/${driver.userID}`, `${DRIVERS}/${driver.userID}/private`]) {
      expect(await driver.get(at)).toMatchObject(refusal(403, 'forbidden'))
      expect(await office.nobody.get(at)).toMatchObject(refusal(401, 'unauthenticated'))
    }
  })

  test.each<[string, Fields]>([
    ['taxFileNumber', { taxFileNumber: '123 456 789' }],
    ['taxFileNumber', { taxFileNumber: '000 000 000' }],
    ['abn', { abn: '51 824 753 557' }],
    ['dob', { dob: '1990-13-01' }],
    ['payRate', { payRate: 4.005 }],
    ['payPercentage', { payPercentage: 101 }],
    ['payPercentage', { payPercentage: 12.345 }],
    ['mobilePhone', { mobilePhone: 'call me' }],
    ['weekNumbers.0', { weekNumbers: [0] }],
    ['employmentType', { employmentType: 'BOSS' }],
    ['employmentEndDate', { employmentEndDate: '2025-12-31' }],
    ['licenseNumber', { licenseNumber: '*** *** 782' }],
    ['nextOfKin', { nextOfKin: '*** ***' }],
    ['colour', { colour: 'red' }],
    ['email', { email: null }],
  ])('a wrong %s is refused at the field', async (field, fields) => {
    expect(await office.admin.post(DRIVERS, aDriver(fields))).toMatchObject(wrongField(field))
  })

  test('the message about a wrong tax file number does not repeat it', async () => {
    const answer = await office.admin.post(DRIVERS, aDriver({ taxFileNumber: '123 456 789' }))
    expect(JSON.stringify({ ...answer.body, requestID: '' })).not.toContain('456')
  })

  test('a field that is left out stays, null clears it, private ones too', async () => {
    const driver = await add({ ...PRIVATE, address: '1 Depot Road', abn: '51 824 753 556' })
    expect(
      await office.admin.put(path(driver), { dob: null, taxFileNumber: null, address: null, abn: '' }),
    ).toMatchObject({
      body: { dob: null, taxFileNumber: null, address: null, abn: null, licenseNumber: '*** *** 5LX', version: 2 },
    })
    expect(await office.admin.get(`${path(driver)}/private`)).toMatchObject({
      body: { dob: null, nextOfKin: PRIVATE.nextOfKin, taxFileNumber: null },
    })
  })

  test('an e-mail that another account signs in with is refused', async () => {
    const { email } = await add()
    expect(await office.admin.post(DRIVERS, aDriver({ email: String(email).toUpperCase() }))).toMatchObject(
      refusal(409, 'email_taken', { email: expect.any(String) }),
    )
    expect(await office.admin.put(path(await add()), { email })).toMatchObject(refusal(409, 'email_taken'))
  })

  test('of two admins changing the same driver, the one who saw the old version is refused', async () => {
    const driver = await add()
    const change = (payRate: number) => office.admin.put(path(driver), { payRate }, { 'if-match': '"1"' })
    expect((await Promise.all([change(5), change(6)])).map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('a driver without a password is invited by a mail whose link works once', async () => {
    const driver = await add()
    const [token] = await tokensTo(office, String(driver['email']))
    const choose = () => office.nobody.post('/v1/users/reset-password', { token, password: 'chosen by himself' })
    expect(await choose()).toMatchObject({ status: 204 })
    expect(await choose()).toMatchObject(refusal(400, 'token_invalid'))
    expect(
      await signedIn(office.fetch, { email: String(driver['email']), password: 'chosen by himself' }),
    ).toMatchObject({ userID: driver['driverID'] })
  })

  test('the invitation no longer works after seven days, or once the e-mail was corrected', async () => {
    const invited = async () => {
      const driver = await add()
      const [token] = await tokensTo(office, String(driver['email']))
      return { driver, token: token! }
    }
    const choose = (token: string) =>
      office.nobody.post('/v1/users/reset-password', { token, password: 'chosen by himself' })
    const mistyped = await invited()
    await office.admin.put(path(mistyped.driver), { email: `right${another()}@rounds.example` })
    expect(await choose(mistyped.token)).toMatchObject(refusal(400, 'token_invalid'))
    const slow = await invited()
    office.clock.set('2026-11-16T21:00:00Z')
    const late = await choose(slow.token)
    office.clock.set('2026-11-09T21:00:00Z')
    expect(late).toMatchObject(refusal(400, 'token_invalid'))
  })

  test('a driver who lost the invitation is invited again, and the first link no longer works', async () => {
    const driver = await add()
    expect(driver).toMatchObject({ invited: true, lastSeenAt: null })
    const [first] = await tokensTo(office, String(driver['email']))
    office.clock.pass(1000)
    expect(await office.admin.post(`${path(driver)}/invite`)).toMatchObject({ status: 204 })
    const [second] = await tokensTo(office, String(driver['email']))
    expect(second).not.toBe(first)
    const choose = (token: string | undefined) =>
      office.nobody.post('/v1/users/reset-password', { token, password: 'chosen by himself' })
    expect(await choose(first)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await choose(second)).toMatchObject({ status: 204 })
    await signedIn(office.fetch, { email: String(driver['email']), password: 'chosen by himself' })
    expect(await office.admin.get(path(driver))).toMatchObject({
      body: { invited: false, lastSeenAt: office.clock.now().toISOString() },
    })
  })

  test('no invitation goes to somebody with a password, a driver who has left, or a person who is no driver', async () => {
    const gone = await add({ employmentEndDate: '2026-11-09' })
    for (const one of [await add({ password: 'a long driver password' }), gone])
      expect(await office.admin.post(`${path(one)}/invite`)).toMatchObject(refusal(409, 'wrong_state'))
    expect(await office.admin.post(`${DRIVERS}/${office.admin.userID}/invite`)).toMatchObject(refusal(404, 'not_found'))
  })

  test('a driver with a password gets no mail', async () => {
    const driver = await add({ password: 'a long driver password' })
    const { rows } = await office.deps.database.db.execute(
      sql`select 1 from mails where to_address = ${driver['email']}`,
    )
    expect(rows).toEqual([])
  })

  test('an employment that ended ends the driver’s sessions at once, one that ends today does not', async () => {
    const driver = await office.driver()
    const profile = async () => (await driver.get('/v1/users/profile')).status
    await office.admin.put(`${DRIVERS}/${driver.userID}`, { employmentEndDate: '2026-11-10' })
    expect(await profile()).toBe(200)
    await office.admin.put(`${DRIVERS}/${driver.userID}`, { employmentEndDate: '2026-11-09' })
    expect(await profile()).toBe(401)
    expect(
      await office.nobody.post('/v1/users/signin', { email: driver.email, password: driver.password }),
    ).toMatchObject(refusal(403, 'account_closed'))
    await office.admin.put(`${DRIVERS}/${driver.userID}`, { employmentEndDate: null })
    expect(await profile()).toBe(401)
    expect(await signedIn(office.fetch, driver)).toMatchObject({ userID: driver.userID })
  })

  test('a driver who never worked can be deleted', async () => {
    const driver = await add()
    expect(await office.admin.delete(path(driver), undefined, { 'if-match': '"3"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.delete(path(driver))).toMatchObject({ status: 204 })
    expect(await office.admin.get(path(driver))).toMatchObject(refusal(404, 'not_found'))
    expect(await add({ email: driver['email'] })).toMatchObject({ email: driver['email'] })
  })

  test('the list can be searched by name, phone and e-mail, and filtered by week and employment', async () => {
    const word = `Possum${another()}`
    const a = await add({ lastName: word, firstName: 'Abe', weekNumbers: [1, 3], mobilePhone: '0455 666 777' })
    const b = await add({ lastName: word, firstName: 'Bea', weekNumbers: [], employmentType: 'EMPLOYEE' })
    const list = async (query: string) => ids(await office.admin.get(`${DRIVERS}?${query}`), 'driverID')
    expect(await list(`keyword=${word}`)).toEqual([a['driverID'], b['driverID']])
    expect(await list(`keyword=${word}&sort=-fullName`)).toEqual([b['driverID'], a['driverID']])
    expect(await list(`keyword=${word}&weekNumber=3`)).toEqual([a['driverID']])
    expect(await list(`keyword=${word}&weekNumber=2`)).toEqual([])
    expect(await list(`keyword=${word}&employmentType=EMPLOYEE`)).toEqual([b['driverID']])
    expect(await list('keyword=0455%20666')).toEqual([a['driverID']])
    expect(await list(`keyword=${word}&from=2026-11-10&to=2026-11-10`)).toHaveLength(2)
    expect(await list(`keyword=${word}&to=2026-11-09`)).toEqual([])
  })

  test('the list filters by who works here and who has left; the last day still counts as working', async () => {
    const word = `Bilby${another()}`
    const add3 = (employmentEndDate: string | null, firstName: string) =>
      add({ lastName: word, firstName, employmentEndDate })
    const [always, today, gone] = [
      await add3(null, 'Al'),
      await add3('2026-11-10', 'Bo'),
      await add3('2026-11-09', 'Cy'),
    ]
    const list = async (query: string) => ids(await office.admin.get(`${DRIVERS}?keyword=${word}${query}`), 'driverID')
    expect(await list('&employed=true')).toEqual([always['driverID'], today['driverID']])
    expect(await list('&employed=false')).toEqual([gone['driverID']])
    expect(await list('')).toHaveLength(3)
    expect(await office.admin.get(`${DRIVERS}?employed=perhaps`)).toMatchObject(wrongField('employed'))
  })

  test('a driver’s start, end and home are kept, and the driver alone reads them beside the office', async () => {
    await office.admin.put('/v1/settings/route.depot', { value: 'S 33.75, E 151.15' })
    const round = {
      startsAt: 'depot',
      endsAt: 'home',
      home: { latitude: -33.7, longitude: 151.1 },
      truckBags: 80,
      longestDay: 7.5,
    }
    const driver = await office.driver()
    const other = await office.driver()
    const own = `${DRIVERS}/${driver.userID}/round`
    expect(await office.admin.get(own)).toMatchObject({
      body: { startsAt: 'anywhere', endsAt: 'anywhere', home: null, truckBags: null, longestDay: null },
    })
    expect(await office.admin.put(`${DRIVERS}/${driver.userID}`, round)).toMatchObject({ status: 200, body: round })
    const depot = { latitude: -33.75, longitude: 151.15 }
    const readable = { ...round, depot, tip: null, startTime: '07:00' }
    expect(await driver.get(own)).toMatchObject({ status: 200, body: readable })
    expect(await other.get(own)).toMatchObject(refusal(404, 'not_found'))
    expect(await driver.put(`${DRIVERS}/${driver.userID}`, round)).toMatchObject({ status: 403 })

    const audit = await office.admin.get<{ items: { after: Fields }[] }>(
      `/v1/audit?subjectKind=driver&subjectID=${driver.userID}`,
    )
    const changed = audit.body.items.flatMap(({ after }) => after['changed'] ?? [])
    expect(changed).toEqual(['startsAt', 'endsAt', 'home', 'truckBags', 'longestDay'])
    expect(JSON.stringify(audit.body)).not.toContain('151.1')

    expect(await office.admin.put(`${DRIVERS}/${driver.userID}`, { home: null })).toMatchObject({
      body: { ...round, home: null },
    })
  })

  test.each([
    ['home', { latitude: 151.1, longitude: -33.7 }, /swapped/],
    ['home', { latitude: 0, longitude: 0 }, /the point is unknown/],
    ['home.latitude', { latitude: 999, longitude: 151 }, /./],
    ['home.colour', { latitude: -33.7, longitude: 151.1, colour: 'red' }, /./],
    ['startsAt', 'tip', /./],
    ['endsAt', 'work', /./],
    ['truckBags', 0, /./],
    ['truckBags', 1.5, /./],
    ['longestDay', 25, /./],
  ])('%s of a driver can’t be %j', async (field, value, sentence) => {
    const name = field.split('.')[0]!
    const answer = await office.admin.put(path(await add()), { [name]: value })
    expect(answer).toMatchObject(wrongField(field))
    expect((answer.body as { fields: Record<string, string> }).fields[field]).toMatch(sentence)
    expect(await office.admin.post(DRIVERS, aDriver({ [name]: value }))).toMatchObject(wrongField(field))
  })
})

/** Which of the private values can be read in it. */
function leaks(text: unknown): string[] {
  const all = JSON.stringify(text)
  return SECRETS.filter((secret) => all.includes(secret))
}
