import { describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/v1/customers.ts'
import { previewDecision } from '#contract/v1/exceptions.ts'
import { massInvoice } from '#contract/v1/invoices.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { THIS_WEEK } from '../../fixtures/make.ts'
import type { Office } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'
import {
  activeRun,
  act,
  generated,
  NEVER,
  nextPeriod,
  type Device,
  deviceOf,
  runNow,
  said,
} from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

describe.each(databases)('exceptions on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))

  const list = async (query = '') =>
    (await office.admin.get<{ items: Record<string, unknown>[]; total: number }>(`/v1/runs/exceptions${query}`)).body
  const decide = (event: { eventID: string }, decision: string, reason?: string) =>
    office.admin.put<Body>(`/v1/runs/exceptions/${event.eventID}`, { decision, ...(reason ? { reason } : {}) })
  const shift = (at: number, body: object = {}) =>
    office.admin.put(`/v1/runs/${run.runOrderID}/assignments/${run.jobs[at]!.assignmentID}/shift`, body)
  const pays = async () => (await office.admin.get<{ items: object[] }>('/v1/pays')).body.items
  const stopAt = async (at: number) =>
    (await runNow(office, run)).jobs.find(({ assignmentID }) => assignmentID === run.jobs[at]!.assignmentID)!

  test('are listed with who, what and why, until they are decided', async () => {
    await shift(0)
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap, device.done({ assignmentID: NEVER })])
    const open = await list()
    expect(open.total).toBe(2)
    expect(open.items[0]).toMatchObject({
      eventID: tap.eventID,
      code: 'job_shifted',
      message: 'The stop was shifted to another week.',
      runOrderID: run.runOrderID,
      runOrder: '2026-11-W2-1',
      customer: run.jobs[0]!.capturedCustomerName,
      customerID: run.jobs[0]!.customerID,
      address: run.jobs[0]!.address,
      suburb: run.jobs[0]!.suburb,
      decidedBy: null,
      actorID: driver.userID,
      decision: 'open',
      payload: { pu: 2 },
    })
    expect(open.items[1]).toMatchObject({ code: 'job_unknown', customer: null, runOrder: '2026-11-W2-1' })
    expect((await list(`?runOrderID=${NEVER}`)).total).toBe(0)
    expect((await list(`?keyword=2026-11-W2`)).total).toBe(2)
    await decide(tap, 'dismiss', 'Wrong house')
    expect((await list()).total).toBe(1)
    expect((await list('?status=dismiss')).items).toMatchObject([
      {
        eventID: tap.eventID,
        reason: 'Wrong house',
        decision: 'dismiss',
        decidedBy: expect.any(String) as string,
        decidedAt: expect.any(String) as string,
      },
    ])
    expect((await list('?status=all')).total).toBe(2)
  })

  test('say what accepting bills and pays: once for all open records of a stop, and exactly the result', async () => {
    await shift(0)
    const [tap, note] = [device.done(run.jobs[0]!, 2, { extraAmount: 10 }), device.note(run.jobs[0]!, 'Gate open')]
    await device.send([tap, note, device.done({ assignmentID: NEVER })])
    const { amount } = run.jobs[0]!
    const [mine, beside, unknown] = (await list()).items
    const pay = 2 * 4 + 5
    expect(mine).toMatchObject({
      accepting: { bills: 2 * amount + 10, pays: [{ driver: expect.any(String) as string, amount: pay }] },
    })
    expect(beside!['accepting']).toEqual(mine!['accepting'])
    expect(unknown!['accepting']).toBeNull()
    await decide(tap, 'accept')
    await decide(note, 'accept')
    expect(await pays()).toMatchObject([{ amount: pay, driverID: driver.userID }])
    expect((await list('?status=accept')).items.map((one) => one['accepting'])).toEqual([null, null])
  })

  test('say by how much accepting a correction after completion reduces the bill and the pay', async () => {
    await device.send(run.jobs.map((one) => device.done(one, 3)))
    await act(office.admin, run, 'complete')
    const later = device.done(run.jobs[1]!, 1)
    await device.send([later])
    const [open] = (await list()).items
    expect(open).toMatchObject({
      eventID: later.eventID,
      code: 'job_completed',
      accepting: { bills: -2 * run.jobs[1]!.amount, pays: [{ amount: -8 }] },
    })
    await decide(later, 'accept')
    expect((await pays()).map((one) => (one as { amount: number }).amount).toSorted()).toEqual([12, 4].toSorted())
  })

  test('say before a decision what it changes of invoices, balance and pay, exactly, and keep nothing of it', async () => {
    await device.send(run.jobs.map((one) => device.done(one, 3)))
    await act(office.admin, run, 'complete')
    const { customerID, amount } = run.jobs[1]!
    await office.call(office.admin, massInvoice, { customerIDs: [customerID] })
    const money = async () => {
      const { accountBalance, totalSales } = await office.call(office.admin, getCustomer, { customerID })
      return { accountBalance, totalSales, pays: (await pays()).map((one) => (one as { amount: number }).amount) }
    }
    const later = device.done(run.jobs[1]!, 1)
    await device.send([later])
    const before = await money()
    expect(before.totalSales).toBe(3 * amount)
    const shown = await office.call(office.admin, previewDecision, { eventIDs: [later.eventID], decision: 'accept' })
    expect(await money()).toEqual(before)
    expect(await list()).toMatchObject({ total: 1 })
    expect(shown).toMatchObject({
      bills: 0,
      billed: amount,
      invoiced: -2 * amount,
      unbilled: 0,
      prepaid: 0,
      refused: [],
    })
    await decide(later, 'accept')
    const after = await money()
    expect(shown.invoiced).toBe(after.totalSales! - before.totalSales!)
    expect(shown.balance).toBe(after.accountBalance)
    const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
    expect(shown.pays!.map((one) => one.amount)).toEqual([sum(after.pays) - sum(before.pays)])
    // A record that names no stop can't be accepted, which the preview says.
    const unknown = device.done({ assignmentID: NEVER })
    await device.send([unknown])
    const refused = await office.call(office.admin, previewDecision, {
      eventIDs: [unknown.eventID],
      decision: 'accept',
    })
    expect(refused).toMatchObject({ invoiced: 0, balance: null, refused: [{ eventID: unknown.eventID }] })
    expect(
      await office.call(office.admin, previewDecision, { eventIDs: [unknown.eventID], decision: 'dismiss' }),
    ).toMatchObject({ refused: [] })
  })

  test('accepted on a shifted stop: it is done, and its planned copy in a draft is removed', async () => {
    const december = { ...THIS_WEEK, monthNumber: 12, weekNumber: 3 }
    const next = await generatedWith(december)
    await shift(0, { to: december })
    expect((await runNow(office, next)).jobs.map(({ customerID }) => customerID)).toContain(run.jobs[0]!.customerID)
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    expect(await pays()).toEqual([])
    expect((await decide(tap, 'accept')).body).toMatchObject({ decision: 'accept' })
    expect(await stopAt(0)).toMatchObject({ state: 'done', outcome: 'COLLECTED', pu: 2, reason: null, shiftedTo: null })
    expect((await runNow(office, next)).jobs.map(({ customerID }) => customerID)).not.toContain(run.jobs[0]!.customerID)
    expect(await pays()).toMatchObject([{ amount: 8, driverID: driver.userID, status: 'pending' }])
  })

  test('accepted on a stop shifted to or past a later draft: that draft has the customer in the usual week again', async () => {
    const ahead = await generated(office, nextPeriod)
    await shift(0)
    await shift(1, { to: { ...nextPeriod, weekNumber: 4 } })
    expect((await runNow(office, ahead)).jobs).toHaveLength(1)
    const taps = run.jobs.map((one) => device.done(one))
    await device.send(taps)
    for (const tap of taps) await decide(tap, 'accept')
    await act(office.admin, run, 'complete')
    const stops = (await runNow(office, ahead)).jobs.map(({ customerID }) => customerID)
    expect(stops.toSorted()).toEqual(run.jobs.map(({ customerID }) => customerID).toSorted())
  })

  /** A draft of another week that has a stop of its own. */
  async function generatedWith(week: typeof THIS_WEEK): Promise<Run> {
    const home = await office.make.suburb({ weekNumber: week.weekNumber })
    await office.make.customer({ suburbID: home.suburbID, due: { yearNumber: 2026, monthNumber: 12 } })
    const next = await generated(office, week)
    const twice = next.jobs
      .filter(({ customerID }) => run.jobs.some((one) => one.customerID === customerID))
      .map(({ assignmentID }) => assignmentID)
    await office.admin.put(`/v1/runs/${next.runOrderID}`, { jobs: { remove: twice } })
    return next
  }

  const dueOf = async (customerID: string) =>
    (await office.admin.get<{ due: object }>(`/v1/users/customers/${customerID}`)).body.due

  test.each([
    ['MONTHLY', { monthNumber: 12 }],
    ['SECOND_MONTHLY', { yearNumber: 2027, monthNumber: 1 }],
    ['QUARTERLY', { yearNumber: 2027, monthNumber: 2 }],
    ['FORTNIGHTLY', { monthNumber: 11, weekNumber: 4 }],
  ] as const)(
    'accepted on a shifted stop of a %s customer, wherever to: completing the run counts from the run’s own period',
    async (collectionScheme, next) => {
      await office.make.calendarYear(2027)
      const named = { yearNumber: 2027, monthNumber: 9, weekNumber: 1 }
      for (const [to, withDraft] of [
        [undefined, false],
        [named, false],
        [named, true],
      ] as const) {
        await office.reset()
        await office.make.calendarYear(2027)
        const due = { yearNumber: 2026, monthNumber: 11, ...(collectionScheme === 'FORTNIGHTLY' && { weekNumber: 2 }) }
        const round = await activeRun(office, 1, { collectionScheme, due })
        const { assignmentID, customerID } = round.run.jobs[0]!
        const target = withDraft ? await draftOfAnother(named) : null
        expect(
          (
            await office.admin.put(
              `/v1/runs/${round.run.runOrderID}/assignments/${assignmentID}/shift`,
              to ? { to } : {},
            )
          ).status,
        ).toBe(200)
        if (target) expect((await runNow(office, target)).stops).toBe(2)
        if (to) expect(await dueOf(customerID)).toMatchObject({ yearNumber: 2027, monthNumber: 9 })
        const deviceThere = deviceOf(office, round.driver, round.run)
        const tap = deviceThere.done({ assignmentID })
        expect(said((await deviceThere.send([tap])).results)).toEqual(['review job_shifted'])
        expect((await decide(tap, 'accept')).status).toBe(200)
        if (target) expect((await runNow(office, target)).stops).toBe(1)
        expect(await dueOf(customerID)).toMatchObject(due)
        await act(office.admin, round.run, 'complete')
        expect(await dueOf(customerID), JSON.stringify({ to, withDraft })).toMatchObject({ yearNumber: 2026, ...next })
      }
    },
    60_000,
  )

  async function draftOfAnother(week: typeof THIS_WEEK): Promise<Run> {
    const { suburbID } = await office.make.suburb({ weekNumber: week.weekNumber })
    await office.make.customer({ suburbID, due: { yearNumber: week.yearNumber, monthNumber: week.monthNumber } })
    return generated(office, week)
  }

  test('accepted after the office shifted the customer’s next stop: that week stays', async () => {
    const target = { ...THIS_WEEK, weekNumber: 4 }
    await shift(0, { to: target })
    const there = await generated(office, target)
    const on = { ...THIS_WEEK, monthNumber: 12, weekNumber: 3 }
    expect(
      (
        await office.admin.put(`/v1/runs/${there.runOrderID}/assignments/${there.jobs[0]!.assignmentID}/shift`, {
          to: on,
        })
      ).status,
    ).toBe(200)
    const tap = device.done(run.jobs[0]!)
    await device.send([tap])
    await decide(tap, 'accept')
    expect(await dueOf(run.jobs[0]!.customerID)).toMatchObject({ monthNumber: 12 })
  })

  test('accepted on a stop given to another driver: the driver who was there is paid', async () => {
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    const tap = device.done(run.jobs[0]!, 3)
    await device.send([tap])
    await decide(tap, 'accept')
    expect(await stopAt(0)).toMatchObject({ outcome: 'COLLECTED', driverID: other.userID })
    expect(await pays()).toMatchObject([{ driverID: driver.userID, pu: 3 }])
  })

  test('accepted on a removed stop: it is on the run again', async () => {
    await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { remove: [run.jobs[0]!.assignmentID] } })
    const tap = device.bagMt(run.jobs[0]!)
    await device.send([tap, device.done(run.jobs[1]!)])
    await decide(tap, 'accept')
    expect(await runNow(office, run)).toMatchObject({ stops: 2, done: 2, doneAt: expect.any(String) as string })
  })

  test('an accepted note alone does not bring a shifted stop back', async () => {
    await shift(0)
    const note = device.note(run.jobs[0]!, 'Nobody home')
    await device.send([note])
    await decide(note, 'accept')
    expect(await stopAt(0)).toMatchObject({ state: 'shifted', driverNotes: 'Nobody home' })
  })

  test('accepted on a completed stop: outcome, income, totals and due period follow', async () => {
    await device.send([device.bagMt(run.jobs[0]!), device.done(run.jobs[1]!)])
    await act(office.admin, run, 'complete')
    const tap = device.done(run.jobs[0]!, 4, { extraAmount: 10 })
    expect(said((await device.send([tap])).results)).toEqual(['review job_completed'])
    expect((await runNow(office, run)).totalBags).toBe(1)
    await decide(tap, 'accept')
    expect(await stopAt(0)).toMatchObject({ state: 'completed', outcome: 'COLLECTED', pu: 4 })
    expect((await runNow(office, run)).totalBags).toBe(5)
    const income = (await pays()).find(
      (one) => (one as { assignmentID: string }).assignmentID === run.jobs[0]!.assignmentID,
    )
    expect(income).toMatchObject({ status: 'payable', amount: 21, formula: '4 bags × $4.00 + 50% of $10.00' })
  })

  test('a completed stop is never left without an outcome', async () => {
    const tap = device.done(run.jobs[0]!)
    await device.send([tap, device.done(run.jobs[1]!)])
    await act(office.admin, run, 'complete')
    const undo = device.undo(tap)
    await device.send([undo])
    expect((await decide(undo, 'accept')).body.code).toBe('wrong_state')
    expect(await stopAt(0)).toMatchObject({ outcome: 'COLLECTED' })
  })

  test('a run with open exceptions is not archived; once they are decided it can be', async () => {
    await device.send(run.jobs.map((one) => device.done(one)))
    await act(office.admin, run, 'complete')
    const [late, lost] = [device.done(run.jobs[0]!, 5), device.done({ assignmentID: NEVER })]
    expect(said((await device.send([late, lost])).results)).toEqual(['review job_completed', 'review job_unknown'])
    const archive = () => office.admin.put<Body>(`/v1/runs/${run.runOrderID}/archive`, {})
    expect(await archive()).toMatchObject({ status: 409, body: { code: 'exceptions_open', count: 2 } })
    expect((await runNow(office, run)).status).toBe('completed')
    await decide(late, 'accept')
    expect(await archive()).toMatchObject({ status: 409, body: { code: 'exceptions_open', count: 1 } })
    await decide(lost, 'dismiss', 'Nobody knows it')
    expect(await archive()).toMatchObject({ status: 200, body: { status: 'archived' } })
  })

  test('a record for an archived run can be accepted: stop, income, due period and totals follow, it stays archived', async () => {
    await device.send([device.not(run.jobs[0]!, 'UNSAFE'), device.done(run.jobs[1]!)])
    await act(office.admin, run, 'complete')
    expect(await dueOf(run.jobs[0]!.customerID)).toMatchObject({ monthNumber: 12 })
    await act(office.admin, run, 'archive')
    const [late, note] = [device.done(run.jobs[0]!, 3), device.note(run.jobs[1]!, 'Second bag behind the shed')]
    expect(said((await device.send([late, note])).results)).toEqual(['review run_archived', 'review run_archived'])
    expect((await runNow(office, run)).totalBags).toBe(1)
    for (const tap of [late, note])
      expect(await decide(tap, 'accept')).toMatchObject({ status: 200, body: { decision: 'accept' } })
    const now = await runNow(office, run)
    expect(now).toMatchObject({ status: 'archived', totalBags: 4 })
    expect(now.version).toBeGreaterThan(run.version)
    expect(await stopAt(0)).toMatchObject({ state: 'completed', outcome: 'COLLECTED', pu: 3 })
    expect(await stopAt(1)).toMatchObject({ driverNotes: 'Second bag behind the shed' })
    const income = (await pays()).find(
      (one) => (one as { assignmentID: string }).assignmentID === run.jobs[0]!.assignmentID,
    )
    expect(income).toMatchObject({ status: 'payable', pu: 3, amount: 12 })
    expect((await list()).total).toBe(0)
  })

  test('a record for an archived run can be dismissed too, and changes nothing', async () => {
    await device.send(run.jobs.map((one) => device.done(one)))
    await act(office.admin, run, 'complete')
    await act(office.admin, run, 'archive')
    const tap = device.done(run.jobs[0]!, 6)
    await device.send([tap])
    const before = [await stopAt(0), await pays()] as const
    expect(await decide(tap, 'dismiss', 'Counted twice')).toMatchObject({ status: 200, body: { decision: 'dismiss' } })
    const [stop, incomesNow] = [await stopAt(0), await pays()]
    const shown = { events: [], openEventIDs: [], version: 0 }
    expect([{ ...stop, ...shown }, incomesNow]).toEqual([{ ...before[0], ...shown }, before[1]])
  })

  test('archived while a record arrives: archiving is refused, or the record comes after it and can be accepted', async () => {
    await device.send(run.jobs.map((one) => device.done(one)))
    await act(office.admin, run, 'complete')
    const taps = Array.from({ length: 6 }, (_, at) => device.done(run.jobs[0]!, 2 + at))
    const [archived, ...answers] = await Promise.all([
      office.admin.put<Body>(`/v1/runs/${run.runOrderID}/archive`, {}),
      ...taps.map((tap) => device.put([tap])),
    ])
    const codes = answers.map(({ body }) => said(body.results)[0]!)
    const before = codes.filter((code) => code === 'review job_completed').length
    if (archived.status === 200) expect(before).toBe(0)
    else expect(archived.body).toMatchObject({ code: 'exceptions_open' })
    for (const tap of taps) expect((await decide(tap, 'accept')).status).toBe(200)
    expect(await stopAt(0)).toMatchObject({ state: 'completed', pu: 7 })
  })

  test.runIf(kind === 'postgres')('refuse the archive of an admin who asked while one was being stored', async () => {
    await device.send(run.jobs.map((one) => device.done(one)))
    await act(office.admin, run, 'complete')
    const { pool } = office.deps.database
    const waiting = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          [],
        )
      ).rowCount
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select from runs where run_order_id = $1 for update', [run.runOrderID])
      const stored = device.send([device.done(run.jobs[0]!, 2)])
      await expect.poll(waiting).toBe(1)
      const archived = office.admin.put<Body>(`/v1/runs/${run.runOrderID}/archive`, {})
      await expect.poll(waiting).toBe(2)
      await other.query('commit')
      expect(said((await stored).results)).toEqual(['review job_completed'])
      expect((await archived).body).toMatchObject({ code: 'exceptions_open' })
    } finally {
      other.release(true)
    }
  })

  test('the same decision twice counts once, another is refused, and a dismissal needs a reason', async () => {
    await shift(0)
    const tap = device.done(run.jobs[0]!)
    await device.send([tap])
    expect((await decide(tap, 'dismiss')).body.fields).toEqual({ reason: 'Enter a reason' })
    const first = await decide(tap, 'dismiss', 'Wrong house')
    expect(await decide(tap, 'dismiss', 'Another reason')).toMatchObject({ status: 200, body: first.body })
    expect(await decide(tap, 'accept')).toMatchObject({ status: 409, body: { code: 'already_decided' } })
    expect(await stopAt(0)).toMatchObject({ state: 'shifted', outcome: null })
  })

  test('of two admins who decide at the same moment one decides', async () => {
    await shift(0)
    const tap = device.done(run.jobs[0]!, 2)
    await device.send([tap])
    const answers = await Promise.all([decide(tap, 'accept'), decide(tap, 'accept'), decide(tap, 'dismiss', 'No')])
    const accepted = answers[0]!.status === 200
    expect(answers.map(({ status }) => status)).toEqual(accepted ? [200, 200, 409] : [409, 409, 200])
    expect((await stopAt(0)).state).toBe(accepted ? 'done' : 'shifted')
    expect(await pays()).toHaveLength(accepted ? 1 : 0)
  })

  test('a record that names no known stop can only be dismissed', async () => {
    const lost = device.done({ assignmentID: NEVER })
    const strange = { ...device.done(run.jobs[0]!), v: 7 }
    await device.send([lost, strange])
    expect((await decide(lost, 'accept')).body.code).toBe('wrong_state')
    expect((await decide(strange, 'accept')).body.code).toBe('wrong_state')
    expect((await decide(lost, 'dismiss', 'Nobody knows it')).status).toBe(200)
    expect((await decide({ eventID: NEVER }, 'accept')).status).toBe(404)
  })

  test('an event that simply counted is no exception', async () => {
    const tap = device.done(run.jobs[0]!)
    await device.send([tap])
    expect((await decide(tap, 'dismiss', 'I do not like it')).status).toBe(404)
  })
})
