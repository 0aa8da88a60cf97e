import { beforeEach, describe, expect, test } from 'vitest'
import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { listIncomes } from '#contract/v1/incomes.ts'
import { getPayrollCsv } from '#contract/v1/pays.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { collectionsReport, reportRows, roundsReport } from '#contract/v1/reports.ts'
import { listRuns, type Run } from '#contract/v1/runs.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { totalBags } from '#domain/bags.ts'
import { financialYear } from '#domain/periods.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { payOffice } from '../../fixtures/pay-office.ts'
import { act, type Device, runNow } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

const YEAR = financialYear(2026)
const TODAY = '2026-11-10'

/** What the sums in SQL are compared with is the domain's rule, from the stops as they are sent. */
describe.each(databases)('A rubbish removal has no bags on %s', (kind) => {
  let office: Office
  let run: Run
  let device: Device
  let removal: Run['jobs'][number]
  let driver: Person
  withActiveRun(kind, 3, (opened) => void ({ office, run, device, driver } = opened))
  const { driver: change, pay } = payOffice(
    () => office,
    () => driver,
  )

  beforeEach(async () => {
    await office.admin.put('/v1/settings/pay.emptyAsBags', { value: 2 })
    const { productID } = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 150,
    })
    const added = []
    for (let n = 0; n < 2; n++) {
      const { customerID } = await office.make.customer({ productID, due: undefined })
      const { body } = await office.admin.put<Run>(`/v1/runs/${run.runOrderID}`, { jobs: { add: [customerID] } })
      added.push(body.jobs.find((stop) => stop.customerID === customerID)!)
    }
    removal = added[0]!
    const [anna, ben, cara] = run.jobs
    await device.send([
      device.done(anna!, 3),
      device.bagMt(ben!),
      device.not(cara!, 'NO_ACCESS'),
      device.done(removal, 1),
      device.bagMt(added[1]!),
    ])
  })

  test('in the sums of the run', async () => {
    const { items } = await office.call(office.admin, listRuns, {})
    const now = await runNow(office, run)
    expect(now.jobs.find(({ assignmentID }) => assignmentID === removal.assignmentID)).toMatchObject({ pu: 1 })
    expect(totalBags(now.jobs)).toBe(3)
    expect([now.totalBags, items[0]!.totalBags]).toEqual([3, 3])
    const { run: seen, drivers } = await office.call(office.admin, runProgress, { runOrderID: run.runOrderID })
    expect([seen.totalBags, drivers.map(({ bags }) => bags)]).toEqual([3, [3]])
    const { outcomes, incomes } = await office.call(office.admin, previewCompletion, { runOrderID: run.runOrderID })
    expect(outcomes.map(({ outcome, stops, bags }) => [outcome, stops, bags]).sort()).toEqual([
      ['COLLECTED', 2, 3],
      ['EMPTY', 2, 0],
      ['NO_ACCESS', 1, 0],
    ])
    // Three bags, and two for the Bag MT of the garden bag.
    expect(incomes!.map(({ bags }) => bags)).toEqual([5])
  })

  test('in reports, incomes and the payroll file', async () => {
    await act(office.admin, run, 'complete')
    const report = await office.call(office.admin, collectionsReport, YEAR)
    expect([report.bags, report.weeks.map(({ bags }) => bags)]).toEqual([3, [3]])
    const { rounds } = await office.call(office.admin, roundsReport, YEAR)
    expect(rounds.reduce((sum, { bags }) => sum + bags, 0)).toBe(3)
    const totals = await Promise.all(
      (['collections', 'round-sales', 'round-cost'] as const).map((figure) =>
        office.call(office.admin, reportRows, { figure, ...YEAR }),
      ),
    )
    expect(totals.map(({ totalBags: sum }) => sum)).toEqual([3, 3, 5])
    expect(totals.map(({ items }) => items.reduce((sum, { bags }) => sum + bags, 0))).toEqual([3, 3, 5])
    const incomes = await office.call(office.admin, listIncomes, { sort: '-pu' })
    expect(incomes.items.map(({ pu }) => pu)).toEqual([3, 2, 0, 0, 0])
    expect(incomes.items.find(({ assignmentID }) => assignmentID === removal.assignmentID)).toMatchObject({
      pu: 0,
      amount: 75,
    })
    await change({ employmentType: 'CASUAL' })
    await pay()
    const { content } = await office.call(office.admin, getPayrollCsv, { datePaid: TODAY })
    // Bags, then collections.
    expect(content).toContain(',5,95.00,')
  })

  test('in what the customer and the office read of it', async () => {
    const { customerID } = removal
    const weeks = await office.call(office.admin, customerSchedules, { customerID })
    expect(weeks.filter(({ outcome }) => outcome === 'COLLECTED').map(({ pu }) => pu)).toEqual([0])
    const { items } = await office.call(office.admin, getTimeline, { customerID })
    const removed = { outcome: 'COLLECTED', serviceType: 'RUBBISH_REMOVAL', pu: 0 }
    expect(items.find(({ kind: what }) => what === 'collection')).toMatchObject(removed)
    const [anna] = run.jobs
    const bags = await office.call(office.admin, customerSchedules, { customerID: anna!.customerID })
    expect(new Set(bags.map(({ serviceType }) => serviceType))).toEqual(new Set(['GARDEN_BAG']))
    expect(weeks.find(({ outcome }) => outcome === 'COLLECTED')).toMatchObject(removed)
  })
})
