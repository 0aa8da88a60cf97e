import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import {
  activeRun,
  act,
  customersOf,
  generated,
  NEVER,
  deviceOf,
  runNow,
  said,
  suburbAndPackage,
} from '../../fixtures/runs.ts'

describe.each(databases)('changing a run on %s', (kind) => {
  let office: Office
  let closed: Office
  beforeAll(async () => {
    office = await openOffice(kind)
    closed = await openOffice(kind, { environment: { ALLOW_RE_ASSIGN_DRIVER: 'false' } })
  })
  afterAll(async () => {
    await office.close()
    await closed.close()
  })
  beforeEach(() => office.reset())

  type Said = Run & { code?: string; reason?: string; fields?: Record<string, string> }
  const change = (run: { runOrderID: string }, body: object, headers?: Record<string, string>) =>
    office.admin.put<Said>(`/v1/runs/${run.runOrderID}`, body, headers)
  const ids = (run: Run) => run.jobs.map(({ assignmentID }) => assignmentID)

  test('its texts change and can be cleared; what is left out stays', async () => {
    const draft = await office.make.run({ description: 'First' })
    const once = await change(draft, { trrNotes: 'Bring the small truck' })
    expect(once.body).toMatchObject({ description: 'First', trrNotes: 'Bring the small truck', version: 2 })
    expect((await change(draft, { description: null })).body).toMatchObject({
      description: null,
      trrNotes: 'Bring the small truck',
    })
  })

  test('another user’s change in between is noticed by If-Match', async () => {
    const draft = await office.make.run()
    const seen = await office.admin.get(`/v1/runs/${draft.runOrderID}`)
    const etag = { 'if-match': seen.headers.get('etag') ?? '' }
    expect((await change(draft, { trrNotes: 'mine' }, etag)).status).toBe(200)
    expect((await change(draft, { trrNotes: 'theirs' }, etag)).status).toBe(412)
  })

  test('a customer who is not due can be added, at the end of the round, but not twice', async () => {
    const [draft, home] = [await office.make.run(), await suburbAndPackage(office)]
    const extra = await office.make.customer({ ...home, weekNumber: 4, due: { yearNumber: 2027, monthNumber: 3 } })
    const added = await change(draft, { jobs: { add: [extra.customerID] } })
    expect(added.body.jobs.at(-1)).toMatchObject({
      customerID: extra.customerID,
      stopOrder: 2,
      driverID: draft.jobs[0]!.driverID,
    })
    const twice = await change(draft, { jobs: { add: [extra.customerID] } })
    expect(twice).toMatchObject({
      status: 409,
      body: { code: 'customer_already_added', message: 'This customer is already added. Please check again!' },
    })
  })

  test('a customer who can’t be served is refused as “Cannot generate pickup”, with the reason', async () => {
    const [draft, home] = [await office.make.run(), await suburbAndPackage(office)]
    const pending = await office.make.customer({ ...home, status: 'PENDING' })
    const future = await office.make.customer({
      ...home,
      startDate: '2027-01-01',
      due: { yearNumber: 2027, monthNumber: 2 },
    })
    const refused = async (customerID: string) => (await change(draft, { jobs: { add: [customerID] } })).body
    expect(await refused(pending.customerID)).toMatchObject({
      message: 'Cannot generate pickup',
      code: 'cannot_generate_pickup',
      reason: 'Customer isn’t active.',
    })
    expect((await refused(future.customerID)).reason).toBe('Service starts after this week.')
    expect((await refused(NEVER)).reason).toBe('This customer doesn’t exist.')
    expect((await runNow(office, draft)).jobs).toHaveLength(1)
  })

  test('a change of several stops is made whole or not at all', async () => {
    const draft = await office.make.run()
    const [extra] = await customersOf(office, 1)
    const answer = await change(draft, {
      description: 'Not kept',
      jobs: { add: [extra!.customerID, extra!.customerID] },
    })
    expect(answer.body.code).toBe('customer_already_added')
    expect(await runNow(office, draft)).toMatchObject({ description: null, version: 1, stops: 1 })
  })

  test('removing takes a stop out of a draft, and cancels it in an active run', async () => {
    await customersOf(office, 3)
    const draft = await generated(office, {
      drivers: [{ runNumber: 1, driverID: (await office.make.driver()).driverID }],
    })
    const [first, second] = ids(draft)
    expect((await change(draft, { jobs: { remove: [first] } })).body.jobs).toHaveLength(2)
    await act(office.admin, draft, 'activate')
    const removed = await change(draft, { jobs: { remove: [second] } })
    expect(removed.body).toMatchObject({ stops: 1 })
    expect(removed.body.jobs.find(({ assignmentID }) => assignmentID === second)).toMatchObject({ state: 'cancelled' })
    expect((await change(draft, { jobs: { remove: [second] } })).status).toBe(200)
  })

  test('a stop with an outcome can’t be removed, but its notes, price, place and driver can change', async () => {
    const { run, driver } = await activeRun(office, 1)
    const [stop] = run.jobs
    await deviceOf(office, driver, run).send([deviceOf(office, driver, run).done(stop!)])
    expect((await change(run, { jobs: { remove: [stop!.assignmentID] } })).body.code).toBe('job_has_outcome')
    const other = await office.make.driver()
    const changed = await change(run, {
      jobs: {
        edit: [{ assignmentID: stop!.assignmentID, amount: 30, adminNotes: 'Corner house' }],
        assign: [{ assignmentIDs: [stop!.assignmentID], driverID: other.driverID }],
      },
    })
    expect(changed.body.jobs[0]).toMatchObject({
      amount: 30,
      adminNotes: 'Corner house',
      driverID: other.driverID,
      outcome: 'COLLECTED',
    })
  })

  test('many stops get another driver at once; a stop of an active run never has none', async () => {
    const { run, driver } = await activeRun(office, 3)
    const other = await office.driver({ firstName: 'Joe', lastName: 'Away', weekNumbers: [1] })
    const [first, second] = ids(run)
    const given = await change(run, { jobs: { assign: [{ assignmentIDs: [first, second], driverID: other.userID }] } })
    expect(given.body.warnings).toEqual([{ code: 'driver_week', message: 'Joe Away doesn’t work in week 2.' }])
    const stopsOf = async (person: typeof driver) =>
      (await person.get<{ items: Run[] }>('/v1/runs')).body.items.flatMap(({ jobs: stops }) =>
        stops.map(({ assignmentID }) => assignmentID),
      )
    expect((await stopsOf(other)).sort()).toEqual([first, second].sort())
    expect(await stopsOf(driver)).toEqual([ids(run)[2]])
    const nobody = await change(run, { jobs: { assign: [{ assignmentIDs: [first], driverID: null }] } })
    expect(nobody.body.fields).toEqual({ 'jobs.assign.0.driverID': 'A stop of an active run needs a driver' })
  })

  test('with re-assigning switched off an active run keeps its drivers, a draft does not', async () => {
    await closed.reset()
    await customersOf(closed, 1)
    const [one, other] = [await closed.make.driver(), await closed.make.driver()]
    const draft = await generated(closed, { drivers: [{ runNumber: 1, driverID: one.driverID }] })
    const give = (driverID: string) =>
      closed.admin.put<Said>(`/v1/runs/${draft.runOrderID}`, {
        jobs: { assign: [{ assignmentIDs: ids(draft), driverID }] },
      })
    expect((await give(other.driverID)).body.jobs[0]?.driverID).toBe(other.driverID)
    await act(closed.admin, draft, 'activate')
    expect(await give(one.driverID)).toMatchObject({ status: 409, body: { code: 'reassign_closed' } })
  })

  test('stops are put in order; those not named follow in their old order', async () => {
    await customersOf(office, 4)
    const draft = await generated(office)
    const [a, b, c, d] = ids(draft)
    const changed = await change(draft, { jobs: { order: [d, b] } })
    expect(ids(changed.body)).toEqual([d, b, a, c])
    expect(changed.body.jobs.map(({ stopOrder }) => stopOrder)).toEqual([1, 2, 3, 4])
  })

  test('a stop of another run is refused by the field’s name', async () => {
    const draft = await office.make.run()
    for (const stops of [{ remove: [NEVER] }, { order: [NEVER] }, { edit: [{ assignmentID: NEVER, amount: 1 }] }]) {
      const answer = await change(draft, { jobs: stops })
      expect(answer.body.fields).toEqual({ [`jobs.${Object.keys(stops)[0]}`]: 'This stop isn’t on this run' })
    }
  })

  test('a forgotten customer is added to an active run under the round’s driver', async () => {
    const { run, driver } = await activeRun(office, 1)
    const [forgotten] = await customersOf(office, 1)
    const added = await change(run, { jobs: { add: [forgotten!.customerID] } })
    const stop = added.body.jobs.find(({ customerID }) => customerID === forgotten!.customerID)
    expect(stop?.driverID).toBe(driver.userID)
    const device = deviceOf(office, driver, run)
    expect(said((await device.send([device.done(stop!)])).results)).toEqual(['applied'])
    const strange = await office.make.customer({ ...(await suburbAndPackage(office)), runNumber: 9 })
    await office.make.driver()
    expect((await change(run, { jobs: { add: [strange.customerID] } })).body.reason).toBe('No driver for run 9.')
  })

  test('a completed run keeps its stops unchanged, an archived one everything', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    await act(office.admin, run, 'complete')
    expect(
      (await change(run, { jobs: { edit: [{ assignmentID: run.jobs[0]!.assignmentID, amount: 1 }] } })).body.code,
    ).toBe('wrong_state')
    expect((await change(run, { trrNotes: 'Checked' })).body.trrNotes).toBe('Checked')
    await act(office.admin, run, 'archive')
    expect((await change(run, { trrNotes: 'Too late' })).body.code).toBe('wrong_state')
  })
})
