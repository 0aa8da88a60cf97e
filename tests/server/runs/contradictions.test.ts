import { describe, expect, test } from 'vitest'
import { decideException, type Exception, listExceptions, previewDecision } from '#contract/v1/exceptions.ts'
import type { Run } from '#contract/v1/runs.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Body, Person } from '../../support/person.ts'

describe.each(databases)('two phones that contradict each other at one stop, on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let one: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device: one } = opened))

  const open = async (): Promise<Exception[]> =>
    (await office.call(office.admin, listExceptions, { runOrderID: run.runOrderID })).items
  const decide = (event: { eventID: string }, decision: 'accept' | 'dismiss') =>
    office.call(office.admin, decideException, { eventID: event.eventID, decision, reason: 'Rang the driver' })
  const stop = async () =>
    (await runNow(office, run)).jobs.find(({ assignmentID }) => assignmentID === run.jobs[0]!.assignmentID)!
  const complete = () => office.admin.put<Body>(`/v1/runs/${run.runOrderID}/complete`, { outstanding: 'shift' })

  /** The first phone says No access; a minute later another one says Done. */
  async function contradicting(order: 'as they happened' | 'the other way round' = 'as they happened') {
    const two = deviceOf(office, driver, run)
    const noAccess = one.not(run.jobs[0]!, 'NO_ACCESS')
    const done = {
      ...two.done(run.jobs[0]!, 2),
      occurredAt: new Date(Date.parse(noAccess.occurredAt) + 60_000).toISOString(),
    }
    const send = [() => one.send([noAccess]), () => two.send([done])]
    if (order === 'the other way round') send.reverse()
    for (const next of send) expect(said((await next()).results)).toEqual(['applied'])
    return { two, noAccess, done }
  }

  test.each(['as they happened', 'the other way round'] as const)(
    'are an exception that holds both records, whichever arrives first (%s)',
    async (order) => {
      const { noAccess, done } = await contradicting(order)
      expect(await open()).toMatchObject([
        {
          eventID: done.eventID,
          code: 'contradicts',
          decision: 'open',
          message: 'Two phones recorded different things at this stop.',
          against: [{ eventID: noAccess.eventID, payload: { outcome: 'NO_ACCESS' } }],
        },
      ])
    },
  )

  test('billing waits: the run can’t be completed until somebody has chosen', async () => {
    const { noAccess, done } = await contradicting()
    expect(await complete()).toMatchObject({ status: 409, body: { code: 'records_contradict', count: 1 } })
    const shown = await office.call(office.admin, previewCompletion, { runOrderID: run.runOrderID })
    expect(shown.refusal).toMatchObject({ code: 'records_contradict' })

    await decide(done, 'accept')
    expect(await open()).toEqual([])
    expect(await stop()).toMatchObject({ outcome: 'COLLECTED', pu: 2 })
    const dropped = (await stop()).events.find(({ eventID }) => eventID === noAccess.eventID)
    expect(dropped).toMatchObject({ code: 'contradicted', decision: 'dismiss' })
    const completed = await act<Run>(office.admin, run, 'complete', { outstanding: 'shift' })
    expect(completed).toMatchObject({ done: 1, notDone: 0, moved: 1 })
  })

  test('choosing the one that counts already says that its bill stays, and what it is', async () => {
    const { done } = await contradicting()
    const eventIDs = [done.eventID]
    const { amount } = await stop()
    expect(await office.call(office.admin, previewDecision, { eventIDs, decision: 'accept' })).toMatchObject({
      bills: 0,
      billed: 2 * amount,
    })
    expect(await office.call(office.admin, previewDecision, { eventIDs, decision: 'dismiss' })).toMatchObject({
      bills: -amount,
      billed: amount,
    })
  })

  test('dismissing the one lets the other count, with its income', async () => {
    const { done } = await contradicting()
    await decide(done, 'dismiss')
    expect(await stop()).toMatchObject({ outcome: 'NO_ACCESS', pu: 0 })
    expect(await open()).toEqual([])
    expect((await complete()).status).toBe(200)
  })

  test('a phone that takes its record back ends the contradiction by itself', async () => {
    const { two, done } = await contradicting()
    await two.send([two.undo(done)])
    expect(await open()).toEqual([])
    expect(await stop()).toMatchObject({ outcome: 'NO_ACCESS' })
  })

  test('the office’s own record is its decision, and the same said twice is no contradiction', async () => {
    await one.send([one.not(run.jobs[0]!, 'NO_ACCESS'), one.done(run.jobs[1]!)])
    const two = deviceOf(office, driver, run)
    await two.send([two.done(run.jobs[1]!)])
    office.clock.pass(120_000)
    const officeOwn = deviceOf(office, office.admin, run, 'office-1')
    await officeOwn.send([officeOwn.done(run.jobs[0]!)])
    expect(await open()).toEqual([])
    expect(await stop()).toMatchObject({ outcome: 'COLLECTED' })
  })
})
