import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/v1/audit.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import { previewPrice, updateProduct } from '#contract/v1/packages.ts'
import { getRun } from '#contract/v1/runs.ts'
import { generated } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import {
  aCustomer,
  aHome,
  aPackage,
  another,
  type Fields,
  ids,
  made,
  refusal,
  wrongField,
} from '../../fixtures/office-bodies.ts'

describe.each(databases)('Service packages on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const path = ({ productID }: Record<string, unknown>) => `/v1/products/${String(productID)}`

  test('a package keeps its price to the cent', async () => {
    const product = await made(
      office.admin,
      '/v1/products',
      aPackage({ price: 19.99, features: ['Every 4 weeks', 'No contract'] }),
    )
    expect(product).toMatchObject({
      price: 19.99,
      isPublic: false,
      features: ['Every 4 weeks', 'No contract'],
      publicPaymentScheme: null,
      version: 1,
    })
    expect(await office.admin.get(path(product))).toMatchObject({ status: 200, body: product })
  })

  test('a third decimal, a negative price and a price that is too high are refused at the field', async () => {
    for (const price of [1.005, 12.340000001, -1, 2_000_000, 'a lot']) {
      expect(await office.admin.post('/v1/products', aPackage({ price }))).toMatchObject(wrongField('price'))
    }
    expect(await office.admin.post('/v1/products', aPackage({ price: 0 }))).toMatchObject({
      status: 201,
      body: { price: 0 },
    })
  })

  test('the same feature twice, whatever its case and spaces, is refused', async () => {
    const twice = { features: ['No contract', 'Green bag', ' no  CONTRACT'] }
    const said = {
      status: 409,
      body: {
        code: 'feature_defined',
        message: 'This feature has been defined',
        fields: { 'features.2': 'This feature has been defined' },
      },
    }
    expect(await office.admin.post('/v1/products', aPackage(twice))).toMatchObject(said)
    const product = await made(office.admin, '/v1/products', aPackage())
    expect(await office.admin.put(path(product), twice)).toMatchObject(said)
  })

  test('a changed package leaves its existing customers the terms they signed up for', async () => {
    const home = await aHome(office.admin, { product: { features: ['Old promise'] } })
    const customer = await made(office.admin, '/v1/users/customers', aCustomer(home))
    expect(
      await office.admin.put(path(home), {
        price: 30,
        features: ['New promise'],
        collectionScheme: 'QUARTERLY',
        publicPaymentScheme: 'Later',
      }),
    ).toMatchObject({
      status: 200,
      body: { price: 30, publicPaymentScheme: 'Later', version: 2 },
    })
    expect(await office.admin.get(`/v1/users/customers/${String(customer['customerID'])}`)).toMatchObject({
      body: { amount: 25, features: ['Old promise'], collectionScheme: 'MONTHLY' },
    })
  })

  test('a new price is also for those who pay the package’s price, if the office says so, from what is in no run yet', async () => {
    const home = await aHome(office.admin)
    const add = (fields: Fields) =>
      made<{ customerID: string }>(office.admin, '/v1/users/customers', aCustomer(home, fields))
    const [same, blocked, own, request, gone] = [
      await add({}),
      await add({ status: 'BLOCKED' }),
      await add({ amount: 22 }),
      await add({ status: 'PENDING' }),
      await add({}),
    ]
    await office.admin.delete(`/v1/users/customers/${gone.customerID}/cancel?reason=Moved`)
    await office.make.calendarYear()
    const run = await generated(office, { drivers: [] })
    const preview = { price: 25, samePrice: 2, ownPrice: 1 }
    const stopOf = run.jobs.filter(({ customerID }) => customerID === same.customerID)
    expect(stopOf).toHaveLength(1)
    expect(await office.call(office.admin, previewPrice, { productID: home.productID })).toEqual({
      ...preview,
      // Of active runs only: a draft's stops are priced again at activation.
      inRuns: 0,
      requests: 1,
      announced: 0,
    })
    const amounts = async () =>
      Promise.all(
        [same, blocked, own, request, gone].map(
          async ({ customerID }) => (await office.call(office.admin, getCustomer, { customerID })).amount,
        ),
      )
    await office.call(office.admin, updateProduct, { productID: home.productID, price: 26 })
    expect(await amounts()).toEqual([25, 25, 22, 25, 25])
    // No customer pays the package's price of $26 now, so the change raises no customer's price.
    await office.call(office.admin, updateProduct, { productID: home.productID, price: 25 })
    await office.call(office.admin, updateProduct, { productID: home.productID, price: 27.5, alsoCustomers: true })
    expect(await amounts()).toEqual([27.5, 27.5, 22, 25, 25])
    const { jobs } = await office.call(office.admin, getRun, { runOrderID: run.runOrderID })
    for (const { assignmentID, amount } of stopOf)
      expect(jobs.find((job) => job.assignmentID === assignmentID)!.amount).toBe(amount)
    const { items } = await office.call(office.admin, listAudit, {
      subjectKind: 'customer',
      subjectID: same.customerID,
    })
    expect(items.filter(({ action }) => action === 'customer.update')).toMatchObject([
      { before: { amountCents: 2_500 }, after: { amountCents: 2_750 } },
    ])
  })

  test('null and an empty line clear the public wording', async () => {
    const product = await made(
      office.admin,
      '/v1/products',
      aPackage({ publicPaymentScheme: 'Pay later', publicCollectionScheme: 'Monthly' }),
    )
    expect(
      await office.admin.put(path(product), { publicPaymentScheme: null, publicCollectionScheme: ' ' }),
    ).toMatchObject({
      body: { publicPaymentScheme: null, publicCollectionScheme: null, name: product['name'] },
    })
  })

  test('a package that a customer has can’t be deleted', async () => {
    const home = await aHome(office.admin)
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    expect(await office.admin.delete(path(home))).toMatchObject(refusal(409, 'product_in_use'))
    const unused = await made(office.admin, '/v1/products', aPackage())
    expect(await office.admin.delete(path(unused))).toMatchObject({ status: 204 })
    expect(await office.admin.get(path(unused))).toMatchObject(refusal(404, 'not_found'))
  })

  test('an admin who saw an older version is refused', async () => {
    const product = await made(office.admin, '/v1/products', aPackage())
    expect(await office.admin.put(path(product), { price: 26 }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    expect(await office.admin.put(path(product), { price: 27 }, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.delete(path(product), undefined, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
  })

  test('the public sees the public packages, and only their public fields', async () => {
    const open = await made(
      office.admin,
      '/v1/products',
      aPackage({ isPublic: true, publicCollectionScheme: 'Every four weeks' }),
    )
    const hidden = await made(office.admin, '/v1/products', aPackage())
    const answer = await office.nobody.get('/v1/products/available')
    expect(ids(answer, 'productID')).toContain(open['productID'])
    expect(ids(answer, 'productID')).not.toContain(hidden['productID'])
    expect(Object.keys((answer.body as { items: object[] }).items[0]!)).not.toContain('version')
  })

  test('the list can be searched by name and feature; a package for both services is found under each', async () => {
    const word = `Quoll${another()}`
    const bag = await made(office.admin, '/v1/products', aPackage({ name: `${word} bag` }))
    const both = await made(
      office.admin,
      '/v1/products',
      aPackage({ name: 'For everything', features: [`Likes a ${word}`], serviceType: 'ALL' }),
    )
    const removal = await made(
      office.admin,
      '/v1/products',
      aPackage({ name: `${word} removal`, serviceType: 'RUBBISH_REMOVAL', price: 90 }),
    )
    const found = async (query: string) =>
      ids(await office.admin.get(`/v1/products?keyword=${word}${query}`), 'productID')
    expect(await found('&sort=-price')).toEqual([
      removal['productID'],
      ...[bag, both].map((one) => one['productID']).sort(),
    ])
    expect(await found('&serviceType=GARDEN_BAG&sort=name')).toEqual([both['productID'], bag['productID']])
    expect(await found('&serviceType=RUBBISH_REMOVAL&sort=name')).toEqual([both['productID'], removal['productID']])
    expect(await found('&serviceType=ALL')).toHaveLength(3)
  })

  test('its number of customers is the length of the list it opens, without requests', async () => {
    const home = await aHome(office.admin)
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    await made(office.admin, '/v1/users/customers', aCustomer(home, { status: 'PENDING' }))
    const listed = await office.admin.get<{ total: number }>(`/v1/users/customers?productID=${home.productID}`)
    expect(listed.body.total).toBe(1)
    expect(await office.admin.get(path(home))).toMatchObject({ body: { customers: 1 } })
  })

  test('a retired package is not offered and can’t be chosen; its customers keep it', async () => {
    const [old, other] = [
      await aHome(office.admin, { product: { name: 'Old bag', isPublic: true } }),
      await aHome(office.admin),
    ]
    const customers = '/v1/users/customers'
    const customer = await made(office.admin, customers, aCustomer(old))
    const anothers = await made(office.admin, customers, aCustomer(other))
    expect(await office.admin.put(path(old), { retired: true })).toMatchObject({
      status: 200,
      body: { retired: true, isPublic: true, customers: 1, version: 2 },
    })
    expect(await office.admin.put(path(old), { retired: true })).toMatchObject({ body: { version: 2 } })
    expect(ids(await office.nobody.get('/v1/products/available'), 'productID')).not.toContain(old.productID)
    expect(await office.admin.post(customers, aCustomer(old))).toMatchObject(
      wrongField('productID', 'The service package Old bag is retired'),
    )
    expect(
      await office.admin.put(`${customers}/${String(anothers['customerID'])}`, { productID: old.productID }),
    ).toMatchObject(wrongField('productID', 'The service package Old bag is retired'))
    expect(
      await office.admin.put(`${customers}/${String(customer['customerID'])}`, {
        productID: old.productID,
        notes: 'Keeps it',
      }),
    ).toMatchObject({ status: 200, body: { servicePackage: 'Old bag' } })
    expect(await office.admin.delete(path(old))).toMatchObject(refusal(409, 'product_in_use'))
    expect(await office.admin.put(path(old), { retired: false })).toMatchObject({
      body: { retired: false, version: 3 },
    })
    expect(await office.admin.post(customers, aCustomer(old))).toMatchObject({ status: 201 })
  })

  test('the list says how many customers have it, and which are retired', async () => {
    const word = `Numbat${another()}`
    const home = await aHome(office.admin, { product: { name: `${word} old` } })
    const fresh = await made(office.admin, '/v1/products', aPackage({ name: `${word} new` }))
    await made(office.admin, '/v1/users/customers', aCustomer(home))
    await made(office.admin, '/v1/users/customers', aCustomer(home, { status: 'PENDING' }))
    await office.admin.put(path(home), { retired: true })
    const list = async (query = '') =>
      (await office.admin.get<{ items: Record<string, unknown>[] }>(`/v1/products?keyword=${word}${query}`)).body.items
    expect((await list()).map(({ name, customers, retired }) => [name, customers, retired])).toEqual([
      [`${word} new`, 0, false],
      [`${word} old`, 1, true],
    ])
    expect((await list('&retired=false')).map(({ productID }) => productID)).toEqual([fresh['productID']])
    expect((await list('&retired=true')).map(({ productID }) => productID)).toEqual([home.productID])
  })

  test('an unknown field is refused by name', async () => {
    expect(await office.admin.post('/v1/products', aPackage({ discount: 5 }))).toMatchObject(wrongField('discount'))
  })
})
