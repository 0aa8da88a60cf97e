import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { addDue, previewDue } from '#contract/v1/runs-plan.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import { act, generated, NEVER, runNow, suburbAndPackage } from '../../fixtures/runs.ts'

describe.each(databases)('customers who became due after a draft was generated, on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let draft: Run
  let driver: string
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    home = await suburbAndPackage(office)
    for (const number of [2, 4, 30, 32]) await office.make.customer({ ...home, address: `${number} Wattle Street` })
    driver = (await office.driver()).userID
    draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver }] })
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  const newcomer = (address: string, more: object = {}) => office.make.customer({ ...home, address, ...more })
  const shown = (run: { runOrderID: string } = draft) =>
    office.call(office.admin, previewDue, { runOrderID: run.runOrderID })
  const add = (customerIDs: readonly string[], run: { runOrderID: string } = draft) =>
    office.admin.put<Run & Body>(`/v1/runs/${run.runOrderID}/due`, { customerIDs })
  const streets = ({ jobs: stops }: Pick<Run, 'jobs'>) => stops.map(({ address }) => Number.parseInt(address, 10))

  test('they are shown with their place and driver, and added there; the order of the others stays', async () => {
    const order = [draft.jobs[1]!, draft.jobs[0]!, draft.jobs[3]!, draft.jobs[2]!].map(
      ({ assignmentID }) => assignmentID,
    )
    const sorted = await office.admin.put<Run>(`/v1/runs/${draft.runOrderID}`, { jobs: { order } })
    expect(streets(sorted.body)).toEqual([4, 2, 32, 30])
    const [near, other] = [await newcomer('31 Wattle Street'), await newcomer('9 Zed Street', { runNumber: 2 })]
    await office.make.noPickup({ ...THIS_WEEK, customerID: other.customerID, reason: 'Away' })
    const preview = await shown()
    expect(preview).toMatchObject({
      cannot: null,
      stops: [
        { customerID: near.customerID, runNumber: 1, driverID: driver, because: 'in_turn', noPickup: null },
        { customerID: other.customerID, runNumber: 2, stopOrder: 1, noPickup: { reason: 'Away' } },
      ],
      leftOut: [],
    })
    const { status, body } = await add([near.customerID, other.customerID])
    expect([status, body.version]).toEqual([200, sorted.body.version + 1])
    const round = body.jobs.filter(({ runNumber }) => runNumber === 1)
    expect(streets({ jobs: round.filter(({ customerID }) => customerID !== near.customerID) })).toEqual([4, 2, 32, 30])
    for (const stop of preview.stops) {
      expect(body.jobs.find(({ customerID }) => customerID === stop.customerID)).toMatchObject({
        runNumber: stop.runNumber,
        stopOrder: stop.stopOrder,
        driverID: stop.driverID,
      })
    }
    expect(await shown()).toMatchObject({
      stops: [],
      cannot: 'No more customers are due in the week from 09/11/2026 to 15/11/2026.',
    })
  })

  test('the list of those who are not due, with the reason, is answered on request', async () => {
    const later = await newcomer('5 Wattle Street', { due: { yearNumber: 2027, monthNumber: 1 } })
    const { leftOut } = await office.call(office.admin, previewDue, { runOrderID: draft.runOrderID, leftOut: 'true' })
    expect(leftOut).toMatchObject([{ reason: 'not_yet', count: 1, customers: [{ customerID: later.customerID }] }])
    expect(leftOut).toHaveLength(1)
  })

  test('the list has no one of the draft itself, and those of another run of the week', async () => {
    await act(office.admin, draft, 'activate')
    const other = await newcomer('40 Wattle Street')
    const second = await generated(office)
    expect(second.jobs.map(({ customerID }) => customerID)).toEqual([other.customerID])
    const { leftOut } = await office.call(office.admin, previewDue, { runOrderID: second.runOrderID, leftOut: 'true' })
    const listed = leftOut.flatMap(({ reason, customers }) => customers.map(({ customerID }) => [reason, customerID]))
    expect(listed.toSorted()).toEqual(draft.jobs.map(({ customerID }) => ['has_stop', customerID]).toSorted())
  })

  test('only the named customers are added; one who is no longer due is reported and left out', async () => {
    const [wanted, unseen, blocked] = [
      await newcomer('5 Wattle Street'),
      await newcomer('7 Wattle Street'),
      await newcomer('9 Wattle Street'),
    ]
    await office.admin.put(`/v1/users/customers/${blocked.customerID}/block`, { reason: 'Does not pay' })
    const { body } = await add([wanted.customerID, blocked.customerID, NEVER])
    expect(body.jobs.map(({ customerID }) => customerID)).toContain(wanted.customerID)
    expect(body.jobs).toHaveLength(5)
    expect(body.warnings).toEqual([{ code: 'not_due', message: '2 customers are no longer due and weren’t added.' }])
    expect((await shown()).stops).toMatchObject([{ customerID: unseen.customerID }])
  })

  test('the same call again changes nothing, also once the run is active; other customers are refused then', async () => {
    const [one, late] = [await newcomer('5 Wattle Street'), await newcomer('7 Wattle Street')]
    const first = await add([one.customerID])
    expect((await add([one.customerID])).body).toMatchObject({ version: first.body.version })
    const active = await act<Run>(office.admin, draft, 'activate')
    expect((await add([one.customerID])).body).toMatchObject({ status: 'active', version: active.version })
    expect(await add([late.customerID])).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(await shown()).toMatchObject({ stops: [], cannot: expect.stringMatching(/to a draft only/) as string })
  })

  test('two admins adding the same customers at one moment add each once', async () => {
    const ids = []
    for (const number of [6, 8, 10]) ids.push((await newcomer(`${number} Wattle Street`)).customerID)
    const answers = await Promise.all([add(ids), add(ids.toReversed()), add(ids.slice(0, 2)), add(ids)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { jobs: stops } = await runNow(office, draft)
    expect(stops).toHaveLength(7)
    expect(new Set(stops.map(({ customerID }) => customerID)).size).toBe(7)
    expect(stops.map(({ stopOrder }) => stopOrder)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('added while the draft is marked active: either in it before the drivers see it, or refused', async () => {
    const { customerID } = await newcomer('6 Wattle Street')
    const [added, activated] = await Promise.all([
      add([customerID]),
      office.admin.put<Run>(`/v1/runs/${draft.runOrderID}/activate`, {}),
    ])
    expect(activated.status).toBe(200)
    const now = await runNow(office, draft)
    expect(now.status).toBe('active')
    if (added.status === 200)
      expect(now.jobs.find((stop) => stop.customerID === customerID)).toMatchObject({ driverID: driver })
    else {
      expect(added.body.code).toBe('wrong_state')
      expect(now.jobs).toHaveLength(4)
    }
  })

  test('added while the draft is deleted: only one of the two happens', async () => {
    const { customerID } = await newcomer('6 Wattle Street')
    const [added, deleted] = await Promise.all([add([customerID]), office.admin.delete(`/v1/runs/${draft.runOrderID}`)])
    expect(deleted.status).toBe(204)
    expect([200, 404]).toContain(added.status)
    expect((await generated(office)).jobs).toHaveLength(5)
  })

  test('is for admins, and for a run that exists', async () => {
    const tom = await office.driver()
    const path = `/v1/runs/${draft.runOrderID}/due`
    expect([(await tom.get(path)).status, (await tom.put(path, { customerIDs: [NEVER] })).status]).toEqual([403, 403])
    expect((await office.admin.get(`/v1/runs/${NEVER}/due`)).status).toBe(404)
    expect((await office.admin.put(`/v1/runs/${NEVER}/due`, { customerIDs: [NEVER] })).status).toBe(404)
    expect((await office.admin.put<Body>(path, { customerIDs: [] })).body.fields).toEqual({
      customerIDs: 'At least 1 entry',
    })
    expect(addDue.roles).toEqual({ ADMIN: 'any' })
  })
})
