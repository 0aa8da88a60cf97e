import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenScope } from '#contract/token-scopes.ts'
import { createApiToken } from '#contract/v1/api-tokens.ts'
import { createInvoice, payInvoice } from '#contract/v1/invoices.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { hasCurlAndJq } from '../../../src/tools/shared/outside-programs.mjs'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** The commands of docs/api.md, "Tokens", as they stand there, in a shell against a server that listens. */

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8')
const section = page.split('\n## Tokens\n')[1]?.split('\n## ')[0] ?? ''
const commands = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, command = '']) => command)
const [webForm = '', payments = '', stops = ''] = commands

test('the page has three examples', () => expect(commands).toHaveLength(3))

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
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...known, ...values } })
    return stdout
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

  test('a book-keeping program gets the payments of a day', async () => {
    const { customerID } = await office.make.customer({ firstName: 'Paula', lastName: 'Payer' })
    const lines = [{ description: 'Extra bin', quantity: 1, price: 40 }]
    const { invoiceID } = await office.call(office.admin, createInvoice, { customerID, lines })
    await office.call(office.admin, payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 40,
      paymentType: 'EFT',
      datePaid: '2026-11-10',
    })
    expect(rowsOf(await run(payments, 'transactions:read', { DAY: '2026-11-10' }))).toEqual([
      ['2026-11-10', expect.stringMatching(/^T\d+/) as string, 'Paula Payer', '40', 'EFT'],
    ])
    expect(rowsOf(await run(payments, 'transactions:read', { DAY: '2026-11-09' }))).toEqual([])
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
    const rows = rowsOf(await run(stops, 'runs:read', { DAY: '2026-11-10' }))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('Dora Done')
    expect(rows[0]).toContain('COLLECTED')
    expect(rowsOf(await run(stops, 'runs:read', { DAY: '2026-11-09' }))).toEqual([])
  })
})
