import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import {
  activeRun,
  act,
  generated,
  NEVER,
  nextPeriod,
  deviceOf,
  runNow,
  suburbAndPackage,
} from '../../fixtures/runs.ts'

describe.each(databases)('shifting a stop on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const shift = (run: Run, at = 0, body: object = {}) =>
    office.admin.put<Run & Body>(`/v1/runs/${run.runOrderID}/assignments/${run.jobs[at]!.assignmentID}/shift`, body)
  const dueOf = async (customerID: string) =>
    (await office.admin.get<{ due: object }>(`/v1/users/customers/${customerID}`)).body.due

  test('moves it to the next period, same week; it stays in the history with its reason', async () => {
    const { run, driver } = await activeRun(office, 2, { collectionScheme: 'QUARTERLY' })
    const shifted = await shift(run, 0, { reason: 'Street closed' })
    expect(shifted.body).toMatchObject({ stops: 1 })
    expect(shifted.body.jobs[0]).toMatchObject({ state: 'shifted', reason: 'Street closed', shiftedTo: nextPeriod })
    expect(await dueOf(run.jobs[0]!.customerID)).toMatchObject({ yearNumber: 2026, monthNumber: 12 })
    expect((await driver.get<{ items: Run[] }>('/v1/runs')).body.items[0]?.jobs).toHaveLength(1)
  })

  test('twice counts once', async () => {
    const { run } = await activeRun(office, 1)
    const first = await shift(run)
    const second = await shift(run, 0, { to: { ...THIS_WEEK, weekNumber: 4 } })
    expect(second.body).toEqual(first.body)
    const both = await activeAgain()
    const answers = await Promise.all([shift(both), shift(both), shift(both)])
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
    ])
  })

  async function activeAgain(): Promise<Run> {
    await office.reset()
    return (await activeRun(office, 1)).run
  }

  test('to a named week the customer is due in exactly that one, and next time in the usual week again', async () => {
    const { run, driver } = await activeRun(office, 1)
    const target = { ...THIS_WEEK, weekNumber: 4 }
    expect((await shift(run, 0, { to: target })).body.jobs[0]).toMatchObject({ shiftedTo: target })
    const there = await generated(office, { ...target, drivers: [{ runNumber: 1, driverID: driver.userID }] })
    expect(there.jobs).toHaveLength(1)
    await act(office.admin, there, 'activate')
    const device = deviceOf(office, driver, there)
    await device.send([device.done(there.jobs[0]!)])
    await act(office.admin, there, 'complete')
    expect(await dueOf(run.jobs[0]!.customerID)).toMatchObject({ yearNumber: 2026, monthNumber: 12 })
    expect((await generated(office, nextPeriod)).jobs).toHaveLength(1)
  })

  test('the target week’s draft gets the stop, with the office’s notes on it', async () => {
    const { run, driver } = await activeRun(office, 2, { due: { yearNumber: 2026, monthNumber: 11 } })
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { edit: [{ assignmentID: run.jobs[0]!.assignmentID, amount: 31, adminNotes: 'Two gates' }] },
    })
    const next = await generated(office, { ...nextPeriod, drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const mine = next.jobs.find(({ customerID }) => customerID === run.jobs[0]!.customerID)!
    await office.admin.put(`/v1/runs/${next.runOrderID}`, { jobs: { remove: [mine.assignmentID] } })
    await shift(run)
    const copy = (await runNow(office, next)).jobs.filter(({ customerID }) => customerID === run.jobs[0]!.customerID)
    expect(copy).toMatchObject([
      { amount: 31, adminNotes: 'Two gates', driverID: driver.userID, state: 'planned', pu: 0 },
    ])
    await shift(run, 1)
    expect((await runNow(office, next)).stops).toBe(2)
  })

  test('to a week after a draft made ahead the customer leaves that draft, and is collected once', async () => {
    const { run } = await activeRun(office, 2)
    const ahead = await generated(office, nextPeriod)
    expect(ahead.jobs).toHaveLength(2)
    const target = { ...nextPeriod, weekNumber: 4 }
    await shift(run, 0, { to: target })
    expect((await runNow(office, ahead)).jobs.map(({ customerID }) => customerID)).toEqual([run.jobs[1]!.customerID])
    const audit = (
      await office.admin.get<{ items: { action: string; subjectID: string; after: object }[] }>('/v1/audit?perPage=100')
    ).body.items
    const gone = ahead.jobs.find(({ customerID }) => customerID === run.jobs[0]!.customerID)!.assignmentID
    expect(
      audit.find(({ action, subjectID }) => action === 'run.update' && subjectID === ahead.runOrderID)?.after,
    ).toEqual({ remove: [gone] })
    expect((await generated(office, target)).jobs.map(({ customerID }) => customerID)).toEqual([
      run.jobs[0]!.customerID,
    ])
  })

  test('to the week before a draft made ahead the customer leaves that draft; within this period they stay on it', async () => {
    const { run } = await activeRun(office, 2)
    const ahead = await generated(office, nextPeriod)
    await shift(run, 0, { to: { ...nextPeriod, weekNumber: 1 } })
    await shift(run, 1, { to: { ...THIS_WEEK, weekNumber: 3 } })
    expect((await runNow(office, ahead)).jobs.map(({ customerID }) => customerID)).toEqual([run.jobs[1]!.customerID])
  })

  test('a stop that the office added to a draft by hand stays there', async () => {
    const { run } = await activeRun(office, 1)
    await office.make.customer({ ...(await suburbAndPackage(office)), weekNumber: 3 })
    const between = await generated(office, { ...THIS_WEEK, weekNumber: 3 })
    const { customerID } = run.jobs[0]!
    await office.admin.put(`/v1/runs/${between.runOrderID}`, { jobs: { add: [customerID] } })
    await shift(run, 0, { to: { ...nextPeriod, weekNumber: 4 } })
    expect((await runNow(office, between)).stops).toBe(2)
  })

  test('a stop with an outcome can’t be shifted', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    await device.send([device.not(run.jobs[0]!, 'NO_ACCESS')])
    expect(await shift(run)).toMatchObject({ status: 409, body: { code: 'job_has_outcome' } })
  })

  test('a week that is over, unknown or the run’s own is refused with the reason', async () => {
    const { run } = await activeRun(office, 1)
    const reason = async (to: object) => (await shift(run, 0, { to })).body
    expect(await reason({ ...THIS_WEEK, weekNumber: 1 })).toMatchObject({
      message: 'Cannot generate pickup',
      reason: 'This week has ended.',
    })
    expect(await reason({ ...THIS_WEEK, yearNumber: 2031 })).toMatchObject({
      reason: 'Week 2 of 11/2031 isn’t in the calendar.',
    })
    expect(await reason(THIS_WEEK)).toMatchObject({ reason: 'The stop is already in this week.' })
    expect((await runNow(office, run)).jobs[0]?.state).toBe('planned')
    expect((await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${NEVER}/shift`, {})).status).toBe(404)
  })
})
