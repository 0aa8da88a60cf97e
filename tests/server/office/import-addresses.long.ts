import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { listProducts } from '#contract/v1/packages.ts'
import { getPlace, setPlace } from '#contract/v1/places.ts'
import { addressLines } from '#server/address-files/address-lines.ts'
import { importAddresses } from '#server/address-files/import-addresses.ts'
import { residentsOf } from '#server/address-files/residents.ts'
import { writePlaces } from '#server/address-files/write-places.ts'
import { customerPlaces, placeVisits } from '#server/db/tables/places.ts'
import { addressFiles, GORDON, type MadeAddress, rowOf } from '../../fixtures/address-files.ts'
import { csvOf, importOf } from '../../fixtures/import-files.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const METRE = 1 / 111_195
/** A point so many metres to the north. */
const north = (metres: number) => ({ ...GORDON, latitude: Number((GORDON.latitude + metres * METRE).toFixed(6)) })

describe.each(databases)('places from a file of addresses, on %s', (kind) => {
  let office: Office
  let folder: string
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    folder = mkdtempSync(path.join(tmpdir(), 'bagrun-addresses-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Customers of Gordon 2072 with these addresses. */
  async function customersAt(...addresses: string[]) {
    await office.make.calendarYear()
    const { suburbID } = await office.make.suburb({ label: 'Gordon', postCode: '2072' })
    const { productID } = await office.make.product()
    const made = []
    for (const address of addresses)
      made.push(await office.make.customer({ suburbID, productID, address, postcode: '2072' }))
    return made
  }
  const filesOf = (...addresses: MadeAddress[]) => addressFiles(folder, addresses)
  const run = (apply: boolean, ...files: string[]) =>
    importAddresses(office.deps, { files: files.length === 0 ? [folder] : files, apply })
  const places = () => office.deps.database.db.select().from(customerPlaces)
  const placeOf = async (customerID: string) => (await office.call(office.admin, getPlace, { customerID })).place
  const audited = async () =>
    (await office.deps.database.pool.query<{ after: object }>(`select after from audit where action like 'import.%'`))
      .rows

  test('are shown first, then written with their accuracy, and the second time nothing changes', async () => {
    const [same, unit, neighbour, nowhere] = await customersAt(
      '12 Banksia St',
      'Unit 3, 20 Banksia Street',
      '31 Banksia Street',
      '4 Elsewhere Road',
    )
    filesOf({ at: '12', ...north(10) }, { at: '20', ...north(20) }, { at: '33', ...north(30) }, { at: '14' })
    const shown = await run(false)
    expect(shown).toMatchObject({ exact: 1, near: 2, unmatched: 1, places: 3, applied: false })
    expect(addressLines(shown)).toEqual([
      'Matched: 1 customer, by the same address',
      'Near: 2 customers, by the house without its unit, a range of numbers, or a neighbour (25 to 45 m)',
      `Unmatched: 1 customer: ${nowhere!.refId}`,
      'To write: 3 customers. Nothing was written yet: add --apply',
    ])
    expect(await places()).toEqual([])
    expect(await audited()).toEqual([])

    expect(addressLines(await run(true)).at(-1)).toBe('Written: 3 customers')
    expect(await placeOf(same!.customerID)).toMatchObject({ ...north(10), source: 'imported', accuracy: 15 })
    expect(await placeOf(unit!.customerID)).toMatchObject({ ...north(20), accuracy: 25 })
    expect(await placeOf(neighbour!.customerID)).toMatchObject({ ...north(30), accuracy: 30 })
    expect(await placeOf(nowhere!.customerID)).toBeNull()
    expect(await audited()).toEqual([{ after: { customers: 3 } }])

    const before = await places()
    office.clock.pass(60_000)
    expect(await run(true)).toMatchObject({ exact: 1, near: 2, places: 0, same: 3 })
    expect(addressLines(await run(false)).at(-1)).toBe('To write: 0 customers')
    expect(await places()).toEqual(before)
    expect(await audited()).toHaveLength(1)
  })

  test('a newer file moves a place of an older one', async () => {
    const [customer] = await customersAt('12 Banksia St')
    filesOf({ at: '12' })
    await run(true)
    filesOf({ at: '12', ...north(40) })
    expect(await run(true)).toMatchObject({ places: 1, same: 0 })
    expect(await placeOf(customer!.customerID)).toMatchObject(north(40))
  })

  test('never replace what the office, drivers’ visits or the firm’s own file say', async () => {
    const [placed, learnt, own] = await customersAt('12 Banksia St', '14 Banksia St', '16 Banksia St')
    const elsewhere = north(500)
    await office.call(office.admin, setPlace, { customerID: placed!.customerID, ...elsewhere })
    const { db } = office.deps.database
    await db.insert(customerPlaces).values({
      customerID: learnt!.customerID,
      ...elsewhere,
      source: 'learnt',
      accuracy: 12,
      visits: 3,
      lastVisit: '2026-11-02',
      placedAt: office.clock.now(),
    })
    const { latitude: lat, longitude: lng } = elsewhere
    await importOf(office, 'customers')(csvOf([{ refId: own!.refId, lat: String(lat), lng: String(lng) }]))
    filesOf({ at: '12' }, { at: '14' }, { at: '16' })
    const before = await places()
    expect(before).toHaveLength(3)
    const done = await run(true)
    expect(done).toMatchObject({ exact: 3, places: 0, stays: 3 })
    expect(addressLines(done).join('\n')).toContain('Left as they are: 3 customers')
    expect(await places()).toEqual(before)
  })

  test('leave positions that wait to become a learnt place', async () => {
    const [customer] = await customersAt('12 Banksia St')
    const { db } = office.deps.database
    await db.insert(placeVisits).values({ customerID: customer!.customerID, day: '2026-11-02', ...north(12) })
    filesOf({ at: '12' })
    expect(await run(true)).toMatchObject({ places: 1 })
    expect(await db.select().from(placeVisits)).toHaveLength(1)
  })

  test('are of nobody who is deleted', async () => {
    const [customer] = await customersAt('12 Banksia St', '14 Banksia St')
    await office.call(office.admin, deleteCustomer, { customerID: customer!.customerID })
    filesOf({ at: '12' }, { at: '14' })
    expect(await run(true)).toMatchObject({ exact: 1, unmatched: 0, places: 1 })
  })

  test('are not of a customer who moved, was deleted or placed while the files were read', async () => {
    const [moved, deleted, placed, same] = await customersAt(
      '2 Banksia St',
      '4 Banksia St',
      '6 Banksia St',
      '8 Banksia St',
    )
    const { db } = office.deps.database
    const before = await residentsOf(db)
    const { customerID } = moved!
    await office.call(office.admin, updateCustomer, { customerID, address: '99 Elsewhere Road' })
    await office.call(office.admin, deleteCustomer, { customerID: deleted!.customerID })
    await office.call(office.admin, setPlace, { customerID: placed!.customerID, ...north(500) })
    const found = new Map(before.map((one) => [one.customerID, { ...GORDON, isExact: true, accuracy: 15 }]))
    expect(await writePlaces(db, office.clock.now(), before, found)).toBe(1)
    expect((await places()).map(({ customerID }) => customerID).toSorted()).toEqual(
      [placed!.customerID, same!.customerID].toSorted(),
    )
    expect(await placeOf(placed!.customerID)).toMatchObject(north(500))
  })

  test('are the nearest that the file has, of the right street, suburb and postcode', async () => {
    const [unit, other, mount, lot] = await customersAt(
      'G01/12 Banksia St',
      '12 Banksia Rd',
      '7 Mt St',
      'Lot 5 Banksia St',
    )
    filesOf(
      { at: '12', ...north(1) },
      { at: '3/12', ...north(2) },
      { at: 'G1/12', ...north(3) },
      { at: 'G1/12', suburb: 'PYMBLE', ...north(4) },
      { at: 'G1/12', postcode: '2073', ...north(5) },
      { at: '7', street: 'MOUNT|STREET|', ...north(6) },
      { at: '12', street: 'BANKSIA|STREET|N', ...north(7) },
      { at: '5', ...north(8) },
      { at: 'LOT 5', ...north(9) },
    )
    expect(await run(true)).toMatchObject({ exact: 3, near: 0, unmatched: 1 })
    expect(await placeOf(unit!.customerID)).toMatchObject(north(3))
    expect(await placeOf(other!.customerID)).toBeNull()
    expect(await placeOf(mount!.customerID)).toMatchObject(north(6))
    expect(await placeOf(lot!.customerID)).toMatchObject(north(9))
  })

  test('pass over retired addresses, second names, and points of a whole street, at sea or without a number', async () => {
    const [retired, unknown, street, sea, text, between] = await customersAt(
      '10 Banksia St',
      '20 Banksia St',
      '30 Banksia St',
      '40 Banksia St',
      '50 Banksia St',
      '60 Banksia St',
    )
    filesOf(
      { at: '10', ...north(1), cells: { DATE_RETIRED: '2020-01-01' } },
      { at: '10', ...north(2), cells: { ALIAS_PRINCIPAL: 'A' } },
      { at: '10', ...north(3) },
      { at: '20', ...north(4), cells: { CONFIDENCE: '-1' } },
      { at: '30', ...north(5), point: 'STL' },
      { at: '32', ...north(6) },
      { at: '40', latitude: -33.7561, longitude: 153.9 },
      { at: '40', latitude: '0', longitude: '0' },
      { at: '50', latitude: 'south' },
      { at: '60', ...north(7), point: 'GG' },
    )
    const done = await run(true)
    expect(done).toMatchObject({ exact: 2, near: 1, unmatched: 3, withoutPoint: 2, refused: 2, broken: 1 })
    expect(await placeOf(retired!.customerID)).toMatchObject(north(3))
    expect(await placeOf(street!.customerID)).toMatchObject({ ...north(6), accuracy: 30 })
    expect(await placeOf(between!.customerID)).toMatchObject({ ...north(7), accuracy: 30 })
    for (const nobody of [unknown, sea, text]) expect(await placeOf(nobody!.customerID)).toBeNull()
    const lines = addressLines(done).join('\n')
    expect(lines).toContain('Points that can’t be right, left out: 2')
    expect(lines).toContain('Lines that can’t be read, left out: 1')
    expect(lines).toContain('2 customers with no point nearer than the street')
  })

  test('come from files of several states, named in any order or as a folder that has more in it', async () => {
    await customersAt('12 Banksia St', '14 Banksia St')
    const states = ['NSW', 'ACT'].map((state, at) =>
      addressFiles(path.join(folder, state), [{ at: at === 0 ? '12' : '14' }], state),
    )
    writeFileSync(path.join(folder, 'readme.txt'), 'Thank you')
    const expected = { exact: 2, near: 0, unmatched: 0 }
    expect(await run(false)).toMatchObject(expected)
    const named = states.flatMap((dir) =>
      readdirSync(dir)
        .toReversed()
        .map((file) => path.join(dir, file)),
    )
    expect(named).toHaveLength(10)
    expect(await run(false, ...named)).toMatchObject(expected)
    expect(await run(false, ...named.toReversed())).toMatchObject(expected)
  })

  test('are found by flats, letters, ranges and lots as they are published, with a mark of their encoding', async () => {
    const wanted = [
      'Unit 3A, 12 Banksia St',
      'G01/14 Banksia St',
      '16B Banksia St',
      '20-22 Banksia St',
      'Lot 7 Banksia St',
    ]
    const customers = await customersAt(...wanted)
    filesOf(
      { at: '12', ...north(1), cells: { FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER: '3', FLAT_NUMBER_SUFFIX: 'A' } },
      { at: '14', ...north(2), cells: { FLAT_TYPE_CODE: 'UNIT', FLAT_NUMBER_PREFIX: 'G', FLAT_NUMBER: '01' } },
      { at: '16B', ...north(3) },
      { at: '20-22', ...north(4) },
      { at: 'LOT 7', ...north(5), cells: { LEGAL_PARCEL_ID: '7/DP1234' } },
      { at: '12', ...north(6), postcode: '2999', cells: { FLAT_NUMBER: '3', FLAT_NUMBER_SUFFIX: 'A' } },
    )
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name)
      writeFileSync(file, '\uFEFF' + readFileSync(file, 'utf8').replaceAll('\r', ''))
    }
    expect(await run(true)).toMatchObject({ exact: 4, near: 1, unmatched: 0, broken: 0 })
    for (const [at, { customerID }] of customers.entries())
      expect(await placeOf(customerID)).toMatchObject(north(at + 1))
  })

  test('survive broken lines, which are counted', async () => {
    await customersAt('12 Banksia St')
    filesOf({ at: '12' })
    const file = path.join(folder, 'NSW_ADDRESS_DETAIL_psv.psv')
    const more = rowOf('ADDRESS_DETAIL', { NUMBER_FIRST: '12X', STREET_LOCALITY_PID: 'NSW0', POSTCODE: '2072' })
    appendFileSync(file, `GANSW1|2020\r\n\r\n${'x'.repeat(300_000)}\r\n${more}\r\nGANSW2|2020`)
    expect(await run(false)).toMatchObject({ exact: 1, broken: 4 })
  })

  test('name at most 20 customers who were not found, and say where a state is missing', async () => {
    await customersAt('12 Banksia St', ...Array.from({ length: 22 }, (_, at) => `${at + 1} Nowhere Road`))
    await office.make.customer({ postcode: '2601', state: 'ACT' })
    filesOf({ at: '12' })
    const done = await run(false)
    expect(done).toMatchObject({ unmatched: 23, elsewhere: 1 })
    expect(done.unmatchedRefIDs).toHaveLength(20)
    const lines = addressLines(done).join('\n')
    expect(lines).toContain(' and 3 more')
    expect(lines).toContain('1 customer in a postcode that these files don’t have')
  })

  test('of more customers than one transaction takes are one entry of the audit log', async () => {
    await customersAt()
    const { name } = (await office.call(office.admin, listProducts, {})).items[0]!
    const numbers = Array.from({ length: 510 }, (_, at) => at + 1)
    const rows = numbers.map((number) => ({
      firstName: 'Anna',
      lastName: `Abbott ${number}`,
      address: `${number} Banksia St`,
      suburbLabel: 'Gordon',
      postcode: '2072',
      packageName: name,
      startDate: '01/02/2026',
      accountType: 'Personal',
      invoiceType: '1a',
    }))
    expect((await importOf(office, 'customers')(csvOf(rows))).body).toMatchObject({ created: 510 })
    filesOf(...numbers.map((number) => ({ at: String(number), ...north(number) })))
    expect(await run(true)).toMatchObject({ exact: 510, places: 510 })
    expect(await places()).toHaveLength(510)
    expect((await audited()).filter(({ after }) => 'customers' in after)).toEqual([{ after: { customers: 510 } }])
  })

  test('are refused while there are no customers', async () => {
    filesOf({ at: '12' })
    await expect(run(true)).rejects.toThrow('There are no customers yet.')
  })

  describe('are refused with a sentence', () => {
    beforeEach(() => customersAt('12 Banksia St'))
    const refusal = async (...files: string[]) =>
      importAddresses(office.deps, { files, apply: true }).then(
        () => 'nothing refused',
        (error: Error) => error.message,
      )

    test('without a file', async () => {
      expect(await refusal()).toBe('Name the files of G-NAF, or the folder they are in.')
      expect(await refusal(path.join(folder, 'none.psv'))).toContain('There is no file ')
    })

    test('for a file that is no table of G-NAF', async () => {
      const customers = path.join(folder, 'customers.csv')
      writeFileSync(customers, 'refId,firstName\n10001,Anna')
      expect(await refusal(filesOf({ at: '12' }), customers)).toContain('customers.csv is no table of G-NAF')
    })

    test('for a missing table', async () => {
      filesOf({ at: '12' })
      rmSync(path.join(folder, 'NSW_LOCALITY_psv.psv'))
      rmSync(path.join(folder, 'NSW_ADDRESS_DEFAULT_GEOCODE_psv.psv'))
      expect(await refusal(folder)).toBe(
        'These tables are missing: <state>_LOCALITY_psv.psv, <state>_ADDRESS_DEFAULT_GEOCODE_psv.psv. Nothing was written.',
      )
    })

    test('for files without a postcode of a customer', async () => {
      expect(await refusal(filesOf({ at: '12', postcode: '3000' }))).toContain(
        'No address of these files has a postcode of a customer.',
      )
    })
  })
})
