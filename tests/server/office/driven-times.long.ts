import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getDrivenTimes, learnDrivenTimesAnew } from '#contract/v1/driven-times.ts'
import { setPlace } from '#contract/v1/places.ts'
import {
  forgetDrivenTimes,
  learnDrivenTimes,
  learnDrivenTimesAnew as learnAnew,
} from '#server/features/runs/driven-times/driven-times-commands.ts'
import {
  act,
  activeRun,
  customersOf,
  deviceOf,
  generated,
  NEVER,
  runNow,
  suburbAndPackage,
} from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const METRE = 1 / 111_195

describe.each(databases)('how long drivers take from stop to stop, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const learn = async () => (await learnDrivenTimes(office.deps.database.db)).visits
  const known = (run: { runOrderID: string }) =>
    office.call(office.admin, getDrivenTimes, { runOrderID: run.runOrderID })

  /** One driver goes to and fro between two streets, a kilometre and six minutes apart. */
  async function toAndFro() {
    const home = await suburbAndPackage(office)
    for (const [at, address] of ['1 High St', '2 Low Rd', '3 High Street', '4 Low Rd'].entries()) {
      const { customerID } = await office.make.customer({ ...home, address })
      await office.call(office.admin, setPlace, {
        customerID,
        latitude: -33.7561 + (at % 2) * 1_000 * METRE,
        longitude: 151.1535,
      })
    }
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act(office.admin, draft, 'activate')
    const phone = deviceOf(office, driver, run)
    const began = office.clock.now().getTime()
    office.clock.set(new Date(began + 30 * 60_000))
    const byAddress = run.jobs.toSorted((a, b) => parseInt(a.address) - parseInt(b.address))
    await phone.send(
      byAddress.map((stop, at) => phone.done(stop, 1, { occurredAt: new Date(began + at * 360_000).toISOString() })),
    )
    return { run, driver }
  }

  test('a completed run’s records say it, once, and an active run says nothing yet', async () => {
    const { run } = await toAndFro()
    expect(await learn()).toBe(0)
    expect(await known(run)).toEqual({ atStop: null, streets: [], suburbs: [] })
    await act(office.admin, await runNow(office, run), 'complete')
    expect(await learn()).toBe(4)
    const answer = await known(run)
    expect(answer).toMatchObject({ atStop: null, streets: [{ seconds: 360, metres: 1_000 }] })
    expect(answer.suburbs).toMatchObject([
      {
        ways: [
          [360, 1_000],
          [360, 1_000],
          [360, 1_000],
        ],
      },
    ])
    expect(await learn()).toBe(0)
    expect(await known(run)).toEqual(answer)
  })

  test('forgotten, as once customers have got places, it is learnt anew from all runs', async () => {
    const { run } = await toAndFro()
    await act(office.admin, await runNow(office, run), 'complete')
    await learn()
    const answer = await known(run)
    await forgetDrivenTimes(office.deps.database.db)
    expect((await known(run)).streets).toEqual([])
    expect(await learn()).toBe(4)
    expect(await known(run)).toEqual(answer)
  })

  test('by hand the office has it worked out anew, so that a place that is known since says more', async () => {
    const { run } = await toAndFro()
    await act(office.admin, await runNow(office, run), 'complete')
    for (const { customerID } of run.jobs) await office.admin.delete(`/v1/users/customers/${customerID}/place`)
    await learn()
    expect((await known(run)).suburbs).toEqual([])
    for (const { customerID, address } of run.jobs)
      await office.call(office.admin, setPlace, {
        customerID,
        latitude: -33.7561 + (parseInt(address) % 2) * 1_000 * METRE,
        longitude: 151.1535,
      })
    expect(await learn()).toBe(0)
    expect(await office.call(office.admin, learnDrivenTimesAnew, {})).toEqual({ visits: 4, isDone: true })
    expect((await known(run)).suburbs[0]!.ways).toHaveLength(3)
  })

  test('what is left when a person has waited long enough is added by the server’s own work', async () => {
    const { run } = await toAndFro()
    await act(office.admin, await runNow(office, run), 'complete')
    expect(await learnAnew(office.deps.database.db, 0)).toEqual({ visits: 0, isDone: false })
    expect(await learn()).toBe(4)
  })

  test('what two servers learn at the same time counts once', async () => {
    const { run } = await toAndFro()
    await act(office.admin, await runNow(office, run), 'complete')
    const added = await Promise.all([learn(), learn()])
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(4)
    expect((await known(run)).suburbs[0]!.ways).toHaveLength(3)
  })

  test('what the office recorded says when it was written down, and is left out', async () => {
    await customersOf(office, 4)
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run = await act(office.admin, draft, 'activate')
    const desk = deviceOf(office, office.admin, run)
    await desk.send(run.jobs.map((stop) => desk.done(stop)))
    await act(office.admin, await runNow(office, run), 'complete')
    expect(await learn()).toBe(0)
  })

  test('only the office reads it, and a run that does not exist has none', async () => {
    const { run, driver } = await activeRun(office, 2)
    expect((await driver.get(`/v1/runs/${run.runOrderID}/driven-times`)).status).toBe(403)
    expect((await driver.post('/v1/runs/driven-times', {})).status).toBe(403)
    expect((await office.admin.get(`/v1/runs/${NEVER}/driven-times`)).status).toBe(404)
  })
})
