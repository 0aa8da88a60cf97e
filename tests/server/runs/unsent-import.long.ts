import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { importUnsent } from '#contract/v1/unsent.ts'
import type { Run } from '#contract/v1/runs.ts'
import { UNSENT_REQUEST_MAX } from '#domain/unsent-file.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Answer, Body, Person } from '../../support/person.ts'
import { activeRun, aPhoto, type Device, photograph, deviceOf, runNow, said, type Taken } from '../../fixtures/runs.ts'

type Imported = OutputOf<typeof importUnsent>
interface FileParts {
  events?: unknown[]
  photos?: unknown[]
  [name: string]: unknown
}

describe.each(databases)('a driver’s file read in by the office on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    ;({ run, driver } = await activeRun(office, 3))
    device = deviceOf(office, driver, run)
  })

  const ofRun = (events: readonly unknown[], runOrderID = run.runOrderID) =>
    events.map((event) => ({ ...(event as object), runOrderID }))

  function fileOf({ events = [], photos = [], ...head }: FileParts) {
    return {
      format: 'bagrun-unsent',
      v: 1,
      exportedAt: office.clock.now().toISOString(),
      userID: driver.userID,
      deviceID: device.deviceID,
      appBuild: 'test',
      events,
      photos,
      ...head,
    }
  }
  const readIn = (parts: FileParts, admin: Person = office.admin): Promise<Answer<Imported & Body>> =>
    admin.post('/v1/runs/unsent/import', fileOf(parts))
  async function results(parts: FileParts, admin?: Person): Promise<string[]> {
    const answer = await readIn(parts, admin)
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return said(answer.body.results)
  }
  const exceptions = async () =>
    (await office.admin.get<{ items: { eventID: string; code: string }[] }>('/v1/runs/exceptions')).body.items

  /** A photo that was taken and never uploaded, as its phone writes it into the file. */
  function taken(stop: Taken, bytes: Buffer = aPhoto()) {
    const file = { photoID: randomUUID(), size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const event = device.tap(stop, { type: 'photo', key: '', takenAt: office.clock.now().toISOString(), ...file })
    return { event, photo: { ...file, contentType: 'image/jpeg', base64: bytes.toString('base64') }, bytes }
  }

  test('counts as if the driver had sent it, and the audit log says who read it in', async () => {
    const events = [device.done(run.jobs[0]!, 3), device.not(run.jobs[1]!, 'NO_ACCESS')]
    const answer = await readIn({ events: ofRun(events) })
    expect(answer).toMatchObject({ status: 200, body: { driver: { driverID: driver.userID } } })
    expect(answer.body.results).toMatchObject([
      {
        eventID: events[0]!.eventID,
        result: 'applied',
        stop: { customer: run.jobs[0]!.customer, address: run.jobs[0]!.address },
      },
      { eventID: events[1]!.eventID, result: 'applied' },
    ])
    const { jobs: stops } = await runNow(office, run)
    expect(stops.slice(0, 2)).toMatchObject([
      { pu: 3, outcome: 'COLLECTED', events: [{ actorID: driver.userID }] },
      { outcome: 'NO_ACCESS' },
    ])
    const { rows } = await office.deps.database.db.execute(
      sql`select actor_id, subject_id, after from audit where action = 'unsent.import'`,
    )
    expect(rows).toMatchObject([
      {
        actor_id: office.admin.userID,
        subject_id: driver.userID,
        after: { deviceID: device.deviceID, events: events.map(({ eventID }) => eventID) },
      },
    ])
    expect((await driver.get<{ items: unknown[] }>('/v1/pays')).body.items).toHaveLength(2)
  })

  test('read in twice, and sent by the phone before and after, it counts once', async () => {
    const [sent, late] = [device.done(run.jobs[0]!, 2), device.done(run.jobs[1]!, 4)]
    await device.send([sent])
    expect(await results({ events: ofRun([sent, late]) })).toEqual(['duplicate', 'applied'])
    const before = await runNow(office, run)
    expect(await results({ events: ofRun([sent, late]) })).toEqual(['duplicate', 'duplicate'])
    expect(said((await device.send([sent, late])).results)).toEqual(['duplicate', 'duplicate'])
    expect(await runNow(office, run)).toEqual(before)
    expect(before.totalBags).toBe(6)
  })

  test('read in by two admins at once while the phone sends, it counts once', async () => {
    const events = [...run.jobs.map((stop) => device.done(stop, 2)), device.note(run.jobs[0]!, 'Side gate')]
    const answers = await Promise.all([
      results({ events: ofRun(events) }),
      results({ events: ofRun(events) }),
      device.send(events).then(({ results: judged }) => said(judged)),
    ])
    for (const place of events.keys())
      expect(answers.map((one) => one[place]).sort()).toEqual(['applied', 'duplicate', 'duplicate'])
    expect((await runNow(office, run)).totalBags).toBe(6)
  })

  test('a photo that was never uploaded is kept like any other, and is the same one when the phone brings it later', async () => {
    const { event, photo, bytes } = taken(run.jobs[0]!)
    expect(await results({ events: ofRun([event]), photos: [photo] })).toEqual(['applied'])
    const link = (await runNow(office, run)).jobs[0]!.photos[0]!
    expect(link.photoID).toBe(photo.photoID)
    const address = (await office.admin.get<{ url: string }>(link.url)).headers.get('location')!
    expect(Buffer.from(await (await office.fetch(address)).arrayBuffer()).equals(bytes)).toBe(true)
    const signed = await driver.post<{ key: string; url: string; headers: Record<string, string> }>(
      '/v1/users/signed-url',
      {
        purpose: 'job-photo',
        contentType: 'image/jpeg',
        assignmentID: run.jobs[0]!.assignmentID,
        photoID: photo.photoID,
        size: photo.size,
        sha256: photo.sha256,
      },
    )
    await office.fetch(signed.body.url, { method: 'PUT', headers: signed.body.headers, body: new Uint8Array(bytes) })
    expect(said((await device.send([{ ...event, key: signed.body.key }])).results)).toEqual(['duplicate'])
    expect((await runNow(office, run)).jobs[0]!.photos).toHaveLength(1)
  })

  test('a photo whose bytes were uploaded before its record needs none in the file', async () => {
    const event = await photograph(office, driver, device, run.jobs[0]!)
    expect(await results({ events: ofRun([event]) })).toEqual(['applied'])
  })

  test('in a file edited by hand each record is judged alone', async () => {
    const [missing, changed, whole] = [taken(run.jobs[0]!), taken(run.jobs[0]!), taken(run.jobs[0]!)]
    const notAPhoto = taken(run.jobs[0]!, Buffer.from('<html>not a photo</html>'))
    const events: unknown[] = [
      missing.event,
      changed.event,
      whole.event,
      notAPhoto.event,
      { ...device.note(run.jobs[1]!, 'Blue bin'), colour: 'blue' },
      { ...device.note(run.jobs[1]!, 'Later'), v: 9 },
      { ...device.note(run.jobs[1]!, 'Not mine'), actorID: randomUUID() },
      { nothing: true },
      'a line',
      device.done(run.jobs[2]!, 2),
    ]
    const photos = [
      { ...changed.photo, base64: whole.photo.base64 },
      whole.photo,
      notAPhoto.photo,
      { photoID: 3 },
      null,
    ]
    expect(
      await results({ events: [...ofRun(events.slice(0, 8)), 'a line', ...ofRun(events.slice(9))], photos }),
    ).toEqual([
      'rejected photo_not_uploaded',
      'rejected photo_damaged',
      'applied',
      'rejected photo_damaged',
      'review envelope_unknown',
      'review envelope_unknown',
      'rejected actor_wrong',
      'rejected malformed',
      'rejected malformed',
      'applied',
    ])
    expect(await exceptions()).toHaveLength(2)
  })

  test('a stored record can’t be changed by a file', async () => {
    const event = device.done(run.jobs[0]!, 2)
    await device.send([event])
    expect(await results({ events: ofRun([{ ...event, pu: 9 }]) })).toEqual(['rejected event_differs'])
    expect((await runNow(office, run)).totalBags).toBe(2)
  })

  test('records of several runs, of no run, and more than one request holds are all accepted', async () => {
    const notes = Array.from({ length: 205 }, (_, n) => device.note(run.jobs[0]!, `Note ${n}`))
    const nowhere = device.note(run.jobs[1]!, 'Whose?')
    const elsewhere = device.note({ assignmentID: randomUUID() }, 'A run that is gone')
    const answer = await results({
      events: [...ofRun(notes), nowhere, ...ofRun([elsewhere], randomUUID()), ...ofRun([device.done(run.jobs[2]!)])],
    })
    expect(answer).toHaveLength(208)
    expect(new Set(answer.slice(0, 205))).toEqual(new Set(['applied']))
    expect(answer.slice(205)).toEqual(['review run_unknown', 'review run_unknown', 'applied'])
  })

  test('records of a driver whose employment ended, or whose sign-in is disabled, count all the same', async () => {
    const event = device.done(run.jobs[0]!, 2)
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { employmentEndDate: '2026-11-09' })
    await office.deps.database.db.execute(sql`update users set disabled_at = now() where user_id = ${driver.userID}`)
    expect((await device.put([event])).status).toBe(401)
    expect(await results({ events: ofRun([event]) })).toEqual(['applied'])
  })

  test('a record that no longer fits the plan is an exception', async () => {
    const other = await office.driver()
    await office.admin.put(`/v1/runs/${run.runOrderID}`, {
      jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] },
    })
    expect(await results({ events: ofRun([device.done(run.jobs[0]!)]) })).toEqual(['review job_foreign'])
    expect(await exceptions()).toMatchObject([{ code: 'job_foreign' }])
  })

  test.each([
    ['nobody here', randomUUID()],
    ['a customer', ''],
  ])('the file of %s is refused in a sentence, and nothing is stored', async (_who, userID) => {
    const answer = await readIn({
      events: ofRun([device.done(run.jobs[0]!)]),
      userID: userID || (await office.customer()).userID,
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'driver_unknown' } })
    expect((await runNow(office, run)).totalBags).toBe(0)
  })

  test('a newer app’s file, or another kind of file, is refused at its field in a sentence', async () => {
    expect(await readIn({ v: 2 })).toMatchObject({
      status: 422,
      body: { fields: { v: expect.stringContaining('newer version') as string } },
    })
    expect(await readIn({ format: 'holiday-photos' })).toMatchObject({
      status: 422,
      body: { fields: { format: 'This isn’t a driver’s file' } },
    })
  })

  test('a file too large for one request is refused before it is read', async () => {
    const answer = await office.admin.post('/v1/runs/unsent/import', Buffer.alloc(UNSENT_REQUEST_MAX + 1, 32))
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  test('reading a file in does not count as contact with its phone', async () => {
    await device.send([device.done(run.jobs[0]!)])
    const seen = async () =>
      (await office.deps.database.db.execute(sql`select last_seen_at, unsent, highest_seq from devices`)).rows
    const before = await seen()
    office.clock.pass(3_600_000)
    expect(await results({ events: ofRun([device.done(run.jobs[1]!)]) })).toEqual(['applied'])
    expect(await seen()).toEqual(before)
  })

  test('a known phone’s clock is taken as last known, an unknown one’s as right, none as further ahead than its file', async () => {
    const offsets = async () =>
      (
        await office.deps.database.db.execute<{ ms: number }>(
          sql`select clock_offset_ms::int as ms from events order by received_at, seq`,
        )
      ).rows.map(({ ms }) => ms)
    await device.send([device.done(run.jobs[0]!)], {
      sentAt: new Date(office.clock.now().getTime() + 60_000).toISOString(),
    })
    office.clock.pass(3_600_000)
    const late = new Date(office.clock.now().getTime() + 7_200_000).toISOString()
    await results({ events: ofRun([device.done(run.jobs[1]!)]) })
    office.clock.pass(1000)
    await results({
      events: ofRun([device.note(run.jobs[1]!, 'a')]),
      deviceID: 'another',
      exportedAt: '2026-11-09T21:30:00Z',
    })
    office.clock.pass(1000)
    await results({ events: ofRun([device.note(run.jobs[1]!, 'b')]), exportedAt: late })
    expect(await offsets()).toEqual([-60_000, -60_000, 0, -7_198_000])
  })
})
