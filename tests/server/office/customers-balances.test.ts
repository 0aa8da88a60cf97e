import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customersTotalSales, getCustomer, listCustomers } from '#contract/v1/customers.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { getProfile } from '#contract/v1/session.ts'
import { addDays } from '#domain/dates.ts'
import { bothDatabases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

describe.each(bothDatabases)('Balances of customers on %s', (kind) => {
  let office: Office
  let anna: Person
  let ben: Person
  beforeAll(async () => {
    office = await openOffice(kind)
    const home = await suburbAndPackage(office)
    const [driver] = [await office.driver()]
    anna = await office.customer({ ...home, lastName: 'Anna' })
    ben = await office.customer({ ...home, lastName: 'Ben' })
    await office.customer({ ...home, lastName: 'Cara', due: { yearNumber: 2026, monthNumber: 12 } })
    const run = await act(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }),
      'activate',
    )
    const device = deviceOf(office, driver, run)
    const stopOf = ({ userID }: Person) => run.jobs.find(({ customerID }) => customerID === userID)!
    await device.send([device.done(stopOf(anna), 1), device.done(stopOf(ben), 3, { extraAmount: 10 })])
    await act(office.admin, run, 'complete')
  })
  afterAll(() => office.close())

  const listed = async (asked: object = {}) => {
    const { items, total } = await office.call(office.admin, listCustomers, asked)
    expect(items).toHaveLength(total)
    return items.map(({ fullName, accountBalance, totalSales }) => [
      fullName.split(' ').at(-1),
      accountBalance,
      totalSales,
    ])
  }

  test('the list shows what each was invoiced and owes, and sorts and filters by it', async () => {
    expect(await listed({ sort: 'accountBalance' })).toEqual([
      ['Ben', -85, 85],
      ['Anna', -25, 25],
      ['Cara', 0, 0],
    ])
    expect(await listed({ sort: '-accountBalance', owing: 'true' })).toEqual([
      ['Anna', -25, 25],
      ['Ben', -85, 85],
    ])
    expect(await listed({ owing: 'false' })).toEqual([['Cara', 0, 0]])
    expect(await listed({ keyword: 'Ben' })).toEqual([['Ben', -85, 85]])
  })

  test('from and to bound the issue dates that count in the total sales, and leave out nobody', async () => {
    const all = [
      ['Ben', -85, 85],
      ['Anna', -25, 25],
      ['Cara', 0, 0],
    ]
    expect(await listed({ sort: 'accountBalance', ...NOVEMBER })).toEqual(all)
    expect(await listed({ sort: 'accountBalance', to: '2026-11-30' })).toEqual(all)
    expect(await listed({ sort: 'accountBalance', ...OCTOBER })).toEqual(
      all.map(([name, balance]) => [name, balance, 0]),
    )
    const sales = (asked: object) => office.call(office.admin, customersTotalSales, asked)
    expect(await sales({})).toEqual({ totalSales: 110, customers: 3 })
    expect(await sales(NOVEMBER)).toEqual({ totalSales: 110, customers: 3 })
    expect(await sales(OCTOBER)).toEqual({ totalSales: 0, customers: 3 })
    expect(await sales({ from: '2026-11-01', owing: 'true' })).toEqual({ totalSales: 110, customers: 2 })
    expect(await sales({ keyword: 'Ben' })).toEqual({ totalSales: 85, customers: 1 })
    expect(await sales({ owing: 'false' })).toEqual({ totalSales: 0, customers: 1 })
  })

  test('days that hold every invoice count the same as no days, for all customers and for some of them', async () => {
    const sales = (asked: object) => office.call(office.admin, customersTotalSales, asked)
    const always = { from: '1990-01-01', to: '2200-01-01' }
    expect(await sales(always)).toEqual({ totalSales: 110, customers: 3 })
    expect(await sales({ ...always, status: 'ACTIVE' })).toEqual({ totalSales: 110, customers: 3 })
    expect(await sales({ ...always, status: 'BLOCKED' })).toEqual({ totalSales: 0, customers: 0 })
    expect(await sales({ ...always, keyword: 'Ben' })).toEqual({ totalSales: 85, customers: 1 })
    const { items } = await office.call(office.admin, listInvoices, {})
    const day = items[0]!.issueDate
    expect(items.map(({ issueDate }) => issueDate)).toEqual([day, day])
    expect(await sales({ from: day, to: day })).toEqual({ totalSales: 110, customers: 3 })
    expect(await sales({ from: addDays(day, 1) })).toEqual({ totalSales: 0, customers: 3 })
    expect(await sales({ to: addDays(day, -1) })).toEqual({ totalSales: 0, customers: 3 })
    expect(await sales({ from: addDays(day, 1), to: addDays(day, -1) })).toEqual({ totalSales: 0, customers: 3 })
  })

  test('the customer’s page and the customer’s own profile show the same balance', async () => {
    expect(await office.call(office.admin, getCustomer, { customerID: ben.userID })).toMatchObject({
      accountBalance: -85,
      totalSales: 85,
    })
    expect(await office.call(ben, getProfile, {})).toMatchObject({ accountBalance: -85 })
    expect(await office.call(office.admin, getProfile, {})).toMatchObject({ accountBalance: 0 })
  })

  test('a customer with invoices is hidden when deleted, and no longer counted', async () => {
    await office.admin.delete(`/v1/users/customers/${anna.userID}/cancel`)
    expect(await office.admin.delete(`/v1/users/customers/${anna.userID}`)).toMatchObject({ status: 204 })
    for (const days of [{}, { from: '1990-01-01' }, NOVEMBER])
      expect(await office.call(office.admin, customersTotalSales, days)).toEqual({ totalSales: 85, customers: 2 })
  })
})
