import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, aSuburb, another, ids, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

interface Suburb {
  suburbID: string
  label: string
}

describe.each(databases)('Suburbs on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('a suburb is kept with its postcode in four characters', async () => {
    const label = `Alice ${another()}`
    const suburb = await made(office.admin, '/v1/users/suburbs', { label, postCode: '870', state: 'NT' })
    expect(suburb).toMatchObject({
      label,
      postCode: '0870',
      state: 'NT',
      weekNumber: null,
      customers: 0,
      version: 1,
      warnings: [],
    })
    expect(await office.admin.get(`/v1/users/suburbs/${String(suburb['suburbID'])}`)).toMatchObject({
      status: 200,
      body: suburb,
    })
  })

  test('a postcode of another state is a warning, one that does not exist is refused', async () => {
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ postCode: '3000' }))).toMatchObject({
      status: 201,
      body: { warnings: [{ code: 'postcode_state' }] },
    })
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ postCode: '0000' }))).toMatchObject(
      wrongField('postCode'),
    )
  })

  test('the same label with the same postcode is one suburb, whatever its case and spaces', async () => {
    const { label } = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb({ label: `St Ives ${another()}` }))
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ label: label.toUpperCase() }))).toMatchObject(
      refusal(409, 'suburb_taken'),
    )
    expect(
      await office.admin.post('/v1/users/suburbs', aSuburb({ label: `  ${label.replace(' ', '   ')} ` })),
    ).toMatchObject(refusal(409, 'suburb_taken'))
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ label, postCode: '2075' }))).toMatchObject({
      status: 201,
    })
  })

  test('a suburb can’t be renamed to one that exists', async () => {
    const one = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb())
    const other = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb())
    expect(await office.admin.put(`/v1/users/suburbs/${other.suburbID}`, { label: one.label })).toMatchObject(
      refusal(409, 'suburb_taken'),
    )
  })

  test('two admins adding the same suburb at once make one', async () => {
    const suburb = aSuburb()
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post('/v1/users/suburbs', suburb)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('of two admins changing the same suburb, the one who saw the old version is refused', async () => {
    const { suburbID } = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb())
    const change = (label: string) =>
      office.admin.put(`/v1/users/suburbs/${suburbID}`, { label: `${label} ${another()}` }, { 'if-match': '"1"' })
    const answers = await Promise.all([change('Hill'), change('Valley')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(answers.find(({ status }) => status === 412)).toMatchObject(refusal(412, 'version_conflict'))
    const now = await office.admin.get(`/v1/users/suburbs/${suburbID}`)
    expect(now.body).toMatchObject({ version: 2 })
    expect(now.headers.get('etag')).toBe('"2"')
  })

  test('an unknown field, an unknown state and week 6 are refused by name', async () => {
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ colour: 'red' }))).toMatchObject(wrongField('colour'))
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ state: 'XYZ' }))).toMatchObject(wrongField('state'))
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ weekNumber: 6 }))).toMatchObject(
      wrongField('weekNumber'),
    )
    expect(await office.admin.post('/v1/users/suburbs', aSuburb({ label: 'x'.repeat(201) }))).toMatchObject(
      wrongField('label', 'This field is too long'),
    )
  })

  test('a new week asks about the customers who follow it, and says how many they are', async () => {
    const home = await aHome(office.admin)
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    await made(office.admin, '/v1/users/customers', aCustomer(home, { weekNumber: 4 }))
    const answer = await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 3 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'followers_undecided', count: 2 } })
    expect(await office.admin.get(`/v1/users/suburbs/${home.suburbID}`)).toMatchObject({
      body: { weekNumber: 2, customers: 3 },
    })
  })

  test('its number of customers is the length of the list it opens, without requests', async () => {
    const home = await aHome(office.admin)
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    await made(office.admin, '/v1/users/customers', aCustomer(home, { status: 'PENDING' }))
    const listed = await office.admin.get<{ total: number }>(`/v1/users/customers?suburbID=${home.suburbID}`)
    expect(listed.body.total).toBe(1)
    expect(await office.admin.get(`/v1/users/suburbs/${home.suburbID}`)).toMatchObject({ body: { customers: 1 } })
  })

  test('the customers who follow it move with the suburb, one with an own week stays', async () => {
    const home = await aHome(office.admin)
    const follower = await made<{ customerID: string }>(office.admin, '/v1/users/customers', aCustomer(home))
    const own = await made<{ customerID: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { weekNumber: 4 }),
    )
    expect(
      await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 3, moveFollowers: true }),
    ).toMatchObject({ status: 200, body: { weekNumber: 3 } })
    expect(await office.admin.get(`/v1/users/customers/${follower.customerID}`)).toMatchObject({
      body: { weekNumber: 3, ownWeek: false, version: 2 },
    })
    expect(await office.admin.get(`/v1/users/customers/${own.customerID}`)).toMatchObject({
      body: { weekNumber: 4, ownWeek: true, version: 1 },
    })
  })

  test('customers who do not move keep their week as their own', async () => {
    const home = await aHome(office.admin)
    const follower = await made<{ customerID: string }>(office.admin, '/v1/users/customers', aCustomer(home))
    await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 3, moveFollowers: false })
    expect(await office.admin.get(`/v1/users/customers/${follower.customerID}`)).toMatchObject({
      body: { weekNumber: 2, ownWeek: true },
    })
  })

  test('a suburb’s first week gives the customers without one their first due period', async () => {
    await office.make.calendarYear(2026)
    const home = await aHome(office.admin, { suburb: { weekNumber: null } })
    const waiting = await made<{ customerID: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { startDate: '2026-11-10' }),
    )
    const fortnightly = await made<{ customerID: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { startDate: '2026-11-10', collectionScheme: 'FORTNIGHTLY' }),
    )
    await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 1, moveFollowers: true })
    expect(await office.admin.get(`/v1/users/customers/${waiting.customerID}`)).toMatchObject({
      body: { weekNumber: 1, due: { yearNumber: 2026, monthNumber: 12 }, nextPickUp: '2026-12-07' },
    })
    expect(await office.admin.get(`/v1/users/customers/${fortnightly.customerID}`)).toMatchObject({
      body: { due: { yearNumber: 2026, monthNumber: 11, weekNumber: 3 } },
    })
    // Moved to week 2, the fortnightly customer stays in the second of their two fortnights.
    await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 2, moveFollowers: true })
    expect(await office.admin.get(`/v1/users/customers/${fortnightly.customerID}`)).toMatchObject({
      body: { due: { yearNumber: 2026, monthNumber: 11, weekNumber: 4 } },
    })
  })

  test('a suburb that no customer follows changes its week without a question', async () => {
    const { suburbID } = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb())
    expect(await office.admin.put(`/v1/users/suburbs/${suburbID}`, { weekNumber: null })).toMatchObject({
      status: 200,
      body: { weekNumber: null, version: 2 },
    })
  })

  test('a suburb can be deleted only while no customer is in it', async () => {
    const home = await aHome(office.admin)
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    expect(await office.admin.delete(`/v1/users/suburbs/${home.suburbID}`)).toMatchObject(refusal(409, 'suburb_in_use'))
    const { suburbID } = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb())
    expect(await office.admin.delete(`/v1/users/suburbs/${suburbID}`, undefined, { 'if-match': '"7"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.delete(`/v1/users/suburbs/${suburbID}`)).toMatchObject({ status: 204 })
    expect(await office.admin.get(`/v1/users/suburbs/${suburbID}`)).toMatchObject(refusal(404, 'not_found'))
  })

  test('the list can be searched by label and postcode, filtered by week and state, and sorted', async () => {
    const word = `Zed${another()}`
    const b = await made<Suburb>(office.admin, '/v1/users/suburbs', aSuburb({ label: `${word} b`, weekNumber: 1 }))
    const a = await made<Suburb>(
      office.admin,
      '/v1/users/suburbs',
      aSuburb({ label: `${word} A`, weekNumber: 3, postCode: '3000', state: 'VIC' }),
    )
    expect(ids(await office.admin.get(`/v1/users/suburbs?keyword=${word.toLowerCase()}`), 'suburbID')).toEqual([
      a.suburbID,
      b.suburbID,
    ])
    expect(ids(await office.admin.get(`/v1/users/suburbs?keyword=${word}&sort=-label`), 'suburbID')).toEqual([
      b.suburbID,
      a.suburbID,
    ])
    expect(ids(await office.admin.get(`/v1/users/suburbs?keyword=${word}&state=VIC`), 'suburbID')).toEqual([a.suburbID])
    expect(ids(await office.admin.get(`/v1/users/suburbs?keyword=${word}&weekNumber=1`), 'suburbID')).toEqual([
      b.suburbID,
    ])
    expect(await office.admin.get(`/v1/users/suburbs?keyword=${word}&page=2&perPage=1`)).toMatchObject({
      body: { page: 2, perPage: 1, total: 2, items: [{ suburbID: b.suburbID }] },
    })
    expect(await office.admin.get('/v1/users/suburbs?keyword=ab')).toMatchObject({
      status: 400,
      body: { message: 'Keyword must be greater than or equal 3 characters' },
    })
    expect(await office.admin.get('/v1/users/suburbs?sort=colour')).toMatchObject(wrongField('sort'))
  })

  test('a percent sign in a keyword means a percent sign', async () => {
    expect(await office.admin.get(`/v1/users/suburbs?keyword=${encodeURIComponent('%%%')}`)).toMatchObject({
      status: 200,
      body: { total: 0 },
    })
  })

  test('streets driven whole are kept with the suburb, one street once, however it is written', async () => {
    const streets = [
      { name: 'Smith St', way: 'both-sides' },
      { name: 'Grosvenor Road', way: 'one-side-and-back' },
    ]
    const suburb = await made(office.admin, '/v1/users/suburbs', aSuburb({ streets }))
    const path = `/v1/users/suburbs/${String(suburb['suburbID'])}`
    const byName = [streets[1], streets[0]]
    expect(suburb).toMatchObject({ streets: byName, version: 1 })
    expect(await office.admin.get(path)).toMatchObject({ body: { streets: byName } })
    expect(await office.admin.put(path, { streets: byName })).toMatchObject({ body: { version: 1 } })

    const twice = [...streets, { name: 'smith  street', way: 'both-sides' }]
    expect(await office.admin.put(path, { streets: twice })).toMatchObject(wrongField('streets.2.name'))
    for (const name of ['', '12 Smith St', '42', 'x'.repeat(201)])
      expect(await office.admin.put(path, { streets: [{ name, way: 'both-sides' }] })).toMatchObject(
        wrongField('streets.0.name'),
      )
    expect(await office.admin.put(path, { streets: [{ name: 'Smith St', way: 'twice' }] })).toMatchObject(
      wrongField('streets.0.way'),
    )
    expect(
      await office.admin.put(path, { streets: [{ name: 'Smith St', way: 'both-sides', side: 'left' }] }),
    ).toMatchObject(wrongField('streets.0.side'))

    const change = (name: string) =>
      office.admin.put(path, { streets: [{ name, way: 'both-sides' }] }, { 'if-match': '"1"' })
    const answers = await Promise.all([change('Hill Street'), change('Park Avenue')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(await office.admin.put(path, { label: `Renamed ${another()}` })).toMatchObject({
      body: { streets: [{ way: 'both-sides' }], version: 3 },
    })
    expect(await office.admin.put(path, { streets: [] })).toMatchObject({ body: { streets: [], version: 4 } })
  })
})
