import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { photograph, type Device, runNow, said } from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

describe.each(databases)('ids and instants of a record on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 1, (opened) => void ({ office, run, driver, device } = opened))

  const shout = (event: object) =>
    Object.fromEntries(
      Object.entries(event).map(([name, value]) => [
        name,
        ['eventID', 'assignmentID', 'photoID', 'undoes'].includes(name) ? String(value).toUpperCase() : value,
      ]),
    )

  test('a record sent again with its ids in capitals is the same record', async () => {
    const photo = await photograph(office, driver, device, run.jobs[0]!)
    const done = device.done(run.jobs[0]!, 2)
    const batch = [done, device.note(run.jobs[0]!, 'Side gate'), photo, device.undo(photo)]
    expect(said((await device.send(batch)).results)).toEqual(['applied', 'applied', 'applied', 'applied'])
    const before = await runNow(office, run)
    const again = await device.send(batch.map(shout))
    expect(again.results.map(({ eventID, result }) => [eventID, result])).toEqual(
      batch.map(({ eventID }) => [eventID.toUpperCase(), 'duplicate']),
    )
    expect(await runNow(office, run)).toEqual(before)
  })

  test('a record that comes in capitals first counts, and in small letters it is a duplicate', async () => {
    const batch = [device.done(run.jobs[0]!, 2)]
    expect(said((await device.send(batch.map(shout))).results)).toEqual(['applied'])
    expect((await runNow(office, run)).jobs[0]).toMatchObject({
      pu: 2,
      state: 'done',
      events: [{ eventID: batch[0]!.eventID }],
    })
    expect(said((await device.send(batch)).results)).toEqual(['duplicate'])
  })

  test('an undo in capitals undoes the event it names', async () => {
    const done = device.done(run.jobs[0]!)
    expect(said((await device.send([done, shout(device.undo(done))])).results)).toEqual(['applied', 'applied'])
    expect((await runNow(office, run)).jobs[0]).toMatchObject({ outcome: null })
  })

  test.each(['2026-02-30T08:00:00.000Z', '2026-04-31T08:00:00Z', '2026-11-10T24:00:00Z', '2026-13-01T08:00:00Z'])(
    'a record made at %s, which is no instant, waits for the office and moves to no other day',
    async (occurredAt) => {
      const event = { ...device.done(run.jobs[0]!), occurredAt }
      expect(said((await device.send([event])).results)).toEqual(['review envelope_unknown'])
      expect((await runNow(office, run)).jobs[0]).toMatchObject({ outcome: null })
      expect(await office.admin.get('/v1/runs/exceptions')).toMatchObject({
        body: { total: 1, items: [{ payload: null, payloadBytes: expect.any(Number) as number }] },
      })
      expect(JSON.stringify((await office.admin.get('/v1/runs/exceptions')).body)).not.toContain('2026-03-02')
    },
  )

  test('a phone’s clock time that is no instant is refused at its field', async () => {
    expect(await device.put([], { sentAt: '2026-02-30T08:00:00Z' })).toMatchObject({
      status: 422,
      body: { fields: { sentAt: expect.any(String) as string } },
    })
  })

  test('another driver’s id in capitals is still another driver’s', async () => {
    expect(said((await device.send([{ ...device.done(run.jobs[0]!), actorID: randomUUID() }])).results)).toEqual([
      'rejected actor_wrong',
    ])
    expect(
      said((await device.send([{ ...device.done(run.jobs[0]!), actorID: driver.userID.toUpperCase() }])).results),
    ).toEqual(['review envelope_unknown'])
  })
})
