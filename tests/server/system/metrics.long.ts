import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import { createWebhook } from '#contract/v1/webhooks.ts'
import { getSystem } from '#contract/v1/system.ts'
import type { Run } from '#contract/v1/runs.ts'
import { readConfig } from '#server/config.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { hasPromtool } from '../../../src/tools/shared/outside-programs.mjs'
import { databases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'
import { freePorts } from '../../support/free-ports.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { nobodyOf, type Person, signedIn } from '../../support/person.ts'
import { activeRun, deviceOf, NEVER } from '../../fixtures/runs.ts'
import { settableClock } from '../../support/settable-clock.ts'

const SECRET_KEY = 'a secret key for the tests, long enough'
const HOUR = 3_600_000

/** The value of each line, by name and labels as they are written. */
function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
const scrape = async (server: Pick<RunningServer, 'metricsAddress'>) => (await fetch(server.metricsAddress!)).text()

describe.each(databases)('The metrics of a running server on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-metrics-'))
  let office: Office
  let run: Run
  let driver: Person
  let server: RunningServer
  let text = ''
  let values = new Map<string, number>()
  const fetchHere: typeof globalThis.fetch = (at, init) => fetch(`${server.address}${String(at)}`, init)
  const look = async () => {
    // What was read before is told for 30 seconds.
    office.clock.pass(31_000)
    text = await scrape(server)
    values = valuesOf(text)
  }

  beforeAll(async () => {
    office = await openOffice(kind)
    ;({ run, driver } = await activeRun(office, 2))
    const [deaf] = await freePorts(1)
    server = await startServer(
      readConfig({
        PORT: '0',
        HOST: '127.0.0.1',
        METRICS_PORT: '0',
        DATA_DIR: folder,
        SECRET_KEY,
        PASSWORD_HASH_KIB: '8',
        SMTP_URL: `smtp://127.0.0.1:${deaf}?from=office@bagrun.example`,
      }),
      {
        database: { ...office.deps.database, close: () => Promise.resolve() },
        clock: office.clock,
        log: memoryLog([]),
      },
    )
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('say what waits: a mail, an exception, a phone with an old record, by what was sent to the server', async () => {
    await look()
    expect(values.get('bagrun_exceptions_open')).toBe(0)
    expect(values.get('bagrun_phones_unsent{older="2h"}')).toBe(0)
    const phone = deviceOf(office, driver, run)
    const made = new Date(office.clock.now().getTime() - 3 * HOUR).toISOString()
    await phone.send([phone.done({ assignmentID: NEVER })], {
      reconcile: { highestSeq: 2, unsent: [randomUUID()], accounted: [2], oldestUnsentAt: made, appBuild: '0.1.0+abc' },
    })
    await nobodyOf(fetchHere).post('/v1/users/forgot-password', { email: driver.email })
    const admin = await signedIn(fetchHere, office.admin)
    // A sign-in and an alert are told by email too, between a look and the list of mails as well.
    const queued = await vi.waitFor(
      async () => {
        await look()
        const { body } = await admin.get<{ total: number }>('/v1/mails?status=queued')
        expect(values.get('bagrun_mails_queued{priority="account"}')).toBe(body.total)
        return body.total
      },
      { timeout: 20_000 },
    )
    expect(queued).toBeGreaterThan(0)
    expect(values.get('bagrun_exceptions_open')).toBe(1)
    expect(values.get('bagrun_phones_unsent{older="2h"}')).toBe(1)
    expect(values.get('bagrun_phones_oldest_unsent_seconds')).toBeGreaterThan(3 * 3_600)
    expect(values.get('bagrun_phones{build="0.1.0+abc"}')).toBe(1)
    expect(values.get('bagrun_mails_oldest_queued_seconds{priority="account"}')).toBeGreaterThan(0)
    expect(values.get('bagrun_mails_oldest_queued_seconds{priority="bulk"}')).toBe(0)
    expect(values.has('bagrun_backup_last_good_timestamp_seconds')).toBe(false)
  })

  test('say how many messages wait for other programs, and for how long', async () => {
    await look()
    expect(values.get('bagrun_webhooks_queued')).toBe(0)
    expect(values.get('bagrun_webhooks_oldest_queued_seconds')).toBe(0)
    // Made at another address than the running server's, so that this server sends nothing.
    const input = {
      url: 'https://93.184.215.14/hook',
      kinds: ['customer.changed'],
      currentPassword: office.admin.password,
    }
    await office.call(office.admin, createWebhook, input as CallOf<typeof createWebhook>)
    await office.make.customer()
    await look()
    expect(values.get('bagrun_webhooks_queued')).toBe(1)
    expect(values.get('bagrun_webhooks_oldest_queued_seconds')).toBeGreaterThan(0)
  })

  test('count requests by the pattern of their address, and never name what was asked for', async () => {
    const signIns = 'bagrun_http_requests_total{method="POST",route="/v1/users/signin",status="200"}'
    await look()
    const before = values.get(signIns) ?? 0
    await signedIn(fetchHere, office.admin)
    await fetchHere(`/v1/runs/${run.runOrderID}`)
    await fetchHere('/anna@example.com?token=secret')
    await look()
    expect(values.get('bagrun_http_requests_total{method="GET",route="/v1/runs/:runOrderID",status="401"}')).toBe(1)
    expect(values.get(signIns)).toBe(before + 1)
    expect(text).not.toContain(run.runOrderID)
    expect(text).not.toContain('anna')
    expect(text).not.toContain(driver.email)
  })

  test('tell the server itself: build, event loop, pool, and when each lane last succeeded', async () => {
    await look()
    expect(text).toMatch(/^bagrun_build_info\{version="[\d.]+",commit="\w+"\} 1$/m)
    expect(values.get('bagrun_database_up')).toBe(1)
    expect(values.get('bagrun_database_writable')).toBe(1)
    expect(values.get('bagrun_database_bytes')).toBeGreaterThan(1_000_000)
    expect(values.has('bagrun_database_pool_waiting{pool="main"}')).toBe(true)
    expect(values.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    for (const place of ['data', 'backups'])
      expect(values.get(`bagrun_disk_free_bytes{place="${place}"}`)).toBeGreaterThan(0)
    const lanes = [...values.keys()].filter((name) => name.startsWith('bagrun_lane_last_success'))
    expect(lanes.length).toBeGreaterThan(8)
    const now = Date.now() / 1_000
    for (const lane of lanes) expect(Math.abs(now - values.get(lane)!)).toBeLessThan(60)
    for (const lane of lanes)
      expect(values.get(lane.replace('last_success_timestamp_seconds', 'restarts_total'))).toBe(0)
  })

  test('agree with what the office reads', async () => {
    await look()
    const admin = await signedIn(fetchHere, office.admin)
    const { items, checkedAt } = await office.call(admin, getSystem, {})
    expect(checkedAt).toBe(office.clock.now().toISOString())
    const item = <Name extends string>(name: Name) => items.find((one) => one.item === name)!
    expect(item('late')).toMatchObject({ exceptions: values.get('bagrun_exceptions_open') })
    expect(item('phones')).toMatchObject({ unsentLong: 1, state: 'wrong', faults: ['phones-unsent'] })
    expect(item('database')).toMatchObject({ state: 'good', bytes: values.get('bagrun_database_bytes') })
  })

  test.skipIf(!hasPromtool())('are written as promtool wants them', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, ''])
  })

  test('are on their own port alone, and nothing else is there', async () => {
    expect((await fetchHere('/metrics')).status).toBe(404)
    const other = new URL(server.metricsAddress!)
    expect((await fetch(new URL('/healthz', other))).status).toBe(404)
    expect((await fetch(other, { method: 'POST' })).status).toBe(405)
    expect((await fetch(other)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })
})

// The embedded database is in the server's own process.
describe.each(databases.filter((kind) => kind === 'postgres'))('While its database is away, %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-metrics-'))
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  }, 60_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.close()
  })

  test('a server’s metrics say so, before it was ever there and after it is gone, and the rest of them stays', async () => {
    const url = new URL(database.pool.options.connectionString!.replace('@/', '@socket/'))
    const clock = settableClock('2026-11-24T00:00:00Z')
    const [port, ofDatabase, ofMetrics] = await freePorts(3)
    const starting = startServer(
      readConfig({
        PORT: String(port),
        HOST: '127.0.0.1',
        METRICS_PORT: String(ofMetrics),
        DATA_DIR: folder,
        DATABASE_URL: `postgres://${url.username}${url.password && `:${url.password}`}@127.0.0.1:${ofDatabase}${url.pathname}`,
        SECRET_KEY,
      }),
      { log: memoryLog([]), clock },
    )
    const read = async () => valuesOf(await scrape({ metricsAddress: `http://127.0.0.1:${ofMetrics}/metrics` }))
    await expect
      .poll(() =>
        read()
          .then((values) => values.get('bagrun_database_up'))
          .catch(() => null),
      )
      .toBe(0)
    expect((await read()).has('nodejs_eventloop_lag_p99_seconds')).toBe(true)

    const open = new Set<Socket>()
    const there = createServer((client) => {
      const onward = url.searchParams.has('host')
        ? connect(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
        : connect(Number(url.port || 5432), url.hostname)
      client.pipe(onward).pipe(client)
      for (const one of [client, onward]) open.add(one.on('error', () => undefined))
    }).listen(ofDatabase, '127.0.0.1')
    const server = await starting
    const up = await read()
    expect(up.get('bagrun_database_up')).toBe(1)
    expect(up.get('bagrun_mails_queued{priority="account"}')).toBe(0)

    there.close()
    for (const socket of open) socket.destroy()
    expect((await read()).get('bagrun_database_up')).toBe(1)
    clock.pass(31_000)
    expect((await read()).get('bagrun_database_up')).toBe(0)
    const gone = await read()
    expect(gone.has('bagrun_mails_queued{priority="account"}')).toBe(false)
    expect(gone.has('bagrun_disk_free_bytes{place="data"}')).toBe(true)
    await server.close()
  }, 90_000)
})
