import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { deleteCustomer, listCustomers, updateCustomer } from '#contract/v1/customers.ts'
import { forgetPlace, getPlace, listPlacesNear, sendPositions, setPlace } from '#contract/v1/places.ts'
import type { Run } from '#contract/v1/runs.ts'
import { addDays } from '#domain/dates.ts'
import { maintain } from '#server/maintenance.ts'
import { placeVisits } from '#server/db/tables/places.ts'
import { csvOf, importOf } from '../../fixtures/import-files.ts'
import { activeRun, customersOf } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const GORDON = { latitude: -33.7561, longitude: 151.1535 }
const METRE = 1 / 111_195

describe.each(databases)('where customers’ bags stand, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const placed = (customerID: string, point = GORDON) => office.call(office.admin, setPlace, { customerID, ...point })
  const shown = (customerID: string) => office.call(office.admin, getPlace, { customerID })
  const aCustomer = async () => (await customersOf(office, 1))[0]!.customerID
  const learning = () => office.admin.put('/v1/settings/places.learn', { value: true })

  test('the office sets a place, the list of customers has it, and the office forgets it', async () => {
    const customerID = await aCustomer()
    expect(await shown(customerID)).toEqual({ place: null, farFromOthers: null, waiting: 0 })
    expect(await placed(customerID)).toMatchObject({ ...GORDON, source: 'placed', accuracy: null, visits: null })
    expect((await office.call(office.admin, listCustomers, {})).items).toMatchObject([GORDON])
    await office.call(office.admin, forgetPlace, { customerID })
    expect((await shown(customerID)).place).toBeNull()
  })

  test('beside a customer’s place the map has those of the suburb’s other customers', async () => {
    const [first, second, third] = await customersOf(office, 3)
    const near = { latitude: GORDON.latitude + 100 * METRE, longitude: GORDON.longitude }
    await placed(first!.customerID)
    await placed(second!.customerID, near)
    const others = async (customerID: string) => (await office.call(office.admin, listPlacesNear, { customerID })).items
    expect(await others(first!.customerID)).toEqual([
      expect.objectContaining({ address: second!.address, longitude: near.longitude }),
    ])
    expect(await others(third!.customerID)).toHaveLength(2)
    await office.call(office.admin, deleteCustomer, { customerID: second!.customerID })
    expect(await others(first!.customerID)).toEqual([])
  })

  test.each([
    ['swapped', { latitude: 33.75, longitude: -151.1 }],
    ['in the sea', { latitude: -35, longitude: 153.5 }],
    ['zero', { latitude: 0, longitude: 0 }],
  ])('a place that is %s is refused with a sentence at its field', async (_what, point) => {
    const answer = await office.admin.put(`/v1/users/customers/${await aCustomer()}/place`, point)
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'fields_invalid', fields: { latitude: expect.any(String) } },
    })
  })

  test('a place far from the suburb’s others is pointed out', async () => {
    const ids = (await customersOf(office, 5)).map(({ customerID }) => customerID)
    const [odd, ...others] = ids as [string, ...string[]]
    for (const [at, customerID] of others.entries())
      await placed(customerID, { ...GORDON, longitude: GORDON.longitude + at / 1000 })
    await placed(odd, { latitude: -32.9, longitude: 151.7 })
    expect((await shown(odd)).farFromOthers).toBeGreaterThan(100_000)
    expect((await shown(others[0]!)).farFromOthers).toBeNull()
  })

  test('a driver’s phone gets the places of its stops, also when only a place changed', async () => {
    const { run, driver } = await activeRun(office, 1)
    const week = (etag?: string) =>
      driver.get<{ items: Run[] }>('/v1/runs', etag === undefined ? {} : { 'if-none-match': etag })
    const before = await week()
    expect(before.body.items[0]!.jobs[0]).toMatchObject({ latitude: null, longitude: null })
    const etag = before.headers.get('etag')!
    expect((await week(etag)).status).toBe(304)
    await placed(run.jobs[0]!.customerID)
    const after = await week(etag)
    expect(after.body.items[0]!.jobs[0]).toMatchObject(GORDON)
  })

  test('a customer who moves, or is deleted, has no place any more', async () => {
    const customerID = await aCustomer()
    await placed(customerID)
    await office.call(office.admin, updateCustomer, { customerID, notes: 'Side gate' })
    expect((await shown(customerID)).place).not.toBeNull()
    await office.call(office.admin, updateCustomer, { customerID, address: '99 Elsewhere Road' })
    expect((await shown(customerID)).place).toBeNull()
    await placed(customerID)
    await office.call(office.admin, deleteCustomer, { customerID })
    expect(await office.admin.get(`/v1/users/customers/${customerID}/place`)).toMatchObject({ status: 404 })
  })

  describe('in the customers’ file', () => {
    const world = async () => {
      const { customerID, refId } = (await customersOf(office, 1))[0]!
      const bringIn = importOf(office, 'customers')
      return { customerID, line: (cells: object) => bringIn(csvOf([{ refId, ...cells }])) }
    }

    test('lat and lng give a place, and the same file again changes nothing', async () => {
      const { customerID, line } = await world()
      const cells = { lat: '-33.7561', lng: '151.1535° E' }
      expect((await line(cells)).body).toMatchObject({ updated: 1 })
      expect((await shown(customerID)).place).toMatchObject({ ...GORDON, source: 'imported' })
      expect((await line(cells)).body).toMatchObject({ updated: 0, unchanged: 1 })
    })

    test('a pair that can’t be right is an error of its line', async () => {
      const { customerID, line } = await world()
      for (const [cells, sentence] of [
        [{ lat: '151.1535', lng: '-33.7561' }, 'swapped'],
        [{ lat: '-35', lng: '153.5' }, 'in the sea'],
        [{ lat: '-33.7561' }, 'needs both lat and lng'],
        [{ lat: 'north', lng: '151' }, 'degrees such as'],
      ] as const) {
        const { body } = await line(cells)
        expect(JSON.stringify(body.errors)).toContain(sentence)
      }
      expect((await shown(customerID)).place).toBeNull()
    })

    test('a wish for the order is read as people write it, and listed for the export', async () => {
      const { customerID, line } = await world()
      expect((await line({ orderWish: 'before 9 am' })).body).toMatchObject({ updated: 1 })
      expect((await line({ orderWish: '09:00' })).body).toMatchObject({ updated: 0, unchanged: 1 })
      const { items } = (await office.admin.get<OutputOf<typeof listCustomers>>('/v1/users/customers')).body
      expect(items.find((row) => row.customerID === customerID)?.orderWish).toBe('09:00')
      const { body } = await line({ orderWish: 'soon' })
      expect(JSON.stringify(body.errors)).toContain('use first, last or a time such as 09:00')
    })

    test('a place far from the suburb’s others, or in another state, is imported with a warning of its row', async () => {
      const five = await customersOf(office, 5)
      const row = (at: number, cells: object) => ({ refId: five[at]!.refId, ...cells })
      const here = { lat: '-33.7561', lng: '151.1535' }
      const bringIn = importOf(office, 'customers')
      const file = csvOf([row(0, here), row(1, here), row(2, here), row(3, { lat: '-33.4561', lng: '151.1535' })])
      const warned = {
        line: 5,
        message: expect.stringMatching(/This is 33 km from the other customers in .+\. Check it$/),
      }
      const preview = await bringIn(file, '?dryRun=true')
      expect(preview.body).toMatchObject({ updated: 4, errors: [], written: false, warnings: [warned] })
      expect((await bringIn(file)).body).toMatchObject({ updated: 4, written: true, warnings: [warned] })
      // Beside what is stored, without any other row of the suburb.
      const perth = csvOf([row(4, { lat: '-31.95', lng: '115.86' })])
      expect((await bringIn(perth)).body.warnings).toMatchObject([
        { message: expect.stringMatching(/This is 3,\d+ km/) },
      ])
    })

    test('the only place of a suburb is compared with its state', async () => {
      const { line } = await world()
      const { body } = await line({ lat: '-31.95', lng: '115.86' })
      expect(body).toMatchObject({
        updated: 1,
        warnings: [{ line: 2, message: 'lat, lng “-31.95, 115.86”: This isn’t in NSW. Check it' }],
      })
    })

    test('a place set in the office stays, and the line says so', async () => {
      const { customerID, line } = await world()
      await placed(customerID)
      const { body } = await line({ lat: '-33.8', lng: '151.2', notes: 'Dog' })
      expect(JSON.stringify(body.warnings)).toContain('set by hand and stays')
      expect((await shown(customerID)).place).toMatchObject(GORDON)
    })

    test('a new address without a place takes the old place away', async () => {
      const { customerID, line } = await world()
      await line({ lat: '-33.7561', lng: '151.1535' })
      await line({ address: '99 Elsewhere Road' })
      expect((await shown(customerID)).place).toBeNull()
      await line({ address: '98 Elsewhere Road', lat: '-33.7561', lng: '151.1535' })
      expect((await shown(customerID)).place).toMatchObject(GORDON)
    })
  })

  describe('learnt from drivers’ phones', () => {
    const world = async () => {
      await learning()
      const { run, driver } = await activeRun(office, 1)
      const [{ assignmentID, customerID } = { assignmentID: '', customerID: '' }] = run.jobs
      const today = office.clock.now().toISOString().slice(0, 10)
      /** A visit so many days ago, so many metres to the north. */
      const visit = (ago: number, north = 0, more: object = {}) => ({
        assignmentID,
        day: addDays(today, -ago),
        latitude: GORDON.latitude + north * METRE,
        longitude: GORDON.longitude,
        accuracy: 12,
        ...more,
      })
      const send = async (...positions: ReturnType<typeof visit>[]) =>
        (await office.call(driver, sendPositions, { positions })).taken
      return { customerID, driver, visit, send }
    }

    test('three visits of different days that agree make a place, and no position is kept', async () => {
      const { customerID, visit, send } = await world()
      expect(await send(visit(21))).toBe(1)
      expect(await send(visit(14, 10))).toBe(1)
      expect(await shown(customerID)).toMatchObject({ place: null, waiting: 2 })
      expect(await send(visit(7, 20))).toBe(1)
      const { place, waiting } = await shown(customerID)
      expect(place).toMatchObject({ source: 'learnt', visits: 3, accuracy: 10 })
      expect(waiting).toBe(0)
      expect(await office.deps.database.db.select().from(placeVisits)).toEqual([])
    })

    test('a position that is sent twice counts once, and one late tap moves nothing', async () => {
      const { customerID, visit, send } = await world()
      await send(visit(28), visit(21), visit(14))
      await send(visit(14), visit(7, 2_000))
      expect(await shown(customerID)).toMatchObject({ place: { visits: 3, latitude: GORDON.latitude }, waiting: 1 })
    })

    test('a customer who moves the bag is followed after three visits', async () => {
      const { customerID, visit, send } = await world()
      await send(visit(28), visit(27), visit(26))
      await send(visit(20, 500), visit(14, 500), visit(7, 500))
      const { place } = await shown(customerID)
      expect(place!.latitude).toBeCloseTo(GORDON.latitude + 500 * METRE, 5)
    })

    test('a place set in the office is never moved', async () => {
      const { customerID, visit, send } = await world()
      await placed(customerID)
      await send(visit(21, 300), visit(14, 300), visit(7, 300))
      expect((await shown(customerID)).place).toMatchObject({ ...GORDON, source: 'placed' })
    })

    test('nothing is taken that is inaccurate, old, at sea, of another driver, or while the firm does not learn', async () => {
      const { driver, visit, send } = await world()
      expect(await send(visit(1, 0, { accuracy: 200 }))).toBe(0)
      expect(await send(visit(90))).toBe(0)
      expect(await send(visit(1, 0, { longitude: 153.9 }))).toBe(0)
      const other = await office.driver()
      expect((await office.call(other, sendPositions, { positions: [visit(1)] })).taken).toBe(0)
      await office.admin.put('/v1/settings/places.learn', { value: false })
      expect((await office.call(driver, sendPositions, { positions: [visit(1)] })).taken).toBe(0)
      expect(await office.deps.database.db.select().from(placeVisits)).toEqual([])
    })

    test('a position that made no place is deleted after 60 days', async () => {
      const { visit, send } = await world()
      await send(visit(50))
      await maintain(office.deps)
      expect(await office.deps.database.db.select().from(placeVisits)).toHaveLength(1)
      office.clock.set(new Date(office.clock.now().getTime() + 11 * 86_400_000).toISOString())
      await maintain(office.deps)
      expect(await office.deps.database.db.select().from(placeVisits)).toEqual([])
    })
  })
})
