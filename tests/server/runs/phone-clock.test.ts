import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { act, type Device, runNow } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

describe.each(databases)('a phone’s clock that can’t be right, on %s', (kind) => {
  let office: Office
  let run: Run
  let device: Device
  withActiveRun(kind, 4, (opened) => void ({ office, run, device } = opened))

  const stopAt = async (at: number) =>
    (await runNow(office, run)).jobs.find(({ assignmentID }) => assignmentID === run.jobs[at]!.assignmentID)!
  /** Done at that stop, so many ms from now by the phone. */
  const tap = (at: number, from: number) => ({
    ...device.done(run.jobs[at]!),
    occurredAt: new Date(office.clock.now().getTime() + from).toISOString(),
  })

  test('a tap of last year is kept as sent and shown, and counts at the phone’s tap before it', async () => {
    office.clock.pass(300 * MINUTE)
    const [first, lastYear, third] = [tap(0, -200 * MINUTE), tap(1, -400 * DAY), tap(2, -180 * MINUTE)]
    await device.send([first, lastYear, third])
    expect(await stopAt(1)).toMatchObject({
      outcome: 'COLLECTED',
      doneAt: first.occurredAt,
      events: [{ occurredAt: lastYear.occurredAt, countedAt: first.occurredAt }],
    })
    for (const [at, event] of [
      [0, first],
      [2, third],
    ] as const)
      expect(await stopAt(at)).toMatchObject({ doneAt: event.occurredAt, events: [{ countedAt: null }] })
  })

  test('alone it counts at its receipt, and that day is what is billed and paid', async () => {
    await device.send([tap(0, -400 * DAY)])
    const now = office.clock.now().toISOString()
    expect(await stopAt(0)).toMatchObject({ doneAt: now, events: [{ countedAt: now }] })
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    const pays = await office.admin.get<{ items: { earnedAt: string }[] }>('/v1/pays')
    expect(pays.body.items.map(({ earnedAt }) => earnedAt)).toEqual([now])
  })

  test('a tap before the phone’s earlier record, sent later, counts at that record', async () => {
    office.clock.pass(400 * MINUTE)
    const first = tap(0, -60 * MINUTE)
    await device.send([first])
    await device.send([tap(1, -300 * MINUTE)])
    expect(await stopAt(1)).toMatchObject({ doneAt: first.occurredAt, events: [{ countedAt: first.occurredAt }] })
  })

  test('a tap from before the run was activated counts at its receipt', async () => {
    office.clock.pass(60 * MINUTE)
    await device.send([tap(0, -120 * MINUTE)])
    expect(await stopAt(0)).toMatchObject({ doneAt: office.clock.now().toISOString() })
  })
})
