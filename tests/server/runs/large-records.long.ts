import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EventVerdict } from '#contract/v1/done.ts'
import type { StopEvent } from '#contract/v1/stops.ts'
import type { Run } from '#contract/v1/runs.ts'
import { EVENT_BYTES_MAX, NOTES_MAX } from '#domain/limits.ts'
import { databases } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { type Device, runNow, said } from '../../fixtures/runs.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'

const sizeOf = (event: object) => Buffer.byteLength(JSON.stringify(event))

describe.each(databases)('how large a record may be, on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))

  /** A record of a newer app of an exact number of bytes. `letter` has two bytes. */
  function strange(bytes: number, letter = 'é') {
    const event = { ...device.done(run.jobs[0]!), weighed: '' }
    const room = bytes - sizeOf(event)
    const weighed = letter.repeat(Math.floor(room / 2)) + 'x'.repeat(room % 2)
    return { ...event, weighed }
  }
  const eventsOf = async (): Promise<StopEvent[]> => (await runNow(office, run)).jobs[0]!.events
  const verdicts = async (events: unknown[]): Promise<EventVerdict[]> => (await device.send(events)).results
  const sql1 = async (query: ReturnType<typeof sql>) =>
    (await office.deps.database.db.execute<{ n: number }>(query)).rows[0]!.n
  /** As an earlier version stored it: without a limit on its size. */
  const storedBefore = (eventID: string, payload: object, code: string | null = 'envelope_unknown') =>
    office.deps.database.db.execute(
      sql`update events set payload = ${JSON.stringify(payload)}::jsonb, payload_bytes = null, code = ${code} where event_id = ${eventID}`,
    )

  test('16,384 bytes of UTF-8 are accepted, one byte more is rejected with a code and a message; the batch counts', async () => {
    const [fits, tooLarge] = [strange(EVENT_BYTES_MAX), strange(EVENT_BYTES_MAX + 1)]
    expect([sizeOf(fits), sizeOf(tooLarge)]).toEqual([16_384, 16_385])
    const results = await verdicts([fits, tooLarge, device.done(run.jobs[1]!)])
    expect(said(results)).toEqual(['review envelope_unknown', 'rejected event_too_large', 'applied'])
    expect(results[1]!.message).toBe('This record is too large. Max size: 16 kB')
    expect(said(await verdicts([fits, tooLarge]))).toEqual(['duplicate envelope_unknown', 'rejected event_too_large'])
    expect(await sql1(sql`select count(*)::int as n from events where event_id = ${tooLarge.eventID}`)).toBe(0)
  })

  test.each([
    ['three bytes each', '\u20ac'.repeat(NOTES_MAX)],
    ['four bytes each, which count as two characters', '\u{1f9fa}'.repeat(NOTES_MAX / 2)],
    ['line breaks and quotes, which JSON writes as two', '\n"'.repeat(NOTES_MAX / 2 - 1) + 'ab'],
  ])('the longest possible note fits, with everything beside it: %s', async (_what, notes) => {
    expect(notes).toHaveLength(NOTES_MAX)
    const longest = {
      ...device.not(run.jobs[0]!, 'CUSTOMER_CANCELLED'),
      seq: 2_147_483_646,
      occurredAt: '2026-11-10T00:00:00.123456789Z',
      baseVersion: 2_147_483_647,
      appBuild: '\u20ac'.repeat(100),
      extraAmount: 9_999_999.99,
      notes,
    }
    expect(said(await verdicts([longest]))).toEqual(['applied'])
    expect((await eventsOf())[0]).toMatchObject({ payload: { notes }, payloadBytes: null })
  })

  test('a record the server can’t read is answered with its size only: in the run, its progress and the exceptions', async () => {
    const [unknown, known] = [strange(EVENT_BYTES_MAX), device.done(run.jobs[0]!, 2)]
    await device.send([unknown, known])
    const size = { payload: null, payloadBytes: EVENT_BYTES_MAX }
    const ofRun = await eventsOf()
    expect(ofRun.find(({ eventID }) => eventID === unknown.eventID)).toMatchObject({
      ...size,
      type: 'done',
      code: 'envelope_unknown',
    })
    expect(ofRun.find(({ eventID }) => eventID === known.eventID)).toMatchObject({
      payload: { pu: 2 },
      payloadBytes: null,
    })
    const progress = await office.admin.get<{ jobs: { events: StopEvent[] }[] }>(`/v1/runs/${run.runOrderID}/progress`)
    expect(
      progress.body.jobs.flatMap(({ events }) => events).find(({ eventID }) => eventID === unknown.eventID),
    ).toMatchObject(size)
    const own = await driver.get<Run>(`/v1/runs/${run.runOrderID}`)
    expect(own.body.jobs[0]!.events.find(({ eventID }) => eventID === unknown.eventID)).toMatchObject(size)
    const open = await office.admin.get<{ items: StopEvent[] }>('/v1/runs/exceptions')
    expect(open.body.items).toMatchObject([{ eventID: unknown.eventID, ...size }])
    const dismissed = await office.admin.put(`/v1/runs/exceptions/${unknown.eventID}`, {
      decision: 'dismiss',
      reason: 'Unreadable',
    })
    expect(dismissed).toMatchObject({ status: 200, body: size })
  })

  test('a large record of an earlier version is not sent back whole, and the same event again is a duplicate', async () => {
    const five = Array.from({ length: 5 }, () => strange(2000))
    await device.send(five)
    const large = five.map((event) => ({ ...event, weighed: 'x'.repeat(3_900_000) }))
    for (const event of large) await storedBefore(event.eventID, event)
    const answer = await office.admin.get<Run>(`/v1/runs/${run.runOrderID}`)
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000)
    expect(answer.body.jobs[0]!.events.map(({ payload }) => payload)).toEqual([null, null, null, null, null])
    for (const { payloadBytes } of answer.body.jobs[0]!.events) expect(payloadBytes).toBeGreaterThan(3_900_000)
    const open = await office.admin.get<{ items: StopEvent[] }>('/v1/runs/exceptions')
    expect(JSON.stringify(open.body).length).toBeLessThan(20_000)
    expect(said(await verdicts([large[0]]))).toEqual(['duplicate envelope_unknown'])
  })

  test('a readable record padded with blanks is not sent back whole either; its content counts', async () => {
    const note = device.note(run.jobs[0]!, 'Blue gate')
    await device.send([note])
    await storedBefore(note.eventID, { ...note, notes: `Blue gate${' '.repeat(100_000)}` }, null)
    const stop = (await runNow(office, run)).jobs[0]!
    expect(stop).toMatchObject({ driverNotes: 'Blue gate', events: [{ type: 'note', payload: null }] })
    expect(stop.events[0]!.payloadBytes).toBeGreaterThan(100_000)
  })

  test('a record that this newer version can read is shown, though the one that received it could not', async () => {
    const event = strange(1000)
    await device.send([event])
    const { weighed: _gone, ...known } = event
    await storedBefore(event.eventID, known)
    expect((await eventsOf())[0]).toMatchObject({ payload: { pu: 1 }, payloadBytes: null })
  })

  test('the same rules hold for a phone’s file', async () => {
    const [fits, tooLarge] = [strange(EVENT_BYTES_MAX), strange(EVENT_BYTES_MAX + 1)]
    const file = {
      format: 'bagrun-unsent',
      v: 1,
      exportedAt: office.clock.now().toISOString(),
      userID: driver.userID,
      deviceID: randomUUID(),
      appBuild: 'test',
      events: [fits, tooLarge].map((event) => ({ ...event, runOrderID: run.runOrderID })),
      photos: [],
    }
    const answer = await office.admin.post<{ results: EventVerdict[] }>('/v1/runs/unsent/import', file)
    expect(said(answer.body.results)).toEqual(['review envelope_unknown', 'rejected event_too_large'])
  })
})
