import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DoneAnswer } from '#contract/v1/done.ts'
import type { DriverRun, Run } from '#contract/v1/runs.ts'
import { bothDatabases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import { act, customersOf, generated, NEVER, type Device, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

describe.each(bothDatabases)('the driver’s record on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 3, (opened) => void ({ office, run, driver, device } = opened))

  const stop = async (at: number) => (await runNow(office, run)).jobs[at]!
  const pays = async () =>
    (await office.admin.get<{ items: { amount: number; driverID: string }[]; totalAmount: number }>('/v1/pays')).body

  test('a tap counts, and its answer names the version of the stop that holds it', async () => {
    const answer = await device.send([device.done(run.jobs[0]!, 2)])
    expect(answer.results).toEqual([{ eventID: expect.any(String) as string, result: 'applied', jobVersion: 2 }])
    expect(answer.run?.jobs[0]).toMatchObject({
      outcome: 'COLLECTED',
      pu: 2,
      state: 'done',
      version: 2,
      doneAt: expect.any(String) as string,
    })
    expect(answer.run).not.toHaveProperty('trrNotes')
  })

  test('the same batch twice counts once and is answered the same', async () => {
    const batch = [device.done(run.jobs[0]!, 2), device.note(run.jobs[0]!, 'Side gate'), device.bagMt(run.jobs[1]!)]
    const first = await device.send(batch)
    const before = await runNow(office, run)
    const again = await device.send(batch)
    expect(again.results).toEqual(first.results.map((verdict) => ({ ...verdict, result: 'duplicate' })))
    expect(await runNow(office, run)).toEqual(before)
  })

  test('the same batch sent many times at one moment counts once', async () => {
    const batch = [
      device.done(run.jobs[0]!, 2),
      device.note(run.jobs[1]!, 'Side gate'),
      { ...device.done(run.jobs[2]!), assignmentID: NEVER },
    ]
    const answers = await Promise.all(Array.from({ length: 5 }, () => device.send(batch)))
    const results = answers.map((answer) => said(answer.results).join())
    expect(results.filter((result) => result === 'applied,applied,review job_unknown')).toHaveLength(1)
    expect(results.filter((result) => result === 'duplicate,duplicate,duplicate job_unknown')).toHaveLength(4)
    expect(await stop(0)).toMatchObject({ pu: 2, version: 2, events: [{ type: 'done' }] })
    expect(await pays()).toMatchObject({ items: [{ amount: 8 }], totalAmount: 8 })
  })

  test('an event twice within one batch counts once', async () => {
    const tap = device.done(run.jobs[0]!)
    expect(said((await device.send([tap, tap])).results)).toEqual(['applied', 'duplicate'])
  })

  test('the last outcome counts, an undo removes it, and the driver may correct it until completion', async () => {
    const first = device.done(run.jobs[0]!, 2)
    const second = device.not(run.jobs[0]!, 'NO_ACCESS')
    await device.send([first, second])
    expect(await stop(0)).toMatchObject({ outcome: 'NO_ACCESS', pu: 0, outcomeEventID: second.eventID })
    await device.send([device.undo(second)])
    expect(await stop(0)).toMatchObject({ outcome: 'COLLECTED', pu: 2, outcomeEventID: first.eventID })
    expect((await driver.get<{ items: Run[] }>('/v1/runs')).body.items[0]!.jobs[0]).toMatchObject({
      outcomeEventID: first.eventID,
    })
    await device.send([device.undo(first)])
    expect(await stop(0)).toMatchObject({ outcome: null, outcomeEventID: null, state: 'planned', pu: 0, doneAt: null })
  })

  test('an undo may arrive before the event it undoes', async () => {
    const tap = device.done(run.jobs[0]!)
    expect(said((await device.send([device.undo(tap)])).results)).toEqual(['applied'])
    expect(said((await device.send([tap])).results)).toEqual(['applied'])
    expect(await stop(0)).toMatchObject({ outcome: null, state: 'planned' })
  })

  test('a record that can’t be read is rejected alone, and the rest of its batch counts', async () => {
    const good = device.done(run.jobs[0]!)
    const answer = await device.send([
      'nonsense',
      null,
      { type: 'done' },
      { ...good, eventID: 'not-an-id' },
      good,
      { ...device.done(run.jobs[1]!), actorID: NEVER },
    ])
    expect(said(answer.results)).toEqual([
      'rejected malformed',
      'rejected malformed',
      'rejected malformed',
      'rejected malformed',
      'applied',
      'rejected actor_wrong',
    ])
    expect(answer.results[3]).toEqual({
      eventID: 'not-an-id',
      result: 'rejected',
      code: 'malformed',
      message: 'This record can’t be read.',
    })
    expect((await runNow(office, run)).done).toBe(1)
  })

  test('a record of a newer version is stored as it came, for the office to see', async () => {
    const strange = [
      { ...device.done(run.jobs[0]!), v: 2 },
      { ...device.done(run.jobs[0]!), weight: 12.5 },
      device.tap(run.jobs[0]!, { type: 'weighed', kilos: 14 }),
      { ...device.done(run.jobs[0]!), pu: -1 },
      { ...device.done(run.jobs[0]!), seq: 9_999_999_999 },
      { eventID: randomUUID(), words: `a NUL \0 and half a \ud83d character` },
      { eventID: randomUUID(), assignmentID: { deep: [1] }, occurredAt: 'noon', seq: 'first' },
    ]
    const answer = await device.send([...strange, device.done(run.jobs[1]!)])
    expect(said(answer.results)).toEqual([...strange.map(() => 'review envelope_unknown'), 'applied'])
    expect(said((await device.send(strange)).results)).toEqual(strange.map(() => 'duplicate envelope_unknown'))
    const kept = await stop(0)
    expect(kept).toMatchObject({ outcome: null, version: 2 })
    const { rows } = await office.deps.database.db.execute<{ payload: object }>(
      sql`select payload from events where event_id = ${strange[1]!.eventID}`,
    )
    expect(rows).toEqual([{ payload: strange[1] }])
    expect(await pays()).toMatchObject({ items: [{ amount: 4 }] })
  })

  test('a record that no column can hold is rejected, and the others of its batch count', async () => {
    const unstorable = { ...device.done(run.jobs[0]!), 'a NUL \0 in a name': 1 }
    const batch = [device.done(run.jobs[1]!), unstorable, device.done(run.jobs[2]!)]
    expect(said((await device.send(batch)).results)).toEqual(['applied', 'rejected malformed', 'applied'])
    expect(said((await device.send(batch)).results)).toEqual(['duplicate', 'rejected malformed', 'duplicate'])
    expect(office.logged.map(({ message }) => message)).toContain('a record could not be kept')
  })

  test('a body nested without end is refused before it is parsed; its records count once sent without that', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const good = device.done(run.jobs[1]!)
    const events = JSON.stringify([{ ...device.done(run.jobs[0]!), deep: '@' }, good]).replace('"@"', deep)
    const answer = await driver.put<DoneAnswer>(
      `/v1/runs/${run.runOrderID}/done`,
      `{"deviceID":"deep","events":${events}}`,
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'body_too_deep', message: expect.stringContaining('16 levels') },
    })
    expect(said((await device.send([good])).results)).toEqual(['applied'])
  })

  test('the same number with other content, or from another driver, is rejected and the first stays as it was', async () => {
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    expect(said((await device.send([{ ...tap, pu: 9 }])).results)).toEqual(['rejected event_differs'])
    const other = await office.driver()
    expect(said((await deviceOf(office, other, run).send([tap])).results)).toEqual(['rejected actor_wrong'])
    expect(await stop(0)).toMatchObject({ pu: 2, version: 2, events: [{ actorID: driver.userID }] })
  })

  test('a record sent again with a newer build and version is still the same record', async () => {
    const tap = device.done(run.jobs[0]!)
    await device.send([tap])
    expect(said((await device.send([{ ...tap, appBuild: 'newer', baseVersion: 4 }])).results)).toEqual(['duplicate'])
  })

  test('at most 200 events are accepted at once', async () => {
    const many = Array.from({ length: 201 }, () => device.note(run.jobs[0]!, 'Again'))
    const answer = await device.put(many)
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_many_events' } })
    expect(new Set(said((await device.send(many.slice(1))).results))).toEqual(new Set(['applied']))
  })

  test('a record that no longer fits the plan is an exception, without income', async () => {
    const other = await office.driver()
    const [foreign, shifted, removed] = run.jobs
    const office_ = office.admin
    await office_.put(`/v1/runs/${run.runOrderID}`, {
      jobs: {
        assign: [{ assignmentIDs: [foreign!.assignmentID], driverID: other.userID }],
        remove: [removed!.assignmentID],
      },
    })
    await office_.put(`/v1/runs/${run.runOrderID}/assignments/${shifted!.assignmentID}/shift`, {})
    const answer = await device.send([
      device.done(foreign!),
      device.done(shifted!),
      device.done(removed!),
      device.done({ assignmentID: NEVER }),
    ])
    expect(said(answer.results)).toEqual([
      'review job_foreign',
      'review job_shifted',
      'review job_removed',
      'review job_unknown',
    ])
    // None of the stops is the driver’s any more; the run says where the moved one went.
    expect(answer.run).toMatchObject({ jobs: [], planned: 2, moved: 1, removed: 1 })
    const after = await runNow(office, run)
    expect(after).toMatchObject({ totalBags: 0, done: 0 })
    expect(after.jobs.map(({ outcome, events }) => [outcome, events[0]?.result])).toEqual([
      [null, 'review'],
      [null, 'review'],
      [null, 'review'],
    ])
    expect(await pays()).toMatchObject({ items: [], totalAmount: 0 })
  })

  test('a record for an unknown run, one not active yet or one that is over is answered 200 with a review', async () => {
    const lost = await deviceOf(office, driver, { runOrderID: NEVER }).put([
      { ...device.done(run.jobs[0]!), assignmentID: NEVER },
    ])
    expect([lost.status, said(lost.body.results), lost.body.run]).toEqual([200, ['review run_unknown'], null])

    await device.send(run.jobs.map((one) => device.done(one)))
    await act(office.admin, run, 'complete')
    const late = await device.send([device.undo(device.done(run.jobs[0]!)), device.done(run.jobs[1]!, 9)])
    expect(said(late.results)).toEqual(['review job_completed', 'review job_completed'])
    expect(late.run).toMatchObject({ status: 'completed', totalBags: 3 })
    const { items } = (
      await office.admin.get<{ items: { eventID: string }[] }>(`/v1/runs/exceptions?runOrderID=${run.runOrderID}`)
    ).body
    for (const { eventID } of items)
      await office.admin.put(`/v1/runs/exceptions/${eventID}`, { decision: 'dismiss', reason: 'Said twice' })
    await act(office.admin, run, 'archive')
    expect(said((await device.send([device.done(run.jobs[2]!)])).results)).toEqual(['review run_archived'])

    await customersOf(office, 1)
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const early = await deviceOf(office, driver, draft).send([device.done(draft.jobs[0]!)])
    expect([said(early.results), early.run]).toEqual([['review run_not_active'], null])
    expect((await office.admin.delete(`/v1/runs/${draft.runOrderID}`)).status).toBe(204)
  })

  test('a record sent to another run than its stop’s counts only once the office accepts it, for the stop’s own run', async () => {
    await customersOf(office, 1)
    const further = await act<Run>(
      office.admin,
      await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }),
      'activate',
    )
    const strayed = device.done(further.jobs[0]!, 5)
    const answer = await device.send([strayed, device.done(run.jobs[0]!)])
    expect(said(answer.results)).toEqual(['review run_unknown', 'applied'])
    expect(answer.run).toMatchObject({ runOrderID: run.runOrderID, done: 1, totalBags: 1 })
    expect(await runNow(office, further)).toMatchObject({ totalBags: 0, doneAt: null })
    expect(await accept(strayed)).toMatchObject({
      status: 200,
      body: { decision: 'accept', runOrderID: further.runOrderID },
    })
    expect(await runNow(office, further)).toMatchObject({ totalBags: 5, doneAt: expect.any(String) as string })
    expect(await runNow(office, run)).toMatchObject({ totalBags: 1 })
  })

  const accept = (event: { eventID: string }) =>
    office.admin.put<Body>(`/v1/runs/exceptions/${event.eventID}`, { decision: 'accept' })

  test.each(['zzz', NEVER, `${NEVER}%00`, '%E2%80%A6'])(
    'records sent to %s, which is no run, are exceptions, and count once accepted',
    async (name) => {
      const lost = deviceOf(office, driver, { runOrderID: name })
      const [tap, note] = [lost.done(run.jobs[0]!, 2), lost.note({ assignmentID: NEVER }, 'Where is this?')]
      const first = await lost.send([tap, note], { reconcile: { highestSeq: 2, unsent: [] } })
      expect([said(first.results), first.run]).toEqual([['review run_unknown', 'review run_unknown'], null])
      expect(first.reconcile).toEqual({ holes: [], events: 2, photos: 0, equal: true })
      expect(said((await lost.send([tap])).results)).toEqual(['duplicate run_unknown'])
      expect(await stop(0)).toMatchObject({ outcome: null, state: 'planned' })
      expect((await pays()).items).toEqual([])
      await accept(tap)
      expect(await stop(0)).toMatchObject({ outcome: 'COLLECTED', pu: 2, state: 'done' })
      const finished = await office.admin.put<Body>(`/v1/runs/${name}/done`, { events: [], finished: true })
      expect([finished.status, finished.body.code]).toEqual([404, 'not_found'])
    },
  )

  test('the run is done with its last outcome, open again when that is undone, and done when the office says so', async () => {
    const taps = run.jobs.map((one) => device.done(one))
    await device.send(taps.slice(0, 2))
    expect((await runNow(office, run)).doneAt).toBeNull()
    office.clock.set('2026-11-10T04:00:00Z')
    await device.send(taps.slice(2))
    expect(await runNow(office, run)).toMatchObject({ status: 'active', doneAt: '2026-11-10T04:00:00.000Z' })
    await device.send([device.undo(taps[2]!)])
    expect((await runNow(office, run)).doneAt).toBeNull()

    const refused = await device.put([], { finished: true })
    expect(refused.status).toBe(422)
    const finished = await office.admin.put<{ run: DriverRun }>(`/v1/runs/${run.runOrderID}/done`, {
      events: [],
      finished: true,
    })
    expect(finished.body.run).toMatchObject({ status: 'active', doneAt: '2026-11-10T04:00:00.000Z', stops: 3, done: 2 })
    await device.send([device.note(run.jobs[2]!, 'Coming back tomorrow')])
    expect((await runNow(office, run)).doneAt).toBe('2026-11-10T04:00:00.000Z')
  })

  test('removing or shifting the last open stop ends the field work too', async () => {
    await device.send([device.done(run.jobs[0]!)])
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [run.jobs[1]!.assignmentID] } })
    expect((await runNow(office, run)).doneAt).toBeNull()
    await office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${run.jobs[2]!.assignmentID}/shift`, {})
    expect((await runNow(office, run)).doneAt).not.toBeNull()
  })

  test('an admin’s record carries the admin’s name; the pay is that of the stop’s driver', async () => {
    const answer = await office.admin.put<{ results: object[]; run: DriverRun }>(`/v1/runs/${run.runOrderID}/done`, {
      events: [
        {
          eventID: randomUUID(),
          v: 1,
          assignmentID: run.jobs[0]!.assignmentID,
          seq: 1,
          type: 'done',
          pu: 2,
          occurredAt: '2026-11-09T20:00:00Z',
        },
      ],
    })
    expect(answer.body.results).toMatchObject([{ result: 'applied' }])
    expect(answer.body.run.jobs).toHaveLength(3)
    expect((await stop(0)).events).toMatchObject([{ actorID: office.admin.userID, deviceID: 'office' }])
    expect((await pays()).items).toMatchObject([{ driverID: driver.userID, amount: 8 }])
  })

  test('a phone whose clock is wrong is corrected by the difference of that sync, once', async () => {
    office.clock.set('2026-11-10T00:00:00Z')
    const tap = { ...device.done(run.jobs[0]!), occurredAt: '1970-01-01T00:00:00Z' }
    await device.send([tap], { sentAt: '1970-01-01T01:00:00Z' })
    const [event] = (await stop(0)).events
    expect(event).toMatchObject({
      occurredAt: '1970-01-01T00:00:00.000Z',
      clockOffset: Date.parse('2026-11-10T00:00:00Z') - 3_600_000,
    })
    expect((await stop(0)).doneAt).toBe('2026-11-09T23:00:00.000Z')
    await device.send([tap], { sentAt: '2026-11-10T00:00:00Z' })
    expect((await stop(0)).doneAt).toBe('2026-11-09T23:00:00.000Z')
  })

  test.each(['0001-01-01T00:00:00Z', '8000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'a record of a phone that says it is %s counts with the time it arrived',
    async (sentAt) => {
      office.clock.set('2026-11-10T00:00:00Z')
      expect((await device.send([device.done(run.jobs[0]!)], { sentAt })).results).toMatchObject([
        { result: 'applied' },
      ])
      expect((await stop(0)).doneAt).toBe('2026-11-10T00:00:00.000Z')
    },
  )

  test('the phone’s count is compared with the office’s: a missing number is found, an unsent one is not missing', async () => {
    const taps = [
      device.done(run.jobs[0]!),
      device.done(run.jobs[1]!),
      device.done(run.jobs[2]!),
      device.note(run.jobs[0]!, 'x'),
      device.note(run.jobs[1]!, 'y'),
    ]
    const [one, two, three, four, five] = taps
    const equal = (await device.send([one!], { reconcile: { highestSeq: 1, unsent: [one!.eventID] } })).reconcile
    expect(equal).toEqual({ holes: [], events: 1, photos: 0, equal: true, known: [one!.eventID] })
    const waiting = (
      await device.send([three!], {
        reconcile: { highestSeq: 5, unsent: [two!.eventID, four!.eventID, five!.eventID] },
      })
    ).reconcile
    expect(waiting).toEqual({ holes: [], events: 2, photos: 0, equal: false })
    const exact = (
      await device.send([], { reconcile: { highestSeq: 5, unsent: [four!.eventID, five!.eventID], accounted: [4, 5] } })
    ).reconcile
    expect(exact).toEqual({ holes: [2], events: 2, photos: 0, equal: false })
    // Its database reopened without its last commits.
    const back = (await device.send([], { reconcile: { highestSeq: 1, unsent: [], accounted: [] } })).reconcile
    expect(back).toEqual({ holes: [2, 4, 5], events: 2, photos: 0, equal: false, highestSeq: 5 })
    const hole = (await device.send([four!, five!], { reconcile: { highestSeq: 5, unsent: [] } })).reconcile
    expect(hole).toEqual({ holes: [2], events: 4, photos: 0, equal: false })
    const discarded = (await device.send([], { reconcile: { highestSeq: 5, unsent: [], accounted: [2] } })).reconcile
    expect(discarded).toEqual({ holes: [], events: 4, photos: 0, equal: true })
    const healed = (await device.send([two!], { reconcile: { highestSeq: 5, unsent: [] } })).reconcile
    expect(healed).toEqual({ holes: [], events: 5, photos: 0, equal: true })
  })

  test('a record with the highest number counts; one above it waits for the office, and as a count it is refused', async () => {
    const counts = (highestSeq: number) => ({ reconcile: { highestSeq, unsent: [], accounted: [] } })
    const [highest, above] = [2_147_483_646, 2_147_483_647]
    const numbered = [highest, above].map((seq, at) => ({ ...device.done(run.jobs[at]!), seq }))
    expect(said((await device.send(numbered, counts(2))).results)).toEqual(['applied', 'review envelope_unknown'])
    expect((await device.send([], counts(highest))).reconcile).toMatchObject({ equal: false })
    expect(await device.put([], counts(above))).toMatchObject({
      status: 422,
      body: { fields: { 'reconcile.highestSeq': expect.any(String) as string } },
    })
  })

  test('a customer, or a caller who is not signed in, may not record', async () => {
    const customer = await office.customer()
    expect((await customer.put(`/v1/runs/${run.runOrderID}/done`, { events: [] })).status).toBe(403)
    expect((await office.nobody.put(`/v1/runs/${run.runOrderID}/done`, { events: [] })).status).toBe(401)
  })
})
