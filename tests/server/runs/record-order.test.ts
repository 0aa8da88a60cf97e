import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DoneEvent } from '#contract/v1/done.ts'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { activeRun, type Device, deviceOf, runNow } from '../../fixtures/runs.ts'

describe.each(databases)('the order in which records arrive on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    ;({ run, driver } = await activeRun(office, 6))
  })

  /** One afternoon at one stop: two phones, corrections, undos, a note recorded twice. */
  function afternoon(
    one: Device,
    other: Device,
    stop: { assignmentID: string },
  ): { phone: Device; event: DoneEvent }[] {
    const first = one.done(stop, 2, { notes: 'Side gate' })
    const second = one.not(stop, 'NO_ACCESS')
    const note = other.note(stop, 'Dog')
    const third = other.done(stop, 3, { extraAmount: 5 })
    return [
      ...[first, second, one.undo(second), one.note(stop, 'Side gate')].map((event) => ({ phone: one, event })),
      ...[note, third, other.undo(note), other.bagMt(stop)].map((event) => ({ phone: other, event })),
    ]
  }

  test('makes no difference to the stop’s result, nor to its income', async () => {
    const seen = new Set<string>()
    let at = 0
    const orders = fc.sample(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8, maxLength: 8 }), {
      numRuns: run.jobs.length,
      seed: 42,
    })
    for (const order of orders) {
      const stop = run.jobs[at++]!
      const [one, other] = [deviceOf(office, driver, run, `one-${at}`), deviceOf(office, driver, run, `other-${at}`)]
      const taps = afternoon(one, other, stop)
      for (const index of order) await taps[index]!.phone.send([taps[index]!.event])
      const after = (await runNow(office, run)).jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)!
      const pay = await office.admin.get<{ items: { assignmentID: string; amount: number; formula: string }[] }>(
        '/v1/pays?perPage=100',
      )
      const earned = pay.body.items.find(({ assignmentID }) => assignmentID === stop.assignmentID)
      const { outcome, pu, extraAmount, driverNotes, doneAt, state } = after
      seen.add(
        JSON.stringify({
          outcome,
          pu,
          extraAmount,
          driverNotes,
          doneAt,
          state,
          amount: earned?.amount,
          formula: earned?.formula,
        }),
      )
    }
    expect([...seen]).toHaveLength(1)
    expect(JSON.parse([...seen][0]!)).toMatchObject({
      outcome: 'EMPTY',
      pu: 0,
      driverNotes: 'Side gate',
      state: 'done',
      amount: 0,
    })
  })

  test('a tap dated in the future, by a clock corrected before sending, does not override a later one', async () => {
    const stop = run.jobs[0]!
    const [ahead, right] = [deviceOf(office, driver, run, 'ahead'), deviceOf(office, driver, run, 'right')]
    const inTwoDays = new Date(office.clock.now().getTime() + 2 * 86_400_000).toISOString()
    await ahead.send([{ ...ahead.done(stop, 3), occurredAt: inTwoDays }])
    office.clock.pass(60_000)
    await right.send([{ ...right.not(stop, 'NOT_OUT'), occurredAt: office.clock.now().toISOString() }])
    const after = (await runNow(office, run)).jobs.find(({ assignmentID }) => assignmentID === stop.assignmentID)!
    expect(after).toMatchObject({ outcome: 'NOT_OUT', pu: 0, doneAt: office.clock.now().toISOString() })
    // Shown as it was recorded.
    expect(after.events.map(({ occurredAt }) => occurredAt)).toContain(inTwoDays)
  })
})
