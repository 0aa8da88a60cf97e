import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { activeRun, deviceOf, photograph, runNow, said } from '../../fixtures/runs.ts'

describe.each(databases)('the driver’s day on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  test('a run is generated, activated, fetched and done by its driver, and the office sees the result', async () => {
    const { run, driver } = await activeRun(office, 3)
    expect(run).toMatchObject({ status: 'active', readableID: '2026-11-W2-1', refId: 'R00001', stops: 3, done: 0 })

    const week = await driver.get<{ items: { jobs: { assignmentID: string }[] }[] }>('/v1/runs')
    expect(week.body.items[0]?.jobs).toHaveLength(3)
    const [first, second, third] = week.body.items[0]!.jobs
    const device = deviceOf(office, driver, run)
    const photo = await photograph(office, driver, device, first!)
    const answer = await device.send([
      device.done(first!, 2, { extraAmount: 10, notes: 'Left by the gate' }),
      device.bagMt(second!),
      photo,
    ])
    expect(said(answer.results)).toEqual(['applied', 'applied', 'applied'])
    expect(answer.run).toMatchObject({ stops: 3, done: 2, totalBags: 2, doneAt: null })

    await device.send([device.not(third!, 'NO_ACCESS')])
    const seen = await runNow(office, run)
    expect(seen.doneAt).not.toBeNull()
    expect(seen.jobs.find(({ assignmentID }) => assignmentID === first!.assignmentID)).toMatchObject({
      state: 'done',
      outcome: 'COLLECTED',
      pu: 2,
      extraAmount: 10,
      driverNotes: 'Left by the gate',
      photos: [{ url: expect.stringMatching(/^\/v1\/photos\//) as string }],
      events: [{ type: 'photo' }, { type: 'done', actorID: driver.userID }],
    })
    expect(seen.jobs.map(({ outcome }) => outcome).sort()).toEqual(['COLLECTED', 'EMPTY', 'NO_ACCESS'])
  })
})
