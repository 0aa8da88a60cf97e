import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newID } from '#domain/identifiers.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { aCustomer, aHome, made, refusal } from '../../fixtures/office-bodies.ts'
import { bad, csvOf, importOf, type Result } from '../../fixtures/import-files.ts'
import { settableClock } from '../../support/settable-clock.ts'

interface Progress {
  state: string
  rows: number
  done: number
  endedAt: string | null
  result: Result | null
}

const LINES = 1_500
const START = '2026-11-09T21:00:00Z'
const clock = settableClock(START)
/** Simulates the end of the process: the next read of the clock throws. */
let dead = false
const crashes = {
  now() {
    if (dead) throw new Error('the server has ended')
    return clock.now()
  },
  wait: () => Promise.resolve(),
}

const people = csvOf(
  Array.from({ length: LINES }, (_, at) => ({
    firstName: 'Anna',
    lastName: `Line ${at + 2}`,
    email: `line${at + 2}@home.example`,
    address: '12 High Street',
    suburbLabel: 'Wahroonga',
    packageName: 'Garden bag',
    startDate: '2026-01-01',
    accountType: 'PERSONAL',
    invoiceType: '1A',
  })),
)

describe.each(databases)('The progress of an import, on %s', (kind) => {
  let office: Office
  let home: { suburbID: string; productID: string }
  let freshly: () => Promise<void>
  let send: ReturnType<typeof importOf>
  beforeAll(async () => {
    clock.set(START)
    office = await openOffice(kind, { overrides: { clock: crashes } })
    home = await aHome(office.admin, {
      suburb: { label: 'Wahroonga', postCode: '2076' },
      product: { name: 'Garden bag' },
    })
    freshly = await office.keep()
    send = importOf(office, 'customers')
  })
  beforeEach(async () => {
    clock.set(START)
    await freshly()
  })
  afterAll(() => office.close())

  const progress = (importID: string) => office.admin.get<Progress>(`/v1/users/imports/${importID}`)
  const customers = async () =>
    Number((await office.deps.database.pool.query<{ count: string }>('select count(*) from customers')).rows[0]?.count)

  /** The import, once some of its lines are written and others not. */
  async function underWay(importID: string) {
    const answer = send(people, `?importID=${importID}`)
    for (;;) {
      const { body } = await progress(importID)
      if (body.done > 0) return { answer, body }
    }
  }

  test('is shown while it runs and after it; another import has to wait', async () => {
    const importID = newID()
    const { answer, body } = await underWay(importID)
    expect(body).toMatchObject({
      importID,
      kind: 'customers',
      dryRun: false,
      state: 'running',
      rows: LINES,
      endedAt: null,
      result: null,
    })
    expect(body.done).toBeLessThan(LINES)
    expect(await importOf(office, 'suburbs')('label,postCode\nHornsby,2077')).toMatchObject(
      refusal(409, 'import_running'),
    )
    const result = { rows: LINES, created: LINES, updated: 0, unchanged: 0, written: true, errors: [] }
    expect(await answer).toMatchObject({ status: 200, body: result })
    expect(await progress(importID)).toMatchObject({ body: { state: 'done', done: LINES, result } })
    expect(await importOf(office, 'suburbs')('label,postCode\nHornsby,2077')).toMatchObject({ status: 200 })
  })

  test('sent twice by a double click, it runs once, and both get its result', async () => {
    const [first, second] = await Promise.all([send(people), send(people)])
    expect(first.body).toEqual({ rows: LINES, created: LINES, updated: 0, unchanged: 0, written: true, errors: [] })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await customers()).toBe(LINES)
  })

  test('sent to two servers on one database at once, it runs once, and both answer its result', async () => {
    const other = await openOffice(kind, { overrides: { clock: crashes }, database: office.deps.database })
    const [first, second] = await Promise.all([send(people), importOf(other, 'customers')(people)])
    expect(first).toMatchObject({ status: 200, body: { rows: LINES, created: LINES, written: true, errors: [] } })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await customers()).toBe(LINES)
    await other.app.close()
  })

  test('says when it was refused for a bad line, and when it was a dry run', async () => {
    const [refused, dry] = [newID(), newID()]
    await importOf(office, 'suburbs')('label,postCode\nHornsby,x', `?importID=${refused}`)
    await importOf(office, 'suburbs')('label,postCode\nHornsby,2077', `?dryRun=true&importID=${dry}`)
    expect(await progress(refused)).toMatchObject({
      body: { state: 'refused', result: { written: false, errors: [{ line: 2 }] } },
    })
    expect(await progress(dry)).toMatchObject({
      body: { state: 'done', dryRun: true, result: { written: false, created: 1 } },
    })
  })

  test('an importID works once; an unknown one is not found, and only an admin may ask', async () => {
    const importID = newID()
    await importOf(office, 'suburbs')('label,postCode\nHornsby,2077', `?importID=${importID}`)
    expect(await importOf(office, 'suburbs')('label,postCode\nHornsby,2077', `?importID=${importID}`)).toMatchObject(
      refusal(422, 'fields_invalid', { importID: expect.any(String) }),
    )
    expect(await progress(newID())).toMatchObject({ status: 404 })
    expect(await (await office.driver()).get(`/v1/users/imports/${importID}`)).toMatchObject({ status: 403 })
  })

  test('after a server that stopped in the middle, the same file continues a minute later where it stopped', async () => {
    const importID = newID()
    const { answer } = await underWay(importID)
    dead = true
    expect(await answer).toMatchObject({ status: 500 })
    dead = false
    const kept = await customers()
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(LINES)
    expect(await progress(importID)).toMatchObject({ body: { state: 'running' } })
    expect(await importOf(office, 'suburbs')('label,postCode\nHornsby,2077')).toMatchObject(
      refusal(409, 'import_running'),
    )
    // Sent before the minute is over, it waits for the first, which will not answer.
    const again = send(people)
    clock.set('2026-11-09T21:01:01Z')
    expect(await progress(importID)).toMatchObject({ body: { state: 'interrupted', result: null } })
    expect((await again).body).toEqual({
      rows: LINES,
      created: LINES - kept,
      updated: 0,
      unchanged: kept,
      written: true,
      errors: [],
    })
    expect(await customers()).toBe(LINES)
  })

  test('an e-mail that is taken during the import is a question at its line, the others are imported', async () => {
    const { answer } = await underWay(newID())
    await made(office.admin, '/v1/users/customers', aCustomer(home, { email: `LINE${LINES}@home.example` }))
    // The request does not wait for the end of the import.
    expect(await customers()).toBeLessThan(LINES)
    expect((await answer).body).toEqual({
      rows: LINES,
      created: LINES - 1,
      updated: 0,
      unchanged: 0,
      written: true,
      errors: [],
      questions: bad(
        [LINES],
        'email: Another account uses this email. Is it for both? Then this customer can’t log in',
      ),
    })
    expect(await customers()).toBe(LINES)
  })

  test('a suburb whose week changes during the import gives its new week to every customer', async () => {
    const { answer } = await underWay(newID())
    await office.admin.put(`/v1/users/suburbs/${home.suburbID}`, { weekNumber: 4, moveFollowers: true })
    expect((await answer).body).toMatchObject({ created: LINES, errors: [] })
    const { rows } = await office.deps.database.pool.query<{ week_number: number }>(
      'select distinct week_number from customers',
    )
    expect(rows).toEqual([{ week_number: 4 }])
  })
})
