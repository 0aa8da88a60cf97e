import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { customersOf, generated } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { quietLog } from '../../support/quiet-log.ts'

const SALES = '/v1/reports/sales?from=2026-07-01&to=2027-06-30'

// The embedded database has one connection for everything.
describe.runIf(databases.includes('postgres'))('A report that takes long, on postgres', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice('postgres')
  })
  afterAll(() => office.close())

  const held = async (count: number, on = 'invoices') => {
    const { pool } = office.deps.database
    for (;;) {
      const { rows } = await pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
        [`%${on}%`],
      )
      const pids = rows.map(({ pid }) => pid)
      if (pids.length === count) return pids
      await wait(20)
    }
  }

  test('keeps nobody else waiting, is one of two at most, and says so when it is given up', async () => {
    const { pool } = office.deps.database
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table invoices in access exclusive mode')
    const answered: number[] = []
    const reports = Array.from({ length: 8 }, async () => {
      const answer = await office.admin.get(SALES)
      answered.push(answer.status)
      return answer
    })
    const [first, second] = await held(2)
    expect((await office.admin.get('/v1/runs')).status).toBe(200)
    expect((await office.admin.get('/v1/users/customers')).status).toBe(200)
    await pool.query('select pg_cancel_backend($1), pg_cancel_backend($2)', [first, second])
    // Nothing else is answered while the table is locked.
    while (answered.length < 2) await wait(20)
    await held(2)
    await holder.query('commit')
    holder.release()
    const answers = await Promise.all(reports)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'too_slow',
      message: 'This takes too long. Please ask for less, or try again later.',
    })
    expect(await office.deps.database.reports.execute('show statement_timeout')).toMatchObject({
      rows: [{ statement_timeout: '2min' }],
    })
  })

  test('leaves other work 25 seconds a statement, which is then to be tried again; commands take as long as they take', async () => {
    const { pool } = office.deps.database
    const limitOf = async ({ pool: some }: Pick<OpenDatabase, 'pool'>) => {
      const { rows } = await some.query<{ statement_timeout: string }>('show statement_timeout', [])
      return rows[0]!.statement_timeout
    }
    const settings = { url: pool.options.connectionString, dataDir: '', log: quietLog }
    const [ofServer, ofCommand] = [await openDatabase({ ...settings, limited: true }), await openDatabase(settings)]
    try {
      await migrate(ofServer)
      await ofServer.maintain()
      expect([await limitOf(ofServer), await limitOf(ofCommand)]).toEqual(['25s', '2h'])
    } finally {
      await ofServer.close()
      await ofCommand.close()
    }
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table invoices in access exclusive mode')
    const answer = office.admin.get('/v1/invoices')
    const [pid] = await held(1)
    await pool.query('select pg_cancel_backend($1)', [pid])
    expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await holder.query('commit')
    holder.release()
  })

  test('is also what customers were invoiced in some of the days; in all of them they wait for nobody', async () => {
    const { pool } = office.deps.database
    const driver = await office.driver()
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table invoices in access exclusive mode')
    const sales = (days: string) => office.admin.get(`/v1/users/customers/total-sales?status=ACTIVE${days}`)
    const some = ['&from=1990-01-02', '&to=2026-11-09', ...Array(8).fill('&from=2026-10-01&to=2026-10-31')].map(sales)
    await held(2)
    expect((await driver.get('/v1/runs')).status).toBe(200)
    // The menu's own, of all days until tomorrow.
    expect(await sales('&from=1990-01-01&to=2026-11-11')).toMatchObject({ status: 200, body: { totalSales: 0 } })
    await holder.query('commit')
    holder.release()
    expect((await Promise.all(some)).map(({ status }) => status)).toEqual(some.map(() => 200))
  })

  test('is also who else is due for a draft, once those who are left out are asked for', async () => {
    await customersOf(office, 1)
    const { runOrderID } = await generated(office)
    const { pool } = office.deps.database
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table pickup_requests in access exclusive mode')
    const due = ['', '?leftOut=true'].map((query) => office.admin.get(`/v1/runs/${runOrderID}/due${query}`))
    await pool.query('select pg_cancel_backend(pid) from unnest($1::integer[]) pid', [await held(2, 'pickup_requests')])
    await holder.query('commit')
    holder.release()
    expect(await Promise.all(due)).toMatchObject([
      { status: 503, body: { code: 'unavailable' } },
      { status: 409, body: { code: 'too_slow' } },
    ])
  })
})
