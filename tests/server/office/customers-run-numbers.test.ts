import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newID } from '#domain/identifiers.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { customers } from '#server/db/tables/customers.ts'
import { users } from '#server/db/tables/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, type Fields, made, wrongField } from '../../fixtures/office-bodies.ts'

const CUSTOMERS = '/v1/users/customers'
const MASS = `${CUSTOMERS}/run-numbers/mass`

describe.each(databases)('Changing run numbers of many customers on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await aHome(office.admin)
  })
  afterAll(() => office.close())

  const add = async (fields: Fields = {}) =>
    String((await made(office.admin, CUSTOMERS, aCustomer(home, fields)))['customerID'])
  const now = async (id: string) => (await office.admin.get(`${CUSTOMERS}/${id}`)).body
  const set = (wishes: Fields[]) => office.admin.put(MASS, { customers: wishes })
  const auditOf = async (id: string) =>
    (
      await office.deps.database.pool.query<Fields>({
        text: "select action, before, after from audit where subject_id = $1 and action = 'customer.run-number'",
        values: [id],
      })
    ).rows

  test('sets them together with the places in the round; a customer who has the same already is unchanged', async () => {
    const [a, b, c] = [await add(), await add({ runNumber: 2, stopOrder: 7 }), await add({ stopOrder: 3 })]
    expect(
      await set([
        { customerID: a, runNumber: 2, stopOrder: 1 },
        { customerID: b, runNumber: 2 },
        { customerID: c, runNumber: 1, stopOrder: null },
      ]),
    ).toMatchObject({
      status: 200,
      body: { changed: 2, unchanged: 1 },
    })
    expect(await now(a)).toMatchObject({ runNumber: 2, stopOrder: 1, version: 2 })
    expect(await now(b)).toMatchObject({ runNumber: 2, stopOrder: 7, version: 1 })
    expect(await now(c)).toMatchObject({ runNumber: 1, stopOrder: null, version: 2 })
    expect(await auditOf(a)).toEqual([
      {
        action: 'customer.run-number',
        before: { runNumber: 1, stopOrder: null },
        after: { runNumber: 2, stopOrder: 1 },
      },
    ])
    expect(await auditOf(b)).toEqual([])
  })

  test('sets all or none: an unknown customer, or one listed twice, is named by its line', async () => {
    const [a, b] = [await add(), await add()]
    const gone = await add()
    await office.admin.delete(`${CUSTOMERS}/${gone}`)
    const answer = await set([
      { customerID: a, runNumber: 9 },
      { customerID: newID(), runNumber: 9 },
      { customerID: gone, runNumber: 9 },
      { customerID: b, runNumber: 9 },
      { customerID: a.toUpperCase(), runNumber: 8 },
    ])
    expect(answer).toMatchObject(wrongField('customers.1.customerID', 'This customer doesn’t exist'))
    expect(Object.keys(answer.body.fields ?? {})).toEqual([
      'customers.1.customerID',
      'customers.2.customerID',
      'customers.4.customerID',
    ])
    expect([(await now(a))['version'], (await now(b))['version']]).toEqual([1, 1])
  })

  test.each<[string, Fields[]]>([
    ['customers', []],
    ['customers.0.runNumber', [{ customerID: newID(), runNumber: 0 }]],
    ['customers.0.customerID', [{ customerID: 'nobody', runNumber: 1 }]],
    ['customers.0.colour', [{ customerID: newID(), runNumber: 1, colour: 'red' }]],
  ])('refuses a wrong %s at the field', async (field, wishes) => {
    expect(await set(wishes)).toMatchObject(wrongField(field))
  })

  test('by two admins at once: the later one works on what the first has done', async () => {
    const ids = [await add(), await add(), await add()]
    const answers = await Promise.all(
      [5, 6].map((runNumber) => set(ids.map((customerID) => ({ customerID, runNumber })))),
    )
    expect(answers.map(({ status, body }) => [status, body['changed']])).toEqual([
      [200, 3],
      [200, 3],
    ])
    const after = await Promise.all(ids.map(now))
    expect(new Set(after.map((body) => body['runNumber'])).size).toBe(1)
    expect(after.map((body) => body['version'])).toEqual([3, 3, 3])
  })

  test('sets 5,000, and refuses 5,001', async () => {
    const ids = await crowd(5_000)
    expect(await set(ids.map((customerID, at) => ({ customerID, runNumber: 2, stopOrder: at + 1 })))).toMatchObject({
      status: 200,
      body: { changed: 5_000, unchanged: 0 },
    })
    expect(await now(ids[4_321]!)).toMatchObject({ runNumber: 2, stopOrder: 4_322, version: 2 })
    expect(await set([...ids, newID()].map((customerID) => ({ customerID, runNumber: 2 })))).toMatchObject(
      wrongField('customers'),
    )
  })

  /** Inserted into the table: by the API it would take a minute, and how they were created does not matter here. */
  async function crowd(count: number): Promise<string[]> {
    const template = await now(await add())
    const ids = Array.from({ length: count }, () => newID())
    const createdAt = office.clock.now()
    await inTransaction(office.deps.database.db, async (tx) => {
      await insertRows(
        tx,
        users,
        ids.map((userID) => ({
          userID,
          role: 'CUSTOMER' as const,
          firstName: 'Ann',
          lastName: 'Other',
          fullName: 'Ann Other',
          signsIn: 1,
          createdAt,
          version: 1,
        })),
      )
      await insertRows(
        tx,
        customers,
        ids.map((customerID, at) => ({
          customerID,
          refNumber: 50_000 + at,
          address: '1 High Street',
          ...home,
          state: 'NSW' as const,
          postcode: '2076',
          status: 'ACTIVE' as const,
          startDate: String(template['startDate']),
          accountType: 'PERSONAL' as const,
          invoiceType: '1A' as const,
          propertyManagement: false,
          doNotRemind: false,
          doNotSendInvoiceEmail: false,
          serviceType: 'GARDEN_BAG' as const,
          collectionScheme: 'MONTHLY' as const,
          paymentScheme: 'POSTPAID' as const,
          amount: 2_500,
          features: [],
          origin: 'NEW' as const,
          weekNumber: 2,
          ownWeek: false,
          runNumber: 1,
          quotations: 0,
          searchText: '',
          nameKey: 'ann other',
          createdAt,
          version: 1,
        })),
      )
    })
    return ids
  }
})
