import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportRows, roundsReport } from '#contract/v1/reports.ts'
import { nearestCents as cents } from '#domain/money.ts'
import { financialYear } from '#domain/periods.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const YEAR = financialYear(2026)

describe.each(databases)('What rounds sold, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('an attempt costs the fee that its run was completed with, and the stops are listed as driven', async () => {
    const { productID } = await suburbAndPackage(office)
    const driver = await office.driver()
    const completed = async (weekNumber: number) => {
      const { suburbID } = await office.make.suburb({ weekNumber })
      for (const firstName of ['Anna', 'Ben', 'Cara']) await office.make.customer({ suburbID, productID, firstName })
      const draft = await generated(office, { weekNumber, drivers: [{ runNumber: 1, driverID: driver.userID }] })
      const run = await act(office.admin, draft, 'activate')
      const device = deviceOf(office, driver, run)
      await device.send([
        device.done(run.jobs[0]!, 2, { extraAmount: 5 }),
        device.not(run.jobs[1]!, 'NO_ACCESS'),
        device.not(run.jobs[2]!, 'NOT_OUT'),
      ])
      await act(office.admin, run, 'complete')
      return run
    }
    const first = await completed(2)
    await office.admin.put('/v1/settings/fee.attempt', { value: 12.5 })
    const second = await completed(3)

    const { rounds, sales, ...total } = await office.call(office.admin, roundsReport, YEAR)
    // Two bags at $25 and $5; each attempt a bag's price, then $12.50.
    expect(rounds.map((round) => [round.runOrder, round.sales.amount, round.sales.count, round.bags])).toEqual([
      [first.readableID, 105, 3, 2],
      [second.readableID, 80, 3, 2],
    ])
    expect(rounds.map(({ drivers }) => drivers)).toEqual(
      [first, second].map(({ jobs }) => [jobs[0]!.capturedDriverName]),
    )
    expect([sales.amount, sales.count]).toEqual([185, 6])
    // Sales include GST and the driver's pay does not: the margin is what is left of the sales without GST.
    expect(rounds.map(({ gst }) => gst)).toEqual([9.55, 7.27])
    for (const { sales, gst, cost, margin } of rounds)
      expect(cents(margin)).toBe(cents(sales.amount) - cents(gst) - cents(cost.amount))
    expect(total.cost.amount).toBeGreaterThan(0)
    expect(cents(total.margin)).toBe(cents(rounds[0]!.margin) + cents(rounds[1]!.margin))
    expect(cents(total.gst)).toBe(cents(9.55) + cents(7.27))
    const pages = await Promise.all(
      [1, 2].map((page) => office.call(office.admin, reportRows, { figure: 'round-sales', ...YEAR, page, perPage: 4 })),
    )
    expect(pages.map(({ items }) => items.map(({ amount }) => amount))).toEqual([
      [55, 25, 25, 55],
      [12.5, 12.5],
    ])
    expect(pages.flatMap(({ items }) => items.map(({ rowID }) => rowID))).toEqual(
      [first, second].flatMap(({ jobs }) => jobs.map(({ assignmentID }) => assignmentID)),
    )
    expect(pages.map(({ total, totalAmount, totalBags }) => [total, totalAmount, totalBags])).toEqual([
      [6, 185, 4],
      [6, 185, 4],
    ])
  })
})
