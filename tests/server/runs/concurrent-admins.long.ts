import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DriverRun, Run } from '#contract/v1/runs.ts'
import { bothDatabases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Answer, Body, Person } from '../../support/person.ts'
import { act, activeRun, customersOf, generated, nextPeriod, deviceOf, runNow, said } from '../../fixtures/runs.ts'

/** Requests sent at the same moment. */
const AT_ONCE = 5

describe.each(bothDatabases)('several admins at the same moment on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  type Said = Answer<Run & Body>
  const put = (run: { runOrderID: string }, what: string, body: object = {}) =>
    office.admin.put<Run & Body>(`/v1/runs/${run.runOrderID}${what === '' ? '' : `/${what}`}`, body)
  const remove = (run: { runOrderID: string }) => office.admin.delete<Run & Body>(`/v1/runs/${run.runOrderID}`)
  const times = (what: () => Promise<Said>) => Promise.all(Array.from({ length: AT_ONCE }, what))
  /** The status of a success, or the status and code of a refusal. */
  const words = (answers: readonly Said[]) =>
    answers.map(({ status, body }) => (status < 300 ? status : `${status} ${body.code}`))
  const audited = async (action: string) =>
    (await office.admin.get<{ total: number }>(`/v1/audit?action=${action}`)).body.total
  const draftOf = async (stops: number) => {
    await customersOf(office, stops)
    const driver = await office.driver()
    return { driver, draft: await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }) }
  }
  const weekOf = async (driver: Person) =>
    (await driver.get<{ items: DriverRun[] }>('/v1/runs')).body.items.flatMap(({ jobs: stops }) =>
      stops.map(({ assignmentID }) => assignmentID),
    )

  test('a week is generated once', async () => {
    await customersOf(office, 2)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => office.admin.post<Run & Body>('/v1/runs', THIS_WEEK)),
    )
    expect(words(answers).sort()).toEqual([
      201,
      ...Array.from({ length: AT_ONCE - 1 }, () => '409 cannot_generate_run'),
    ])
    expect((await office.admin.get<{ total: number }>('/v1/runs')).body.total).toBe(1)
  })

  test.each([
    ['activate', {}],
    ['complete', { outstanding: 'shift' }],
    ['archive', {}],
  ] as const)('%s happens once, and every admin gets that result', async (action, body) => {
    const { draft, driver } = await draftOf(2)
    if (action !== 'activate') await act(office.admin, draft, 'activate')
    if (action === 'archive') await act(office.admin, draft, 'complete', { outstanding: 'shift' })
    if (action === 'complete') {
      const device = deviceOf(office, driver, draft)
      await device.send([device.done(draft.jobs[0]!)])
    }
    const { version } = await runNow(office, draft)
    const answers = await times(() => put(draft, action, body))
    expect(words(answers)).toEqual(Array.from({ length: AT_ONCE }, () => 200))
    expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([version + 1]))
    expect(await audited(`run.${action}`)).toBe(1)
    expect(words([await put(draft, action, body)])).toEqual([200])
    expect((await runNow(office, draft)).version).toBe(version + 1)
  })

  test('a draft is deleted once; the later admin reads that it is gone', async () => {
    const { draft } = await draftOf(2)
    const answers = await times(() => remove(draft))
    expect(words(answers).sort()).toEqual([204, ...Array.from({ length: AT_ONCE - 1 }, () => '404 not_found')])
    expect(await audited('run.delete')).toBe(1)
  })

  test('activated and deleted at the same moment: only one of the two happens', async () => {
    const { draft } = await draftOf(2)
    const [activated, deleted] = await Promise.all([put(draft, 'activate'), remove(draft)])
    const outcome = words([activated, deleted]).join(', ')
    expect(['200, 409 wrong_state', '404 not_found, 204']).toContain(outcome)
    expect((await office.admin.get(`/v1/runs/${draft.runOrderID}`)).status).toBe(activated.status === 200 ? 200 : 404)
  })

  test('activated while its driver is removed: never active with a stop without a driver', async () => {
    const { draft, driver } = await draftOf(3)
    const nobody = {
      jobs: { assign: [{ assignmentIDs: draft.jobs.map(({ assignmentID }) => assignmentID), driverID: null }] },
    }
    const answers = await Promise.all([put(draft, 'activate'), put(draft, '', nobody)])
    expect(['200,422 fields_invalid', '409 driver_missing,200']).toContain(words(answers).join())
    const now = await runNow(office, draft)
    if (now.status === 'active')
      expect(now.jobs.map(({ driverID }) => driverID)).toEqual(Array.from({ length: 3 }, () => driver.userID))
  })

  test('completed and shifted at the same moment: each stop is shifted once', async () => {
    const { run, driver } = await activeRun(office, 3)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    const rest = { assignmentIDs: run.jobs.slice(1).map(({ assignmentID }) => assignmentID) }
    const answers = await Promise.all([
      put(run, 'complete', { outstanding: 'shift' }),
      put(run, 'shift', rest),
      put(run, `assignments/${rest.assignmentIDs[0]}/shift`),
      put(run, 'complete', { outstanding: 'shift' }),
    ])
    expect(words(answers).every((word) => word === 200 || word === '409 wrong_state')).toBe(true)
    const now = await runNow(office, run)
    expect(now.status).toBe('completed')
    expect(now.jobs.map(({ state, version }) => [state, version])).toEqual([
      ['completed', 3],
      ['shifted', 2],
      ['shifted', 2],
    ])
    for (const { customerID } of now.jobs.slice(1))
      expect((await office.admin.get<{ due: object }>(`/v1/users/customers/${customerID}`)).body.due).toMatchObject({
        monthNumber: 12,
      })
  })

  test('many shifts of the same stops, alone and together, bring each into the next draft once', async () => {
    const { run } = await activeRun(office, 3)
    await office.make.customer({ due: { yearNumber: 2026, monthNumber: 12 } })
    const draft = await generated(office, nextPeriod)
    const known = draft.jobs.filter(({ customerID }) => run.jobs.some((stop) => stop.customerID === customerID))
    await put(draft, '', { jobs: { remove: known.map(({ assignmentID }) => assignmentID) } })
    const ids = run.jobs.map(({ assignmentID }) => assignmentID)
    const answers = await Promise.all([
      put(run, 'shift', { assignmentIDs: ids }),
      ...ids.map((id) => put(run, `assignments/${id}/shift`)),
      put(run, 'shift', { assignmentIDs: ids.toReversed() }),
    ])
    expect(words(answers)).toEqual(answers.map(() => 200))
    const there = await runNow(office, draft)
    expect(there.jobs.map(({ customerID }) => customerID).sort()).toEqual(
      [...new Set(there.jobs.map(({ customerID }) => customerID))].sort(),
    )
    expect(there.jobs).toHaveLength(4)
    expect(await audited('job.shift')).toBe(3)
  })

  test('shifted into a draft that is deleted at that moment: nothing is lost, and no customer has two stops', async () => {
    const { run } = await activeRun(office, 2)
    await office.make.customer({ due: { yearNumber: 2026, monthNumber: 12 } })
    const draft = await generated(office, nextPeriod)
    const answers = await Promise.all([
      put(run, 'shift', { assignmentIDs: run.jobs.map(({ assignmentID }) => assignmentID) }),
      remove(draft),
    ])
    expect(words(answers)).toEqual([200, 204])
    const again = await generated(office, nextPeriod)
    expect(again.jobs).toHaveLength(3)
  })

  test('two admins give the same stops to two drivers: each stop has one driver, and both phones show it', async () => {
    const { run, driver } = await activeRun(office, 6)
    const [ben, cleo] = [await office.driver(), await office.driver()]
    const ids = run.jobs.map(({ assignmentID }) => assignmentID)
    expect((await weekOf(driver)).sort()).toEqual(ids.toSorted())
    const give = (to: Person) => put(run, '', { jobs: { assign: [{ assignmentIDs: ids, driverID: to.userID }] } })
    const answers = await Promise.all([give(ben), give(cleo), give(ben), give(cleo)])
    expect(words(answers)).toEqual([200, 200, 200, 200])
    const owners = new Set((await runNow(office, run)).jobs.map(({ driverID }) => driverID))
    expect(owners.size).toBe(1)
    const [has, hasNot] = owners.has(ben.userID) ? [ben, cleo] : [cleo, ben]
    expect((await weekOf(has)).sort()).toEqual(ids.toSorted())
    expect(await weekOf(hasNot)).toEqual([])
    expect(await weekOf(driver)).toEqual([])
  })

  test('of two who name the version they have seen one is refused', async () => {
    const { draft } = await draftOf(2)
    const [ben, cleo] = [await office.driver(), await office.driver()]
    const give = (to: Person) =>
      office.admin.put<Run & Body>(
        `/v1/runs/${draft.runOrderID}`,
        { jobs: { assign: [{ assignmentIDs: [draft.jobs[0]!.assignmentID], driverID: to.userID }] } },
        { 'if-match': `"${draft.version}"` },
      )
    expect(
      words(await Promise.all([give(ben), give(cleo)]))
        .map(String)
        .sort(),
    ).toEqual(['200', '412 version_conflict'])
  })

  test('a driver whose stops were given away while offline: the phone loses them, the records are exceptions', async () => {
    const { run, driver } = await activeRun(office, 4)
    const other = await office.driver()
    const device = deviceOf(office, driver, run)
    const [given, kept] = [run.jobs.slice(0, 2), run.jobs.slice(2)]
    const offline = [device.done(given[0]!, 2), device.done(kept[0]!)]
    await put(run, '', {
      jobs: { assign: [{ assignmentIDs: given.map(({ assignmentID }) => assignmentID), driverID: other.userID }] },
    })
    expect((await weekOf(other)).sort()).toEqual(given.map(({ assignmentID }) => assignmentID).sort())
    const answer = await device.send(offline)
    expect(said(answer.results)).toEqual(['review job_foreign', 'applied'])
    expect(answer.run?.jobs.map(({ assignmentID }) => assignmentID).sort()).toEqual(
      kept.map(({ assignmentID }) => assignmentID).sort(),
    )
    const { items } = (
      await office.admin.get<{ items: { eventID: string; code: string }[] }>(
        `/v1/runs/exceptions?runOrderID=${run.runOrderID}`,
      )
    ).body
    expect(items).toMatchObject([{ eventID: offline[0]!.eventID, code: 'job_foreign' }])
    expect((await runNow(office, run)).jobs.map(({ outcome }) => outcome)).toEqual([null, null, 'COLLECTED', null])
    expect(said((await device.send(offline)).results)).toEqual(['duplicate job_foreign', 'duplicate'])
  })

  test('a driver records while the office completes: every stop has either its outcome or a new week', async () => {
    const { run, driver } = await activeRun(office, 4)
    const device = deviceOf(office, driver, run)
    const records = run.jobs.map((stop) => device.put([device.done(stop)]))
    const [completed, ...recorded] = await Promise.all([put(run, 'complete', { outstanding: 'shift' }), ...records])
    expect([completed.status, ...recorded.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200])
    const now = await runNow(office, run)
    for (const [at, answer] of recorded.entries()) {
      const { state } = now.jobs.find(({ assignmentID }) => assignmentID === run.jobs[at]!.assignmentID)!
      expect([answer.body.results[0]!.result, state]).toEqual(
        answer.body.results[0]!.result === 'applied' ? ['applied', 'completed'] : ['review', 'shifted'],
      )
    }
  })
})
