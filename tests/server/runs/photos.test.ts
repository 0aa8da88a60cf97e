import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { customersOf, generated, type Device, deviceOf, photograph, runNow, said } from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

describe.each(databases)('photos of a stop on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))

  const photosOf = async (at: number) => (await runNow(office, run)).jobs[at]!.photos.map(({ photoID }) => photoID)
  const idOf = (event: unknown) => (event as { photoID: string }).photoID

  test('are acknowledged once their bytes are in the store, and can then be seen by the office', async () => {
    const event = await photograph(office, driver, device, run.jobs[0]!)
    expect(said((await device.send([event])).results)).toEqual(['applied'])
    expect(await photosOf(0)).toEqual([idOf(event)])
    const seen = await office.admin.get(`/v1/photos/${idOf(event)}`)
    expect(seen.status).toBe(302)
    const bytes = await office.fetch(seen.headers.get('location')!)
    expect(
      createHash('sha256')
        .update(Buffer.from(await bytes.arrayBuffer()))
        .digest('hex'),
    ).toBe((event as { sha256: string }).sha256)
  })

  test('one whose bytes have not arrived is rejected, and judged again when they have', async () => {
    const event = await photograph(office, driver, device, run.jobs[0]!)
    const elsewhere = { ...event, eventID: randomUUID(), photoID: randomUUID() }
    const lost = { ...elsewhere, key: (event as { key: string }).key.replace(idOf(event), idOf(elsewhere)) }
    expect(said((await device.send([lost])).results)).toEqual(['rejected photo_not_uploaded'])
    await office.deps.storage.write(lost.key, await bytesOf(event), 'image/jpeg')
    expect(said((await device.send([lost])).results)).toEqual(['applied'])
  })

  test('one that differs from its announcement is rejected as damaged, and the rest of its batch counts', async () => {
    const good = await photograph(office, driver, device, run.jobs[0]!)
    const damaged = await photograph(office, driver, device, run.jobs[0]!)
    const cut = await bytesOf(damaged)
    await office.deps.storage.write((damaged as { key: string }).key, cut.subarray(0, -1), 'image/jpeg')
    const stolen = { ...device.tap(run.jobs[0]!, {}), ...pick(good), photoID: randomUUID() }
    expect(said((await device.send([damaged, stolen, good, device.done(run.jobs[0]!)])).results)).toEqual([
      'rejected photo_damaged',
      'rejected photo_damaged',
      'applied',
      'applied',
    ])
    expect(await photosOf(0)).toEqual([idOf(good)])
  })

  test('the same photo event again is a duplicate, even when its file is gone', async () => {
    const event = await photograph(office, driver, device, run.jobs[0]!)
    await device.send([event])
    await office.deps.storage.remove((event as { key: string }).key)
    expect(said((await device.send([event])).results)).toEqual(['duplicate'])
  })

  test('one photo belongs to one stop', async () => {
    const event = await photograph(office, driver, device, run.jobs[0]!)
    await device.send([event])
    const again = { ...device.tap(run.jobs[1]!, {}), ...pick(event) }
    expect(said((await device.send([again])).results)).toEqual(['rejected photo_damaged'])
  })

  test('a sixth one is an exception that the office may accept', async () => {
    const six = []
    for (let n = 0; n < 6; n++) six.push(await photograph(office, driver, device, run.jobs[0]!))
    const { results } = await device.send(six)
    expect(said(results)).toEqual(['applied', 'applied', 'applied', 'applied', 'applied', 'review too_many_files'])
    expect(results[5]?.message).toBe('Too many files. The maximum number of files is 5.')
    expect(await photosOf(0)).toHaveLength(5)
    const accepted = await office.admin.put(`/v1/runs/exceptions/${six[5]!.eventID}`, { decision: 'accept' })
    expect(accepted.status).toBe(200)
    expect(await photosOf(0)).toHaveLength(6)
  })

  test('one that is undone leaves the stop, makes room for another, and stays in the history', async () => {
    const five = []
    for (let n = 0; n < 5; n++) five.push(await photograph(office, driver, device, run.jobs[0]!))
    await device.send(five)
    const another = await photograph(office, driver, device, run.jobs[0]!)
    const verdicts = await device.send([device.undo(five[0]!), another])
    expect(said(verdicts.results)).toEqual(['applied', 'applied'])
    expect(await photosOf(0)).toEqual([...five.slice(1), another].map(idOf))
    expect((await runNow(office, run)).jobs[0]!.events).toHaveLength(7)
  })

  test('a stop given to another driver while this one was offline still takes the photo, as an exception', async () => {
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    const event = await photograph(office, driver, device, run.jobs[0]!)
    expect(said((await device.send([event])).results)).toEqual(['review job_foreign'])
    expect(await photosOf(0)).toEqual([])
    expect((await office.admin.get(`/v1/photos/${idOf(event)}`)).status).toBe(302)
  })

  test('a draft with a photo that was taken too early can still be deleted', async () => {
    const { run: draft } = await activeRunAsDraft()
    const early = deviceOf(office, driver, draft)
    const event = await photograph(office, driver, early, draft.jobs[0]!)
    expect(said((await early.send([event])).results)).toEqual(['review run_not_active'])
    expect((await office.admin.delete(`/v1/runs/${draft.runOrderID}`)).status).toBe(204)
    expect((await office.admin.get<{ items: object[] }>('/v1/runs/exceptions')).body.items).toMatchObject([
      { eventID: event.eventID, customer: null },
    ])
  })

  async function activeRunAsDraft(): Promise<{ run: Run }> {
    await customersOf(office, 1)
    return { run: await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] }) }
  }

  async function bytesOf(event: unknown): Promise<Uint8Array> {
    return (await office.deps.storage.read((event as { key: string }).key))!.bytes
  }
  function pick(event: unknown) {
    const { photoID, key, sha256, size, takenAt } = event as Record<string, unknown>
    return { type: 'photo', photoID, key, sha256, size, takenAt }
  }
})
