import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moneyOfStops } from '#client/features/runs/stop-money.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import type { Run } from '#contract/v1/runs.ts'
import { fromDollars } from '#domain/money.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, deviceOf, runNow } from '../../fixtures/runs.ts'

describe.each(databases)('what a run is worth, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const completion = ({ runOrderID }: { runOrderID: string }) =>
    office.call(office.admin, previewCompletion, { runOrderID })
  const moneyNow = async (run: { runOrderID: string }) => {
    const { jobs: stops, attemptFee } = await runNow(office, run)
    return moneyOfStops(stops, attemptFee)
  }

  /**
   * Eight stops at $25: bags, extras, a correction, attempts, one cancelled by its customer, one removed, one to do.
   */
  async function drivenRun() {
    const { run, driver } = await activeRun(office, 8)
    const [two, corrected, empty, notOut, unsafe, cancelled, removed] = run.jobs
    await office.make.noPickup({ ...THIS_WEEK, customerID: cancelled!.customerID })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [removed!.assignmentID] } })
    const device = deviceOf(office, driver, run)
    await device.send([
      device.done(two!, 2, { extraAmount: 10 }),
      device.done(corrected!, 9),
      device.done(corrected!, 3),
      device.bagMt(empty!),
      device.not(notOut!, 'NOT_OUT'),
      device.not(unsafe!, 'UNSAFE'),
    ])
    return run
  }

  test('the page’s amounts are those of the completion, before and after it', async () => {
    const run = await drivenRun()
    // Six planned stops at one bag; five bags with $10 extra and two attempts at one bag's price.
    expect(await moneyNow(run)).toEqual({ expected: 15_000, recorded: 18_500, billed: 0 })
    const shown = await completion(run)
    expect(fromDollars(shown.charges!.amount)).toBe(18_500)
    await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    // The stop that was still to do is shifted, and so is the cancelled one.
    expect(await moneyNow(run)).toEqual({ expected: 12_500, recorded: 18_500, billed: 18_500 })
  })

  test('an attempt fee counts as soon as it is set, and is stored with the run at completion', async () => {
    const run = await drivenRun()
    await office.admin.put('/v1/settings/fee.attempt', { value: 7.5 })
    expect((await moneyNow(run)).recorded).toBe(15_000)
    expect(await office.call(office.admin, runProgress, { runOrderID: run.runOrderID })).toMatchObject({
      attemptFee: 7.5,
    })
    expect((await completion(run)).charges!.amount).toBe(150)
    await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    await office.admin.put('/v1/settings/fee.attempt', { value: null })
    expect((await moneyNow(run)).billed).toBe(15_000)
    await act<Run>(office.admin, run, 'archive')
    expect((await moneyNow(run)).billed).toBe(15_000)
    expect(await office.call(office.admin, runProgress, { runOrderID: run.runOrderID })).toMatchObject({
      attemptFee: 7.5,
    })
  })

  test('a driver does not see the fee', async () => {
    const { run, driver } = await activeRun(office, 1)
    const { body } = await driver.get<Run>(`/v1/runs/${run.runOrderID}`)
    expect([body.jobs.length, 'attemptFee' in body]).toEqual([1, false])
  })
})
