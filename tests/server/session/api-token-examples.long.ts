import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOf } from '#contract/endpoint.ts'
import type { TokenScope } from '#contract/token-scopes.ts'
import { createApiToken } from '#contract/v1/api-tokens.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { hasCurlAndJq } from '../../../src/tools/shared/outside-programs.mjs'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** The commands of docs/api.md, "Tokens", as they stand there, in a shell against a server that listens. */

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const section = page.split('\n## Tokens\n')[1]?.split('\n## ')[0] ?? ''
const commands = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, command = '']) => command)
const [webForm = '', pages = '', payments = '', stops = ''] = commands

test('the page has three examples, two of which read lists by the same function', () =>
  expect(commands).toHaveLength(4))

describe.skipIf(!hasCurlAndJq())('the examples of the page about tokens', () => {
  let office: Office
  let address: string
  beforeAll(async () => {
    office = await openOffice(databases[0]!)
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(office.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => office.close())

  /** Runs a command with a token of this scope alone, and answers what it prints. */
  async function run(command: string, scope: TokenScope, values: Readonly<Record<string, string>>): Promise<string> {
    const currentPassword = office.admin.password
    const { token } = await office.call(office.admin, createApiToken, { name: scope, scopes: [scope], currentPassword })
    const known = {
      PATH: process.env['PATH'],
      TZ: 'Australia/Sydney',
      BAGRUN: address,
      AUTH: `Authorization: Bearer ${token}`,
    }
    const cwd = mkdtempSync(path.join(tmpdir(), 'bagrun-examples-'))
    try {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd, env: { ...known, ...values } })
      return stdout
    } finally {
      rmSync(cwd, { recursive: true })
    }
  }
  const rowsOf = (csv: string) =>
    csv
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))

  test('a web form adds a customer who waits for the office, and once only when it is sent twice', async () => {
    const { suburbID, productID } = await suburbAndPackage(office)
    const values = { FORM: '17', SUBURB: suburbID, PRODUCT: productID }
    const answers = await run(`${webForm}echo\n${webForm}`, 'customers:write', values)
    const [first = '', again] = answers.split('\n')
    expect(JSON.parse(first)).toMatchObject({ fullName: 'Ada Abel', status: 'PENDING' })
    expect(again).toBe(first)
    const { items } = await office.call(office.admin, listRequests, {})
    expect(items).toMatchObject([{ fullName: 'Ada Abel' }])
  })

  test('a book-keeping program gets what was entered since its last call, whatever its date: payments, refunds and reversals', async () => {
    const { customerID } = await office.make.customer({ firstName: 'Paula', lastName: 'Payer' })
    const enter = async (what: CallOf<typeof createTransaction>) => {
      const { transactions } = await office.call(office.admin, createTransaction, what)
      return transactions.find(({ purpose }) => purpose === 'payment' || purpose === 'refund') ?? transactions[0]!
    }
    const paid = { customerID, type: 'CUSTOMER_INBOUND', paymentType: 'EFT' } as const
    const before = await enter({ ...paid, amount: 7 })
    office.clock.pass(60_000)
    const SINCE = office.clock.now().toISOString()
    const rowsSince = async (since: string) =>
      rowsOf(await run(`${pages}${payments}`, 'transactions:read', { SINCE: since }))
    expect(await rowsSince(SINCE)).toEqual([])

    const late = await enter({ ...paid, amount: 40, datePaid: '2026-09-01' })
    const reversal = await enter({ reverses: before.transactionID, notes: 'Not ours' })
    const refund = await enter({ customerID, type: 'CUSTOMER_CREDIT_DEDUCT', paymentType: 'CASH', amount: 5 })
    await enter({ customerID, type: 'CUSTOMER_CREDIT_DEPOSIT', amount: 3, notes: 'Goodwill is no money' })
    expect(await rowsSince(SINCE)).toEqual([
      [refund.refId, '2026-11-10', 'Paula Payer', '-5', 'CASH'],
      [reversal.refId, '2026-11-10', 'Paula Payer', '-7', 'EFT'],
      [late.refId, '2026-09-01', 'Paula Payer', '40', 'EFT'],
    ])

    // A bank file has more than a page.
    const many = []
    for (let cents = 1; cents <= 120; cents++) many.push((await enter({ ...paid, amount: cents / 100 })).refId)
    const rows = await rowsSince(SINCE)
    expect(rows).toHaveLength(123)
    expect(rows.map(([refId]) => refId)).toEqual(expect.arrayContaining(many))
  })

  test('a spreadsheet gets the stops that were recorded on a day of the business, and no others', async () => {
    const home = await suburbAndPackage(office)
    await office.make.customer({ ...home, firstName: 'Dora', lastName: 'Done' })
    await office.make.customer({ ...home, firstName: 'Tom', lastName: 'Todo' })
    const driver = await office.driver()
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const run7 = await act(office.admin, draft, 'activate')
    const device = deviceOf(office, driver, run7)
    const dora = run7.jobs.find(({ customer }) => customer === 'Dora Done')!
    await device.send([device.done(dora)])
    const rowsOn = async (DAY: string) => rowsOf(await run(`${pages}${stops}`, 'runs:read', { DAY }))
    const rows = await rowsOn('2026-11-10')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('Dora Done')
    expect(rows[0]).toContain('COLLECTED')
    expect(await rowsOn('2026-11-09')).toEqual([])
    // The office may put a run away before the days are read again.
    await act(office.admin, run7, 'complete', { outstanding: 'shift' })
    await act(office.admin, run7, 'archive')
    expect(await rowsOn('2026-11-10')).toEqual(rows)
  })
})
